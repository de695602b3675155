"""Makes the pictures of the editors in docs/images anew, from today's product.

    python scripts/pictures.py [vscode | neovim]...

Without names, both. The pictures are taken by the tests that a person's day in each editor is told by, so that
what they show works; a test that fails leaves docs/images as it was. Look at each picture before it is
committed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMAGES = ROOT / "docs" / "images"
DAY = ROOT / "editors" / "vscode" / "out" / "ui" / "day"
VSCODE = {"answer": "vscode-answer", "quick-fix": "vscode-stale-document"}
"""Name of a picture of the day, without its number, and its name in the documents."""
TESTS = {
    "vscode": "tests/e2e/test_vscode_ui.py::test_a_day",
    "neovim": "tests/e2e/test_neovim_prompt.py::test_the_first_question_of_a_new_user[newest]",
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", choices=[*TESTS, []], metavar="NAME", help=", ".join(TESTS))
    names = parser.parse_args().names or list(TESTS)
    with tempfile.TemporaryDirectory() as folder:
        taken = Path(folder)
        for name in names:
            if not passed(TESTS[name], taken):
                print(f"pictures: {TESTS[name]} did not pass; docs/images is as it was", file=sys.stderr)
                return 1
        if "vscode" in names:
            of_the_day(taken)
        for picture in sorted(taken.iterdir()):
            shutil.copyfile(picture, IMAGES / picture.name)
            print(f"docs/images/{picture.name}")
    return 0


def passed(test: str, folder: Path) -> bool:
    """True when the test ran and passed; its pictures are in `folder` or in the folder of the day."""
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-p", "no:xdist", "-m", "drive or editor", test]
    env = os.environ | {"HELIX_PICTURES": str(folder), "CI": "true", "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, check=False).returncode == 0


def of_the_day(folder: Path) -> None:
    """Copy what the documents show; the number before a name says only when it was taken."""
    for picture in sorted(DAY.glob("*.png")):
        if name := VSCODE.get(picture.stem.partition("-")[2]):
            shutil.copyfile(picture, folder / f"{name}.png")


if __name__ == "__main__":
    raise SystemExit(main())
