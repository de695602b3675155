"""Reads a newer generation behind the back of whoever looks: with 20,000 files that takes some 30 ms, which
no hover should wait for.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Reloading:
    """`soon` from any thread; `reload` is then called in the one thread of this object, which lives from the
    first `soon` to `close`.
    """

    def __init__(self, reload: Callable[[], object], every: float) -> None:
        """`every`: the least seconds between two calls."""
        self._reload = reload
        self._every = every
        self._last = 0.0
        self._due = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = False

    def soon(self) -> None:
        """Look whether there is something newer, unless that was done just now. Raises RuntimeError where the
        system gives no thread.
        """
        if self._closed or time.monotonic() - self._last < self._every:
            return
        with self._starting:
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="helix-reloading", daemon=True)
                thread.start()
                self._thread = thread
        self._due.set()

    def close(self) -> None:
        """The thread ends after what it does now."""
        self._closed = True
        self._due.set()

    def _run(self) -> None:
        while self._due.wait() and not self._closed:
            self._due.clear()
            self._last = time.monotonic()
            self._reload()
