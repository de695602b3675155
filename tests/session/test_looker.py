"""The look in another process says what the look here says, and ends with its owner."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import psutil
import pytest

from helix_lsp.session.looker import Looker
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    tower = tmp_path / "tower"
    tower.mkdir()
    (tower / "bell.py").write_text("def ring():\n    pass\n", encoding="utf-8")
    (tower / "rope.py").write_text("def pull():\n    pass\n", encoding="utf-8")
    return tower


def test_it_says_what_a_look_here_says(root: Path) -> None:
    looker = Looker(str(root))
    with Workspace.open(str(root), load(str(root))) as workspace:
        steps: list[bool | None] = []
        for change in (None, ("bell.py", "def ring(): ...\n"), ("new.py", "x = 1\n"), ("rope.py", "")):
            if change is not None:
                (root / change[0]).write_text(change[1], encoding="utf-8")
                assert looker.unchanged() is workspace.unchanged() is False
            workspace.refresh()
            steps.append(looker.unchanged() is workspace.unchanged())
        (root / "rope.py").unlink()
        assert looker.unchanged() is workspace.unchanged() is False
    looker.close()
    assert steps == [True] * 4


def test_one_that_cannot_say_leaves_it_to_the_caller(root: Path, tmp_path: Path) -> None:
    for command in (
        ("/no-such-program",),
        (sys.executable, "-c", "pass"),
        (sys.executable, "-c", "print('x' * 100)"),
    ):
        looker = Looker(str(root), command=command)
        assert looker.unchanged() is None
        assert looker.unchanged() is None
        looker.close()
    gone = Looker(str(tmp_path / "gone"))
    assert gone.unchanged() is None
    gone.close()


def test_closing_ends_a_look_that_waits(root: Path) -> None:
    looker = Looker(str(root), command=(sys.executable, "-c", "import time; time.sleep(600)"))
    said: list[bool | None] = []
    waiting = threading.Thread(target=lambda: said.append(looker.unchanged()))
    waiting.start()
    while not psutil.Process().children():
        pass
    looker.close()
    waiting.join(60)
    assert said == [None]
    assert looker.unchanged() is None
