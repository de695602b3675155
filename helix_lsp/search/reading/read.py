"""The door: what was found is read, and the passages that carry the answer come back, best first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.search.reading.units import Candidate, candidates
from helix_lsp.search.reading.wanted import WantedWords, wanted_words
from helix_lsp.search.reading.weights import UNITS, WINDOWS
from helix_lsp.search.reading.windows import Window, windows
from helix_lsp.search.search import Results

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


def read(
    results: Results, snapshot: Snapshot, texts: Callable[[str], bytes | None], cfg: SearchConfig, check: Callable[[], None] = lambda: None
) -> Reading:  # fmt: skip
    """Rank the units of what was found, then the windows of the best of them. Deterministic."""
    wanted = wanted_words(results, snapshot)
    ranked = sorted(
        ((c, _dot(UNITS, c.features)) for c in candidates(wanted, results, snapshot, cfg, check)),
        key=lambda x: (-round(x[1], 6), x[0].path, x[0].unit.ordinal),
    )  # fmt: skip
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
        found += [Passage(window=window, score=_dot(WINDOWS, window.features)) for window in held]
    return Reading(wanted=wanted, units=tuple(ranked), passages=_apart(sorted(found, key=lambda p: p.order)))


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


def _dot(weights: tuple[float, ...], features: tuple[float, ...]) -> float:
    return sum(w * f for w, f in zip(weights, features, strict=True))
