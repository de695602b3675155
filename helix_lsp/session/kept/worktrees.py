"""The other work trees of a repository, whose indexes hold most of the same contents.

Invariants (law I11): the repository names the trees, and only where it names this root among them: a `.git`
file that merely points at somebody's repository is not work tree of it. Nothing of the other trees is read;
their indexes lie in the user's own cache folder.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from pathlib import Path

from helix_lsp.errors import HelixError
from helix_lsp.index.store.copied import copy_facts
from helix_lsp.index.store.folder import Folder
from helix_lsp.session.git.git import Git, git_for, open_repository
from helix_lsp.session.git.git_folder import NoGit, no_git, work_trees
from helix_lsp.session.kept.cache import index_directory, is_own
from helix_lsp.session.settings.settings import Settings

# A first index from that of another work tree of the same repository: rows belong to contents, so what both
# trees hold is not read again.
#
# A copy, not a share: each folder keeps its own writer, its own generations and its own life. The source
# may be written meanwhile. Its facts are copied in one committed state. Its text index goes first, so that
# it is never ahead of the facts, and counts only when no commit came between: its files never change, and
# one list names those of a commit. What the text lacks is replayed from the log, as after any interrupted
# commit.

_LIST = "meta.json"
_NEW = ".new"


def borrow(source: str, target: str) -> bool:
    """Make the index in `target` a copy of the one in `source`; the caller holds the target's lock. False,
    with nothing there, when it cannot be.

    A target that has an index already is left alone.
    """
    theirs, ours = Folder(source), Folder(target)
    if ours.identity() is not None or ours.has_text() or theirs.identity() is None:
        return False
    facts, text = ours.facts + _NEW, ours.text + _NEW
    try:
        _clear(facts, text)
        if not (
            _copy_text(Path(theirs.text), Path(text))
            and copy_facts(Path(theirs.facts).as_uri(), Path(facts).as_uri())
        ):
            return False
        os.replace(text, ours.text)
        os.replace(facts, ours.facts)  # last: without facts there is no index
    except OSError:
        shutil.rmtree(ours.text, ignore_errors=True)
        return False
    finally:
        with contextlib.suppress(OSError):
            _clear(facts, text)
    return True


def _copy_text(source: Path, target: Path) -> bool:
    """True when the copy is one commit."""
    before = (source / _LIST).read_bytes()
    target.mkdir(mode=0o700)
    for entry in sorted(source.iterdir()):
        if (
            not entry.name.endswith(".lock")
            and entry.name != _LIST
            and entry.is_file()
            and not entry.is_symlink()
        ):
            with contextlib.suppress(FileNotFoundError):  # of an older commit, swept away meanwhile
                shutil.copyfile(entry, target / entry.name)
    (target / _LIST).write_bytes(before)
    return (source / _LIST).read_bytes() == before


def _clear(facts: str, text: str) -> None:
    for tail in ("", "-journal", "-wal", "-shm"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(facts + tail)
    shutil.rmtree(text, ignore_errors=True)


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
    if Folder(directory).identity() is not None or not _may_have(root):
        return ""
    around = settings.surroundings
    git = git_for(around.search_path, around.git_environment, settings.config.session, root)
    if git is None:
        return ""
    found: list[tuple[int, str, str]] = []
    for tree in other_worktrees(git, root):
        with contextlib.suppress(OSError, HelixError):
            other = index_directory(tree, settings, create=False)
            facts = os.lstat(Folder(other).facts)
            if is_own(other) and facts.st_size:
                found.append((-facts.st_mtime_ns, tree, other))
    return next((tree for _, tree, other in sorted(found) if borrow(other, directory)), "")


def _may_have(root: str) -> bool:
    entry = os.path.join(root, ".git")
    return os.path.isfile(entry) or os.path.isdir(os.path.join(entry, "worktrees"))
