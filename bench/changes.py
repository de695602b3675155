"""`helix-lsp pr explain` on real commits, held against git itself.

    python bench/changes.py CLONE [--commits N] [--paths PATH]

CLONE is a clone with its history; the newest N commits that change a file and are no merges are checked out one
after the other in a copy of it. For each one is checked:

* the hunks of each file are those of `git diff -U0`, and files that are not listed are counted as left out;
* each piece of the index that is listed holds a changed line, and each changed line of a file with pieces lies in one;
* each definition that went or was renamed, and whose old name still stands in a file of code (`git grep -w`), is
  said to have uses left, or the names are printed here for somebody to read.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
_HUNK = re.compile(r"^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")

Hunks = dict[str, list[tuple[int, int, int, int]]]


def git(root: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(root), *words], capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def explained(root: Path, base: str, head: str, cache: Path) -> dict[str, Any]:
    env = os.environ | {"HELIX_ASK_CACHE_DIR": str(cache), "PYTHONPATH": str(ROOT)}
    words = ["pr", "explain", "--base", base, "--head", head, "--json", "--root", str(root)]
    done = subprocess.run(
        [sys.executable, "-m", "helix_lsp", *words], env=env, capture_output=True, check=False
    )
    if done.returncode:
        sys.exit(f"{head}: {done.stderr.decode()}")
    return json.loads(done.stdout)


def hunks_of_git(root: Path, base: str, head: str) -> Hunks:
    found: Hunks = {}
    path = ""
    for line in git(root, "diff", "-U0", "--no-color", "--no-renames", base, head).splitlines():
        if line.startswith("diff --git "):
            path = ""
        elif line.startswith(("--- a/", "+++ b/")):
            path = line[6:]
        elif (match := _HUNK.match(line)) and path:
            old, old_n, new, new_n = (int(g) if g is not None else 1 for g in match.groups())
            found.setdefault(path, []).append((old, old_n, new, new_n))
    return found


def judged(root: Path, base: str, head: str, said: dict[str, Any], counts: Counter[str]) -> None:
    truth = hunks_of_git(root, base, head)
    listed = {f["path"]: f for f in said["files"]}
    renamed = {f["path"] for f in said["files"] if f["status"] in ("renamed", "copied")}
    for path, hunks in truth.items():
        file = listed.get(path)
        if file is None:
            counts["files of git that are not listed"] += path not in renamed and not said["files_left_out"]
            continue
        if file["left_out"] or file["hunks_left_out"] or path in renamed:
            counts["files not compared (left out or renamed)"] += 1
            continue
        ours = [(h["old_line"], h["old_lines"], h["line"], h["lines"]) for h in file["hunks"]]
        # where nothing was added, git names the line before the place; sizes and order are compared there
        same = [h[1::2] for h in ours] == [h[1::2] for h in hunks]
        counts["files with the hunks of git" if same else "files with other hunks"] += 1
        if not same:
            print(f"  {head[:10]} {path}: ours {ours[:4]}, git {hunks[:4]}")
        changed = {n for h in ours for n in range(h[2], h[2] + h[3])}
        touched = changed | {n for h in ours if not h[3] for n in (h[2], h[2] + 1)}
        for chunk in file["chunks"]:
            at = chunk
            holds = touched & set(range(at["start_line"], at["end_line"] + 1))
            counts["chunks with a changed line" if holds else "chunks without one"] += 1
        if file["chunks"] and not file["chunks_left_out"]:
            inside = {n for c in file["chunks"] for n in range(c["start_line"], c["end_line"] + 1)}
            counts["changed lines inside a chunk"] += len(changed & inside)
            counts["changed lines outside"] += len(changed - inside)
    left_behind(root, said, counts, head)


def left_behind(root: Path, said: dict[str, Any], counts: Counter[str], head: str) -> None:
    told = {u["name"].split(".")[-1]: u for u in said["touches"]["uses"]}
    for file in said["files"]:
        for symbol in file["symbols"]:
            if symbol["status"] not in ("removed", "renamed", "moved") or symbol["kind"] in (
                "section",
                "import",
            ):
                continue
            name = (symbol.get("old_name") or symbol["name"]).split(".")[-1]
            found = git(root, "grep", "-n", "-w", "-F", "--", name, head).splitlines()
            code = [f for f in found if not f.split(":")[1].endswith((".md", ".rst", ".txt", ".toml"))]
            entry = told.get(name)
            kind = (
                "said to be used"
                if entry and entry["used"] + entry["maybe"] + entry["tested"]
                else "not said"
            )
            counts[f"gone, name {'stands' if code else 'nowhere'} in code, {kind}"] += 1
            if code and kind == "not said":
                print(
                    f"  {head[:10]} gone {symbol['kind']} {name}: {len(code)} lines, e.g. {code[0][11:150]}"
                )


def main() -> None:
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument("clone", type=Path)
    options.add_argument("--commits", type=int, default=20)
    options.add_argument("--paths", default=".")
    given = options.parse_args()
    counts = Counter[str]()
    with tempfile.TemporaryDirectory(prefix="helix-changes-") as scratch:
        root = Path(scratch) / "copy"
        subprocess.run(["git", "clone", "-q", str(given.clone), str(root)], check=True)
        log = git(root, "log", "--no-merges", f"-{given.commits}", "--format=%H", "--", given.paths)
        for head in log.split():
            base = git(root, "rev-parse", f"{head}~1").strip()
            git(root, "checkout", "-q", "--detach", head)
            said = explained(root, base, head, Path(scratch) / "cache")
            counts["commits"] += 1
            judged(root, base, head, said, counts)
    for what, count in sorted(counts.items()):
        print(f"{count:>7,}  {what}")


if __name__ == "__main__":
    main()
