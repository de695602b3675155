"""The history of a small repository, as `session/history/history.py` opens it."""

from __future__ import annotations

from pathlib import Path

from helix_lsp.config.documents import DriftConfig
from helix_lsp.session.git.git import Git
from helix_lsp.session.history.history import GitHistory, open_history
from tests.support.repository import git


def commit(root: Path) -> None:
    """Everything that was changed."""
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "change")


def opened(asked: Git, root: Path, cfg: DriftConfig | None = None) -> GitHistory:
    """The history up to the last commit, kept beside the repository."""
    folder = root.parent / "index"
    folder.mkdir(exist_ok=True)
    found = open_history(asked, str(root), str(folder), cfg or DriftConfig())
    assert isinstance(found, GitHistory)
    return found
