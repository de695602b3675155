"""The course of events that a question asks for: where it begins, what is done there in which order, and through
which definitions it goes on, as far as the end that is asked for.

The definition that it begins with is the one that has done what the question finds: others may speak of the same
things, it has them done one after the other.
"""

from __future__ import annotations

import math
from bisect import insort
from collections.abc import Iterator, Mapping

import msgspec

from helix_lsp.ask.evidence.callees import Act, Calls, in_rows, is_own
from helix_lsp.ask.evidence.way import (
    FEWEST,
    Asked,
    Node,
    Values,
    definitions,
    named_ends,
    reach,
    said_of,
    way_to,
)
from helix_lsp.ask.text.prose import plain
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.search.reading.read import Reading
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.words import terms
from helix_lsp.tuning.questions import COMPOSE

_LOOKED_AT = 80  # units
_MOST_BESIDE = 8
_TRIED = 12  # starts whose course is followed
_MOST_ACTS, _FIRST_ACTS, _FEW_ACTS = 15, 9, 3  # of the whole course, of its first stage, of another
_MOST_STAGES = 5
_ENOUGH = 8
_MOST_FOUND = 4.0
_FADES = 4.0
_DOC = 300  # bytes of a comment that say what a definition is for
_FADE = 0.93  # what a step further away is worth
_CLOSE = 1e-5  # scores are compared by six places


class Stage(msgspec.Struct, frozen=True, kw_only=True):
    """One definition on the way, with those of its acts that are told, in their order; `taken` is where it takes out
    of a queue what leads to it, None where it is called.
    """

    path: str
    symbol: Symbol
    acts: tuple[Act, ...]
    taken: Span | None = None


class Course(msgspec.Struct, frozen=True, kw_only=True):
    """`stages`, the start first; `beside` are further definitions on the way, each with its caller before it;
    `fits` is how much of the words for its beginning the start holds, 0..1; `reached` is False where an end was
    asked for and none of the acts is it.
    """

    stages: tuple[Stage, ...]
    beside: tuple[tuple[Node, Node], ...]
    score: float
    fits: float
    reached: bool = True

    @property
    def at(self) -> tuple[str, int]:
        """The place of its start."""
        return self.stages[0].path, self.stages[0].symbol.span.start


class _Start:
    """A definition that a course may begin with; what it leads to is followed when it is asked for. `most` is what its
    course can be worth.
    """

    def __init__(
        self, path: str, symbol: Symbol, score: float, asked: Asked, calls: Calls, *, named: bool
    ) -> None:
        self.path, self.symbol, self.score, self.named = path, symbol, score, named
        self.at = (path, symbol.span.start)
        self._calls = calls
        own, all_of_it = _about(path, symbol, calls)
        begins = asked.first or asked.every
        self.fits = (asked.share(own, begins) + asked.share(all_of_it, begins)) / 2
        self.most = self.worth(1.0 if asked.last else 0.0, 1.0, same=named)
        self._nodes: dict[tuple[str, int], Node] | None = None

    def worth(self, fit: float, covers: float, *, same: bool) -> float:
        """What its course is worth; `fit` and `covers` are 0..1."""
        return (
            self.score
            + COMPOSE.course_start * self.fits
            + COMPOSE.course_end * fit
            + COMPOSE.course_covers * covers
            + COMPOSE.course_facade * same
            - COMPOSE.course_passive * (self.symbol.kind == "constructor" and not self.named)
        )

    @property
    def nodes(self) -> dict[tuple[str, int], Node]:
        """What it leads to, itself first."""
        if self._nodes is None:
            self._nodes = reach(self.path, self.symbol, self._calls)
        return self._nodes

    def said(self) -> Iterator[tuple[str, ...]]:
        """The stems of each thing that is done on the way."""
        return (said_of(a) for n in self.nodes.values() for a in self._calls.of(n.path, n.symbol))


