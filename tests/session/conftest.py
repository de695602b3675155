"""What the session tests share: a small repository."""

from __future__ import annotations

from pathlib import Path

import pytest

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
