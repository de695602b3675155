"""A hover while the first index is being made says so (law I10), and says nothing of the kind once it is
there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helix_lsp.ide.hover import BEGINNING
from helix_lsp.lsp.service.local import LocalService, open_local
from helix_lsp.lsp.service.workspace_service import OpenTexts

TEXT = b"# Tower\n\nThe evening ends with `ring_last`, and `ring_never` is no bell. Plain words.\n"
CODE = b"def ring_last(bell):\n    return strike(bell)\n"


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LocalService:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "tower"
    root.mkdir()
    (root / "README.md").write_bytes(TEXT)
    (root / "bell.py").write_bytes(CODE)
    return open_local(str(root), {}, OpenTexts())


def _told(service: LocalService, path: str, word: bytes) -> str | None:
    found = service.view().hover(path, (TEXT if path == "README.md" else CODE).index(word) + 2)
    if found is None:
        return None
    assert found.span.cut(TEXT if path == "README.md" else CODE) == word
    return found.markdown


def _silent(*_args: Any) -> None:
    """Nobody listens, nobody cancels."""


def test_a_name_that_is_not_indexed_yet_is_told_as_such(service: LocalService):
    for path, word in (
        ("README.md", b"ring_last"),
        ("README.md", b"ring_never"),
        ("bell.py", b"ring_last"),
        ("bell.py", b"strike"),
    ):
        told = _told(service, path, word)
        assert told is not None
        assert told.startswith(f"{BEGINNING}: `{word.decode()}` is not in what is indexed so far.")
        assert "not been compared with the index yet" in told
    assert _told(service, "README.md", b"Plain") is None
    service.close()


def test_once_the_index_is_there_an_unknown_name_has_no_hover(service: LocalService):
    service.refresh(_silent, _silent)
    assert "(function) ring_last(bell)" in (_told(service, "README.md", b"ring_last") or "")
    assert _told(service, "README.md", b"ring_never") is None
    service.workspace.texts.put("new.py", b"x = 1\n")
    assert _told(service, "README.md", b"ring_never") is None
    service.close()


def test_a_hover_whose_index_became_whole_while_it_was_drawn_is_not_silent(service: LocalService):
    view = service.view()
    assert not view.view.snapshot.paths()
    service.refresh(_silent, _silent)
    found = view.hover("README.md", TEXT.index(b"ring_last") + 2)
    assert found is not None
    assert found.markdown.startswith(BEGINNING)
    assert "(function) ring_last(bell)" in (_told(service, "README.md", b"ring_last") or "")
    service.close()


def test_while_it_is_made_anew_it_is_told_again_with_what_is_to_come(service: LocalService):
    service.refresh(_silent, _silent)
    seen: list[str | None] = []

    def share(_text: str, done: int, total: int) -> None:
        if total and not done:
            seen.append(_told(service, "README.md", b"ring_never"))

    service.refresh(share, _silent, full=True)
    assert any(told is not None and "2 files are still to be indexed" in told for told in seen), seen
    assert _told(service, "README.md", b"ring_never") is None
    service.close()


def test_the_plugin_knows_the_hover_by_how_it_begins():
    plugin = Path(__file__).parents[2] / "editors" / "neovim" / "lua" / "helix" / "waiting.lua"
    assert f"BEGINNING = '{BEGINNING}'" in plugin.read_text(encoding="utf-8")
