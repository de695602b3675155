"""A small repository and the reading of its change, for tests."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from helix_lsp.align.delta.change import Change, ChangedFile
from helix_lsp.session.history.change import read_change
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from tests.support.repository import git

TREE = """
    //- /app.py
    def run():
        return 1


    def stop():
        return 2
    //- /lib/store.py
    class Store:
        def load(self):
            return [1, 2, 3, 4, 5, 6, 7, 8]

        def save(self, items):
            return list(items)
    //- /README.md
    # Title

    Call `run`.
"""
Read = Callable[..., Change]


def reader(root: Path) -> Read:
    """Reads the change of the root, whose index is brought up to date first."""

    def reads(
        base: str | None = None, head: str | None = None, *, at: Path = root, uncommitted: bool = False
    ) -> Change:
        with Workspace.open(str(at), load(str(at))) as workspace:
            workspace.refresh()
            change, left = read_change(workspace.git, workspace.root, workspace.view(), base, head)
            if uncommitted:
                assert left is not None
                return left
            return change

    return reads


def commit(root: Path, message: str = "more") -> str:
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", message)
    return git(root, "rev-parse", "HEAD").strip()


def told(change: Change) -> dict[str, tuple[str, str, str]]:
    return {f.path: (f.status, f.old_path if f.old_path != f.path else "", f.left_out) for f in change.files}


def only(change: Change) -> ChangedFile:
    assert len(change.files) == 1, told(change)
    return change.files[0]
