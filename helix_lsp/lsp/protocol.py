"""The protocol on top of pygls, with its faults cured: envelope first, params second, every request answered
exactly once.

pygls keeps the registry of features, the typed senders and the converter; reading, order, gate, dispatch,
cancel, sending and the book-keeping of requests are ours (docs/adr/0005-pygls-hardened.md; its faults, each
to be seen: docs/explanation/pygls.md). No body is ever logged, no error pops up in the editor, and nothing is
kept for a notification.
"""

from __future__ import annotations

import contextlib
import itertools
import logging
from collections.abc import Callable
from concurrent.futures import Future
from enum import Enum
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types
from pygls.protocol import LanguageServerProtocol, default_converter

from helix_lsp.errors import HelixError
from helix_lsp.lsp.failure import METHOD_NOT_FOUND, BadParams, Failure, Lifecycle, failure_of
from helix_lsp.lsp.stream.framing import Writer
from helix_lsp.lsp.stream.message import (
    INVALID_REQUEST,
    Broken,
    Incoming,
    MessageId,
    Notification,
    Reply,
    Request,
    encode,
)
from helix_lsp.lsp.strict import refuse_others
from helix_lsp.lsp.work import Job, Outcome

if TYPE_CHECKING:
    from cattrs import Converter

log = logging.getLogger(__name__)

_PLAIN = (dict, str, int, float, bool, type(None))
_DROPPABLE = frozenset({"window/logMessage", "$/logTrace", "telemetry/event"})
_RAW_PARAMS = frozenset({"initialize"})


class ClientRefused(HelixError):
    """The client answered a request of ours with an error."""


