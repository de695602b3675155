"""Throwing a stored index away, file by file, without touching the lock that guards it."""

from __future__ import annotations

import errno
import os
import shutil
import time

from helix_lsp.errors import StorageError
from helix_lsp.session.kept import cache, evidence, kept_indexes, locks, memory, telemetry
from helix_lsp.session.kept import telemetry as traces
from helix_lsp.session.kept.cache import MARK
from helix_lsp.session.kept.lock import LOCK_NAME

# what is not derived from the files
_KEPT = frozenset(
    {
        LOCK_NAME,
        MARK,
        kept_indexes.ROOT_NAME,
        locks.NAME,
        cache.NEWEST,
        cache.BASELINE,
        memory.NAME,
        telemetry.NAME,
        evidence.NAME,
        traces.FOLDER,
    }
)

_TRIES, _REST = 5, 0.05


def clear_index(directory: str) -> None:
    """Remove everything in an index folder except lock, mark, tree locks, baseline, memory, counts and past
    questions; the caller holds the lock.

    Raises StorageError.
    """
    try:
        for name in os.listdir(directory):
            if name in _KEPT:
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
