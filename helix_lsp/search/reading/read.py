"""The door: what was found is read, and the passages that carry the answer come back, best first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from helix_lsp.index.snapshot import Snapshot
from helix_lsp.search.reading.order import UnitOrder, dot
from helix_lsp.search.reading.units import Candidate
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.search.reading.weights import WINDOWS
from helix_lsp.search.reading.windows import Window, windows

_UNITS = 25
_PASSAGES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A window with its score, comparable inside one reading only."""

    window: Window
    score: float

    @property
    def order(self) -> tuple[float, str, int, int]:
        """The total order of passages (I7)."""
        return (-round(self.score, 6), self.window.path, self.window.first, self.window.last)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """`passages` best first, none overlapping another; `units` are the ranked units, best first, with their scores."""

    wanted: WantedWords
    units: tuple[tuple[Candidate, float], ...]
    passages: tuple[Passage, ...]


def read(order: UnitOrder, snapshot: Snapshot, texts: Callable[[str], bytes | None], check: Callable[[], None] = lambda: None) -> Reading:
    """The windows of the best units of a search (`Results.order`), ranked. Deterministic."""
    wanted, ranked = order.wanted, order.units
    found: list[Passage] = []
    lines: dict[str, list[str]] = {}
    for rank, (candidate, score) in enumerate(ranked[:_UNITS]):
        check()
        path = candidate.path
        if path not in lines:
            lines[path] = (texts(path) or b"").decode("utf-8", "replace").split("\n")
        entry = snapshot.file(path)
        document = entry is not None and entry.surface.kind == "docs"
        held = windows(path, candidate.unit, lines[path], score - ranked[0][1], rank, document, wanted)
        found += [Passage(window=window, score=dot(WINDOWS, window.features)) for window in held]
    return Reading(wanted=wanted, units=ranked, passages=_apart(sorted(found, key=lambda p: p.order)))


def _apart(found: list[Passage]) -> tuple[Passage, ...]:
    """The best passages of which no two share a line."""
    kept: list[Passage] = []
    for passage in found:
        w = passage.window
        if not any(k.window.path == w.path and k.window.first <= w.last and w.first <= k.window.last for k in kept):
            kept.append(passage)
            if len(kept) == _PASSAGES:
                break
    return tuple(kept)

