"""Looks whether the files of a root are still as the index has them, in a process of its own.

With 20,000 files a look is half a second of computing: in the process that answers, questions and look would
take turns for all of it. The other process reads the same index and has the same settings and rules
(`Workspace.unchanged`). It ends with its pipe.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading

from helix_lsp.errors import HelixError
from helix_lsp.session.processes.orphan import end_with_pipe
from helix_lsp.session.processes.worker import own_stdout, read_frame, write_frame

_PACKAGES = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
_PROGRAM = "import sys; sys.path[:0] = sys.argv[1:]; from helix_lsp.session.looker import main; main()"
COMMAND = (sys.executable, "-P", "-c", _PROGRAM, _PACKAGES)
_SAME, _OTHER, _CANNOT = b"same", b"other", b"cannot"


class Looker:
    """The process for one root; started by the first look. One look at a time."""

    def __init__(self, root: str, *, command: tuple[str, ...] = COMMAND) -> None:
        self._root = root
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._closing = threading.Lock()
        self._closed = False

    def unchanged(self) -> bool | None:
        """True when a refresh would read no file; None when this process cannot say, so that the caller looks
        for himself. Waits.
        """
        try:
            pipe = self._running()
            if pipe is None or pipe.stdin is None or pipe.stdout is None:
                return None
            write_frame(pipe.stdin, b"look")
            said = read_frame(pipe.stdout)
        except (OSError, ValueError):
            return None
        return None if said not in (_SAME, _OTHER) else said == _SAME

    def close(self) -> None:
        """End the process; a look that waits ends with None."""
        with self._closing:
            self._closed = True
            if self._process is not None:
                self._process.kill()
                self._process.wait()
                for pipe in (self._process.stdin, self._process.stdout):
                    with contextlib.suppress(OSError, ValueError):  # what was not written yet nobody reads
                        if pipe is not None:
                            pipe.close()

    def _running(self) -> subprocess.Popen[bytes] | None:
        with self._closing:
            if self._closed:
                return None
            if self._process is None:
                self._process = subprocess.Popen(
                    list(self._command),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                    cwd=_PACKAGES,
                    creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
                )
                if self._process.stdin is not None:
                    write_frame(self._process.stdin, os.fsencode(self._root))
            return self._process


def main() -> None:
    """What the process runs: the root comes in, then one answer for every frame."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_pipe()
    from helix_lsp.session.settings.settings import load
    from helix_lsp.session.workspace import Workspace

    out = own_stdout()
    first = read_frame(sys.stdin.buffer)
    if first is None:
        return
    root = os.fsdecode(first)
    with (
        contextlib.suppress(OSError, HelixError),
        Workspace.open(root, load(root), writable=False) as workspace,
    ):
        while read_frame(sys.stdin.buffer) is not None:
            try:
                workspace.view()  # the newest generation
                said = _SAME if workspace.unchanged() else _OTHER
            except (HelixError, OSError):
                said = _CANNOT
            write_frame(out, said)
