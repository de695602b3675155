"""Asks the question of README.md again, of the project that it was asked of, and compares the answer with the page.

    python scripts/readme_answer.py [--write]

The project is that of `make demo`, fetched under its hash. Answers are ordered by words, as in an installation without
extras. Prints the lines that differ and exits with 1 when there are any; `--write` puts the new answer in instead, and
the cost of the first index into the sentence below it.
"""

from __future__ import annotations

import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import demo

README = Path(__file__).resolve().parent.parent / "README.md"
BLOCK = re.compile(
    r"(?ms)(^## A question and its answer\n.*?^```console\n\$ helix-lsp (ask [^\n]+)\n)(.*?)(^```\n)"
)
FIRST = re.compile(r"The first index of its \d+ files took [\d.]+ seconds of a processor and [\d.]+ MB")
"""Seconds of a processor, since those of the clock say more of the machine that measured."""
WIDTH = "104"
"""Columns of the terminal, so that the block of the page is not scrolled."""


def main() -> int:
    page = README.read_text(encoding="utf-8")
    found = BLOCK.search(page)
    if found is None:
        sys.exit("readme_answer: README.md does not have a question under 'A question and its answer'")
    answer, first = asked(shlex.split(found[2]), demo.project())
    if "--write" in sys.argv[1:]:
        page = page.replace(found[0], found[1] + answer + found[4])
        README.write_text(FIRST.sub(first, page), encoding="utf-8")
        return 0
    told = difflib.unified_diff(
        found[3].splitlines(), answer.splitlines(), "README.md", "now", lineterm="", n=0
    )
    lines = list(told)
    print("\n".join(lines) or f"README.md has the answer of today. {first}.")
    return 1 if lines else 0


def asked(words: list[str], tree: Path) -> tuple[str, str]:
    """What the command prints for the tree, and the sentence about the first index. Raises CalledProcessError."""
    program = [sys.executable, "-P", "-m", "helix_lsp"]
    with tempfile.TemporaryDirectory(prefix="helix-readme-") as cache:
        env = os.environ | {"XDG_CACHE_HOME": cache, "HELIX_ASK_SEARCH_MEANING": "false", "COLUMNS": WIDTH}
        before = os.times()
        subprocess.run([*program, "index", "--root", tree], env=env, check=True, capture_output=True)
        after = os.times()
        worked = after.children_user + after.children_system - before.children_user - before.children_system
        files = sum(path.is_file() for path in tree.rglob("*"))
        size = sum(path.stat().st_size for path in Path(cache).rglob("*") if path.is_file()) / 1e6
        done = subprocess.run(
            [*program, *words, "--root", tree], env=env, check=True, capture_output=True, text=True
        )
    return (
        done.stdout,
        f"The first index of its {files} files took {worked:.1f} seconds of a processor and {size:.0f} MB",
    )


if __name__ == "__main__":
    raise SystemExit(main())
