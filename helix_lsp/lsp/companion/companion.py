"""What the companion does: it has the folders of a server open for writing, keeps their indexes and answers
questions about them.

The main thread only reads: it applies edits and starts calls in the order they come. Questions share a few
threads, the oldest first; an index is brought up to date on a thread of its own that lets questions go
before. `program.py` starts it.
"""

from __future__ import annotations

import contextlib
import logging
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from typing import IO, Any

from helix_lsp.errors import Cancelled, HelixError, WorkspaceError
from helix_lsp.lsp.companion.messages import FAULT, Message, decode, encode, error_words
from helix_lsp.lsp.failure import describe
from helix_lsp.lsp.service.local import LocalService, open_local
from helix_lsp.lsp.service.workspace_service import Check, OpenTexts
from helix_lsp.lsp.work import Scheduler
from helix_lsp.session.memory import give_back
from helix_lsp.session.processes.worker import read_frame, write_frame
from helix_lsp.tuning.server import WAITING
from helix_lsp.wire.answer_envelope import question_from_wire

log = logging.getLogger(__name__)

_SHARE_EVERY = 0.1


class Call:
    """One call, under way. `stop` belongs to the reader, the rest to the call's thread."""

    def __init__(self, number: int, out: Out, name: str) -> None:
        self.number = number
        self.name = name
        self.standing: Callable[[], Message | None] = _nothing
        self._out = out
        self._stop = threading.Event()
        self._numbers = count(1)
        self._models: dict[int, _FromEditor] = {}

    def stop(self) -> None:
        """End at the next check."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        """True once it is to end."""
        return self._stop.is_set()

    def check(self) -> None:
        """Raises Cancelled once it is to end."""
        if self._stop.is_set():
            raise Cancelled("cancelled by the client")

    def tell(self, kind: str, *values: object) -> None:
        """Say something about this call."""
        self._out.send([self.number, kind, *values])

    def end(self, kind: str, *values: object) -> None:
        """What it came to; the standing is said last, so that what is called fresh is in the index by then."""
        try:
            self.tell(kind, *values, self.standing())
        except Exception as error:  # noqa: BLE001  (told instead of the outcome: the server waits)
            log.error("what %s ended with cannot be sent: %s", self.name, describe(error))
            self.tell("error", FAULT, type(error).__name__, None)

    def complete(self, message: Mapping[str, object]) -> _FromEditor:
        """The editor's own model, asked through the server."""
        number = next(self._numbers)
        pending = self._models[number] = _FromEditor(lambda: self.tell("give up", number))
        self.tell("model", number, dict(message))
        return pending

    def model_said(self, number: int, status: str, value: object) -> None:
        """From the reader: what became of `complete`."""
        if number in self._models:
            self._models[number].say(status, value)


class EditorRefused(Exception):
    """The editor answered with an error, or does not have a model."""


class _FromEditor:
    """The one answer to one message; `session/model/open_model.py` asks for it."""

    def __init__(self, give_up: Any) -> None:
        self._said = threading.Event()
        self._status, self._value = "", None
        self.give_up = give_up

    def say(self, status: str, value: Any) -> None:
        self._status, self._value = status, value
        self._said.set()

    def done(self) -> bool:
        return self._said.is_set()

    def result(self) -> object:
        if self._status != "done":
            raise EditorRefused(str(self._value))
        return self._value


