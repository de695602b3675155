"""The other work trees of a repository, whose indexes hold most of the same contents (`borrow.py`).

Invariants (law I11): the repository names the trees, and only where it names this root among them: a `.git`
file that merely points at somebody's repository is not work tree of it. Nothing of the other trees is read;
their indexes lie in the user's own cache folder.
"""

from __future__ import annotations

import contextlib
import os

from helix_lsp.errors import HelixError
from helix_lsp.index.store.folder import Folder
from helix_lsp.session.git.git import Git, find_git, open_repository
from helix_lsp.session.git.git_folder import work_trees
from helix_lsp.session.git.no_git import NoGit, no_git
from helix_lsp.session.kept.borrow import borrow
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.settings.settings import Settings


def other_worktrees(git: Git, root: str) -> tuple[str, ...]:
    """Real paths of the other trees, the main one first; empty for a repository with one tree, which costs no
    process.
    """
    found = no_git("no-repository") if not _may_have(root) else open_repository(git, root)
    if isinstance(found, NoGit):
        return ()
    named = work_trees(found[0])
    return tuple(path for path in named if path != root) if root in named else ()


def borrow_index(root: str, directory: str, settings: Settings) -> str:
    """For a root that does not have an index yet: take over the newest one of another work tree. Its path, `` when
    there is none to be had.

    The caller holds the lock of `directory`, has not opened the index yet, and refreshes it: what differs is
    read then.
    """
    around = settings.surroundings
    if (
        Folder(directory).identity() is not None
        or not _may_have(root)
        or (program := find_git(around.search_path, root)) is None
    ):
        return ""
    cfg = settings.config.session
    git = Git(
        program=program, environment=around.git_environment, seconds=cfg.git_seconds, most=cfg.git_bytes
    )
    found: list[tuple[int, str, str]] = []
    for tree in other_worktrees(git, root):
        with contextlib.suppress(OSError, HelixError):
            other = index_directory(tree, settings, create=False)
            facts = os.lstat(Folder(other).facts)
            if _own(other) and facts.st_size:
                found.append((-facts.st_mtime_ns, tree, other))
    return next((tree for _, tree, other in sorted(found) if borrow(other, directory)), "")


def _may_have(root: str) -> bool:
    entry = os.path.join(root, ".git")
    return os.path.isfile(entry) or os.path.isdir(os.path.join(entry, "worktrees"))


def _own(directory: str) -> bool:
    """The user's own folder, as `session/kept/cache.py` makes them; a link is none."""
    info = os.lstat(directory)
    return not os.path.islink(directory) and (not hasattr(os, "geteuid") or info.st_uid == os.geteuid())
