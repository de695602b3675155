"""The door: what was found is read, and the passages that carry the answer come back, best first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.reading.fold_in import UnitOrder, dot
from helix_lsp.search.reading.likeness import POOL, Likeness, features, likenesses
from helix_lsp.search.reading.units import Candidate
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.search.reading.weights import LIKENESS, WINDOWS
from helix_lsp.search.reading.windows import Window, windows
from helix_lsp.text.line_index import lines_of

_UNITS = 25
_PASSAGES = 10
_LONGEST = 900  # characters of a passage that a model of meaning is shown


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
    """`passages` best first, none overlapping another; `units` are the ranked units, best first, with their
    scores.

    `meaning` says what became of the model of meaning: `` without one, `applied`, or why the order of words
    stands; `nearest` is the likeness, -1..1, of the passage that is most like the question, None where it is
    not known.
    """

    wanted: WantedWords
    units: tuple[tuple[Candidate, float], ...]
    passages: tuple[Passage, ...]
    meaning: str = ""
    nearest: float | None = None


def by_meaning(reading: Reading | None) -> bool:
    """True where a model of meaning had a say in the order of what was read."""
    return reading is not None and reading.meaning == "applied"


def read(
    order: UnitOrder,
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    check: Callable[[], None] = lambda: None,
    *,
    question: str = "",
    likeness: Likeness | None = None,
) -> Reading:
    """The windows of the best units of a search (`Results.order`), ranked; with `likeness` also by how alike
    they and the `question` are.
    """
    wanted, ranked = order.wanted, order.units
    found: list[Passage] = []
    lines: dict[str, list[str]] = {}
    for rank, (candidate, score) in enumerate(ranked[:_UNITS]):
        check()
        path = candidate.path
        if path not in lines:
            lines[path] = lines_of(texts(path) or b"")
        entry = snapshot.file(path)
        document = entry is not None and entry.surface.kind == "docs"
        held = windows(path, candidate.unit, lines[path], score - ranked[0][1], rank, document, wanted)
        found += [Passage(window=window, score=dot(WINDOWS, window.features)) for window in held]
    found.sort(key=lambda p: p.order)
    if likeness is None:
        return Reading(wanted=wanted, units=ranked, passages=tuple(_apart(found, _PASSAGES)))
    best = _apart(found, POOL)
    values, note = likenesses(
        question, tuple(_shown(p.window, lines[p.window.path]) for p in best), likeness, check
    )
    if values:
        rows = features([p.score for p in best], values)
        best = sorted(
            (replace(p, score=dot(LIKENESS, row)) for p, row in zip(best, rows, strict=True)),
            key=lambda p: p.order,
        )
    return Reading(
        wanted=wanted,
        units=ranked,
        passages=tuple(best[:_PASSAGES]),
        meaning=note,
        nearest=max(values) if values else None,
    )


def _shown(window: Window, lines: list[str]) -> str:
    """A passage as a model of meaning sees it: where it stands, and its lines."""
    return f"{window.path} {window.unit.name}\n" + "\n".join(lines[window.first - 1 : window.last])[:_LONGEST]


def _apart(found: list[Passage], most: int) -> list[Passage]:
    """The best passages of which no two share a line."""
    kept: list[Passage] = []
    for passage in found:
        w = passage.window
        if not any(
            k.window.path == w.path and k.window.first <= w.last and w.first <= k.window.last for k in kept
        ):
            kept.append(passage)
            if len(kept) == most:
                break
    return kept
