"""`In which order ...?`, `from ... until ...?`: one definition that carries it out, its lines where most is
called, and its calls in their order.

Only calls whose receiver is known are stated as steps; the excerpt shows the others as they stand. A step
that is under a condition says so.
"""

from __future__ import annotations

import re
from dataclasses import replace
from textwrap import dedent

from helix_lsp.ask.compose.material import Material, code, introduce
from helix_lsp.ask.draft import Part, Sentence
from helix_lsp.ask.evidence.callees import Callee, callees
from helix_lsp.ask.evidence.course import Entry, called_as, calls_of, entries, handed_on, named_ends, starts
from helix_lsp.ask.text.excerpt import MOST_LINES
from helix_lsp.ask.text.live import LiveFile
from helix_lsp.ask.text.quote import Quote, line_quote, quote
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Reference, Symbol
from helix_lsp.text.span import Span
from helix_lsp.text.words import terms
from helix_lsp.tuning.compose import COMPOSE

_ENTRIES = 2
_TRIED = 6
_FEWEST = 2
_THIN = 4
_ONWARD = 3
_LINE_CHARS = 90
_MOST_ITEMS = 9
_MOST_FURTHER = 2
_CONDITION = re.compile(r"[})]{0,2} ?(?:if|elif|elsif|else if|unless|case|when|except|catch|rescue)\b")
_OTHERWISE = re.compile(r"[})]{0,2} ?(?:else|default)\W{0,9}\Z")


def steps(material: Material) -> tuple[Part, ...]:
    """One part for each of at most two entries; none where nothing that was read has an order that is known."""
    if material.reading is None:
        return ()
    if part := _named_course(material):
        return part
    out: list[Part] = []
    best = 0.0
    for entry in entries(material.reading, material.live, material.snapshot)[:_TRIED]:
        if out and entry.score < best - COMPOSE.second_course:
            break
        if (part := _of(entry, material)) is not None:
            best = best if out else entry.score
            out.append(part)
            if len(out) == _ENTRIES:
                break
    return tuple(out)


def _named_course(material: Material) -> tuple[Part, ...]:
    """The course that begins with the definition which the question names, and goes on with the one of the same
    name that it leads to.
    """
    assert material.reading is not None
    defined = next(iter(named_ends(material.question.text, material.snapshot)), ())
    every = starts(defined, material.reading, material.live, material.snapshot)
    for entry in every[:_TRIED]:
        if (part := _of(entry, material, named=True)) is None:
            continue
        one = next(d for d in defined if (d.path, d.symbol.span) == (entry.path, entry.symbol.span))
        on = handed_on(one, material.live) if len(defined) > 1 else None
        others = (
            e
            for e in every
            if on is not None and e.path == on.path and e.symbol.qualified == on.symbol.qualified
        )
        further = (p for e in others if e is not entry and (p := _of(e, material, named=True)) is not None)
        return (part, *([p] if (p := next(further, None)) is not None else []))
    return ()


def _of(entry: Entry, material: Material, *, named: bool = False) -> Part | None:
    file, held = material.live.file(entry.path), material.snapshot.file(entry.path)
    if file is None or held is None:
        return None
    if (
        named
        and (next_ := _handed_on(entry, file, material)) is not None
        and (part := _of(next_, material, named=True))
    ):
        head = line_quote(file, entry.symbol.name_span)
        lead = part.sentences[0]
        called = Sentence(
            text=f"{introduce(entry.symbol)}, which calls `{code(next_.symbol.qualified)}`:",
            quotes=(head, *lead.quotes),
            code=lead.code,
            language=lead.language,
        )
        return replace(part, sentences=(called, *part.sentences[1:]))
    chosen = _chosen(entry.symbol, entry.calls, file, material, material.cfg.steps)
    if len(chosen) < (1 if named else _FEWEST):
        return None  # one known call does not have an order
    shown = _shown(entry, [c for _, c in chosen], file, material)
    if shown is None:
        return None
    head = line_quote(file, entry.symbol.name_span)
    lead = Sentence(
        text=f"{introduce(entry.symbol)}:", quotes=(head, shown), code=shown.text, language=held.language
    )
    items: list[Sentence] = []
    told = {(file.path, entry.symbol.span.start)}
    for worth, c in chosen:
        onward = named or len(chosen) < _THIN or worth > 0
        after = _after(c.defined, material, near=named) if onward else []
        items.append(_item(c, after, file, entry.symbol, material))
        if named and 0 < len(after) < _ONWARD:  # what calls many things has a course of its own
            items += _further(max(after, key=lambda a: _worth(a, material)), material, told)
    return Part(title="", sentences=(lead, *items[:_MOST_ITEMS]))


