"""One work-done progress: begins once, ends once, and says nothing after its end, whichever thread still
works.

The values are plain data; a report may be dropped when the client is far behind, a begin or an end never.
Source: LSP 3.17, Work Done Progress.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from helix_lsp.lsp.protocol import HelixProtocol
from helix_lsp.lsp.work import Job
from helix_lsp.text.visible import counted

Token = int | str
Send = Callable[[dict[str, Any], bool], None]


class Progress:
    """`send(params, droppable)`. `every` seconds is the least time between two percentages; live-event lines
    all go out.
    """

    def __init__(self, token: Token, send: Send, every: float = 0.0) -> None:
        self.token = token
        self._send = send
        self._every = every
        self._lock = threading.Lock()
        self._open = False
        self._over = False
        self._last_word: str | None = None
        self._last = 0.0

    def begin(self, title: str, *, cancellable: bool, percentage: int | None = None) -> None:
        """Say what is being done. When the work was over before the client was ready to show it, it is shown
        as done.
        """
        value: dict[str, Any] = {"kind": "begin", "title": title, "cancellable": cancellable}
        if percentage is not None:
            value["percentage"] = percentage
        with self._lock:
            self._open = not self._over
            self._put(value, droppable=False)
            if self._over:
                self._put_end(self._last_word)

    def line(self, message: str) -> None:
        """One live-event line."""
        with self._lock:
            if self._open:
                self._put({"kind": "report", "message": message}, droppable=True)

    def share(self, message: str, done: int, total: int) -> None:
        """How far it is; too frequent ones are left out."""
        now = time.monotonic()
        with self._lock:
            if not self._open or now - self._last < self._every:
                return
            self._last = now
            percentage = min(100, 100 * done // total) if total > 0 else 0
            self._put(
                {"kind": "report", "message": how_far(message, done, total), "percentage": percentage},
                droppable=True,
            )

    def end(self, message: str | None = None) -> None:
        """The last word; later calls do nothing."""
        with self._lock:
            if self._open:
                self._put_end(message)
            self._open, self._over, self._last_word = False, True, message

    def _put_end(self, message: str | None) -> None:
        self._put(
            {"kind": "end"} if message is None else {"kind": "end", "message": message}, droppable=False
        )

    def _put(self, value: dict[str, Any], *, droppable: bool) -> None:
        self._send({"token": self.token, "value": value}, droppable)


def how_far(message: str, done: int, total: int) -> str:
    """`indexing: 500 of 3,178 files`; without a total only what is being done."""
    return f"{message}: {done:,} of {counted(total, 'file')}" if total > 0 else message


# Partial results: what is found goes out in batches to a client that gave a token, and the answer to the request is
# then empty.
#
# The order of the items is kept, nothing is sent twice, and nothing is sent to the token once the request is answered:
# a worker that is not done when the request is cancelled may go on for a step, and what it still finds is thrown away.
# Source: LSP 3.17, Partial Result Progress.

Item = TypeVar("Item")
Wrap = Callable[[list[Any]], Any]
_BATCH = 32  # items; chosen by hand, not measured: the size of a screen or two


class Partial(Generic[Item]):
    """Filled by one worker. `wrap` makes the value of a progress of the plain items; without a token nothing
    goes out early.
    """

    def __init__(
        self, protocol: HelixProtocol, token: Token | None, wrap: Wrap | None = None, batch: int = _BATCH
    ) -> None:
        self._protocol = protocol
        self._token = token
        self._wrap = wrap
        self._batch = batch
        self._items: list[Item] = []
        self._lock = threading.Lock()
        self._over = False

    def add(self, item: Item) -> None:
        """The next item."""
        self._items.append(item)
        if self._token is not None and len(self._items) >= self._batch:
            self._put()

    def rest(self) -> list[Item]:
        """What the answer holds: everything, or nothing when it went out to the token."""
        if self._token is not None and self._items:
            self._put()
        return self._items

    def until(self, job: Job) -> Job:
        """Bound to the job that fills it: called where the job is made, before anybody else listens to it."""
        job.when_done(lambda _: self._close())
        return job

    def _put(self) -> None:
        items, self._items = self._items, []
        plain = [self._protocol.plain(item) for item in items]
        value = plain if self._wrap is None else self._wrap(plain)
        with self._lock:
            if not self._over:
                self._protocol.notify("$/progress", {"token": self._token, "value": value}, droppable=False)

    def _close(self) -> None:
        with self._lock:
            self._over = True


# A clarification that waits in an editor for a choice.


class Pending(msgspec.Struct, frozen=True, kw_only=True):
    """`asked` are the params of the question, `line` (from 0) where it was asked, -1 for nowhere; `options`:
    (id, label).
    """

    asked: Mapping[str, Any]
    line: int
    asks: str
    options: tuple[tuple[str, str], ...]
    token: str

    def chosen(self, option: str) -> dict[str, Any]:
        """The params that ask again with this option."""
        return {**self.asked, "clarify": {"token": self.token, "optionId": option}}


# What the status line of an editor shows of all folders together (`experimental/serverStatus`, as
# rust-analyzer defines it).
#
# Belongs to the loop. Sent only when it is new.

_WORSE = ("ok", "warning", "error")


class ServerStatus:
    """`send(params)` takes `{health, quiescent, message?}`."""

    def __init__(self, send: Callable[[dict[str, Any]], None]) -> None:
        self._send = send
        self._folders: dict[str, tuple[str, bool, str]] = {}
        self._last: dict[str, Any] | None = None

    def set(self, uri: str, health: str, quiescent: bool, message: str) -> None:
        """The state of one folder."""
        self._folders[uri] = (health, quiescent, message)
        self._tell()

    def forget(self, uri: str) -> None:
        """A folder was closed."""
        if self._folders.pop(uri, None) is not None:
            self._tell()

    def _tell(self) -> None:
        states = list(self._folders.values())
        worst = max((state[0] for state in states), key=_WORSE.index, default="ok")
        message = next((text for health, _, text in states if health == worst and text), "")
        now: dict[str, Any] = {"health": worst, "quiescent": all(quiet for _, quiet, _ in states)}
        if message:
            now["message"] = message
        if now != self._last:
            self._last = now
            self._send(now)
