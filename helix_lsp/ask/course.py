"""Questions for a course of events, and the definition that such an answer begins with.

A question asks for a course by its grammar: an order, steps, from one thing to another, what lies between two. The definition that carries it out
is the one that calls what the question finds: others may speak of the same things, it has them done one after the other.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from helix_lsp.ask.live import LiveFile, LiveFiles
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.reading.units import Candidate
from helix_lsp.syntax.outline import Reference, Symbol
from helix_lsp.text.words import terms

_COURSE = re.compile(
    r"\bin (?:which|what) order\b|\bin order[,?]|\border (?:in which|of (?:the )?(?:calls|events|steps|execution))\b|"
    r"\b(?:which|what)(?: are)?(?: the)? (?:steps|stages|phases|sequence)\b|\bstep by step\b|\bone after (?:the other|another)\b|"
    r"\b(?:walk|take|lead|guide) me through\b|\b(?:goe?s?|went|pass(?:es)?|travels?) through\b|\bturn(?:s|ed)? into\b|"
    r"\bfrom .{1,60} (?:until|till|up to|to)\b|\b(?:what|which)\b.{1,60}\bbetween .{1,60} and\b",
    re.I,
)
_OTHER = re.compile(r"\W*why\b|.{0,80}\b(?:who|what|which \w+) (?:calls|uses)\b|.{0,80}\bdiff\w{0,8}n\w?ces?\b", re.I)
_ABLE = frozenset({"function", "method", "constructor", "macro"})
_LOOKED_AT = 80
_FEWEST = 2  # one call is handed on, two have an order
# By hand on questions of order over 21 repositories (24 questions, two sets that agree): the right definition stands first in 12 of them, by the
# order of reading alone in 5. A unit of reading's score is the unit of all three.
_CALLS, _ENOUGH = 1.0, 4
_FOUND, _MOST_FOUND = 2.0, 2.0
_SPOKEN = 2.0
_FADES = 4.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """`calls` are the calls of the body in the order in which they stand, those of names that the repository defines; `score` is comparable
    inside one question only.
    """

    path: str
    symbol: Symbol
    calls: tuple[Reference, ...]
    score: float


def asks_course(text: str) -> bool:
    """True where the words ask in which order, by which steps, or by which way something happens."""
    return _COURSE.search(text) is not None and _OTHER.match(text) is None


def calls_of(file: LiveFile, symbol: Symbol, snapshot: Snapshot) -> tuple[Reference, ...]:
    """The calls inside a body whose name the repository defines somewhere, in their order; the definition itself is none."""
    body = symbol.body or symbol.span
    inside = [r for r in file.references if r.kind == "call" and body.covers(r.span) and not (symbol.doc and symbol.doc.covers(r.span))]
    return tuple(sorted((r for r in inside if r.name != symbol.name and snapshot.defined(r.name)), key=lambda r: r.span.start))


def entries(reading: Reading, files: LiveFiles, snapshot: Snapshot) -> tuple[Entry, ...]:
    """The definitions among the units that were read, best first: by what reading gave them, how much they call, and how much of it was found
    for the same question. Cost: the calls of at most 80 units.
    """
    top = reading.units[0][1] if reading.units else 0.0
    found: dict[tuple[str, int], tuple[LiveFile, Symbol, float]] = {}
    best: dict[str, float] = {}
    for candidate, score in reading.units[:_LOOKED_AT]:
        told = _definition(candidate, files, snapshot)
        if told is None:
            continue
        file, symbol = told
        found.setdefault((file.path, symbol.span.start), (file, symbol, score - top))
        best.setdefault(symbol.name, score - top)  # units stand best first
    out: list[Entry] = []
    for file, symbol, score in found.values():
        calls = calls_of(file, symbol, snapshot)
        names = list(dict.fromkeys(r.name for r in calls))
        if len(names) < _FEWEST:
            continue
        held = [t for name in names for t in terms(name) if t in reading.wanted.stands]
        worth = score + _CALLS * min(len(names), _ENOUGH)
        worth += _FOUND * min(sum(math.exp(best[name] / _FADES) for name in names if name in best), _MOST_FOUND)
        worth += _SPOKEN * reading.wanted.share(reading.wanted.held(held))
        out.append(Entry(path=file.path, symbol=symbol, calls=calls, score=worth))
    out.sort(key=lambda e: (-round(e.score, 6), e.path, e.symbol.span.start))
    return tuple(out)


def _definition(candidate: Candidate, files: LiveFiles, snapshot: Snapshot) -> tuple[LiveFile, Symbol] | None:
    """What a unit is of, where it can be carried out and is the product's own."""
    entry, file = snapshot.file(candidate.path), files.file(candidate.path)
    if entry is None or file is None or not file.current or not 0 <= candidate.unit.symbol < len(file.outline.symbols):
        return None
    surface = entry.surface
    if surface.test or surface.example or surface.generated or surface.vendored or entry.generated:
        return None
    symbol = file.outline.symbols[candidate.unit.symbol]
    return (file, symbol) if symbol.kind in _ABLE else None
