"""Whether the disk is still as the index has it: a look that reads, changes and says nothing."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from helix_lsp.errors import Cancelled
from tests.support.repository import git
from tests.support.workspace import open_in


def added(root: Path) -> None:
    (root / "new.py").write_text("new = 1\n")


def edited(root: Path) -> None:
    (root / "app.py").write_text("def other():\n    pass\n")


def removed(root: Path) -> None:
    (root / "app.py").unlink()


def ignored(root: Path) -> None:
    (root / ".gitignore").write_text("new.py\n")


def untracked(root: Path) -> None:
    git(root, "rm", "--cached", "-q", "app.py")


@pytest.mark.parametrize("change", [added, edited, removed, ignored, untracked])
def test_what_a_refresh_would_see_is_seen(tmp_path: Path, root: Path, change: Callable[[Path], None]) -> None:
    with open_in(tmp_path, root) as workspace:
        workspace.refresh()
        assert workspace.unchanged()
        before = workspace.view()
        change(root)
        assert not workspace.unchanged()
        after = workspace.view()
        assert (after.freshness, after.snapshot.digest()) == (before.freshness, before.snapshot.digest())
        workspace.refresh()
        assert workspace.unchanged()


def test_what_was_touched_a_moment_ago_counts_as_changed(tmp_path: Path, root: Path) -> None:
    with open_in(tmp_path, root, session={"racy_seconds": 60.0}) as workspace:
        workspace.refresh()
        assert not workspace.unchanged()


def test_a_root_that_is_gone_and_a_workspace_that_is_closed_are_said(tmp_path: Path, root: Path) -> None:
    workspace = open_in(tmp_path, root)
    workspace.refresh()
    workspace.close()
    with pytest.raises(Cancelled):
        workspace.unchanged()
    workspace = open_in(tmp_path, root)
    shutil.rmtree(root)
    with workspace, pytest.raises(OSError, match="root"):
        workspace.unchanged()
