"""`In which order ...?`, `from ... until ...?`: one definition that carries it out, its lines where most is called, and its calls in their order.

Only calls whose receiver is known are stated as steps; the excerpt shows the others as they stand. A step that stands under a condition says so.
"""

from __future__ import annotations

import re
from textwrap import dedent

from helix_lsp.ask.callees import Callee, callees
from helix_lsp.ask.compose.material import Material, code, introduce
from helix_lsp.ask.course import Entry, entries
from helix_lsp.ask.draft import Part, Sentence
from helix_lsp.ask.excerpt import MOST_LINES
from helix_lsp.ask.live import LiveFile
from helix_lsp.ask.quote import Quote, line_quote, quote
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.span import Span
from helix_lsp.text.words import terms

_ENTRIES = 2
_NEAR = 2.0  # the second one stands hardly behind the first; chosen by hand
_THIN = 4
_ONWARD = 3
_LINE_CHARS = 90
_DIED = re.compile(r"\s*(?:raise|throw|panic!?)\b")
_CONDITION = re.compile(r"\s*[})]{0,2}\s*(?:if|elif|elsif|else if|unless|case|when|except|catch|rescue)\b")
_OTHERWISE = re.compile(r"\s*[})]{0,2}\s*(?:else|default)\b\W*\Z")


def steps(material: Material) -> tuple[Part, ...]:
    """One part for each chosen entry, at most two; none where nothing that was read has an order of its own."""
    if material.reading is None:
        return ()
    found = entries(material.reading, material.live, material.snapshot)
    kept = [e for e in found[:_ENTRIES] if e.score >= found[0].score - _NEAR]
    return tuple(part for e in kept if (part := _of(e, material)) is not None)


def _of(entry: Entry, material: Material) -> Part | None:
    file, held = material.live.file(entry.path), material.snapshot.file(entry.path)
    if file is None or held is None:
        return None
    shown = _shown(entry, file, material)
    if shown is None:
        return None
    head = line_quote(file, entry.symbol.name_span)
    lead = Sentence(text=f"{introduce(entry.symbol)}:", quotes=(head, shown), code=shown.text, language=held.language)
    return Part(title="", sentences=(lead, *_items(entry, file, material)))


def _shown(entry: Entry, file: LiveFile, material: Material) -> Quote | None:
    """The stretch of at most twelve lines in which most of the definition's calls stand; words of the question weigh beside them."""
    lines, symbol = file.lines, entry.symbol
    first, last = lines.lines(symbol.body or symbol.span)
    if lines.lines(symbol.span)[1] - lines.lines(symbol.span)[0] < MOST_LINES:
        first, last = lines.lines(symbol.span)
    reading = material.reading
    assert reading is not None
    wanted = reading.wanted
    called: dict[int, set[str]] = {}
    for reference in entry.calls:
        called.setdefault(lines.line_of(reference.span.start) + 1, set()).add(reference.name)
    spoken = {n: frozenset(t for t in terms(lines.line_text(n - 1)) if t in wanted.stands) for n in range(first, last + 1)}
    best, at = -1.0, first
    for start in range(first, max(first, last - MOST_LINES + 1) + 1):
        within = range(start, min(start + MOST_LINES, last + 1))
        names = {name for n in within for name in called.get(n, ())}
        words = wanted.held(sorted({t for n in within for t in spoken[n]}))
        worth = len(names) + _THIN * wanted.share(words)
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


def _items(entry: Entry, file: LiveFile, material: Material) -> list[Sentence]:
    """The known calls in the order in which they stand; where there are too many, those that say most about the question."""
    rated: list[tuple[float, int, Callee]] = []
    for at, callee in enumerate(callees(file, entry.symbol)):
        if not _DIED.match(file.lines.line_text(file.lines.line_of(callee.reference.span.start))):
            rated.append((-_named(callee, material), at, callee))
    few = len(rated) < _THIN
    kept = sorted(sorted(rated, key=lambda r: r[:2])[: material.cfg.steps], key=lambda r: r[1])
    return [_item(callee, file, entry.symbol, material, onward=few or named < 0) for named, _, callee in kept]


def _item(callee: Callee, file: LiveFile, within: Symbol, material: Material, *, onward: bool) -> Sentence:
    """One step; `onward` follows it for one hop."""
    quotes = [line_quote(file, callee.reference.span)]
    told = f"calls `{code(callee.defined.symbol.qualified)}`"
    condition = _condition(file, within, callee.reference.span)
    if condition is not None and len(condition.text) <= _LINE_CHARS:
        told += f", under `{code(condition.text)}`"
        quotes.append(condition)
    there = material.live.file(callee.defined.path)
    symbol = material.live.live.symbol(callee.defined)
    if there is not None and symbol is not None:
        quotes.append(line_quote(there, symbol.name_span))
        if onward:
            after = [c for c in callees(there, symbol) if not _DIED.match(there.lines.line_text(there.lines.line_of(c.reference.span.start)))]
            best = sorted(sorted(enumerate(after), key=lambda x: (-_named(x[1], material), x[0]))[:_ONWARD])
            if best:
                told += ", which calls " + ", ".join(f"`{code(c.reference.name)}`" for _, c in best)
                quotes += [line_quote(there, c.reference.span) for _, c in best]
    return Sentence(text=told, quotes=tuple(dict.fromkeys(quotes)), item=True)


def _named(callee: Callee, material: Material) -> float:
    """How much of the question the callee's own name holds, 0..1."""
    assert material.reading is not None
    wanted = material.reading.wanted
    return wanted.share(wanted.held([t for t in terms(callee.defined.symbol.name) if t in wanted.stands]))


def _condition(file: LiveFile, within: Symbol, at: Span) -> Quote | None:
    """The line of the condition that a call stands under, by its indentation; None for a call that is always made.

    An `else` is told by its own line's condition, which stands above it at the same depth and decides both.
    """
    lines = file.lines
    top = lines.line_of((within.body or within.span).start)
    here = lines.line_of(at.start)
    if _CONDITION.match(lines.line_text(here)):
        return None  # the call is what is asked
    depth = _depth(lines.line_text(here))
    for n in range(here - 1, top, -1):
        text = lines.line_text(n)
        if text.strip() and _depth(text) < depth:
            if _CONDITION.match(text):
                return line_quote(file, lines.line_span(n))
            if _OTHERWISE.match(text):
                return line_quote(file, lines.line_span(n))
            depth = _depth(text)
    return None


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())
