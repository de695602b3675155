"""Where bytes come from and go to: our own stdin and stdout, a loopback socket, or a named socket.

Over stdio the real stdout belongs to the one writer alone: descriptor 1 is pointed at stderr, so that a stray
`print`, a C library or a child process cannot break a frame, and descriptor 0 at the null device, so that no
child eats a message.
"""

from __future__ import annotations

import os
import select
import socket
import stat
import sys
from collections.abc import Callable

import msgspec

from helix_lsp.errors import UsageError

_LOOK_EVERY = 60_000
_LOOPBACK = "127.0.0.1"


class Transport(msgspec.Struct, frozen=True, kw_only=True):
    """`read(n)` blocks and gives b"" at the end; `write` may take less than it is given; `close` ends both.

    `unread` returns once nobody can read our output any more; None where the system cannot tell before the
    next write.
    """

    read: Callable[[int], bytes]
    write: Callable[[memoryview], int]
    close: Callable[[], None]
    unread: Callable[[], None] | None = None


def over_stdio() -> Transport:
    """Take over this process's standard streams."""
    try:
        source, sink = os.dup(0), os.dup(1)
    except OSError:
        raise UsageError(
            "stdin or stdout is closed; start the server from an editor, or with --socket PORT"
        ) from None
    if os.name == "nt":
        import msvcrt

        for fd in (source, sink):
            getattr(msvcrt, "setmode")(fd, getattr(os, "O_BINARY"))  # noqa: B009  (Windows only)
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # started without a stderr: then nothing is shown anywhere
        os.dup2(null, 1)
    os.close(null)
    sys.stdout = sys.stderr
    return over_descriptors(source, sink)


def over_descriptors(source: int, sink: int) -> Transport:
    """Two open descriptors, which this then owns."""

    def close() -> None:
        os.close(sink)

    return Transport(
        read=lambda n: os.read(source, n),
        write=lambda data: os.write(sink, data),
        close=close,
        unread=_reader_of(sink),
    )


def _reader_of(sink: int) -> Callable[[], None] | None:
    """Waits for the error that a pipe shows when its other end is closed; a pipe that only waits to be read
    shows none.
    """
    if not sys.platform.startswith("linux") or not stat.S_ISFIFO(os.fstat(sink).st_mode):
        return None
    look = select.poll()
    look.register(sink, 0)

    def wait() -> None:
        while not any(event & (select.POLLERR | select.POLLHUP) for _, event in look.poll(_LOOK_EVERY)):
            pass

    return wait


def over_socket(port: int) -> Transport:
    """TCP on loopback. The editor listens and we connect, as the protocol has it; where nobody listens, we
    do, for one.
    """
    try:
        return _connected(socket.create_connection((_LOOPBACK, port), timeout=2))
    except OSError:
        pass
    try:
        with socket.create_server((_LOOPBACK, port)) as listener:
            return _connected(listener.accept()[0])
    except (OSError, OverflowError) as error:
        raise UsageError(
            f"--socket {port}: cannot connect to or listen on {_LOOPBACK}:{port} ({error}); choose a free port"
        ) from None


def over_pipe(name: str) -> Transport:
    """A Unix socket file on which the editor listens."""
    if not hasattr(socket, "AF_UNIX"):
        raise UsageError("--pipe is not available on this system; use --stdio or --socket PORT")
    try:
        line = socket.socket(getattr(socket, "AF_UNIX"), socket.SOCK_STREAM)  # noqa: B009  (absent on Windows)
        line.connect(name)
    except OSError as error:
        raise UsageError(
            f"--pipe {name}: cannot connect ({error}); the editor must listen there first"
        ) from None
    return _connected(line)


def _connected(line: socket.socket) -> Transport:
    line.settimeout(None)
    return Transport(read=line.recv, write=line.send, close=line.close)
