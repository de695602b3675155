"""Connections that read: a few that stay open, each lent to one thread at a time. Whoever makes this owns all
of them and closes them.

A thread keeps none, so threads may come and go: neither descriptors nor page caches are left behind. What
failed is not lent again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from threading import Lock

_KEPT = 3  # idle ones: what draws, what follows, what questions ask; each has a page cache of up to 2 MB


class Closed(sqlite3.ProgrammingError):
    """The index was given up; whoever still holds a snapshot of it looks again."""


class Readers:
    """`lent` from any thread."""

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        """`connect` makes one that only reads; what it raises, whoever asked gets."""
        self._connect = connect
        self._idle: list[sqlite3.Connection] = []
        self._lock = Lock()
        self._closed = False

    @contextmanager
    def lent(self) -> Generator[sqlite3.Connection]:
        """A connection for one piece of work. Raises `sqlite3.Error`, `Closed` after `close`."""
        with self._lock:
            if self._closed:
                raise Closed("the index is closed")
            connection = self._idle.pop() if self._idle else None
        connection = connection or self._connect()
        try:
            yield connection
        except sqlite3.Error:
            _end(connection)
            raise
        except BaseException:
            self._give_back(connection)
            raise
        self._give_back(connection)

    def close(self) -> None:
        """No more is lent; one that is out is closed when it comes back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            _end(connection)

    def _give_back(self, connection: sqlite3.Connection) -> None:
        with self._lock:
            if not self._closed and len(self._idle) < _KEPT:
                self._idle.append(connection)
                return
        _end(connection)


def _end(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        connection.close()
