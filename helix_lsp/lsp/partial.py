"""Partial results: what is found goes out in batches to a client that gave a token, and the answer to the
request is then empty.

The order of the items is kept, nothing is sent twice, and nothing is sent to the token once the request is
answered: a worker that is not done when the request is cancelled may go on for a step, and what it still
finds is thrown away.
Source: LSP 3.17, Partial Result Progress.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.progress import Token
from helix_lsp.lsp.work import Job

Item = TypeVar("Item")
Wrap = Callable[[list[Any]], Any]
_BATCH = 32  # items; chosen by hand, not measured: the size of a screen or two


class Partial(Generic[Item]):
    """Filled by one worker. `wrap` makes the value of a progress of the plain items; without a token nothing
    goes out early.
    """

    def __init__(
        self, ls: HelixServer, token: Token | None, wrap: Wrap | None = None, batch: int = _BATCH
    ) -> None:
        self._ls = ls
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
        plain = [self._ls.plain(item) for item in items]
        value = plain if self._wrap is None else self._wrap(plain)
        with self._lock:
            if not self._over:
                self._ls.protocol.notify(
                    "$/progress", {"token": self._token, "value": value}, droppable=False
                )

    def _close(self) -> None:
        with self._lock:
            self._over = True
