"""What the companion runs. It hears no Ctrl-C (its server does) and ends with its pipe, also while it is
still being read from disk.

Nothing large is imported before somebody watches the pipe: a server that dies in its first second must not
leave a process behind.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import threading
import time

from helix_lsp.session.processes.orphan import end_with_pipe

_GRACE = 1.0
_NICE = 5  # what is typed and drawn goes before
_COLLECTION = (50_000, 20, 20)  # as the command line has it: a whole collection of a large index takes 60 ms


def main() -> None:
    """Serve until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(*_COLLECTION)
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.nice(_NICE)
    serving = threading.Event()
    end_with_pipe(lambda: time.sleep(_GRACE) if serving.is_set() else None)  # a moment to close what is open
    from helix_lsp.session.memory import keep_little

    keep_little()
    from helix_lsp.lsp.companion.companion import Out, serve
    from helix_lsp.session.processes.worker import own_stdout

    serving.set()
    serve(Out(own_stdout()), sys.stdin.buffer)
    os._exit(0)