def best_course(question: str, reading: Reading, calls: Calls) -> Course | None:
    """The course that is asked for; None where nothing that was read has an order that is known. Cost: the acts of
    at most 80 units, and of what the twelve best of them lead to; what cannot win is not followed.
    """
    asked = Asked(question, reading)
    values = Values(reading, asked, calls)
    named = next(iter(named_ends(question, calls.snapshot)), ())
    found = list(_named(named, calls) if named else _found(reading, calls))
    found.sort(key=lambda f: (-round(f[2], 6), f[0], f[1].span.start))
    waiting = [_Start(*one, asked, calls, named=bool(named)) for one in found[:_TRIED]]
    if asked.last:
        asked.known(stems for start in waiting for stems in start.said())
    waiting.sort(key=lambda s: -s.most)
    led: dict[tuple[str, int], _Start] = {}
    out: list[Course] = []

    def follow(starts: list[_Start]) -> None:
        for start in starts:
            waiting.remove(start)
            if (course := _course(start, asked, calls, values)) is not None:
                led[course.at] = start
                out.append(course)
        out.sort(key=lambda c: (-round(c.score, 6), *c.at))

    while waiting and (not out or waiting[0].most > out[0].score - _CLOSE):
        follow(waiting[:1])
    if not out or named or not asked.last:
        return out[0] if out else None
    # Moved up to what leads to its start, as long as that speaks of the beginning as well.
    best, least, passed = out[0], out[0].score - COMPOSE.course_behind, set[tuple[str, int]]()
    while True:
        passed.add(best.at)
        fits, below = best.fits - COMPOSE.course_less, led[best.at].nodes
        follow([s for s in waiting if s.most > least - _CLOSE and s.fits >= fits and s.at not in below])
        above = (
            c
            for c in out
            if c.at not in passed
            and best.at in led[c.at].nodes
            and c.at not in below
            and c.fits >= fits
            and c.score >= least
            and c.reached >= best.reached
        )
        if (further := next(above, None)) is None:
            return best
        best = further


def _course(start: _Start, asked: Asked, calls: Calls, values: Values) -> Course | None:
    """What begins there; None where too little is done."""
    nodes, symbol, named = start.nodes, start.symbol, start.named
    target, fit = _target(nodes, asked, calls)
    same = max(
        (n for n in nodes.values() if named and _is_same(n.symbol, symbol) and calls.of(n.path, n.symbol)),
        key=lambda n: (len(calls.of(n.path, n.symbol)), -n.depth),
        default=None,
    )
    every = [stem for stems in start.said() for stem in stems]
    worth = start.worth(fit, asked.share(every, asked.every), same=same is not None)
    stages, beside = _stages(nodes[start.at], nodes, target, same, asked, calls, values)
    if sum(len(s.acts) for s in stages) < (1 if named else FEWEST):
        return None
    reached = not asked.last or target is not None
    return Course(stages=stages, beside=beside, score=worth, fits=start.fits, reached=reached)


def _is_same(one: Symbol, start: Symbol) -> bool:
    return one.name == start.name and one.qualified != start.qualified


def _named(defined: tuple[Defined, ...], calls: Calls) -> Iterator[tuple[str, Symbol, float]]:
    for one in defined[:_LOOKED_AT]:
        symbol = calls.here(one)
        if symbol is not None and is_own(one.path, calls.snapshot):
            acts = calls.of(one.path, symbol)
            if acts:
                rows = in_rows(acts, calls.files.file(one.path))
                yield one.path, symbol, float(min(len(rows), _ENOUGH))


def _found(reading: Reading, calls: Calls) -> Iterator[tuple[str, Symbol, float]]:
    """The definitions among the units that were read with what reading gave them, how much they call, and how
    much of it was found for the same question.
    """
    top = reading.units[0][1] if reading.units else 0.0
    found: dict[tuple[str, int], tuple[str, Symbol, float]] = {}
    best: dict[str, float] = {}
    for candidate, score in reading.units[:_LOOKED_AT]:
        for file, symbol in definitions(candidate, calls):
            found.setdefault((file.path, symbol.span.start), (file.path, symbol, score - top))
            best.setdefault(symbol.name, score - top)  # units stand best first
    near = {name: math.exp(score / _FADES) for name, score in best.items()}
    bounds = [
        (score + _most(path, symbol, near, calls), path, symbol, score)
        for path, symbol, score in found.values()
    ]
    bounds.sort(key=lambda b: -b[0])
    given: list[float] = []
    for most, path, symbol, score in bounds:
        if len(given) >= _TRIED and most < given[-_TRIED] - _CLOSE:
            break  # neither it nor those that follow are among the best
        acts = calls.of(path, symbol)
        if len(acts) < FEWEST:
            continue
        rows = in_rows(acts, calls.files.file(path))
        nearest = (max((near.get(a.reference.name, 0.0), a.reference.name) for a in row) for row in rows)
        close = math.fsum({name: value for value, name in nearest}.values())
        worth = score + min(len(rows), _ENOUGH) + COMPOSE.course_found * min(close, _MOST_FOUND)
        insort(given, worth)
        yield path, symbol, worth


