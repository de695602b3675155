"""How the cost of a pattern grows with its text: processor time at one length, at four times and at sixteen
times that length, in one run.

A pattern is called superlinear only where both steps grew far more than linearly, each the best of three, and
the cost is far above what a linear pattern needs. The time is that of this thread, so that other processes
hardly count. An alarm on processor time ends what would never end.
"""

from __future__ import annotations

import re
import signal
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import thread_time
from typing import Any

from tests.support.adversary import Recipe, recipes

FIRST = 4_000  # characters: a quadratic pattern shows here, a linear one is done in some ten microseconds
SLOW = 0.001  # seconds for FIRST characters, 250 ns each: what is faster is not looked at again
STEP = 4
STEEP = 8.0  # growth over one step: 4 is linear, 16 quadratic
CLEAR = 0.05  # seconds: below this a growth is not believed
LIMIT = 0.6  # seconds of processor time that one call may take: 9 us for each of the most characters, what no linear pattern needs
NEVER = float("inf")


class _TooLongError(Exception):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """One pattern used in one way on one kind of text: lengths in characters and seconds of processor time."""

    way: str
    recipe: Recipe
    costs: tuple[tuple[int, float], ...]

    @property
    def steep(self) -> bool:
        """Whether it grew faster than linearly, clearly and wherever it was looked at."""
        return self.costs[-1][1] >= CLEAR and all(
            after > STEEP * before
            for (_, before), (_, after) in zip(self.costs, self.costs[1:], strict=False)
        )

    def __str__(self) -> str:
        shown = ", ".join(f"{length}: {cost * 1000:.1f} ms" for length, cost in self.costs)
        return f"{self.way} on {self.recipe.head[:40]!r} + {self.recipe.unit[:40]!r} * n ({shown})"


def superlinear(pattern: re.Pattern[Any], ways: frozenset[str]) -> Growth | None:
    """The first text on which a pattern, used in one of these ways, grows faster than its text.

    What turned out slow but linear sets the mark for the texts after it: a quadratic one costs many times as
    much.
    """
    if "finditer" in ways:
        ways -= {"search"}  # is the first step of it
    marks = dict.fromkeys(sorted(ways), SLOW)
    for recipe in recipes(pattern):
        text = given(pattern, recipe, FIRST)
        for way, mark in marks.items():
            took = cost(pattern, way, text)
            if (
                mark < took < NEVER
            ):  # once more, twice: a moment in which the machine did something else would hide a growth
                took = min(took, cost(pattern, way, text), cost(pattern, way, text))
            if took <= mark or (
                took < NEVER and cost(pattern, way, given(pattern, recipe, FIRST * STEP)) < STEEP * took
            ):
                marks[way] = max(mark, 1.5 * took) if took > mark else mark
                continue
            growth = _grown(pattern, way, recipe)
            if growth.steep:
                return growth
    return None


def given(pattern: re.Pattern[Any], recipe: Recipe, length: int) -> str | bytes:
    """The text in the kind that the pattern reads."""
    text = recipe.text(length)
    return text.encode("utf-8") if isinstance(pattern.pattern, bytes) else text


def cost(pattern: re.Pattern[Any], way: str, text: str | bytes) -> float:
    """Seconds of processor time; NEVER where the alarm went off."""
    act: Callable[[], object] = (
        (lambda: deque(pattern.finditer(text), maxlen=0))
        if way == "finditer"
        else lambda: getattr(pattern, way)(text)
    )
    with _alarm(LIMIT):
        before = thread_time()
        try:
            act()
        except _TooLongError:
            return NEVER
        return thread_time() - before


def _grown(pattern: re.Pattern[Any], way: str, recipe: Recipe) -> Growth:
    """Best of three at three lengths; the alarm ends the row."""
    costs: list[tuple[int, float]] = []
    for length in (FIRST, FIRST * STEP, FIRST * STEP * STEP):
        text = given(pattern, recipe, length)
        best = cost(pattern, way, text)
        for _ in range(2 if best < NEVER else 0):
            best = min(best, cost(pattern, way, text))
        costs.append((length, best))
        if best == NEVER:
            break
    return Growth(way=way, recipe=recipe, costs=tuple(costs))


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raises after so much processor time; the engine looks for signals while it matches."""

    def ring(*_: object) -> None:
        raise _TooLongError

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
