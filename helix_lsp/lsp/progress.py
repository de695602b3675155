"""One work-done progress: begins once, ends once, and says nothing after its end, whichever thread still
works.

The values are plain data; a report may be dropped when the client is far behind, a begin or an end never.
Source: LSP 3.17, Work Done Progress.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from helix_lsp.text.counted import counted

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
