"""A child process ends with its parent, however that ends: also by SIGKILL, and while the child computes and
reads nothing.

On Linux the kernel sees to it (`end_with_parent`): it needs no interpreter lock, and counts the thread that
started the child, which a pool outlives in no case. Elsewhere, and where the starting thread may end before,
somebody watches the pipe (`end_with_pipe`).
Imports only the standard library.
"""

from __future__ import annotations

import os
import select
import sys
import threading
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1
_SIGKILL = 9


def end_with_parent() -> None:
    """At once when the thread that started this process is gone. Call it before the first read of stdin,
    which tells an earlier end.
    """
    if not (sys.platform == "linux" and _told_kernel()):
        end_with_pipe()


def end_with_pipe(first: Callable[[], None] = lambda: None) -> None:
    """As soon as nobody holds the other end of stdin any more, whatever is still in it, and `first` was done; where
    the system cannot tell, at the next read.
    """
    if hasattr(select, "poll"):
        threading.Thread(target=_watch, args=(first,), name="helix-pipe", daemon=True).start()


def _told_kernel() -> bool:
    try:
        import ctypes

        return bool(ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, _SIGKILL, 0, 0, 0) == 0)
    except (ImportError, OSError, AttributeError):
        return False


def _watch(first: Callable[[], None]) -> None:
    poll = select.poll()
    poll.register(0, 0)  # a hang-up is always told
    poll.poll()
    first()
    os._exit(0)
