"""A folder that is closed while nothing can be sent gives its index up all the same, once that can be said."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from helix_lsp.lsp.companion import link as link_module
from helix_lsp.lsp.companion.holds import Holds
from helix_lsp.lsp.companion.link import Link
from helix_lsp.lsp.companion.remote import RemoteService
from helix_lsp.lsp.service.open_texts import OpenTexts
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