def _most(path: str, symbol: Symbol, near: Mapping[str, float], calls: Calls) -> float:
    """What the acts of a definition can add to its score."""
    names = calls.names_in(path, symbol)
    if names is None:
        return _ENOUGH + COMPOSE.course_found * _MOST_FOUND
    close = sum(near[name] for name in dict.fromkeys(names) if name in near)
    return min(2 * len(names), _ENOUGH) + COMPOSE.course_found * min(close, _MOST_FOUND)


def _target(
    nodes: dict[tuple[str, int], Node], asked: Asked, calls: Calls
) -> tuple[tuple[Node, Act] | None, float]:
    """(the act that is the end asked for with the node it is in, how well it fits 0..1); None where none is."""
    best, at = 0.0, None
    for node in nodes.values() if asked.last else ():
        for act in calls.of(node.path, node.symbol):
            fit = asked.share(said_of(act), asked.last) * _FADE**node.depth
            if fit > best + 1e-9:
                best, at = fit, (node, act)
    return (at if best >= COMPOSE.course_reached else None), best


def _stages(
    start: Node,
    nodes: dict[tuple[str, int], Node],
    target: tuple[Node, Act] | None,
    same: Node | None,
    asked: Asked,
    calls: Calls,
    values: Values,
) -> tuple[tuple[Stage, ...], tuple[tuple[Node, Node], ...]]:
    """The way to the end, or to the definition of the same name, and what says most about the question beside it, each
    behind the act that leads to it.
    """
    end_node = target[0] if target is not None else same
    way = way_to(end_node, nodes) if end_node is not None else []
    shown = {n.key: n for n in (start, *way)}
    end = target[1].reference.span if target is not None else None
    leading = _leading(nodes, target[0], calls) if target is not None else frozenset[tuple[str, int]]()
    worth = {
        key: values.of(n) * 0.9 ** max(0, n.depth - 1) + COMPOSE.course_way * (key in leading)
        for key, n in nodes.items()
    }
    others = sorted(
        (
            n
            for key, n in nodes.items()
            if key not in shown
            and len(calls.of(n.path, n.symbol)) >= FEWEST
            and not (n.act is not None and n.act.reference.span == end and n.heir)
        ),
        key=lambda n: (-round(worth[n.key], 6), n.depth, n.path, n.symbol.span.start),
    )
    told = {(n.above, n.act.said) for n in shown.values() if n.act is not None}
    least = max((worth[n.key] for n in others), default=0.0) * COMPOSE.course_near
    least = max(COMPOSE.course_least, min(COMPOSE.course_stage, least))
    for one in others:
        if len(shown) >= _MOST_STAGES or worth[one.key] < least:
            break
        line = [one]
        while line[0].above not in shown:
            line.insert(0, nodes[line[0].above or (start.path, start.symbol.span.start)])
        said = {(n.above, n.act.said) for n in line if n.act is not None and n.act.taken is None}
        if len(shown) + len(line) <= _MOST_STAGES and said.isdisjoint(told):  # one heir speaks for all
            told |= said
            shown.update({n.key: n for n in line})
    leads = {(n.above, n.act.reference.span.start) for n in shown.values() if n.act is not None}
    if target is not None:
        leads.add((target[0].key, target[1].reference.span.start))
    stages: list[Stage] = []
    line = [start, *way]  # what only hands on leaves its room to the next
    main = next((n for n in line if len(calls.of(n.path, n.symbol)) >= FEWEST), start)

    def tell(node: Node) -> None:
        key = node.key
        room = max(_FIRST_ACTS, _MOST_ACTS - _FEW_ACTS * (len(shown) - 1)) if node is main else _FEW_ACTS
        acts = _told(node, {at for above, at in leads if above == key}, room, asked, calls)
        stages.append(
            Stage(
                path=node.path,
                symbol=node.symbol,
                acts=acts,
                taken=node.act.taken if node.act is not None else None,
            )
        )
        below = [n for n in shown.values() if n.above == key and n.act is not None]
        for one in sorted(below, key=lambda n: n.act.reference.span.start if n.act is not None else 0):
            tell(one)

    tell(start)
    told_here = {n.key for n in shown.values()}
    more = sorted(
        (n for n in nodes.values() if n.key not in told_here and worth[n.key] >= COMPOSE.course_beside),
        key=lambda n: (-round(worth[n.key], 6), n.depth, n.path, n.symbol.span.start),
    )
    beside: dict[tuple[str, int], Node] = {}
    for one in more:
        line = [n for n in way_to(one, nodes) if n.key not in told_here and n.key not in beside]
        if len(beside) + len(line) <= _MOST_BESIDE:
            beside.update({n.key: n for n in line})
    ordered = [n for n in nodes.values() if n.key in beside]  # nearest first
    return tuple(s for s in stages if s.acts), tuple(
        (nodes[n.above], n) for n in ordered if n.above is not None
    )


