"""What `make test` runs, in order: lint, types, import contracts, the laws under a second hash seed, then
every test.

    python scripts/check.py [lint | laws | tests]

Ends with pytest's own summary line. Exit code 0 only when every part passed. With CI=true a missing editor is
a failure; elsewhere its tests are left out and that is said.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
LAST = "all tests"
FIRST_SEED, SECOND_SEED = "1", "20261"


def run(title: str, *command: str, **more: str) -> bool:
    """Runs one part with its output passed on; True when it succeeded."""
    print(f"\n== {title}", flush=True)
    start = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=os.environ | more, stdin=subprocess.DEVNULL, check=False)
    if done.returncode or title != LAST:  # when all is well, the last line is pytest's
        print(
            f"== {title}: {'ok' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - start:.1f} s",
            flush=True,
        )
    return done.returncode == 0


def tool(name: str) -> str:
    return str(BIN / name)


def lint() -> bool:
    parts = [
        run("ruff", tool("ruff"), "check", "."),
        run("format (make fmt mends it)", tool("ruff"), "format", "--check", "."),
        run("basedpyright", tool("basedpyright"), "--level", "error"),
        run("import contracts", tool("lint-imports"), "--no-cache", PYTHONPATH=str(ROOT)),
    ]
    return all(parts)


def pytest(title: str, seed: str, *arguments: str, **more: str) -> bool:
    side_by_side = [
        "-n",
        "2",
        "--dist",
        "loadfile",
        "--no-loadscope-reorder",
    ]  # tests/conftest.py says which file comes first
    command = [sys.executable, "-m", "pytest", "-q", *side_by_side, *arguments]
    return run(title, *command, PYTHONHASHSEED=seed, **more)


def laws() -> bool:
    first = pytest(f"laws, hash seed {FIRST_SEED}", FIRST_SEED, "tests/laws")
    return pytest(f"laws, hash seed {SECOND_SEED}", SECOND_SEED, "tests/laws") and first


def fetched(script: str, what: str) -> tuple[str, bool]:
    """(what the script printed last, whether the run may go on): fetched once, before the tests run side by
    side.
    """
    done = subprocess.run(
        [sys.executable, *script.split("|")],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    path = done.stdout.strip().rpartition("\n")[2] if done.returncode == 0 else ""
    may = bool(path) or os.environ.get("CI", "").lower() not in ("1", "true")
    if not path:
        print(
            f"== {what} could not be had here: {'its tests are left out' if may else 'a failure where CI=true'}",
            flush=True,
        )
    return path, may


def tests() -> bool:
    editors, may_editors = dict[str, str](), True
    for name in ("neovim", "old-neovim", "emacs", "helix"):
        editors[name], may = fetched(f"scripts/get_editor.py|{name}", name)
        may_editors = may_editors and may
    names = {
        "HELIX_TEST_NVIM": "neovim",
        "HELIX_TEST_OLD_NVIM": "old-neovim",
        "HELIX_TEST_EMACS": "emacs",
        "HELIX_TEST_HX": "helix",
    }
    code_server, may_vscode = fetched("scripts/get_code_server.py", "VS Code")
    _, may_flask = fetched(
        "-c|import sys; sys.path.insert(0, 'scripts'); import demo; print(demo.project())", "flask's source"
    )
    good = pytest(f"laws, hash seed {SECOND_SEED}", SECOND_SEED, "tests/laws")
    good = (
        pytest(
            LAST,
            FIRST_SEED,
            "tests",
            HELIX_TEST_CODE_SERVER=code_server,
            **{key: editors[name] for key, name in names.items()},
        )
        and good
    )
    return good and may_editors and may_vscode and may_flask


def main() -> int:
    os.environ.pop("PYTHONSTARTUP", None)
    if shutil.which("git") is None:
        sys.exit("check: git is needed (the index reads what git tracks)")
    part = sys.argv[1] if len(sys.argv) > 1 else ""
    parts = {"lint": [lint], "laws": [laws], "tests": [tests], "": [lint, tests]}.get(part)
    if parts is None:
        sys.exit(__doc__)
    good = [step() for step in parts]
    if not all(good):
        print("\nFAILED", file=sys.stderr)
    return 0 if all(good) else 1


if __name__ == "__main__":
    raise SystemExit(main())
