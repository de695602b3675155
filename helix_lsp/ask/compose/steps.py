"""`In which order ...?`, `from ... until ...?`: one definition that carries it out, its lines where most is
called, and its calls in their order.

Only calls whose receiver is known are stated as steps; the excerpt shows the others as they stand. A step
that is under a condition says so.
"""

from __future__ import annotations

import re
from textwrap import dedent

from helix_lsp.ask.compose.material import Material, code, introduce
from helix_lsp.ask.draft import Part, Sentence
from helix_lsp.ask.evidence.callees import Callee, callees
from helix_lsp.ask.question.course import Entry, calls_of, entries
from helix_lsp.ask.text.excerpt import MOST_LINES
from helix_lsp.ask.text.live import LiveFile
from helix_lsp.ask.text.quote import Quote, line_quote, quote
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
_CONDITION = re.compile(r"[})]{0,2} ?(?:if|elif|elsif|else if|unless|case|when|except|catch|rescue)\b")
_OTHERWISE = re.compile(r"[})]{0,2} ?(?:else|default)\W{0,9}\Z")


def steps(material: Material) -> tuple[Part, ...]:
    """One part for each of at most two entries; none where nothing that was read has an order that is known."""
    if material.reading is None:
        return ()
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


def _of(entry: Entry, material: Material) -> Part | None:
    file, held = material.live.file(entry.path), material.snapshot.file(entry.path)
    if file is None or held is None:
        return None
    chosen = _chosen(entry.symbol, entry.calls, file, material, material.cfg.steps)
    if len(chosen) < _FEWEST:
        return None  # one known call does not have an order
    shown = _shown(entry, [c for _, c in chosen], file, material)
    if shown is None:
        return None
    head = line_quote(file, entry.symbol.name_span)
    lead = Sentence(
        text=f"{introduce(entry.symbol)}:", quotes=(head, shown), code=shown.text, language=held.language
    )
    items = (
        _item(c, file, entry.symbol, material, onward=len(chosen) < _THIN or named > 0) for named, c in chosen
    )
    return Part(title="", sentences=(lead, *items))


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
        called.setdefault(lines.line_of(reference.span.start) + 1, set()).add(reference.name)
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
    where there are too many, those that say most about the question.
    """
    own = {r.span.start for r in calls}
    known = [c for c in callees(file, symbol) if c.reference.span.start in own]
    rated = [(_named(c, material), at, c) for at, c in enumerate(known)]
    kept = sorted(sorted(rated, key=lambda r: (-r[0], r[1]))[:most], key=lambda r: r[1])
    return [(named, c) for named, _, c in kept]


def _item(callee: Callee, file: LiveFile, within: Symbol, material: Material, *, onward: bool) -> Sentence:
    """One step; `onward` follows it for one hop."""
    quotes = [line_quote(file, callee.reference.span)]
    told = f"calls `{code(callee.defined.symbol.qualified)}`"
    told_under, under = _condition(file, within, callee.reference.span)
    told += told_under
    quotes += under
    there = material.live.file(callee.defined.path)
    symbol = material.live.live.symbol(callee.defined)
    if there is not None and symbol is not None:
        quotes.append(line_quote(there, symbol.name_span))
        if onward:
            after = [
                c
                for _, c in _chosen(
                    symbol, calls_of(there, symbol, material.snapshot), there, material, _ONWARD
                )
            ]
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
