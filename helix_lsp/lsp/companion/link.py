"""The server's end: starts the companion, calls it, and starts another one when it is gone.

A call is sent with everything that its folder has not told this very process yet, under one lock, so that the
companion sees edits and calls in the order of the server. A call whose process dies is made again on the
next, twice at most; a process that dies again and again is given up for a while. Every method may be called
from any thread; `call` waits.
"""

from __future__ import annotations

import contextlib
import itertools
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from helix_lsp.errors import Cancelled, CompanionLost, HelixError
from helix_lsp.lsp.companion.messages import CompanionFault, Message, decode, encode, raised
from helix_lsp.lsp.companion.spawn import COMMAND, spawn, take
from helix_lsp.session.processes.worker import read_frame, write_frame
from helix_lsp.tuning.server import WAITING

if TYPE_CHECKING:
    from helix_lsp.lsp.companion.messages import Holds
    from helix_lsp.session.model.open_model import Complete, Pending

_CLOSE_SECONDS = 5.0
_TRIES = 3  # two kills in a row are not a fault of the question
_DEATHS, _DEATH_SECONDS = 4, 60.0
Check = Callable[[], None]
Hear = Callable[[str, Message], None]
"""(kind, values): of a live event, a share, or `standing`, which comes with the result or the error and before
either is passed on.
"""


class Handed(NamedTuple):
    """What goes with a call: `opening` how to open the folder, where this process has not yet; `edits` that it
    has not had. `written` is called once all of it was, under the lock of the next: before, nothing is given
    up.
    """

    opening: Message | None
    edits: list[tuple[str, bytes | None]]
    written: Callable[[], None]


class Request(NamedTuple):
    """What a call asks for; `arguments` as `messages.py` has them. `again`: it may be done twice, should the
    first process die of it.
    """

    name: str
    arguments: Message
    again: bool = True


def unheard(*_: object) -> None:
    """Nobody listens, and nobody cancels."""


def _nothing(_process: int) -> Handed:
    """A call with which nothing goes."""
    return Handed(None, [], unheard)


@dataclass(slots=True, eq=False)
class _Process:
    number: int
    popen: subprocess.Popen[bytes]
    calls: dict[int, queue.SimpleQueue[Message | None]] = field(
        default_factory=dict[int, "queue.SimpleQueue[Message | None]"]
    )
    lock: threading.Lock = field(default_factory=threading.Lock)
    gone: bool = False

    def register(self, number: int) -> queue.SimpleQueue[Message | None]:
        """A box for what comes back; None in it: the process ended."""
        box: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        with self.lock:
            self.calls[number] = box
            if self.gone:
                box.put(None)
        return box

    def forget(self, number: int) -> None:
        """Nobody waits any more."""
        with self.lock:
            self.calls.pop(number, None)

    def end(self) -> None:
        """Everyone who waits is told."""
        with self.lock:
            self.gone = True
            for box in self.calls.values():
                box.put(None)


