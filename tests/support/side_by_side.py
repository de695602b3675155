"""Runs the tests side by side in forks of the process that collected them:

    python -m pytest -p tests.support.side_by_side -p no:xdist --forks 5 tests

pytest-xdist collects in each of its workers, and to collect all tests takes seven seconds of a processor. Here
one process collects, and its forks ask it for one file after the other, in the order of
`tests/support/order.py`. As with `--dist loadfile`, what a test leaves in its process is seen only by the
tests that the same fork runs later, and a file stays together.

With `--forks-wait FD` two lines are awaited on that descriptor once the tests are collected. The first starts
the forks. The second is JSON: variables of the environment that the files of `LATE` need, because they use
what is fetched from a registry. All other files run in the meantime.

A fork that dies fails the test that it ran; the tests that it had not run yet go to another fork.
"""

from __future__ import annotations

import json
import os
import pickle
import selectors
import signal
import socket
import struct
import sys
import tempfile
from collections import deque
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from _pytest.capture import FDCapture
from _pytest.terminal import TerminalReporter

from tests.support import zygote

LATE = ("tests/e2e/", "tests/cli/test_hostile_folder.py")
_HEAD = struct.Struct("<I")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("side by side")
    group.addoption("--forks", type=int, default=0, help="how many forks run the tests (0: none)")
    group.addoption(
        "--forks-wait", type=int, default=-1, metavar="FD", help="descriptor that tells when to begin"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """Takes the place of pytest's own loop where forks are asked for."""
    option = session.config.option
    if not option.forks or option.collectonly or session.testsfailed:
        return None
    if session.config.rootpath == zygote.ROOT:  # tests of another folder start no program of ours
        zygote.share()
    side_by_side = _SideBySide(session, option.forks_wait)
    try:
        side_by_side.run(option.forks)
    finally:
        side_by_side.end()
    return True


@dataclass(slots=True, eq=False)
class _Fork:
    number: int
    pid: int
    line: socket.socket
    held: bytearray = field(default_factory=bytearray)
    left: list[int] = field(default_factory=list[int])
    """Numbers of the items that it was given and has not finished; the first is the one that runs."""
    waits: bool = False
    done: bool = False


class _SideBySide:
    """The parent's side: what is left to run, and what the forks tell."""

    def __init__(self, session: pytest.Session, told: int) -> None:
        self._session = session
        self._told = told
        self._environment: dict[str, str] = {}
        self._forks: list[_Fork] = []
        self._selector = selectors.DefaultSelector()
        self._ready: deque[list[int]] = deque()
        self._late: deque[list[int]] = deque()
        numbered = groupby(enumerate(session.items), key=lambda pair: _file(pair[1]))
        for file, items in numbered:
            waits = told >= 0 and file.startswith(LATE)
            (self._late if waits else self._ready).append([number for number, _ in items])
        self._base = _basetemp(session.config)

    def run(self, forks: int) -> None:
        """Until each item has been run."""
        if self._told >= 0:
            while os.read(self._told, 1) not in (b"\n", b""):
                pass
            self._selector.register(self._told, selectors.EVENT_READ)
        for number in range(min(forks, len(self._ready) + len(self._late))):
            self._start(number)
        while self._forks:
            for key, _ in self._selector.select():
                if key.data is None:
                    self._be_told()
                else:
                    self._read(key.data)
            if self._session.shouldfail:
                raise self._session.Failed(self._session.shouldfail)
            if self._session.shouldstop:
                raise self._session.Interrupted(self._session.shouldstop)

    def end(self) -> None:
        """Leaves no fork behind."""
        for fork in self._forks:
            os.kill(fork.pid, signal.SIGKILL)
            os.waitpid(fork.pid, 0)
            fork.line.close()
        self._selector.close()

    def _start(self, number: int) -> None:
        ours, theirs = socket.socketpair()
        sys.stdout.flush()
        sys.stderr.flush()
        pid = os.fork()
        if pid == 0:
            ours.close()
            for fork in self._forks:
                fork.line.close()
            _run_in_fork(self._session, theirs, self._base / f"fork-{number}-{os.getpid()}")
        theirs.close()
        fork = _Fork(number, pid, ours)
        self._forks.append(fork)
        self._selector.register(ours, selectors.EVENT_READ, fork)

    def _be_told(self) -> None:
        with os.fdopen(self._told, encoding="utf-8") as line:
            self._selector.unregister(self._told)
            self._environment = json.loads(line.readline() or "{}")
        self._told = -1
        self._ready.extendleft(reversed(self._late))
        self._late.clear()
        self._serve_waiting()

    def _serve_waiting(self) -> None:
        for fork in self._forks:
            if fork.waits and (self._ready or not self._late):
                fork.waits = False
                self._hand(fork)

    def _hand(self, fork: _Fork) -> None:
        given = self._ready.popleft() if self._ready else None
        fork.left += given or []
        _send(fork.line, (given, self._environment))

    def _read(self, fork: _Fork) -> None:
        try:
            data = fork.line.recv(1 << 20)
        except ConnectionError:
            data = b""
        if not data:
            self._ended(fork)
            return
        fork.held += data
        while len(fork.held) >= _HEAD.size:
            end = _HEAD.size + _HEAD.unpack_from(fork.held)[0]
            if len(fork.held) < end:
                return
            what, value = pickle.loads(bytes(fork.held[_HEAD.size : end]))
            del fork.held[:end]
            self._hear(fork, what, value)

    def _hear(self, fork: _Fork, what: str, value: Any) -> None:
        hook = self._session.config.hook
        match what:
            case "report":
                report = hook.pytest_report_from_serializable(config=self._session.config, data=value)
                hook.pytest_runtest_logreport(report=report)
            case "finished":
                fork.left.remove(value)
                item = self._session.items[value]
                hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
            case "warning":
                hook.pytest_warning_recorded.call_historic(kwargs=value)
            case "next?":
                self._hand(fork)
            case "next":
                fork.waits = True
                self._serve_waiting()
            case _:
                fork.done = True

    def _ended(self, fork: _Fork) -> None:
        self._selector.unregister(fork.line)
        fork.line.close()
        self._forks.remove(fork)
        _, status = os.waitpid(fork.pid, 0)
        if fork.done:
            return
        if fork.left:
            number, *rest = fork.left
            item = self._session.items[number]
            said = f"the process that ran this test ended with code {os.waitstatus_to_exitcode(status)}"
            report = pytest.TestReport(item.nodeid, item.location, {}, "failed", said, "call")
            self._session.config.hook.pytest_runtest_logreport(report=report)
            if rest:
                self._ready.appendleft(rest)
        if self._ready or self._late:
            self._start(fork.number)


class _Tells:
    """In a fork: hands what pytest reports to the parent."""

    def __init__(self, config: pytest.Config, line: socket.socket) -> None:
        self._config = config
        self._line = line

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        _send(self._line, ("report", data))

    def pytest_warning_recorded(self, warning_message: Any, when: str, nodeid: str, location: Any) -> None:
        try:
            pickle.dumps(warning_message)
        except Exception:
            warning_message.message = UserWarning(str(warning_message.message))
            warning_message.source = None
        told = {"warning_message": warning_message, "when": when, "nodeid": nodeid, "location": location}
        _send(self._line, ("warning", told))


class _Unseen(TerminalReporter):
    """In a fork: the terminal that plugins look for, on which nothing is told."""

    def pytest_runtest_logstart(self, nodeid: str, location: object) -> None: ...

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None: ...

    def pytest_runtest_logfinish(self, nodeid: str) -> None: ...

    def pytest_warning_recorded(self, warning_message: object, nodeid: str) -> None: ...


def _run_in_fork(session: pytest.Session, line: socket.socket, base: Path) -> None:
    """Runs what the parent hands out; does not return."""
    try:
        _set_up_fork(session.config, line, base)
        given = _asked(line, "next")
        while given is not None:
            given = _run_file(session, line, given) or _asked(line, "next")
        _send(line, ("done", None))
    except (BrokenPipeError, ConnectionError, EOFError):
        os._exit(1)  # the parent is gone
    except BaseException:
        sys.excepthook(*sys.exc_info())
        os._exit(1)
    os._exit(0)


def _set_up_fork(config: pytest.Config, line: socket.socket, base: Path) -> None:
    """Own files for what is captured, own temporary folders, and a terminal that nobody sees."""
    plugins = config.pluginmanager
    capturing: Any = vars(plugins.getplugin("capturemanager"))["_global_capturing"]
    for stream in (capturing.out, capturing.err):
        if isinstance(
            stream, FDCapture
        ):  # some libraries have kept its file as their stderr, so it stays open
            with tempfile.TemporaryFile() as own:
                os.dup2(own.fileno(), stream.tmpfile.fileno())
    base.mkdir()
    vars(config)["_tmp_path_factory"]._basetemp = base
    plugins.unregister(name="terminalreporter")
    nowhere = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (lives as long as the process)
    plugins.register(_Unseen(config, nowhere), "terminalreporter")
    plugins.register(_Tells(config, line))


def _run_file(session: pytest.Session, line: socket.socket, numbers: list[int]) -> list[int] | None:
    """Runs the items of one file; what comes next, where that is known already: then fixtures of a wider scope
    live on.
    """
    following = None
    for place, number in enumerate(numbers, 1):
        if place < len(numbers):
            after = session.items[numbers[place]]
        else:
            following = _asked(line, "next?")
            after = session.items[following[0]] if following else None
        item = session.items[number]
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
        _send(line, ("finished", number))
    return following


def _asked(line: socket.socket, what: str) -> list[int] | None:
    """Numbers of the items to run next. `next` waits for some and gives None at the end of all; `next?` gives None
    where none are there now.
    """
    _send(line, (what, None))
    size = _HEAD.unpack(_exactly(line, _HEAD.size))[0]
    numbers, environment = pickle.loads(_exactly(line, size))
    os.environ.update(environment)
    return numbers


def _send(line: socket.socket, message: object) -> None:
    data = pickle.dumps(message)
    line.sendall(_HEAD.pack(len(data)) + data)


def _exactly(line: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        more = line.recv(size - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def _basetemp(config: pytest.Config) -> Path:
    """Made once; each fork has a folder below."""
    return vars(config)["_tmp_path_factory"].getbasetemp()


def _file(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
