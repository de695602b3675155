"""Which folders may be workspaces; every refusal is one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from helix_lsp.errors import WorkspaceError
from helix_lsp.session.disk.origin import real_root
from tests.support.drop import as_nobody


def refused(given: str, home: str = "/nonexistent") -> str:
    with pytest.raises(WorkspaceError) as caught:
        real_root(given, home)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_what_cannot_be_a_root(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "home").mkdir()
    (tmp_path / "also").symlink_to("home")
    assert "No such file" in refused(str(tmp_path / "gone"))
    assert "is not a folder" in refused(str(tmp_path / "file"))
    assert "cannot be used" in refused(str(tmp_path / "loop"))
    assert "whole disk" in refused("/")
    assert "whole disk" in refused("/tmp/..")
    assert "whole home" in refused(str(tmp_path / "home"), str(tmp_path / "home"))
    assert "whole home" in refused(str(tmp_path / "also"), str(tmp_path / "home"))
    assert "no folder was named" in refused("")
    assert "no folder was named" in refused(" ")
    assert "no folder was named" in refused("a\0b")
    assert "cannot be used" in refused(str(tmp_path / ("n" * 5_000)))
    assert "two\\nlines" in refused(str(tmp_path / "two\nlines"))


def test_a_name_that_is_not_utf8(tmp_path: Path) -> None:
    place = os.path.join(str(tmp_path), os.fsdecode(b"l\xff"))
    os.mkdir(place)
    assert "not UTF-8" in refused(place)


def test_a_link_is_resolved(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert real_root(str(tmp_path / "link"), "") == str(tmp_path / "real")
    assert real_root(str(tmp_path / "link" / ".." / "real"), "") == str(tmp_path / "real")


def test_a_closed_folder(tmp_path: Path) -> None:
    """Judged by a child without root's powers."""
    (tmp_path / "closed").mkdir(mode=0)
    assert "(Permission denied); check its permissions" in as_nobody(
        lambda: refused(str(tmp_path / "closed")), tmp_path
    )