class Link:
    """One companion at a time for all folders of a server."""

    def __init__(
        self,
        options: Mapping[str, Any],
        complete: Complete | None = None,
        *,
        command: tuple[str, ...] = COMMAND,
        restarted: Callable[[], None] = unheard,
        holds: Holds | None = None,
    ) -> None:
        """`options` go into the greeting; `complete` is the way to the editor's own model; `restarted` is
        called when a process has taken the place of one that died, by the thread that needed it, and must not
        call this. `holds`: of a protocol test. Nothing is started yet.
        """
        self._options = dict(options)
        self._complete = complete
        self._command = command
        self._restarted = restarted
        self._holds = holds
        self._sending = threading.Lock()
        self._process: _Process | None = None
        self._numbers = itertools.count(1)
        self._processes = itertools.count(1)
        self._deaths: deque[float] = deque(maxlen=_DEATHS)
        self._closed = False

    @property
    def pid(self) -> int | None:
        """Of the process that runs now."""
        process = self._process
        return None if process is None or process.gone else process.popen.pid

    def start(self) -> None:
        """Start the process, so that it is ready when it is needed; raises OSError when that is not possible
        at all.
        """
        with self._sending:
            self._running()

    def hold(self, point: str, check: Check) -> None:
        """Where a protocol test may hold back what passes."""
        if self._holds is not None:
            self._holds.pass_by(point, check)

    def call(
        self, folder: int, hand_over: Callable[[int], Handed], request: Request, check: Check, hear: Hear
    ) -> Any:
        """The result of a call. `hand_over(process)` is asked once for each process that gets it, `hear(kind,
        values)` gets live events and shares on this thread, `check` raises Cancelled.

        Raises what the companion raised, and CompanionLost.
        """
        for _ in range(_TRIES if request.again else 1):
            number = next(self._numbers)
            self.hold(f"{request.name} call", check)
            with self._sending:
                process = self._running()
                box = process.register(number)
                try:
                    self._hand(process, number, folder, hand_over, request, check)
                except BaseException:
                    process.forget(number)
                    raise
            try:
                answer = self._await(process, number, request.name, box, check, hear)
            finally:
                process.forget(number)
            if answer is not None:
                return answer[0]
        raise CompanionLost(
            "the process that indexes and answers ended while it worked on this; try again, or see the server's log"
        )

    def close_folder(self, folder: int, opened: Callable[[int], bool]) -> None:
        """Let the process that runs give up the folder's index, where it has `opened` the folder (asked under the
        lock of the calls: whatever was on its way has been written by then). It is told, however long that takes;
        that it has done so is waited for a little.
        """
        number = next(self._numbers)
        self.hold("close call", unheard)
        with self._sending:
            process = self._process
            if process is None or process.gone or self._closed or not opened(process.number):
                return
            box = process.register(number)
            self._hand(process, number, folder, _nothing, Request("close", []), unheard)
        until = time.monotonic() + _CLOSE_SECONDS

        def check() -> None:
            if time.monotonic() > until:
                raise Cancelled("the folder is not closed in time")

        try:
            with contextlib.suppress(HelixError, CompanionFault):  # the log of the companion has where
                self._await(process, number, "close", box, check, unheard)
        finally:
            process.forget(number)

    def kill(self) -> None:
        """The server ends at this moment."""
        self._closed = True
        if self._process is not None:
            self._process.popen.kill()

    def close(self, seconds: float) -> bool:
        """Ask the process to end, and end it after `seconds`; True when it went by itself."""
        self._closed = True
        process = self._process
        if process is None:
            return True
        began = time.monotonic()
        if self._sending.acquire(timeout=seconds):  # not when somebody writes to a process that reads no more
            with contextlib.suppress(OSError, ValueError):
                _pipe(process).close()
            self._sending.release()
        try:
            process.popen.wait(max(0.0, began + seconds - time.monotonic()))
        except subprocess.TimeoutExpired:
            process.popen.kill()
            process.popen.wait()
            return False
        return True

    def _hand(
        self,
        process: _Process,
        number: int,
        folder: int,
        hand_over: Callable[[int], Handed],
        request: Request,
        check: Check,
    ) -> None:
        """Under the lock: write one call, with what goes with it."""
        handed = hand_over(process.number)
        sent = [number, "call", folder, handed.opening, handed.edits, request.name, request.arguments]
        if handed.opening is not None:
            self.hold("opening", check)
        self.hold(f"{request.name} edits", check)
        if _written(process, encode(sent)):
            handed.written()

    def _await(
        self,
        process: _Process,
        number: int,
        name: str,
        box: queue.SimpleQueue[Message | None],
        check: Check,
        hear: Hear,
    ) -> tuple[Any] | None:
        """(result,), or None when the process is gone."""
        asked: dict[int, Pending] = {}
        try:
            while True:
                check()
                self._pass_on(process, number, name, asked, check)
                try:
                    message = box.get(timeout=WAITING.poll)
                except queue.Empty:
                    continue
                if message is None:
                    return None
                self.hold(f"{name} {message[1]}", check)
                match message[1]:
                    case "result":
                        hear("standing", message[3:])
                        return (message[2],)
                    case "error":
                        hear("standing", message[4:])
                        raise raised(message[2], message[3])
                    case "model":
                        self._ask_model(process, number, message, asked)
                    case "give up":
                        self._drop(asked, message[2])
                    case kind:
                        hear(kind, message[2:])
        except Cancelled:
            self.hold(f"{name} cancel", unheard)
            self._send(process, [number, "cancel"])
            raise
        finally:
            for one in tuple(asked):
                self._drop(asked, one)

    def _ask_model(self, process: _Process, number: int, message: Message, asked: dict[int, Pending]) -> None:
        pending = self._complete(message[3]) if self._complete is not None else None
        if pending is None:
            self._send(process, [number, "model", message[2], "none", None])
        else:
            asked[message[2]] = pending

    def _pass_on(
        self, process: _Process, number: int, name: str, asked: dict[int, Pending], check: Check
    ) -> None:
        """What the editor's model has answered meanwhile."""
        for one, pending in tuple(asked.items()):
            if pending.done():
                del asked[one]
                try:
                    status, value = "done", pending.result()
                except Exception as error:  # noqa: BLE001  (whatever the editor does is for the question to say)
                    status, value = "failed", type(error).__name__
                self.hold(f"{name} said", check)
                self._send(process, [number, "model", one, status, value])

    @staticmethod
    def _drop(asked: dict[int, Pending], one: int) -> None:
        pending = asked.pop(one, None)
        if pending is not None:
            pending.give_up()

    def _send(self, process: _Process, message: Message) -> None:
        body = encode(message)
        with self._sending:
            _written(process, body)

    def _running(self) -> _Process:
        """Under the lock: the process, a new one when there is none."""
        process = self._process
        if process is not None and not process.gone and process.popen.poll() is None:
            return process
        if self._closed:
            raise Cancelled("the server is ending")
        now = time.monotonic()
        if len(self._deaths) == _DEATHS and now - self._deaths[0] < _DEATH_SECONDS:
            raise CompanionLost(
                f"the process that indexes and answers ended {_DEATHS} times within a minute; wait a minute, or see the server's log"
            )
        if process is not None:
            self._deaths.append(now)
        self._process = process = _Process(next(self._processes), self._spawned())
        threading.Thread(target=_receive, args=(process,), name="helix-companion", daemon=True).start()
        self.hold("hello", unheard)
        _written(process, encode([0, "hello", self._options]))
        if process.number > 1:
            self._restarted()
        return process

    def _spawned(self) -> subprocess.Popen[bytes]:
        ahead = take() if self._command is COMMAND else None
        return ahead or spawn(self._command)


def _pipe(process: _Process) -> Any:
    return process.popen.stdin


def _written(process: _Process, body: bytes) -> bool:
    """False when the pipe is broken: the reader notices that the process has ended, and tells."""
    try:
        write_frame(_pipe(process), body)
    except (OSError, ValueError):  # ValueError: the reader has closed it. Nothing is encoded here
        return False
    return True


def _receive(process: _Process) -> None:
    """The reader: every message to the box of its call, until the process is gone."""
    pipe = process.popen.stdout
    assert pipe is not None
    with contextlib.suppress(OSError, ValueError), pipe:
        while (frame := read_frame(pipe)) is not None:
            message = decode(frame)
            box = process.calls.get(message[0])
            if box is not None:
                box.put(message)
    process.popen.kill()
    process.popen.wait()
    with contextlib.suppress(OSError, ValueError):
        _pipe(process).close()
    process.end()
