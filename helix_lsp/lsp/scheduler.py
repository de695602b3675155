"""Who computes first: what an editor waits for while it draws, then the oldest question, then the rest.

One thread at a time runs in the interpreter, so threads that compute take turns whether they are wanted or
not: a hover beside four questions and an index gets a sixth of the processor. Here whoever may wait asks
between two steps whether somebody goes before, and waits a little. Nobody starves: a wait for what is urgent
is never longer than the work since the last one, nor than `patience`; of the questions the oldest computes
and the others wait for it, each a second in all; whoever has not asked for a while (it waits for a model, or
hangs) goes before nobody any more.
"""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager

_FORGOTTEN = 0.5  # seconds
_STEP = 0.01
_AHEAD = 1 << 62  # more turns than a server ever hands out
_MOST_FOR_OLDER = (
    1.0  # an ordinary question takes less; behind a check of a whole workspace nobody should wait to the end
)


class Scheduler:
    """Shared by all pools and background threads of a server; safe under threads."""

    def __init__(self, patience: float) -> None:
        """`patience` in seconds."""
        self.patience = patience
        self._changed = threading.Condition()
        self._urgent: dict[int, float] = {}
        self._asked: dict[int, float] = {}
        self._numbers = itertools.count(1)

    @contextmanager
    def urgent(self) -> Generator[None]:
        """Work that goes before all else, for its first half second."""
        number = next(self._numbers)
        self._urgent[number] = time.monotonic()
        try:
            yield
        finally:
            del self._urgent[number]
            with self._changed:
                self._changed.notify_all()

    def turn(self, *, ahead: int = 0) -> Turn:
        """A place behind all that were taken before with the same `ahead`, and before all with a smaller one."""
        return Turn(self, next(self._numbers) - ahead * _AHEAD)

    def let_urgent(self, most: float, given_up: Callable[[], bool]) -> None:
        """For `Turn`: wait at most so many seconds while urgent work is being done."""
        self._wait(self._urgent_now, most, given_up)

    def let_older(self, number: int, most: float, given_up: Callable[[], bool]) -> float:
        """For `Turn`: wait at most so many seconds while an older one computes; the seconds waited."""
        self._asked[number] = began = time.monotonic()
        self._wait(lambda: self._older_now(number), min(most, _FORGOTTEN), given_up)
        self._asked[number] = now = time.monotonic()
        return now - began

    def leave(self, number: int) -> None:
        """For `Turn`: nobody waits for this work any more."""
        self._asked.pop(number, None)

    def _wait(self, held: Callable[[], bool], most: float, given_up: Callable[[], bool]) -> None:
        if most <= 0 or not held():
            return
        until = time.monotonic() + most
        with self._changed:
            while (left := min(_STEP, until - time.monotonic())) > 0 and not given_up() and held():
                self._changed.wait(left)

    def _urgent_now(self) -> bool:
        since = time.monotonic() - _FORGOTTEN
        return any(began > since for began in tuple(self._urgent.values()))

    def _older_now(self, number: int) -> bool:
        since = time.monotonic() - _FORGOTTEN
        return any(other < number and asked > since for other, asked in tuple(self._asked.items()))


class Turn:
    """One piece of work that may wait. `give_way` belongs to its thread."""

    def __init__(self, order: Scheduler, number: int) -> None:
        self._order = order
        self._number = number
        self._worked_from = time.monotonic()
        self._for_older = _MOST_FOR_OLDER

    def give_way(self, given_up: Callable[[], bool] = lambda: False, *, ranked: bool = True) -> None:
        """Between two steps: wait while somebody goes before; with `ranked` also for older work of the same
        kind.
        """
        worked = time.monotonic() - self._worked_from
        if ranked:
            self._for_older -= self._order.let_older(self._number, self._for_older, given_up)
        self._order.let_urgent(min(self._order.patience, worked), given_up)
        self._worked_from = time.monotonic()

    def end(self) -> None:
        """It is done, whatever came of it."""
        self._order.leave(self._number)
