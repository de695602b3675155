"""A workspace that opens when somebody looks: edits before that are in it, and one that was closed stays
closed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.errors import WorkspaceError
from helix_lsp.lsp.service.workspace_service import LazyWorkspace, OpenTexts
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace


@pytest.fixture
def lazy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LazyWorkspace:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "tower"
    root.mkdir()
    (root / "bell.py").write_text("def ring_bell():\n    pass\n")
    return LazyWorkspace(str(root), lambda: Workspace.open(str(root), load(None)), OpenTexts())


def test_edits_before_the_first_look_count_in_their_order(lazy: LazyWorkspace):
    lazy.texts.put("bell.py", b"one")
    lazy.texts.put("bell.py", b"two")
    lazy.texts.put("new.py", b"three")
    lazy.texts.put("new.py", None)
    assert not lazy.ready
    view = lazy.get().view()
    assert lazy.ready
    assert view.texts("bell.py") == b"two"
    assert view.texts("new.py") is None
    lazy.texts.put("bell.py", None)
    assert lazy.get().view().texts("bell.py") == b"def ring_bell():\n    pass\n"
    lazy.close()


def test_a_path_outside_is_refused_at_once(lazy: LazyWorkspace):
    with pytest.raises(WorkspaceError, match="cannot be a file"):
        lazy.texts.put("../other.py", b"")
    assert not lazy.ready


def test_closed_before_it_was_opened_opens_nothing(lazy: LazyWorkspace):
    lazy.close()
    with pytest.raises(WorkspaceError, match="closed"):
        lazy.get()