def _handed_on(entry: Entry, file: LiveFile, material: Material) -> Entry | None:
    """The one definition that a start does nothing but call; None where it has a course of its own."""
    known = [
        c
        for c in callees(file, entry.symbol)
        if c.reference.span.start in {r.span.start for r in entry.calls}
    ]
    if len(known) != 1 or len({called_as(file, r) for r in entry.calls}) > 1:
        return None
    there, symbol = material.live.file(known[0].defined.path), material.live.live.symbol(known[0].defined)
    if there is None or symbol is None or symbol.span == entry.symbol.span:
        return None
    calls = calls_of(there, symbol, material.snapshot)
    if len({called_as(there, r) for r in calls}) < _FEWEST:
        return None
    return Entry(path=there.path, symbol=symbol, calls=calls, score=entry.score)


def _after(defined: Defined, material: Material, *, near: bool = True) -> list[Callee]:
    """What a step calls itself, in order: what says most about the question and leads on; `near`: nothing that
    stands far behind that.
    """
    there, symbol = material.live.file(defined.path), material.live.live.symbol(defined)
    if there is None or symbol is None:
        return []
    calls = calls_of(there, symbol, material.snapshot)
    found = [c for _, c in _chosen(symbol, calls, there, material, _ONWARD)]
    best = max((_worth(c, material) for c in found), default=0.0) if near else 0.0
    return [c for c in found if 2 * _worth(c, material) >= best]


def _further(callee: Callee, material: Material, told: set[tuple[str, int]]) -> list[Sentence]:
    """Where the call of a step is handed on to, as long as what is called does little else; each definition once."""
    out: list[Sentence] = []
    while (key := (callee.defined.path, callee.defined.symbol.span.start)) not in told:
        told.add(key)
        file = material.live.file(callee.defined.path)
        after = _after(callee.defined, material)
        if file is None or not after or len(out) == _MOST_FURTHER:
            break
        names = ", ".join(f"`{code(c.defined.symbol.qualified)}`" for c in after)
        text = f"`{code(callee.defined.symbol.qualified)}` calls {names}"
        out.append(
            Sentence(text=text, quotes=tuple(line_quote(file, c.reference.span) for c in after), item=True)
        )
        if len(after) == _ONWARD:
            break
        callee = max(after, key=lambda a: _worth(a, material))
    return out


def _worth(callee: Callee, material: Material) -> float:
    return _named(callee, material) + _leads_on(callee, material)


def _shown(entry: Entry, chosen: list[Callee], file: LiveFile, material: Material) -> Quote | None:
    """The stretch of at most twelve lines in which most of the steps and calls stand; words of the question
    weigh beside them.
    """
    lines, symbol = file.lines, entry.symbol
    first, last = lines.lines(symbol.body or symbol.span)
    if symbol.doc is not None and (symbol.body or symbol.span).covers(symbol.doc):
        first = min(lines.lines(symbol.doc)[1] + 1, last)
    if lines.lines(symbol.span)[1] - lines.lines(symbol.span)[0] < MOST_LINES:
        first, last = lines.lines(symbol.span)
    reading = material.reading
    assert reading is not None
    wanted = reading.wanted
    called: dict[int, set[str]] = {}
    for reference in entry.calls:
        line = lines.line_of(reference.span.start) + 1
        called.setdefault(line, set()).add(called_as(file, reference))
    steps_at = {lines.line_of(c.reference.span.start) + 1 for c in chosen}
    spoken = {
        n: frozenset(t for t in terms(lines.line_text(n - 1)) if t in wanted.stands)
        for n in range(first, last + 1)
    }
    best, at = -1.0, first
    for start in range(first, max(first, last - MOST_LINES + 1) + 1):
        within = range(start, min(start + MOST_LINES, last + 1))
        names = {name for n in within for name in called.get(n, ())}
        words = wanted.held(sorted({t for n in within for t in spoken[n]}))
        worth = (
            len(names)
            + COMPOSE.shown_step * len(steps_at.intersection(within))
            + COMPOSE.shown_words * wanted.share(words)
        )
        if worth > best + 1e-9:
            best, at = worth, start
    stop = min(at + MOST_LINES - 1, last)
    while at < stop and not lines.line_text(at - 1).strip():
        at += 1
    while stop > at and not lines.line_text(stop - 1).strip():
        stop -= 1
    span = Span(lines.line_span(at - 1).start, lines.line_span(stop - 1).end)
    text = dedent(span.cut(file.data).decode("utf-8", "replace").replace("\r\n", "\n")).rstrip()
    return quote(file, span, text) if text.strip() else None


