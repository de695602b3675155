"""Points at which a protocol test holds back what one process hands to the other (`serve --test-hooks`).

A point is named by the call and what passes; docs/adr/0008-a-companion-process.md lists all of them, each with
its law. A server without the hooks does not have an object of this kind.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable

from helix_lsp.tuning.waiting import WAITING

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
