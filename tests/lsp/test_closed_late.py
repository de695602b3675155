"""A folder that is closed while nothing can be sent, or whose companion has a fault, gives its index up all the same."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from helix_lsp.lsp.companion import link as link_module
from helix_lsp.lsp.companion.link import Link
from helix_lsp.lsp.companion.messages import CompanionFault, Holds
from helix_lsp.lsp.companion.remote import RemoteService
from helix_lsp.lsp.service.workspace_service import OpenTexts
from tests.lsp.test_companion import OPTIONS, indexed, quiet, unheard, until
from tests.lsp.tower import written
from tests.support.raw_client import PATIENCE


def test_a_folder_is_closed_however_late_that_can_be_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(link_module, "_CLOSE_SECONDS", 0.0)
    root, holds = written(tmp_path / "tower"), Holds()
    late, link = Link(OPTIONS, holds=holds), Link(OPTIONS)
    service = indexed(late, root)
    holds.hold("close call")
    closing = threading.Thread(target=service.close, daemon=True)
    closing.start()

    def waiting() -> None:
        assert closing.is_alive(), "it was given up"

    other = RemoteService(link, str(root), {}, OpenTexts())

    def taken() -> bool:
        other.refresh(unheard, quiet)
        return other.status()["writer"] == link.pid

    try:
        holds.await_held("close call", waiting)
        holds.release("close call")
        closing.join(PATIENCE)
        until(taken)
    finally:
        late.close(PATIENCE)
        link.close(PATIENCE)


class Faulty(Holds):
    """What comes back of a doubt and of a closing is a fault."""

    def pass_by(self, point: str, check: Callable[[], None]) -> None:
        if point in ("doubt result", "close result"):
            raise CompanionFault(point)


def test_a_fault_of_the_companion_costs_neither_a_view_nor_a_closing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    root, link = written(tmp_path / "tower"), Link(OPTIONS, holds=Faulty())
    looks: list[None] = []
    try:
        service = indexed(link, root)
        service.view()  # what is on disk is known from here on
        service.on_change(lambda: looks.append(None))
        (root / "bell.py").write_text("ring = 1\n", encoding="utf-8")
        until(lambda: service.view().text("bell.py") is not None and bool(looks))
        service.close()
    finally:
        link.close(PATIENCE)
