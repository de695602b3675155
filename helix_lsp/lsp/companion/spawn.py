"""Starts the companion's process, also ahead of everything else: while the server reads its modules, so does
the companion on another core.

A process started ahead waits on its pipe and ends with it: a server that never needs it leaves nothing
behind. Imports only the standard library.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from collections.abc import Sequence

_PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
_PROGRAM = "import sys; sys.path[:0] = sys.argv[1:]; from helix_lsp.lsp.companion.program import main; main()"
COMMAND = (sys.executable, "-P", "-c", _PROGRAM, _PACKAGES)
Popen = subprocess.Popen[bytes]
_waiting: list[
    Popen
] = []  # at most one, handed from the start of the process to whoever opens the first folder


def spawn(command: Sequence[str] = COMMAND) -> Popen:
    """A companion with pipes on stdin and stdout; raises OSError."""
    return subprocess.Popen(
        list(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=_PACKAGES,
        creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
    )


def spawn_ahead() -> None:
    """Start one for `take`; where that fails, whoever needs one tries again and says why."""
    with contextlib.suppress(OSError):
        _waiting.append(spawn())


def take() -> Popen | None:
    """The one that was started ahead, once; None when there is none or it has ended."""
    process = _waiting.pop() if _waiting else None
    return process if process is not None and process.poll() is None else None


def drop() -> None:
    """Nobody will need it."""
    process = take()
    if process is not None:
        process.kill()
        process.wait()
