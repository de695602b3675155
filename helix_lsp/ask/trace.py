"""The trace of one question: each climb of the ladder that it took, and what each rung of it was called, how
it ended, what it said, how long it took.

The recorder is the only writer. Live events, `--explain`, the debug payload and the editor's trace view are
readers.
`elapsed_us` is never compared and is not a part of any digest (I4).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, ParamSpec, Protocol, TypeVar

import msgspec

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.ask.draft import Events, live_line
from helix_lsp.text.digest import digest_of

P = ParamSpec("P")
Purpose = Literal["choice", "question", "not_near", "place", "no_model", "withheld"]
"""Why the ladder was climbed: `choice` to work out again what could be chosen, `question` as it was asked,
`not_near` without what is open, `place` as the place of the cursor means it; then for the counterfactual
`no_model` without the model, and `withheld` without the top evidence.
"""
_ANSWERS = frozenset({"question", "not_near", "place"})


class Outcome(Protocol):
    """What every rung returns: a status word, live events, and facts for the reader of a trace."""

    @property
    def status(self) -> str: ...

    @property
    def events(self) -> Events: ...

    @property
    def facts(self) -> tuple[tuple[str, str], ...]: ...


T = TypeVar("T", bound=Outcome)


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One rung of one climb; `digest` is over its name, status and facts."""

    number: int
    name: str
    status: str
    events: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    digest: str
    elapsed_us: int


class Climb(msgspec.Struct, frozen=True, kw_only=True):
    """One climb, with its rungs in the order they ran."""

    purpose: Purpose
    steps: tuple[Step, ...]


class Trace(msgspec.Struct, frozen=True, kw_only=True):
    """All climbs in the order they ran; `lines` are the live events that were emitted, in their order."""

    climbs: tuple[Climb, ...]
    lines: tuple[str, ...]

    @property
    def answer(self) -> Climb:
        """The climb whose envelope is the answer: the last one that was made for it."""
        return next(climb for climb in reversed(self.climbs) if climb.purpose in _ANSWERS)

    @property
    def elapsed_us(self) -> int:
        """Of all rungs of all climbs."""
        return sum(step.elapsed_us for climb in self.climbs for step in climb.steps)


class Recorder:
    """Runs rungs and writes the trace. `clock` gives microseconds; `emit` receives each live-event line as it
    happens, but for those of a climb that is not `aloud`.
    """

    def __init__(
        self, clock: Callable[[], int], emit: Callable[[str], None], check: Callable[[], None]
    ) -> None:
        self._clock, self._emit, self._check = clock, emit, check
        self._climbs: list[tuple[Purpose, list[Step]]] = []
        self._lines: list[str] = []
        self._aloud = True

    def begin(self, purpose: Purpose, *, aloud: bool = True) -> None:
        """The rungs that follow belong to a new climb."""
        self._climbs.append((purpose, []))
        self._aloud = aloud

    def say(self, one: Reason) -> None:
        """A live event, of a rung or of the conversation between two climbs."""
        line = live_line(one)
        self._lines.append(line)
        self._emit(line)

    def rung(self, number: int, name: str, act: Callable[P, T]) -> Callable[P, T]:
        """A rung, ready to be called with what it reads; raises `Cancelled` before it runs when the caller
        gave up.
        """

        def run(*args: P.args, **kwargs: P.kwargs) -> T:
            self._check()
            before = self._clock()
            out = act(*args, **kwargs)
            elapsed = self._clock() - before
            for one in out.events if self._aloud else ():
                self.say(one)
            self._climbs[-1][1].append(
                Step(
                    number=number,
                    name=name,
                    status=out.status,
                    events=tuple(map(live_line, out.events)),
                    facts=out.facts,
                    digest=digest_of([name, out.status, [list(f) for f in out.facts]])[:16],
                    elapsed_us=elapsed,
                )
            )
            return out

        return run

    def trace(self) -> Trace:
        """The climbs so far."""
        return Trace(
            climbs=tuple(Climb(purpose=purpose, steps=tuple(steps)) for purpose, steps in self._climbs),
            lines=tuple(self._lines),
        )
