"""The loop: one thread takes callables off a queue, in order. All protocol state belongs to it, so none of it
needs a lock.

No turn may wait for anything. A turn longer than `turn_warning` seconds is logged with its name.
"""

from __future__ import annotations

import logging
import queue
import time
from collections.abc import Callable

from helix_lsp.lsp.failure import describe

log = logging.getLogger(__name__)


class Loop:
    """`post` from any thread; `run` in the one that owns the state. `begun` counts the turns so far."""

    def __init__(self, turn_warning: float) -> None:
        self._turns: queue.SimpleQueue[tuple[str, Callable[[], None]] | None] = queue.SimpleQueue()
        self._turn_warning = turn_warning
        self.begun = 0

    @property
    def waiting(self) -> bool:
        """True when turns wait behind the one that runs."""
        return not self._turns.empty()

    def post(self, name: str, turn: Callable[[], None]) -> None:
        """Run `turn` after everything posted before it. Safe from signal handlers: the queue is reentrant."""
        self._turns.put((name, turn))

    def stop(self) -> None:
        """End `run` after the turns posted so far."""
        self._turns.put(None)

    def run(self) -> None:
        """Take turns until `stop`. A turn that raises is a fault of ours: logged, and the loop goes on."""
        while (entry := self._turns.get()) is not None:
            name, turn = entry
            self.begun += 1
            started = time.monotonic()
            try:
                turn()
            except Exception as error:  # noqa: BLE001  (one bad turn must not end the session)
                log.error("turn %s failed: %s", name, describe(error))
            spent = time.monotonic() - started
            if spent > self._turn_warning:
                log.warning("turn %s took %.0f ms", name, spent * 1e3)
