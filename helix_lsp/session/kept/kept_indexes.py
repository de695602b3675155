"""The indexes of this user: one folder for each project below the cache folder, listed, cleared and removed.

Only what was made by `session/kept/cache.py` counts: a folder under a name of that form that belongs to the user
and is not a link. The folder says which project it is of (`note_root`, written when the index is opened for
writing); one of an older version does not.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import time
from pathlib import Path

import msgspec

from helix_lsp.errors import HelixError, StorageError
from helix_lsp.index.store.facts_file import copy_facts
from helix_lsp.index.store.folder import Folder
from helix_lsp.session.disk.scan import read_private, write_private
from helix_lsp.session.git.git import Git, git_for, open_repository
from helix_lsp.session.git.git_folder import NoGit, no_git, work_trees
from helix_lsp.session.kept import cache, memory, telemetry
from helix_lsp.session.kept.cache import cache_folder, index_directory, is_own
from helix_lsp.session.kept.lock import LOCK_NAME, Holder, acquire, holder
from helix_lsp.session.settings.settings import Settings
from helix_lsp.text.regex import regex

ROOT_NAME = "root.txt"
_NAME = regex(r"[A-Za-z0-9._-]{1,40}-[0-9a-f]{16}\Z")
_LONGEST = 8_192  # bytes of a path


class KeptIndex(msgspec.Struct, frozen=True, kw_only=True):
    """`root` is `` where the folder does not tell; `size` in bytes; `used` is when it was last written to or asked,
    in seconds since 1970; `writer` is the process that says to write it, 0 for none.
    """

    directory: str
    root: str
    size: int
    used: float
    writer: int


def note_root(directory: str, root: str) -> None:
    """Writes down whose index this is; a full disk is not a failure."""
    place = Path(directory) / ROOT_NAME
    data = os.fsencode(root)
    with contextlib.suppress(OSError):
        if _told(place) != data:
            write_private(place, data)


def kept_indexes(settings: Settings) -> tuple[KeptIndex, ...]:
    """All of them, the largest first. Raises StorageError where the cache folder is set wrongly."""
    base = cache_folder(settings)
    try:
        names = sorted(os.listdir(base))
    except OSError:
        return ()
    places = (os.path.join(base, name) for name in names if _NAME.match(name))
    found = [_kept(place) for place in places if _own(place)]
    return tuple(sorted(found, key=lambda one: (-one.size, one.directory)))


def remove_index(directory: str) -> None:
    """The folder with all that is in it, past questions and counts too. Raises StorageError when another process
    writes it or it cannot be removed.
    """
    lock = acquire(directory)
    if isinstance(lock, Holder):
        raise StorageError(
            f"{lock.words()} writes the index in {directory}; close the editor or wait for the command that does, "
            "and try again"
        )
    gone = f"{directory}.removed-{os.getpid()}"
    try:
        os.rename(directory, gone)  # who comes now makes a new one
        shutil.rmtree(gone)
    except OSError as error:
        raise StorageError(
            f"the index in {directory} cannot be removed: {error.strerror}; remove it by hand"
        ) from error
    finally:
        lock.release()


def _kept(directory: str) -> KeptIndex:
    size, used = 0, 0.0
    for folder, _, names in os.walk(directory):
        for name in names:
            with contextlib.suppress(OSError):
                info = os.lstat(os.path.join(folder, name))
                size += info.st_size
                used = max(used, info.st_mtime)
    return KeptIndex(
        directory=directory,
        root=os.fsdecode(_told(Path(directory) / ROOT_NAME)),
        size=size,
        used=used,
        writer=holder(directory).pid,
    )


def _told(place: Path) -> bytes:
    try:
        return read_private(place, _LONGEST)
    except OSError:
        return b""


def _own(directory: str) -> bool:
    """A folder of this user's in which an index was begun."""
    try:
        return is_own(directory) and os.path.lexists(os.path.join(directory, LOCK_NAME))
    except OSError:
        return False


# Throwing a stored index away, file by file, without touching the lock that guards it.

_TRIES, _REST = 5, 0.05


def clear_index(directory: str) -> None:
    """Remove everything in an index folder except what is not derived from the files: lock, mark, tree locks, baseline,
    memory, counts and past questions; the caller holds the lock.

    Raises StorageError.
    """
    from helix_lsp.session.kept import evidence  # reads the judge of claims: a tenth of a start

    kept = {LOCK_NAME, cache.MARK, ROOT_NAME, memory.LOCKS_NAME, cache.NEWEST, cache.BASELINE, memory.NAME}
    kept |= {telemetry.NAME, evidence.NAME, telemetry.FOLDER}
    try:
        for name in os.listdir(directory):
            if name in kept:
                continue
            place = os.path.join(directory, name)
            if os.path.isdir(place) and not os.path.islink(place):
                _remove(place)
            else:
                os.unlink(place)
    except OSError as error:
        raise StorageError(
            f"the index in {directory} cannot be removed: {error.strerror}; remove it by hand"
        ) from error


def _remove(folder: str) -> None:
    """A thread of the text index may still put a file down: then once more, five times in all."""
    for left in reversed(range(_TRIES)):
        try:
            shutil.rmtree(folder)
            break
        except OSError as error:
            if not left or error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
            time.sleep(_REST)


# The other work trees of a repository, whose indexes hold most of the same contents.
#
# Invariants (law I11): the repository names the trees, and only where it names this root among them: a `.git`
# file that merely points at somebody's repository is not work tree of it. Nothing of the other trees is read;
# their indexes lie in the user's own cache folder.

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
