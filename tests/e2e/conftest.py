"""What the end-to-end tests run on: flask's source from the package registry, and real editors: Neovim, the
newest and 0.10, Emacs and Helix.

Without them the tests are skipped with the reason, except where `CI=true`: there a missing part is a failure.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parent.parent.parent / "scripts"


def _missing(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def flask_source() -> Path:
    code = "import sys; sys.path.insert(0, sys.argv[1]); import demo; print(demo.project())"
    done = subprocess.run(
        [sys.executable, "-c", code, str(SCRIPTS)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        _missing(f"flask's source could not be fetched: {done.stderr.strip()}")
    return Path(done.stdout.strip())


def _editor(name: str) -> Path:
    done = subprocess.run(
        [sys.executable, str(SCRIPTS / "get_editor.py"), name], capture_output=True, text=True, check=False
    )
    if done.returncode:
        _missing(done.stderr.strip())
    return Path(done.stdout.strip().splitlines()[-1])


@pytest.fixture(scope="session")
def neovim() -> Path:
    return _editor("neovim")


@pytest.fixture(scope="session")
def old_neovim() -> Path:
    return _editor("old-neovim")


@pytest.fixture(scope="session")
def emacs() -> Path:
    return _editor("emacs")


@pytest.fixture(scope="session")
def helix_editor() -> Path:
    return _editor("helix")
