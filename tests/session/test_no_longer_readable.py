"""A file that could be read and cannot be any more is missed aloud: the refresh that loses it is not fresh,
and the next one is whole.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from helix_lsp.session import refresh
from helix_lsp.session.disk.disk import Refused
from tests.support.workspace import open_in


def test_the_refresh_that_loses_a_file_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    root = tmp_path / "tower"
    root.mkdir()
    bell = root / "bell.py"
    bell.write_text("def ring(): ...\n")
    (root / "rope.py").write_text("def pull(): ...\n")
    with open_in(tmp_path / "cache", root) as workspace:
        workspace.refresh()
        assert workspace.view().freshness.fresh
        bell.write_text("def ring(times): ...\n")
        real = refresh.read_content

        def refusing(base: str, path: str, most: int):
            return (
                Refused(path=path, reason="unreadable", detail="Permission denied")
                if path == "bell.py"
                else real(base, path, most)
            )

        with monkeypatch.context() as patched:
            patched.setattr(refresh, "read_content", refusing)
            workspace.refresh()
            now = workspace.view().freshness
            assert not now.fresh
            assert now.reason == "1 file could not be read: bell.py: Permission denied"
            assert list(workspace.view().snapshot.paths()) == ["rope.py"]
        workspace.refresh()
        assert workspace.view().freshness.fresh
        assert list(workspace.view().snapshot.paths()) == ["bell.py", "rope.py"]
