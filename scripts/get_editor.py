"""Fetches real editors for the end-to-end tests and prints the paths of their binaries, one a line, in the
order asked.

    python scripts/get_editor.py [neovim | old-neovim | emacs | helix]... [--refresh]

Without names, all of them. They are Debian's own builds (`debian_program.py` says how they are checked),
unpacked into `editors/<name>-<version>` of the folder that all clones share (`green.py`). A folder that is there
already is used as it is (--refresh asks the mirror again). Where the machine cannot have one the script says why and exits with 1. HELIX_TEST_NVIM,
HELIX_TEST_OLD_NVIM, HELIX_TEST_EMACS and HELIX_TEST_HX name editors to use instead.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import urllib.error
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import green
from debian_program import CannotError, unpack_program

CACHE = green.shared() / "editors"


@dataclass(frozen=True, slots=True)
class Recipe:
    """Which package of which suite holds the editor, and where in it the program stands."""

    package: str
    suite: str
    binary: str
    instead: str  # the environment variable that names one to use
    finds_its_folders: bool = True  # False: the program has the paths of an installation built in


RECIPES = {
    "old-neovim": Recipe(
        "neovim", "trixie", "usr/bin/nvim", "HELIX_TEST_OLD_NVIM"
    ),  # 0.10; no suite has 0.11
    "neovim": Recipe("neovim", "forky", "usr/bin/nvim", "HELIX_TEST_NVIM"),  # 0.12
    "emacs": Recipe(
        "emacs-nox", "trixie", "usr/bin/emacs-nox", "HELIX_TEST_EMACS", finds_its_folders=False
    ),  # 30.1
    "helix": Recipe("hx", "trixie", "usr/bin/hx", "HELIX_TEST_HX"),  # 25.01
}


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", choices=[*RECIPES, []], metavar="NAME", help=", ".join(RECIPES))
    parser.add_argument("--refresh", action="store_true", help="ask the mirror for newer versions")
    options = parser.parse_args()
    try:
        for name in options.names or RECIPES:
            print(editor(name, refresh=options.refresh), flush=True)
    except (CannotError, OSError, urllib.error.URLError, subprocess.SubprocessError) as error:
        reason = str(error) if isinstance(error, CannotError) else f"{type(error).__name__}: {error}"
        print(f"get_editor: {name}: {reason}", file=sys.stderr)
        return 1
    return 0


def editor(name: str, *, refresh: bool = False) -> Path:
    """Path of a binary that runs here. Raises `CannotError`, `OSError`, `urllib.error.URLError` or
    `subprocess.SubprocessError`.
    """
    recipe = RECIPES[name]
    if chosen := os.environ.get(recipe.instead):
        return checked(Path(chosen))
    with green.alone(f"editor-{name}"):
        return _unpacked(name, recipe, refresh)


def _unpacked(name: str, recipe: Recipe, refresh: bool) -> Path:
    if not refresh:
        for folder in sorted(CACHE.glob(f"{name}-[0-9]*"), reverse=True):
            if (folder / "complete").is_file() and (folder / "complete").read_text() == str(folder):
                return checked(folder / "run" if not recipe.finds_its_folders else folder / recipe.binary)
    binary = unpack_program(
        recipe.package, recipe.suite, recipe.binary, lambda version: CACHE / f"{name}-{version}"
    )
    folder = binary.parents[len(Path(recipe.binary).parts) - 1]
    binary = checked(binary if recipe.finds_its_folders else emacs_told_its_folders(folder, binary))
    (folder / "complete").write_text(
        str(folder)
    )  # an unpacked folder that was moved points at libraries that are not there
    return binary


def emacs_told_its_folders(folder: Path, binary: Path) -> Path:
    """A script that starts Emacs with its Lisp, data and dumped image found in `folder`."""
    share = next((folder / "usr/share/emacs").glob("[0-9]*"))
    image = next((folder / "usr/libexec/emacs").glob("*/*/*.pdmp"))
    places = {"EMACSLOADPATH": share / "lisp", "EMACSDATA": share / "etc", "EMACSPATH": image.parent}
    script = folder / "run"
    setting = " ".join(f"{name}='{place}'" for name, place in places.items())
    script.write_text(f"#!/bin/sh\n{setting} exec '{binary}' --dump-file='{image}' \"$@\"\n")
    script.chmod(0o755)
    return script


def checked(binary: Path) -> Path:
    try:
        subprocess.run(
            [binary, "--version"], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=30
        )
    except (OSError, subprocess.SubprocessError) as error:
        raise CannotError(f"{binary} does not run: {error}") from error
    return binary


if __name__ == "__main__":
    raise SystemExit(main())
