"""How much memory this process holds now, for the readers, which do not look at the system themselves. Also how
much a child may take.
"""

from __future__ import annotations

import contextlib
import gc
import os
import sys

from helix_lsp.syntax import parse

_STATM = "/proc/self/statm"


def watch_memory() -> None:
    """From here on a parser gives up where it would take far more memory than its text is worth."""
    parse.held = resident


def resident() -> int:
    """Bytes of resident memory; 0 where the system does not tell (all but Linux)."""
    try:
        file = os.open(_STATM, os.O_RDONLY)
    except OSError:
        return 0
    try:
        return int(os.read(file, 200).split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0
    finally:
        os.close(file)


# How much memory a child may take: what a repository makes it allocate must not be what the machine has.
#
# The limit is on data (`RLIMIT_DATA`: the heap and private pages that can be written), not on address
# space: a library or a pack that is mapped to be read may be as large as it is. Linux counts so; where the
# system does not, nothing is limited here. A child that asks for more is told that there is none: Python
# raises MemoryError, git and the parsers in C end with an error.

OWN = 0  # instead of the id of a process
PARSER_BYTES = (
    2_000_000_000  # facts are bounded by their file; a megabyte of any language takes less than 0.6 GB
)
GIT_BYTES = 2_000_000_000
GIT_OBJECT = (
    "256m"  # one piece of git's memory; texts beyond 64 MB are not compared, and histories need 32 MB
)


def limit_memory(process: int, most: int) -> None:
    """Lets a process (its id, or `OWN`) take at most so many bytes of data. A process that has ended, a lower
    limit that stands already, and a system without such limits is not an error.
    """
    if sys.platform != "linux":
        return
    import resource

    with contextlib.suppress(OSError, ValueError):
        _, hard = resource.prlimit(process, resource.RLIMIT_DATA)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.prlimit(process, resource.RLIMIT_DATA, (allowed, hard))


# What glibc keeps of memory that nobody uses any more: one store for all threads instead of one for each, and
# given back after large work.
#
# Measured on 12,000 files: 4 MB less of 172 in both processes together, when it is said before the first
# thread. Elsewhere than on Linux nothing is done.

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
