"""A fork of the resident process that runs one command after the other, each as a process of its own would: with the
client's streams, folder, variables and mask, which are set whole for each command.

It prints nothing until the client allows it, tells that it is alive while the command runs, and ends with a client
that ends. After a command that was interrupted it ends too: nobody knows what was left half done.
"""

from __future__ import annotations

import contextlib
import io
import math
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from helix_lsp.cli import resident_client as to
from helix_lsp.cli.opened import keep
from helix_lsp.session.settings.settings import exchange_variables, load

_BEAT = 0.25
_GRACE = 5.0
_HEAD = 4
_ROOTS = 2  # that a worker keeps open; it is asked from one folder


class Order(msgspec.Struct, frozen=True, kw_only=True):
    """A request that was checked. `forms`: encoding and error handling of stdout, those of stderr, encoding of stdin."""

    folder: str
    mask: int
    forms: tuple[str, ...]
    variables: Mapping[str, str]
    words: tuple[str, ...]

    @classmethod
    def of(cls, texts: list[str]) -> Order:
        """Raises ValueError for what is not a request."""
        if len(texts) < 8:
            raise ValueError("a request of another form")
        mask, many = int(texts[1]), int(texts[7])
        pairs, words = texts[8 : 8 + many], texts[8 + many :]
        variables = dict(pair.split("=", 1) for pair in pairs)
        if (
            many < 0
            or len(pairs) != many
            or not words
            or not 0 <= mask <= 0o777
            or to.read(variables) != variables
        ):
            raise ValueError("a request of another form")
        return cls(
            folder=texts[0], mask=mask, forms=tuple(texts[2:7]), variables=variables, words=tuple(words)
        )


def received(line: socket.socket, until: float = math.inf) -> bytes:
    """One request, empty at the end of the line; `until` on the monotonic clock, in seconds. Descriptors that
    come with it are closed by the system. Raises OSError, ValueError.
    """
    head = line.recv(_HEAD)
    length = int.from_bytes(_filled(line, head, _HEAD, until), "big") if head else 0
    if length > to.MOST:
        raise ValueError("a request that is too long")
    return _filled(line, b"", length, until)


def _filled(line: socket.socket, data: bytes, length: int, until: float) -> bytes:
    """`data` and what follows it, up to `length` bytes."""
    while len(data) < length:
        part = line.recv(length - len(data))
        if not part or time.monotonic() > until:
            raise ValueError("a request that ends early")
        data += part
    return data


def work(control: socket.socket, base: Mapping[str, str], run: Callable[[list[str]], int]) -> None:
    """Runs what comes over `control` until its end. `base`: the variables that no command reads."""
    keep(_ROOTS)
    while True:
        _, given, _, _ = socket.recv_fds(control, 1, 1)
        if not given:
            return
        line, data = socket.socket(fileno=given[0]), received(control)
        texts = [os.fsdecode(text) for text in data.split(b"\0")[2:-1]]
        again = _Command(line, Order.of(texts), base).run(run)
        _undress()
        line.close()
        if not again:
            return
        control.send(to.ENDED)


def _undress() -> None:
    """Nothing of the client stays open."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nothing, number)
    os.close(nothing)
    os.chdir(os.sep)


class _Command:
    """One command of one client."""

    def __init__(self, line: socket.socket, order: Order, base: Mapping[str, str]) -> None:
        self._line, self._order, self._base = line, order, base
        self._allowed, self._done = threading.Event(), threading.Event()
        self._cancelled = False

    def run(self, command: Callable[[list[str]], int]) -> bool:
        """False when this process should not run another."""
        try:
            self._line.settimeout(to.PATIENCE)
            if not self._dress():
                return True
        except (OSError, LookupError, ValueError):
            return True
        watch = threading.Thread(target=self._watch, name="helix-client", daemon=True)
        watch.start()
        try:
            code = command(list(self._order.words))
            for stream in (sys.stdout, sys.stderr):
                with contextlib.suppress(OSError, ValueError):
                    stream.flush()
            self._done.set()
            with contextlib.suppress(OSError):
                self._line.send(to.ENDED + bytes([code & 0xFF]))
                self._line.shutdown(socket.SHUT_RD)
        except KeyboardInterrupt:  # after the command had ended
            return False
        watch.join()
        return not self._cancelled

    def _dress(self) -> bool:
        """The surroundings of the client, its streams last; False where it has gone or is to do it itself. Raises
        OSError, LookupError for an unknown encoding.
        """
        order = self._order
        os.chdir(order.folder)
        os.umask(order.mask)
        exchange_variables({**self._base, **order.variables})
        if order.words[0] == "ask" and load(None).config.model.provider != "none":
            self._line.send(to.DECLINED)  # a model is called with the variables of its user, all of them
            return False
        self._line.send(to.TAKEN)
        said, streams, _, _ = socket.recv_fds(self._line, 1, 3)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        out, out_errors, err, err_errors, into = order.forms
        sys.stdin = open(0, encoding=into, closefd=False)  # noqa: SIM115
        sys.stdout = self._text(1, out, out_errors, line=os.isatty(1))
        sys.stderr = self._text(2, err, err_errors, line=True)
        return said == to.GO and len(streams) == 3

    def _text(self, number: int, encoding: str, errors: str, *, line: bool) -> io.TextIOWrapper:
        raw = _Stream(number, self._ask)
        return io.TextIOWrapper(
            io.BufferedWriter(raw), encoding=encoding, errors=errors or None, line_buffering=line
        )

    def _ask(self) -> bool:
        """Waits until the client lets this process print; False after its command, when another client's may run."""
        if not self._allowed.is_set() and not self._done.is_set():
            self._line.send(to.WANTS)
            self._allowed.wait()
        return not self._done.is_set()

    def _watch(self) -> None:
        """Hears what the client says, and says that the command goes on."""
        poll = select.poll()
        poll.register(self._line, select.POLLIN)
        while not self._done.is_set():
            try:
                said = self._line.recv(1) if poll.poll(_BEAT * 1_000) else to.BEAT
                if said == to.BEAT:
                    self._line.send(to.BEAT)
            except OSError:
                said = b""
            if said == to.MAY:
                self._allowed.set()
            elif said == to.CANCEL:
                self._cancelled = True
                signal.pthread_kill(
                    threading.main_thread().ident or 0, signal.SIGINT
                )  # wakes what it waits for
                if not self._done.wait(_GRACE):
                    os._exit(1)
            elif said != to.BEAT and not self._done.is_set():
                os._exit(1)  # nobody waits any more


class _Stream(io.RawIOBase):
    """A descriptor of the client, written to when it is allowed."""

    def __init__(self, number: int, ask: Callable[[], bool]) -> None:
        self._number, self._ask = number, ask

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._number

    def isatty(self) -> bool:
        return os.isatty(self._number)

    def write(self, data: Any, /) -> int:
        return os.write(self._number, data) if self._ask() else len(data)
