"""Whoever draws looks at the disk; who comes too soon for that, or during a refresh, has it looked at a moment later
(law I10).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helix_lsp.lsp.service.local import LocalService, open_local
from helix_lsp.lsp.service.workspace_service import OpenTexts
from tests.support.raw_client import PATIENCE


def silent(*_: Any) -> None:
    """Nobody listens, nobody cancels."""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    tower = tmp_path / "tower"
    tower.mkdir()
    (tower / "bell.py").write_text("def ring():\n    return 1\n", encoding="utf-8")
    return tower


@pytest.fixture
def service(root: Path) -> Iterator[LocalService]:
    opened = open_local(str(root), {}, OpenTexts())
    opened.refresh(silent, silent)
    yield opened
    opened.close()


@pytest.fixture
def noticed(service: LocalService) -> threading.Event:
    event = threading.Event()
    service.on_change(event.set)
    return event


def test_a_look_that_came_too_soon_is_made_up_for(
    root: Path, service: LocalService, noticed: threading.Event
) -> None:
    service.view()
    (root / "chime.py").write_text("def chime():\n    return 2\n", encoding="utf-8")
    service.view()
    assert noticed.wait(PATIENCE)


def test_what_changes_behind_the_back_of_a_refresh_is_noticed_for_who_drew_meanwhile(
    root: Path, service: LocalService, noticed: threading.Event
) -> None:
    def share(what: str, done: int, total: int) -> None:
        if what == "indexing" and done == total:
            (root / "chime.py").write_text("def chime():\n    return 2\n", encoding="utf-8")
            service.view()
            changed.set()

    changed = threading.Event()
    (root / "bell.py").write_text("def ring():\n    return 10\n", encoding="utf-8")
    service.refresh(share, silent)
    assert changed.is_set()
    assert noticed.wait(PATIENCE)
