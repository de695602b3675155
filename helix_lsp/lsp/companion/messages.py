"""What the server and its companion say to each other: MessagePack arrays in frames of
`session/processes/worker.py`. Also the points at which a protocol test holds back what one process hands to the
other.

    server -> companion    [0, "hello", options]                                  once
                           [id, "call", folder, opening, edits, name, arguments]  opening: [root, settings] where the folder is new to this process
                           [id, "cancel"]                                         its call ends at the next check
                           [id, "model", number, status, value]                   what the editor's model said: pending is never sent
    companion -> server    [id, "result", value, standing]                        one of these for every call
                           [id, "error", class, text, standing]
                           [id, "line", text]                                     a live event of a question
                           [id, "share", text, done, total, standing]             how far an index is
                           [id, "model", number, message]                         ask the editor's model   [id, "give up", number]

`standing`: how fresh the folder's index is after the call, with the fields of `session.how_fresh.Standing`;
nil where the call says nothing of it. `edits` are `[path, bytes or nil]` in the order they were made; nil: the buffer was closed. They are applied
before the call.

The server draws from what the companion writes. So it takes in the standing of a reply, and reads the newest
generation, before anybody is told what the reply says.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from msgspec import msgpack

from helix_lsp import errors
from helix_lsp.errors import HelixError
from helix_lsp.text.visible import is_unicode, replaced
from helix_lsp.tuning.server import WAITING

Message = list[Any]
FAULT = "fault"
_TEXT = 1  # the extension type of a text that is not Unicode


def encode(message: Message) -> bytes:
    """One frame's body. Every text passes, also one that UTF-8 does not have: the path of a file whose name is
    not UTF-8. Raises OverflowError for an integer of more than 64 bits.
    """
    try:
        return msgpack.encode(message)
    except UnicodeEncodeError:
        return msgpack.encode(_wrapped(message))


def decode(body: bytes) -> Message:
    """The message of a frame's body."""
    return msgpack.decode(body, type=Message, ext_hook=_unwrapped)


def _wrapped(value: object) -> object:
    """With what UTF-8 does not have as its bytes. A key of an object is never a text from outside."""
    if isinstance(value, str):
        return value if is_unicode(value) else msgpack.Ext(_TEXT, value.encode("utf-8", "surrogatepass"))
    if isinstance(value, Mapping):
        items = cast("Mapping[object, object]", value).items()
        return {replaced(key) if isinstance(key, str) else key: _wrapped(one) for key, one in items}
    if isinstance(value, list | tuple):
        return [_wrapped(one) for one in cast("Sequence[object]", value)]
    return value


def _unwrapped(code: int, data: memoryview) -> object:
    return bytes(data).decode("utf-8", "surrogatepass") if code == _TEXT else bytes(data)


def error_words(error: BaseException) -> tuple[str, str]:
    """(class, text) of an error: what is meant for a person keeps both, anything else says nothing of itself."""
    from helix_lsp.index.store.refusal import by_system

    said = error if isinstance(error, HelixError) else by_system(error, "the question could not be answered")
    if said is not None:
        return type(said).__name__, str(said)
    return FAULT, type(error).__name__


def raised(name: str, text: str) -> Exception:
    """The error again."""
    kind = getattr(errors, name, None)
    if isinstance(kind, type) and issubclass(kind, HelixError):
        return kind(text)
    return CompanionFault(text)


class CompanionFault(Exception):
    """A bug in the other process; its log has where."""


# Points at which a protocol test holds back what one process hands to the other (`serve --test-hooks`).
#
# A point is named by the call and what passes; docs/adr/0008-a-companion-process.md lists all of them, each
# with its law. A server without the hooks does not have an object of this kind.

Check = Callable[[], None]


class Holds:
    """From any thread."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._held: set[str] = set()
        self._waiting: Counter[str] = Counter()

    def hold(self, point: str) -> None:
        """From now on whatever comes to this point waits there."""
        with self._changed:
            self._held.add(point)

    def release(self, point: str) -> None:
        """What waits goes on, and nothing waits there any more."""
        with self._changed:
            self._held.discard(point)
            self._changed.notify_all()

    def release_all(self) -> None:
        """The server ends."""
        with self._changed:
            self._held.clear()
            self._changed.notify_all()

    def await_held(self, point: str, check: Check) -> None:
        """Until something waits there. `check` raises Cancelled."""
        self._wait(lambda: self._waiting[point] > 0, check)

    def pass_by(self, point: str, check: Check) -> None:
        """Where something passes: waits while the point is held. `check` raises Cancelled."""
        if point not in self._held:
            return
        with self._changed:
            self._waiting[point] += 1
            self._changed.notify_all()
        try:
            self._wait(lambda: point not in self._held, check)
        finally:
            with self._changed:
                self._waiting[point] -= 1

    def _wait(self, fits: Callable[[], bool], check: Check) -> None:
        while True:
            check()
            with self._changed:
                if self._changed.wait_for(fits, WAITING.poll):
                    return