def _chosen(
    symbol: Symbol, calls: tuple[Reference, ...], file: LiveFile, material: Material, most: int
) -> list[tuple[float, Callee]]:
    """(how much of the question its name holds, call) of the known calls in the order in which they stand;
    where there are too many, those that say most about the question, then those that lead on.
    """
    own = {r.span.start for r in calls}
    known = [c for c in callees(file, symbol) if c.reference.span.start in own]
    rated = [(_named(c, material), at, c) for at, c in enumerate(known)]
    if len(rated) > most:
        kept = sorted(rated, key=lambda r: (-_worth(r[2], material), r[1]))[:most]
        rated = sorted(kept, key=lambda r: r[1])
    return [(named, c) for named, _, c in rated]


def _leads_on(callee: Callee, material: Material) -> float:
    """How far a step goes on: what it calls itself, and how much of the question the names of that hold; 0 for one
    that only gives something back or writes a log.
    """
    there, symbol = material.live.file(callee.defined.path), material.live.live.symbol(callee.defined)
    if there is None or symbol is None or material.reading is None:
        return 0.0
    names = {called_as(there, r): r for r in calls_of(there, symbol, material.snapshot)}
    wanted = material.reading.wanted
    held = wanted.held({t for r in names.values() for t in terms(r.name) if t in wanted.stands})
    return COMPOSE.leads_on * (min(len(names), _ONWARD) / _ONWARD + wanted.share(held))


def _item(
    callee: Callee, after: list[Callee], file: LiveFile, within: Symbol, material: Material
) -> Sentence:
    """One step, and what it calls `after` that."""
    quotes = [line_quote(file, callee.reference.span)]
    told = f"calls `{code(callee.defined.symbol.qualified)}`"
    told_under, under = _condition(file, within, callee.reference.span)
    told += told_under
    quotes += under
    there, symbol = material.live.file(callee.defined.path), material.live.live.symbol(callee.defined)
    if there is not None and symbol is not None:
        quotes.append(line_quote(there, symbol.name_span))
        if after:
            told += ", which calls " + ", ".join(f"`{code(c.reference.name)}`" for c in after)
            quotes += [line_quote(there, c.reference.span) for c in after]
    return Sentence(text=told, quotes=tuple(dict.fromkeys(quotes)), item=True)


def _named(callee: Callee, material: Material) -> float:
    """How much of the question the callee's own name holds, 0..1."""
    assert material.reading is not None
    wanted = material.reading.wanted
    return wanted.share(wanted.held([t for t in terms(callee.defined.symbol.name) if t in wanted.stands]))


def _condition(file: LiveFile, within: Symbol, at: Span) -> tuple[str, tuple[Quote, ...]]:
    """The condition that a call is under, in words and with its lines, by indentation; nothing for a call
    that is always made.

    An `else` is told by the condition that is above it at the same depth. A condition too long for a line
    of a list is left to its line.
    """
    lines = file.lines
    top = lines.line_of((within.body or within.span).start)
    here = lines.line_of(at.start)
    depth, otherwise = _depth(lines.line_text(here)), -1
    if _CONDITION.match(lines.line_text(here).lstrip()):
        return "", ()  # the call is what is asked
    for n in range(here - 1, top - 1, -1):
        text = lines.line_text(n)
        if not text.strip() or _depth(text) > depth or (otherwise < 0 and _depth(text) == depth):
            continue
        if _CONDITION.match(text.lstrip()):
            found = line_quote(file, lines.line_span(n))
            said = code(found.text.strip().removeprefix("}").removesuffix("{").removesuffix(":").strip())
            if len(said) > _LINE_CHARS or found.text.rstrip().endswith(("(", ",")):
                return "", (found,)
            if otherwise < 0:
                return f", under `{said}`", (found,)
            return f", under the `else` of `{said}`", (found, line_quote(file, lines.line_span(otherwise)))
        if otherwise >= 0:
            return "", ()  # what the `else` belongs to is not plain from the lines
        if _OTHERWISE.match(text.lstrip()):
            otherwise = n
        depth = _depth(text)
    return "", ()


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())
