"""Throwing a stored index away, file by file, without touching the lock that guards it."""

from __future__ import annotations

import os
import shutil

from helix_lsp.errors import StorageError
from helix_lsp.session import baseline, locks, memory, telemetry, traces
from helix_lsp.session.cache import MARK
from helix_lsp.session.lock import LOCK_NAME

# what is not derived from the files
_KEPT = frozenset({LOCK_NAME, MARK, locks.NAME, baseline.NEWEST, baseline.BASELINE, memory.NAME, telemetry.NAME, traces.FOLDER})


def clear_index(directory: str) -> None:
    """Remove everything in an index folder except lock, mark, tree locks, baseline, memory, counts and past questions; the caller holds the lock.

    Raises StorageError.
    """
    try:
        for name in os.listdir(directory):
            if name in _KEPT:
                continue
            place = os.path.join(directory, name)
            if os.path.isdir(place) and not os.path.islink(place):
                shutil.rmtree(place)
            else:
                os.unlink(place)
    except OSError as error:
        raise StorageError(f"the index in {directory} cannot be removed: {error.strerror}; remove it by hand") from error
