"""A workspace that opens when somebody looks: edits before that are in it, and one that was closed stays closed."""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.errors import WorkspaceError
from helix_lsp.lsp.late import LateWorkspace
from helix_lsp.session.settings import load
from helix_lsp.session.workspace import Workspace


@pytest.fixture
def late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LateWorkspace:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "tower"
    root.mkdir()
    (root / "bell.py").write_text("def ring_bell():\n    pass\n")
    return LateWorkspace(str(root), lambda: Workspace.open(str(root), load(None)))


def test_edits_before_the_first_look_count_in_their_order(late: LateWorkspace):
    late.put("bell.py", b"one")
    late.put("bell.py", b"two")
    late.put("new.py", b"three")
    late.put("new.py", None)
    assert not late.ready
    view = late.get().view()
    assert late.ready
    assert view.texts("bell.py") == b"two"
    assert view.texts("new.py") is None
    late.put("bell.py", None)
    assert late.get().view().texts("bell.py") == b"def ring_bell():\n    pass\n"
    late.close()


def test_a_path_outside_is_refused_at_once(late: LateWorkspace):
    with pytest.raises(WorkspaceError, match="cannot be a file"):
        late.put("../other.py", b"")
    assert not late.ready


def test_closed_before_it_was_opened_opens_nothing(late: LateWorkspace):
    late.close()
    with pytest.raises(WorkspaceError, match="closed"):
        late.get()