class Out:
    """The pipe to the server; one message at a time."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def send(self, message: Message) -> None:
        """Nothing when nobody reads any more. Raises what `encode` raises."""
        body = encode(message)
        with self._lock, contextlib.suppress(OSError, ValueError):
            write_frame(self._pipe, body)


@dataclass
class Refused:
    """A folder that could not be opened: a call after `again` (monotonic seconds) tries it once more, with the texts
    that were sent meanwhile. A try may take long, and nothing is heard during it; so as long lies between two.
    """

    opening: tuple[str, Mapping[str, Any]]
    error: Exception
    edits: dict[str, bytes | None]
    again: float


def _give(service: LocalService, edits: Iterable[tuple[str, bytes | None]]) -> None:
    """The texts of an editor, into the workspace."""
    workspace = service.workspace.get()
    for path, data in edits:
        with contextlib.suppress(HelixError):  # a path that is none of this folder's: the server has said so
            workspace.release(path) if data is None else workspace.edit(path, data)


class Companion:
    """The folders by number and the calls under way. Used by the reading thread."""

    def __init__(self, options: Mapping[str, Any], out: Out, ready: threading.Thread) -> None:
        self._out = out
        self._ready = ready
        self._questions = ThreadPoolExecutor(options["slow_workers"], "helix-question")
        self._among = Scheduler(options["give_way_ms"] / 1e3)
        self._before = Scheduler(options["give_way_ms"] / 1e3)
        self._folders: dict[int, LocalService | Refused] = {}
        self._calls: dict[int, Call] = {}
        self._model = threading.local()

    def hear(self, message: Message) -> None:
        """One message of the server."""
        match message[1]:
            case "call":
                self._begin(message)
            case "cancel":
                if (call := self._calls.get(message[0])) is not None:
                    call.stop()
            case "model":
                if (call := self._calls.get(message[0])) is not None:
                    call.model_said(*message[2:])
            case kind:
                log.error("the server said %r", kind)

    def end(self) -> None:
        """Stop what runs, wait a little, and give up the indexes."""
        calls = tuple(self._calls.values())
        for call in calls:
            call.stop()
        closing = threading.Thread(target=self._close, daemon=True)
        closing.start()
        closing.join(WAITING.grace)

    def _close(self) -> None:
        self._questions.shutdown()
        for service in self._folders.values():
            if isinstance(service, LocalService):
                service.close()

    def _begin(self, message: Message) -> None:
        number, _, folder, opening, edits, name, arguments = message
        call = self._calls[number] = Call(number, self._out, name)
        if name == "close" and isinstance(held := self._folders.get(folder), Refused):
            del self._folders[folder]
            self._end_call(call, "error", *error_words(held.error))
            return
        service = self._opened(folder, opening, edits)
        if isinstance(service, Exception):
            self._end_call(call, "error", *error_words(service))
            return
        workspace = service.workspace.get()
        call.standing = lambda: list(workspace.standing())
        _give(service, edits)
        match name:
            case "ask":
                self._questions.submit(self._run, call, lambda: self._ask(call, service, arguments[0]))
            case "explain":
                self._questions.submit(self._run, call, lambda: self._explain(call, service, arguments[0]))
            case "status":
                self._questions.submit(self._run, call, lambda: self._status(call, service, arguments[0]))
            case "refresh":
                self._beside(call, lambda: self._refresh(call, service, full=bool(arguments[0])))
            case "history":
                self._beside(call, lambda: self._history(call, service))
            case "doubt":  # here, so that it counts for every call that comes after
                service.doubt()
                call.standing = _nothing  # the server doubted first
                self._end_call(call, "result", None)
            case "close":
                del self._folders[folder]  # a call that comes late is told so
                call.standing = _nothing
                self._beside(call, service.close)
            case _:
                log.error("the server called %r", name)
                self._end_call(call, "error", FAULT, name)

    def _opened(
        self,
        folder: int,
        opening: tuple[str, Mapping[str, Any]] | None,
        edits: Iterable[tuple[str, bytes | None]],
    ) -> LocalService | Exception:
        """The folder, or why it is not open. One that was refused is tried again: what stood in the way (another
        process, a full disk) may have gone.
        """
        held = self._folders.get(folder)
        if isinstance(held, LocalService) and opening is None:
            return held
        begun, before = time.monotonic(), {}
        if isinstance(held, Refused):
            opening, before = opening or held.opening, held.edits
            if begun < held.again:
                held.edits.update(edits)
                return held.error
        if opening is None:
            return WorkspaceError("the folder is not open any more")
        service = self._open(*opening)
        if isinstance(service, Exception):
            now = time.monotonic()
            self._folders[folder] = Refused(opening, service, before | dict(edits), now + (now - begun))
            return service
        self._folders[folder] = service
        _give(service, before.items())
        return service

    def _open(self, root: str, settings: Mapping[str, Any]) -> LocalService | Exception:
        """The texts come with the calls, straight into the workspace."""
        try:
            return open_local(root, settings, OpenTexts(), self._complete)
        except Exception as error:  # noqa: BLE001  (kept, and told to every call)
            if not isinstance(error, HelixError):
                log.error("a folder could not be opened: %s", describe(error))
            return error

    def _complete(self, message: Mapping[str, object]) -> _FromEditor:
        """From the thread of a question: its call asks."""
        return self._model.call.complete(message)

    def _beside(self, call: Call, work: Callable[[], object]) -> None:
        """On a thread of its own."""
        threading.Thread(target=self._run, args=(call, work), name="helix-indexing", daemon=True).start()

    def _run(self, call: Call, work: Callable[[], object]) -> None:
        self._model.call = call
        try:
            value = work()
        except BaseException as error:  # noqa: BLE001  (the outcome of the call, whatever it is)
            if not isinstance(error, HelixError):
                log.error("%s failed: %s", call.name, describe(error))
            self._end_call(call, "error", *error_words(error))
        else:
            self._end_call(call, "result", value)

    def _end_call(self, call: Call, kind: str, *values: object) -> None:
        self._calls.pop(call.number, None)
        call.end(kind, *values)

    def _refresh(self, call: Call, service: LocalService, *, full: bool) -> str:
        told, standing = ("", 0.0), service.workspace.get().standing

        def share(text: str, done: int, total: int) -> None:
            nonlocal told
            now = time.monotonic()
            if text != told[0] or now - told[1] >= _SHARE_EVERY:
                told = text, now
                call.tell("share", text, done, total, standing())

        self._ready.join()  # what stays, before what goes: modules among the lists of a look round would keep the memory of both
        summary = service.refresh_index(share, self._behind_questions(call), full=full)
        give_back()
        return summary

    def _history(self, call: Call, service: LocalService) -> None:
        service.workspace.get().history(self._behind_questions(call))

    def _behind_questions(self, call: Call) -> Check:
        """A check for long work: questions go first."""
        turn = self._before.turn()

        def check() -> None:
            call.check()
            turn.give_way(lambda: call.stopped, ranked=False)

        return check

    def _ask(self, call: Call, service: LocalService, fields: dict[str, Any]) -> object:
        turn = self._among.turn()

        def check() -> None:
            call.check()
            turn.give_way(lambda: call.stopped)

        try:
            service.await_index(call.check)  # before it is urgent: the index would wait for it
            with self._before.urgent():
                call.check()
                question, view = question_from_wire(fields), service.workspace.get().view()
                return service.answer(question, view, lambda line: call.tell("line", line), check)
        finally:
            turn.end()

    def _explain(self, call: Call, service: LocalService, session_id: str) -> object:
        with self._before.urgent():
            call.check()
            return service.explain(session_id)

    def _status(self, call: Call, service: LocalService, unwritten: list[bytes]) -> object:
        with self._before.urgent():
            call.check()
            return service.index_status(unwritten)


def _nothing() -> None:
    """A call that says nothing of how fresh its folder is."""


def _get_ready() -> None:
    """Import what the first question needs while nobody asks yet."""
    for name in ("helix_lsp.session.answering", "helix_lsp.wire.answer_envelope"):
        import_module(name)


def serve(out: Out, stdin: IO[bytes]) -> None:
    """Hear the server until it is gone."""
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    ready = threading.Thread(target=_get_ready, name="helix-ready", daemon=True)
    ready.start()
    first = read_frame(stdin)
    if first is None:
        return
    options = decode(first)[2]
    sys.setswitchinterval(options["switch_interval_us"] / 1e6)
    companion = Companion(options, out, ready)
    while (frame := read_frame(stdin)) is not None:
        companion.hear(decode(frame))
    companion.end()
