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

from helix_lsp.errors import StorageError
from helix_lsp.session.disk.scan import read_private, write_private
from helix_lsp.session.kept import cache, locks, memory, telemetry
from helix_lsp.session.kept.cache import cache_folder, is_own
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

    kept = {LOCK_NAME, cache.MARK, ROOT_NAME, locks.NAME, cache.NEWEST, cache.BASELINE, memory.NAME}
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
