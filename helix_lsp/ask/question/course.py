"""The definition that an answer about a course of events begins with: in which order, by which steps, from
one thing to another.

The definition that carries it out is the one that calls what the question finds: others may speak of the same
things, it has them done one after the other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass

from helix_lsp.ask.text.live import LiveFile, LiveFiles
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.ranking.bm25f import in_test_container
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.reading.units import Candidate
from helix_lsp.syntax.outline import Reference, Symbol

_ABLE = frozenset({"function", "method", "constructor", "macro"})
DIED = re.compile(r"\s*(?:raise|throw|panic!?)\b")
"""A line on which the course ends: what it calls is what it raises."""
_LOOKED_AT = 80
_FEWEST = 2  # one call is handed on, two have an order
# By hand on questions of order over 21 repositories (24 questions of two sets that agree): the right
# definition is first in 12 of them and among the first three in 17. A unit of reading's score is the unit
# of both.
_CALLS, _ENOUGH = 1.0, 8
_FOUND, _MOST_FOUND = 2.0, 4.0
_FADES = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """`calls` are the calls of the body in the order in which they stand, those of names that the repository
    defines; `score` is comparable inside one question only.
    """

    path: str
    symbol: Symbol
    calls: tuple[Reference, ...]
    score: float


def calls_of(file: LiveFile, symbol: Symbol, snapshot: Snapshot) -> tuple[Reference, ...]:
    """The calls of a body whose name the repository defines somewhere, in their order: neither those of a
    function inside it, which has its own course, nor the definition itself, nor what a line raises.
    """
    body = symbol.body or symbol.span
    inner = [
        s.span for s in file.outline.symbols if s.kind in _ABLE and s is not symbol and body.covers(s.span)
    ]
    inside = [
        r
        for r in file.references
        if r.kind == "call"
        and body.covers(r.span)
        and r.name != symbol.name
        and not any(span.covers(r.span) for span in inner)
        and not (symbol.doc and symbol.doc.covers(r.span))
        and not DIED.match(file.lines.line_text(file.lines.line_of(r.span.start)))
    ]
    return tuple(sorted((r for r in inside if snapshot.defined(r.name)), key=lambda r: r.span.start))


def entries(reading: Reading, files: LiveFiles, snapshot: Snapshot) -> tuple[Entry, ...]:
    """The definitions among the units that were read, best first: by what reading gave them, how much they
    call, and how much of it was found for the same question. Cost: the calls of at most 80 units.
    """
    top = reading.units[0][1] if reading.units else 0.0
    found: dict[tuple[str, int], tuple[LiveFile, Symbol, float]] = {}
    best: dict[str, float] = {}
    for candidate, score in reading.units[:_LOOKED_AT]:
        for file, symbol in _definitions(candidate, files, snapshot):
            found.setdefault((file.path, symbol.span.start), (file, symbol, score - top))
            best.setdefault(symbol.name, score - top)  # units stand best first
    out: list[Entry] = []
    for file, symbol, score in found.values():
        calls = calls_of(file, symbol, snapshot)
        names = list(dict.fromkeys(r.name for r in calls))
        if len(names) < _FEWEST:
            continue
        worth = score + _CALLS * min(len(names), _ENOUGH)
        worth += _FOUND * min(
            sum(math.exp(best[name] / _FADES) for name in names if name in best), _MOST_FOUND
        )
        out.append(Entry(path=file.path, symbol=symbol, calls=calls, score=worth))
    out.sort(key=lambda e: (-round(e.score, 6), e.path, e.symbol.span.start))
    return tuple(out)


def _definitions(
    candidate: Candidate, files: LiveFiles, snapshot: Snapshot
) -> Iterator[tuple[LiveFile, Symbol]]:
    """What a unit is of, and the functions inside it, where they can be carried out and are the product's
    own.
    """
    entry, file = snapshot.file(candidate.path), files.file(candidate.path)
    unit = candidate.unit
    if entry is None or file is None or not file.current or not 0 <= unit.symbol < len(file.outline.symbols):
        return
    surface = entry.surface
    if (
        surface.test
        or surface.example
        or surface.generated
        or surface.vendored
        or entry.generated
        or in_test_container(unit)
    ):
        return
    symbol = file.outline.symbols[unit.symbol]
    if symbol.kind not in _ABLE:
        return
    yield file, symbol
    for inner in file.outline.symbols:
        if inner.kind in _ABLE and inner is not symbol and symbol.span.covers(inner.span):
            first, last = file.lines.lines(inner.span)
            if first <= unit.end_line and unit.start_line <= last:
                yield file, inner
