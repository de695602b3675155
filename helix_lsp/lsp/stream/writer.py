"""The only writer of the outgoing stream: whole frames, one after another, from one thread.

Any thread may `send`; frames leave in the order in which `send` took them. A client that does not read never
blocks the loop: frames wait in memory, and above `backlog_bytes` those marked droppable (progress, logs) are
dropped. A broken stream is reported once.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable


class Writer:
    """`write(data)` may take less than it is given and returns how much it took (like `os.write`)."""

    def __init__(
        self, write: Callable[[memoryview], int], *, backlog_bytes: int, on_broken: Callable[[], None]
    ) -> None:
        self._write = write
        self._limit = backlog_bytes
        self._on_broken = on_broken
        self._frames: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._waiting = 0
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="helix-writer", daemon=True)

    @property
    def backlog(self) -> int:
        """Bytes taken and not yet written."""
        return self._waiting

    def start(self) -> None:
        """Begin to write; frames sent before this wait."""
        self._thread.start()

    def send(self, frame: bytes, *, droppable: bool = False) -> bool:
        """Queue one whole frame; False when it was dropped (closed, or droppable and the client is far
        behind).
        """
        with self._lock:
            if self._closed or (droppable and self._waiting > self._limit):
                return False
            self._waiting += len(frame)
            self._frames.put(frame)
            return True

    def close(self, timeout: float) -> bool:
        """Write what is queued, take nothing more; False when the client did not read it in `timeout`
        seconds.
        """
        with self._lock:
            if not self._closed:
                self._closed = True
                self._frames.put(None)
        if self._thread.is_alive():
            self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while (frame := self._frames.get()) is not None:
            try:
                rest = memoryview(frame)
                while rest:
                    rest = rest[self._write(rest) :]
            except (OSError, ValueError):
                with self._lock:
                    self._closed = True
                self._on_broken()
                return
            with self._lock:
                self._waiting -= len(frame)
