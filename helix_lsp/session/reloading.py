"""Reads a newer generation behind the back of whoever looks: with 20,000 files that takes some 30 ms, which no hover should wait for."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable


class Reloading:
    """`soon` from any thread; `reload` is then called in a thread of its own, never twice at once."""

    def __init__(self, reload: Callable[[], object], every: float) -> None:
        """`every`: the least seconds between two calls."""
        self._reload = reload
        self._every = every
        self._last = 0.0
        self._busy = threading.Lock()

    def soon(self) -> None:
        """Look whether there is something newer, unless that was done just now."""
        if time.monotonic() - self._last >= self._every and self._busy.acquire(blocking=False):
            self._last = time.monotonic()
            threading.Thread(target=self._run, name="helix-reloading", daemon=True).start()

    def _run(self) -> None:
        try:
            self._reload()
        finally:
            self._busy.release()
