"""What glibc keeps of memory that nobody uses any more: one store for all threads instead of one for each,
and given back after large work.

Measured on 12,000 files: 4 MB less of 172 in both processes together, when it is said before the first
thread.
Elsewhere than on Linux nothing is done.
"""

from __future__ import annotations

import gc
import sys

_ARENA_MAX, _MMAP_THRESHOLD, _TRIM_THRESHOLD = -8, -3, -1
_THRESHOLD = 131_072  # glibc's own first value; said, so that it does not grow by itself


def keep_little() -> None:
    """Before any thread is started: one that has a store of its own keeps it."""
    _call(
        ("mallopt", _ARENA_MAX, 1),
        ("mallopt", _MMAP_THRESHOLD, _THRESHOLD),
        ("mallopt", _TRIM_THRESHOLD, _THRESHOLD),
    )


def give_back() -> None:
    """After large work: what went round in circles first, then some milliseconds for a hundred megabytes."""
    gc.collect()
    _call(("malloc_trim", 0))


def _call(*calls: tuple[str, *tuple[int, ...]]) -> None:
    if sys.platform != "linux":
        return
    try:
        import ctypes

        library = ctypes.CDLL(None)
        for name, *values in calls:
            getattr(library, name)(*values)
    except (ImportError, OSError, AttributeError):  # another C library
        return
