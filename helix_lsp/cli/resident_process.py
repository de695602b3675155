"""The resident process: it has read the program once, listens on a socket of its user, and hands each command to a
fork of itself that is free. It runs no command, opens no index and starts no thread, so that it can be forked.

It ends when it is told to, when nobody has asked for a while, when its socket is gone or another one lies there, and
when a file of the program or the list of installed packages has changed.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import helix_lsp
from helix_lsp import __version__
from helix_lsp.cli import resident_client as to
from helix_lsp.cli.resident import locked
from helix_lsp.cli.resident_worker import Order, received, work
from helix_lsp.session.settings.settings import own_variables
from helix_lsp.text.regex import compile_all
from helix_lsp.tuning.server import CliTuning

_TICK = 5.0  # seconds between two looks at the socket and the files
_BACKLOG = 16
_READ = ("cli", "ask", "ide", "session", "search", "align", "verify", "trees", "wire")
_SKIPPED = ("resident_process", "serve", "mcp")


def main() -> None:
    """What the process runs: the socket's place and the idle seconds are its last two arguments."""
    path, idle = sys.argv[-2], float(sys.argv[-1])
    del sys.argv[1:]
    mine = locked(path)
    if mine is None:
        return
    signal.signal(signal.SIGTERM, _leave)
    _read_program()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for a worker
    process = _Resident(path, idle, mine)
    try:
        process.serve()
    finally:
        process.end()


def _leave(_number: int, _frame: object) -> None:
    sys.exit(0)


def _read_program() -> None:
    """Every module that a command may need but for those of libraries with threads of their own."""
    for room in _READ:
        package = import_module(f"helix_lsp.{room}")
        for found in walk_packages(package.__path__, f"helix_lsp.{room}."):
            if not set(found.name.split(".")).intersection(_SKIPPED):
                import_module(found.name)
    compile_all()
    gc.collect()
    gc.freeze()


def _files() -> Iterator[tuple[str, int, int]]:
    """What would be another program: its files and the folders that packages are installed in."""
    package = Path(helix_lsp.__file__).parent
    own = [str(p) for p in package.rglob("*") if p.is_file() and p.suffix != ".pyc"]
    for name in (*own, *(p for p in sys.path if p.endswith("-packages"))):
        found = os.stat(name)
        yield name, found.st_mtime_ns, found.st_ino


@dataclass(slots=True)
class _Worker:
    pid: int
    control: socket.socket
    client: tuple[str, ...]
    busy: bool = True


class _Resident:
    def __init__(self, path: str, idle: float, lock: int) -> None:
        """Listens, with the right to (`locked`). Raises OSError."""
        self._path, self._idle, self._lock = path, idle, lock
        self._base = {n: v for n, v in own_variables().items() if not to.read({n: v})}
        self._files = tuple(_files())
        self._workers: list[_Worker] = []
        self._most = CliTuning().resident_workers
        self._started, self._commands, self._asked = time.time(), 0, time.monotonic()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        os.umask(0o077)
        self._socket.bind(path)
        self._socket.listen(_BACKLOG)
        self._bound = os.stat(path).st_ino

    def serve(self) -> None:
        """Until there is a reason to end."""
        going = True
        while going:
            poll = select.poll()
            watched = {one.control.fileno(): one for one in self._workers}
            for number in (self._socket.fileno(), *watched):
                poll.register(number, select.POLLIN)
            events = poll.poll(min(_TICK, self._idle) * 1_000)
            going = bool(events) or self._is_wanted()
            for number, _ in events:
                if number in watched:
                    self._hear(watched[number])
                else:
                    going = self._accept()

    def end(self) -> None:
        """Free workers end, busy ones finish their command."""
        if self._is_bound():
            os.unlink(self._path)
        self._socket.close()
        for one in self._workers:
            one.control.close()

    def _is_bound(self) -> bool:
        try:
            return os.stat(self._path).st_ino == self._bound
        except OSError:
            return False

    def _is_wanted(self) -> bool:
        busy = any(one.busy for one in self._workers)
        recent = busy or time.monotonic() - self._asked < self._idle
        return recent and self._is_bound() and self._is_same()

    def _is_same(self) -> bool:
        try:
            return all(
                (found := os.stat(name)).st_mtime_ns == moment and found.st_ino == number
                for name, moment, number in self._files
            )
        except OSError:
            return False

    def _hear(self, one: _Worker) -> None:
        """A worker is free, or gone."""
        try:
            said = one.control.recv(1)
        except OSError:
            said = b""
        if said:
            one.busy, self._asked = False, time.monotonic()
        else:
            self._drop(one)

    def _drop(self, one: _Worker) -> None:
        self._workers.remove(one)
        one.control.close()

    def _accept(self) -> bool:
        """One client; False when it tells this process to end."""
        line, _ = self._socket.accept()
        with line, contextlib.suppress(OSError, ValueError):
            line.settimeout(to.PATIENCE / 4)
            if not to.is_ours(line):
                return True
            data = received(line, time.monotonic() + to.PATIENCE / 2)
            who, kind, *texts = [os.fsdecode(text) for text in data.split(b"\0")[:-1]]
            if who != to.identity() or not self._is_same():
                line.send(to.DECLINED)
                return who != to.identity()
            if kind == "stop":
                return False
            if kind == "status":
                line.sendall(json.dumps(self._status()).encode())
            elif kind == "run":
                self._hand_over(line, data, Order.of(texts))
        return True

    def _status(self) -> dict[str, object]:
        workers = [{"pid": one.pid, "busy": one.busy, "folder": one.client[0]} for one in self._workers]
        return {
            "pid": os.getpid(),
            "version": __version__,
            "started": round(self._started),
            "commands": self._commands,
            "workers": workers,
        }

    def _hand_over(self, line: socket.socket, data: bytes, order: Order) -> None:
        client = (order.folder, *(f"{n}={v}" for n, v in order.variables.items()))
        one = self._free(client)
        if one is None and len(self._workers) < self._most:
            one = self._fork(line)
        if one is None:
            line.send(to.DECLINED)
            return
        one.busy, one.client = True, client
        self._commands, self._asked = self._commands + 1, time.monotonic()
        try:
            to.send(one.control, to.GO + len(data).to_bytes(4, "big") + data, (line.fileno(),))
        except OSError:
            self._drop(one)

    def _free(self, client: tuple[str, ...]) -> _Worker | None:
        """The free worker that ran the client's last command; None when none did, after room was made."""
        free = [one for one in self._workers if not one.busy]
        if known := [one for one in free if one.client == client]:
            return known[-1]
        if free and len(self._workers) >= self._most:
            self._drop(free[0])
        return None

    def _fork(self, line: socket.socket) -> _Worker:
        """A new worker; it holds nothing of the client whose command it will be handed."""
        ours, theirs = socket.socketpair()
        pid = os.fork()
        if not pid:
            ours.close()
            line.close()
            os.close(self._lock)
            self._become(theirs)
        theirs.close()
        ours.settimeout(to.PATIENCE)
        self._workers.append(one := _Worker(pid, ours, ()))
        return one

    def _become(self, control: socket.socket) -> None:
        """This is the worker now; it does not return."""
        code = 1
        try:
            self._socket.close()
            for one in self._workers:
                one.control.close()
            for number in (signal.SIGTERM, signal.SIGCHLD):
                signal.signal(number, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            from helix_lsp.cli.main import run

            work(control, self._base, run)
            code = 0
        finally:
            os._exit(code)
