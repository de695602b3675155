"""The trace of one question: what each rung was called, how it ended, what it said, how long it took.

The recorder is the only writer. Live events, `--explain`, the debug payload and the editor's trace view are readers.
`elapsed_us` is never compared and is no part of any digest (I4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ParamSpec, Protocol, TypeVar

from helix_lsp.text.digest import digest_of

P = ParamSpec("P")


class Outcome(Protocol):
    """What every rung returns: a status word, live-event lines, and facts for the reader of a trace."""

    @property
    def status(self) -> str: ...

    @property
    def events(self) -> tuple[str, ...]: ...

    @property
    def facts(self) -> tuple[tuple[str, str], ...]: ...


T = TypeVar("T", bound=Outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One rung of one run; `digest` is over its name, status and facts."""

    number: int
    name: str
    status: str
    events: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    digest: str
    elapsed_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """All steps in the order they ran."""

    steps: tuple[Step, ...]


class Recorder:
    """Runs rungs and writes the trace. `clock` gives microseconds; `emit` receives each live-event line as it happens."""

    def __init__(self, clock: Callable[[], int], emit: Callable[[str], None], check: Callable[[], None]) -> None:
        self._clock, self._emit, self._check = clock, emit, check
        self._steps: list[Step] = []

    def rung(self, number: int, name: str, act: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run one rung; raises `Cancelled` between rungs when the caller gave up."""
        self._check()
        before = self._clock()
        out = act(*args, **kwargs)
        elapsed = self._clock() - before
        for line in out.events:
            self._emit(line)
        self._steps.append(
            Step(
                number=number,
                name=name,
                status=out.status,
                events=out.events,
                facts=out.facts,
                digest=digest_of([name, out.status, [list(f) for f in out.facts]])[:16],
                elapsed_us=elapsed,
            )
        )
        return out

    def trace(self) -> Trace:
        """The steps so far."""
        return Trace(steps=tuple(self._steps))