def _leading(nodes: dict[tuple[str, int], Node], target: Node, calls: Calls) -> frozenset[tuple[str, int]]:
    """The nodes from which the end is reached, whatever they were reached by themselves."""
    into: dict[tuple[str, int], list[tuple[str, int]]] = {}
    for key, node in nodes.items():
        for act in calls.of(node.path, node.symbol):
            for defined, here in () if act.failed else calls.after(act):
                into.setdefault((defined.path, here.span.start), []).append(key)
    found, waiting = {target.key}, [target.key]
    while waiting:
        for key in into.get(waiting.pop(), ()):
            if key not in found:
                found.add(key)
                waiting.append(key)
    return frozenset(found)


def _told(node: Node, leads: set[int], room: int, asked: Asked, calls: Calls) -> tuple[Act, ...]:
    """The acts of a stage that say something: those that lead on, that hold a word of the question, or that do
    something of their own.
    """
    acts = calls.of(node.path, node.symbol)
    file = calls.files.file(node.path)
    rated: dict[int, tuple[float, int, Act]] = {}  # by line: what is called for another call is told by it
    for at, act in enumerate(acts):
        worth = max(
            asked.share(said_of(act), asked.every),
            COMPOSE.course_under * asked.share(terms(act.under), asked.every),
        )
        if act.reference.span.start in leads:
            worth += 2.0
        elif any(calls.of(d.path, s) for d, s in calls.after(act)):
            worth += COMPOSE.leads_on
        elif act.several:
            worth += COMPOSE.in_a_row
        elif not worth and not (act.to and len(acts) <= _FEW_ACTS):
            continue  # it gives something back, or writes a log
        row = file.lines.line_of(act.reference.span.start) if file is not None else at
        if row not in rated or worth > rated[row][0]:
            rated[row] = worth, at, act
    most = max(room, len(leads))
    kept = (
        sorted(rated.values(), key=lambda r: (-round(r[0], 6), r[1]))[:most]
        or [(0.0, at, act) for at, act in enumerate(acts) if act.to][:FEWEST]
    )
    return tuple(act for _, _, act in sorted(kept, key=lambda r: r[1]))


def _about(path: str, symbol: Symbol, calls: Calls) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The stems of a definition's name and owner, and of these with all it says of itself."""
    file = calls.files.file(path)
    doc = plain(symbol.doc.cut(file.data)[:_DOC]) if file is not None and symbol.doc is not None else ""
    own = tuple(terms(symbol.qualified))
    return own, (*own, *terms(f"{path} {symbol.signature} {doc}"))