class HelixProtocol(LanguageServerProtocol):
    """Everything here runs on the loop, except the senders, which any thread may call."""

    out: Writer

    def __init__(self, server: Any, converter: Converter) -> None:
        super().__init__(server, converter)
        self.lifecycle = Lifecycle()
        self.running: dict[MessageId, Job] = {}
        self.awaited: dict[MessageId, Future[Any]] = {}
        self.dropped: Callable[[Notification], None] = lambda _: None
        self.failed: Callable[[str], None] = lambda _: None
        self._numbers = itertools.count(1)
        self._strict = False

    def _register_builtin_features(self) -> None:
        """None of pygls's own handlers: its document store and life cycle are among the faults."""

    @property
    def handlers(self) -> dict[str, Callable[[Any], Any]]:
        """What is registered, by method."""
        return cast("dict[str, Callable[[Any], Any]]", self.fm.features)  # pyright: ignore[reportUnknownMemberType]  (untyped in pygls)

    def receive(self, message: Incoming) -> None:
        """Take one envelope."""
        if isinstance(message, Request):
            self._take_request(message)
        elif isinstance(message, Notification):
            self._take_notification(message)
        elif isinstance(message, Reply):
            self._take_reply(message)
        else:
            self._take_broken(message)

    def _take_request(self, request: Request) -> None:
        refusal = self.lifecycle.refuse_request(request.method)
        handler = None if _is_notification(request.method) else self.handlers.get(request.method)
        if refusal is None and request.id in self.running:
            refusal = Failure(code=INVALID_REQUEST, message="a request with this id is still running")
        if refusal is None and handler is None:
            refusal = Failure(code=METHOD_NOT_FOUND, message="method not found")
        if refusal is not None or handler is None:
            self._send_error(request.id, refusal)
            return
        try:
            result = handler(self._params(request.method, request.params))
        except Exception as error:  # noqa: BLE001  (answered; whatever it is, the client waits)
            self._send_error(request.id, self.note(error, request.method))
            return
        if isinstance(result, Job):
            self.running[request.id] = result
            result.when_done(lambda outcome: self._answer(request, outcome))
        else:
            self._answer(request, Outcome(value=result))

    def _answer(self, request: Request, outcome: Outcome) -> None:
        self.running.pop(request.id, None)
        if outcome.error is not None:
            self._send_error(request.id, self.note(outcome.error, request.method))
            return
        try:
            self.send({"jsonrpc": "2.0", "id": request.id, "result": self.plain(outcome.value)})
        except Exception as error:  # noqa: BLE001  (a result that cannot be written is answered as an error)
            self._send_error(request.id, self.note(error, request.method))

    def note(self, error: BaseException, where: str) -> Failure:
        """What an exception is to a client; one that should not have been is counted."""
        failure = failure_of(error, where)
        if failure.counted:
            self.failed(f"{where}: {failure.message}")
        return failure

    def _take_notification(self, note: Notification) -> None:
        if note.method == "$/cancelRequest":
            self._cancel(note.params)
            return
        handler = self.handlers.get(note.method) if _is_notification(note.method) else None
        if handler is None or not self.lifecycle.takes_notification(note.method):
            return
        try:
            handler(self._params(note.method, note.params))
        except BadParams as error:
            log.warning("notification dropped: %s", error)
            self.dropped(note)
        except Exception as error:  # noqa: BLE001  (nobody waits; it is logged)
            self.note(error, note.method)

    def _cancel(self, params: Any) -> None:
        wanted = cast("dict[str, Any]", params).get("id") if isinstance(params, dict) else None
        job = self.running.get(wanted) if isinstance(wanted, int | str) else None
        if job is not None:
            job.cancel()

    def cancel_all(self) -> None:
        """Give up everything that runs or waits; each is answered as cancelled."""
        for job in tuple(self.running.values()):
            job.cancel()

    def _take_reply(self, reply: Reply) -> None:
        future = self.awaited.pop(reply.id, None) if reply.id is not None else None
        if future is None or future.done():
            return
        if reply.error is not None:
            future.set_exception(ClientRefused(f"the client refused with code {reply.error.get('code')}"))
        else:
            future.set_result(reply.result)

    def _take_broken(self, broken: Broken) -> None:
        log.warning("unusable message: %s", broken.reason)
        if broken.answer:
            self._send_error(broken.id, Failure(code=broken.code, message=broken.reason))

    def _params(self, method: str, params: Any) -> Any:
        """Typed params for what the protocol defines, the plain dict for everything else. Raises BadParams."""
        wanted = types.METHOD_TO_TYPES.get(method, (None, None, None, None))[2]
        if method in _RAW_PARAMS or wanted is None:
            if params is None:
                return {}
            if not isinstance(params, dict):
                raise BadParams(f"{method}: params must be an object")
            return cast("dict[str, Any]", params)
        if (
            not self._strict
        ):  # not before: `initialize` is read as plain data, and its answer should not wait for this
            self._strict = True
            refuse_others(self._converter)
        try:
            return self._converter.structure({} if params is None else params, wanted)
        except Exception as error:
            raise BadParams(f"{method}: params do not fit {wanted.__name__}") from error

    def plain(self, value: Any) -> Any:
        """As JSON data."""
        if isinstance(value, _PLAIN):
            return cast("Any", value)
        return self._converter.unstructure(value)

    def _send_error(self, msg_id: MessageId | None, failure: Failure | None) -> None:
        if failure is not None:
            self.send({"jsonrpc": "2.0", "id": msg_id, "error": failure.plain()})

    def send(self, message: dict[str, Any], *, droppable: bool = False) -> None:
        """The one way out, from any thread."""
        self.out.send(encode(message), droppable=droppable)

    def notify(self, method: str, params: Any | None = None, *, droppable: bool | None = None) -> None:
        """Send a notification. Logs, and what is marked so, may be dropped while the client does not read."""
        may_drop = method in _DROPPABLE if droppable is None else droppable
        self.send({"jsonrpc": "2.0", "method": method, "params": self.plain(params)}, droppable=may_drop)

    def send_request(
        self,
        method: str,
        params: Any | None = None,
        callback: Callable[[Any], None] | None = None,
        msg_id: MessageId | None = None,
    ) -> Future[Any]:
        """Ask the client; the future is set on the loop, to the plain result or ClientRefused. Nobody should
        wait for it.
        """
        number = next(self._numbers) if msg_id is None else msg_id
        future: Future[Any] = Future()
        self.awaited[number] = future
        if callback is not None:
            future.add_done_callback(
                lambda done: callback(done.result()) if done.exception() is None else None
            )
        message: dict[str, Any] = {"jsonrpc": "2.0", "id": number, "method": method}
        if params is not None:
            message["params"] = self.plain(params)
        self.send(message)
        return future


def _is_notification(method: str) -> bool:
    """What the protocol defines as one. `shutdown` without an id, or `exit` with one, is neither: nothing is
    done for it.
    """
    kinds = cast(
        "tuple[Any, ...] | None", types.METHOD_TO_TYPES.get(method)
    )  # lsprotocol types the response of a notification wrongly
    return kinds is not None and kinds[1] is None


def converter() -> Converter:
    """The converter of lsprotocol, strict about plain values: pygls would read `"3"` or 3.7 as the integer 3.

    `refuse_others` makes it strict about unions of them too, when the first typed params come.
    """
    made = default_converter()
    for kind in (int, str, bool, float):
        made.register_structure_hook(kind, _exactly(kind))
    return made


def _exactly(kind: type) -> Callable[[Any, Any], Any]:
    def structure(value: Any, wanted: Any) -> Any:
        if kind is int and isinstance(value, float) and value.is_integer():
            return int(value)
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            return float(value)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise TypeError(f"expected {kind.__name__}")
        return _named(value, wanted)

    return structure


def _named(value: Any, wanted: Any) -> Any:
    """The member of an enumeration, so that what a client sent can be sent back; a value that nobody has
    named yet stays plain.
    """
    if isinstance(wanted, type) and issubclass(wanted, Enum):
        with contextlib.suppress(ValueError):
            return wanted(value)
    return value
