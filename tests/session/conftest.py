"""What the session tests share: a small repository, and git as the product calls it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from helix_lsp.session.git.git import Git, find_git
from tests.support.repository import git, make_repository

TREE = """
    //- /app.py
    def run(): return 1
    //- /lib/store.py
    class Store:
        def load(self): return run()
    //- /README.md
    # Title
    Call `run`.
    //- /data.bin
    nul
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = make_repository(tmp_path / "root", TREE)
    (made / "data.bin").write_bytes(b"\x00\x01\x02" * 100)
    git(made, "commit", "-qam", "two")
    return made


@pytest.fixture
def asked(tmp_path: Path) -> Git:
    """Git as the product calls it, with an empty home."""
    program = find_git(os.defpath, str(tmp_path))
    assert program is not None
    return Git(program=program, environment={"HOME": str(tmp_path / "home")}, seconds=60)
