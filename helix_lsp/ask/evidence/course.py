"""The definition that an answer about a course of events begins with: in which order, by which steps, from
one thing to another.

The definition that carries it out is the one that calls what the question finds: others may speak of the same
things, it has them done one after the other.
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from helix_lsp.ask.evidence.callees import callees
from helix_lsp.ask.text.live import LiveFile, LiveFiles
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.search.ranking.bm25f import in_test_container
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.reading.units import Candidate
from helix_lsp.syntax.outline import Reference, Symbol
from helix_lsp.text.words import terms

_ABLE = frozenset({"function", "method", "constructor", "macro"})
CALLABLE = _ABLE | {"property"}
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
_NAMED = 4.0
_LONGEST = 80
_FACADE, _HOPS, _REACHED = 6.0, 4, 60
_OBJECT = re.compile(r"[\w.@$>:\-]{0,80}\Z")
_OWN = re.compile(r"(?:(?:self|this|super|cls|Self)(?:\.|->|::))?\Z")
_NAME = re.compile(r"(?<![\w.:#`])(`?)([A-Za-z_][\w.:#]{0,80}[!?]?)`?(\(\))?")
_FROM = re.compile(r"\bfrom (?:the |an? |calling |calls? (?:of |to ))?\Z", re.I)
_CODE = re.compile(r"[a-z][A-Z]|\w_\w|\w(?:\.|::|#)\w")


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
        and not (r.name == symbol.name and _OWN.match(called_as(file, r)[: -len(r.name)]))
        and not any(span.covers(r.span) for span in inner)
        and not (symbol.doc and symbol.doc.covers(r.span))
        and not DIED.match(file.lines.line_text(file.lines.line_of(r.span.start)))
    ]
    return tuple(sorted((r for r in inside if snapshot.defined(r.name)), key=lambda r: r.span.start))


def named_ends(question: str, snapshot: Snapshot) -> tuple[tuple[Defined, ...], ...]:
    """What can be called and is named in a question about a course, the start first, all that bear one name
    together: what follows `from`, then what is written as code.
    """
    names = list(_NAME.finditer(question))
    written = [m[2] for m in names if _FROM.search(question[: m.start()])]
    written += [m[2] for m in names if m[1] or m[3] or _CODE.search(m[2])]
    found = (
        bearing(name, snapshot) or bearing(name.rstrip("?"), snapshot) for name in dict.fromkeys(written)
    )
    return tuple(dict.fromkeys(defined for defined in found if defined))


def bearing(name: str, snapshot: Snapshot) -> tuple[Defined, ...]:
    """What can be called and bears the name, of its owner where one is written; the product's own first."""
    *owner, last = re.split(r"\.|::|#", name)
    found = [
        d
        for d in snapshot.defined(last)
        if last
        and d.symbol.name == last
        and d.symbol.kind in CALLABLE
        and (not owner or owner[-1] in d.symbol.qualified.split("."))
    ]

    def order(d: Defined) -> tuple[bool, str, int]:
        return not _is_own(d.path, snapshot), d.path, d.ordinal

    return tuple(sorted(found, key=order))


def starts(
    defined: tuple[Defined, ...], reading: Reading, files: LiveFiles, snapshot: Snapshot
) -> tuple[Entry, ...]:
    """The definitions of one name as entries, best first: by how much they call, and how much of the question their
    names and what they call hold.
    """
    out: list[Entry] = []
    for one in defined[:_LOOKED_AT]:
        file = files.file(one.path)
        if not _is_own(one.path, snapshot) or file is None or not file.current:
            continue
        symbol = file.outline.symbols[one.ordinal]
        calls = calls_of(file, symbol, snapshot)
        if calls:
            around = f"{one.path} {symbol.qualified} {symbol.signature} {symbol.doc.cut(file.data).decode('utf-8', 'replace') if symbol.doc else ''}"
            names = [t for r in calls for t in terms(r.name)]
            worth = _CALLS * _number(file, symbol, calls) + _NAMED * (
                _share(names, reading) + _share(terms(around), reading)
            )
            worth += _FACADE if len(defined) > 1 and handed_on(one, files) is not None else 0.0
            out.append(Entry(path=one.path, symbol=symbol, calls=calls, score=worth))
    out.sort(key=lambda e: (-round(e.score, 6), e.path, e.symbol.span.start))
    return tuple(out)


def called_as(file: LiveFile, call: Reference) -> str:
    """A call with the object that it is made on, as written: one name on several objects is several steps."""
    start = file.lines.line_span(file.lines.line_of(call.span.start)).start
    before = file.data[start : call.span.start].decode("utf-8", "replace")
    found = _OBJECT.search(before[-_LONGEST:])
    return f"{found[0] if found is not None else ''}{call.name}"


def _number(file: LiveFile, symbol: Symbol, calls: tuple[Reference, ...]) -> int:
    """How many things are called: by name, and where one name is called on several objects what it means there."""
    number, objects = len({call.name for call in calls}), len({called_as(file, call) for call in calls})
    if number < _ENOUGH and objects >= 2 * number:
        own = {call.span.start for call in calls}
        number = max(number, sum(c.reference.span.start in own for c in callees(file, symbol)))
    return min(number, _ENOUGH)


def handed_on(one: Defined, files: LiveFiles) -> Defined | None:
    """The definition of the same name that a few calls lead to: the `send` of what `Client.send` sends through."""
    seen, waiting = {(one.path, one.ordinal)}, deque([(one, 0)])
    while waiting:
        caller, hops = waiting.popleft()
        file, symbol = files.file(caller.path), files.live.symbol(caller)
        if file is None or symbol is None:
            continue
        for callee in callees(file, symbol):
            there = callee.defined
            if there.symbol.name == one.symbol.name and there.symbol.qualified != one.symbol.qualified:
                return there
            if (key := (there.path, there.ordinal)) not in seen and hops + 1 < _HOPS and len(seen) < _REACHED:
                seen.add(key)
                waiting.append((there, hops + 1))
    return None


def _share(words: Iterable[str], reading: Reading) -> float:
    wanted = reading.wanted
    return wanted.share(wanted.held([t for t in dict.fromkeys(words) if t in wanted.stands]))


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
        if len({called_as(file, r) for r in calls}) < _FEWEST:
            continue
        worth = score + _CALLS * _number(file, symbol, calls)
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
    file, unit = files.file(candidate.path), candidate.unit
    if file is None or not file.current or not 0 <= unit.symbol < len(file.outline.symbols):
        return
    if not _is_own(candidate.path, snapshot) or in_test_container(unit):
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


def _is_own(path: str, snapshot: Snapshot) -> bool:
    """True for the product's own code, no test, example or copy."""
    entry = snapshot.file(path)
    if entry is None:
        return False
    surface = entry.surface
    return not (surface.test or surface.example or surface.generated or surface.vendored or entry.generated)
