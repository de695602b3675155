"""When has everything been done that follows from what the client has sent (`helix/test/settled`)?

Work is handed from one thread to the next: a request owes a look at the disk, a look begins a refresh, a
refresh has documents checked, and that sends diagnostics. So one look at all workers proves nothing. Two looks
in two turns of the loop, one right after the other, do: where both find every worker at rest, with nothing
begun in between, there was a moment at which all of them rested. A worker hands on what it has done before it
rests.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Protocol

from helix_lsp.lsp.client import Loop
from helix_lsp.tuning.waiting import WAITING

Check = Callable[[], None]


class Worker(Protocol):
    """Who does what follows from messages. Both are read on the loop."""

    @property
    def at_rest(self) -> bool:
        """True when it does nothing and nothing waits for it; what it did it has handed on."""
        ...

    @property
    def begun(self) -> int:
        """How often it began."""
        ...


def await_settled(loop: Loop, workers: Callable[[], Sequence[Worker]], check: Check) -> None:
    """Waits, not on the loop, until all rest. `workers` is called on the loop; `check` raises Cancelled."""
    while True:
        answered = threading.Event()
        seen: list[tuple[int, ...] | None] = []

        def first(seen: list[tuple[int, ...] | None] = seen, answered: threading.Event = answered) -> None:
            seen.append(_rest(loop, workers()))
            loop.post("settled", lambda: second(seen, answered))

        def second(seen: list[tuple[int, ...] | None], answered: threading.Event) -> None:
            seen.append(_rest(loop, workers()))
            answered.set()

        loop.post("settled", first)
        while not answered.wait(WAITING.poll):
            check()
        before, after = seen
        if before is not None and after is not None and after == (before[0] + 1, *before[1:]):
            return
        check()
        threading.Event().wait(WAITING.pause)


def _rest(loop: Loop, workers: Sequence[Worker]) -> tuple[int, ...] | None:
    """The counts of all, the loop's first; None when something is under way."""
    if loop.waiting or not all(worker.at_rest for worker in workers):
        return None
    return (loop.begun, *(worker.begun for worker in workers))
