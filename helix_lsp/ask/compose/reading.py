"""The answer to an everyday question: the passages that carry it, as excerpts of whole statements, each under
one line that says where it is.

What is shown are the bytes of the repository. The first citation of an excerpt is the line of most weight,
the second the excerpt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from helix_lsp.ask.compose.constants import constants, told_constants
from helix_lsp.ask.compose.defined_here import defined_here
from helix_lsp.ask.compose.listed import listed_line
from helix_lsp.ask.compose.material import Material, code, group_of, grouped_names, share
from helix_lsp.ask.compose.settled import value_line, verdict_line
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.excerpt import excerpt
from helix_lsp.ask.live import LiveFile
from helix_lsp.ask.prose import plain, sentences, shorten
from helix_lsp.ask.quote import Quote, doc_quote, line_quote, quote
from helix_lsp.ask.trimmed import trimmed
from helix_lsp.search.reading.kinds import CUES
from helix_lsp.search.reading.read import Passage
from helix_lsp.search.reading.windows import Window
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.words import word_terms
from helix_lsp.tuning.compose import COMPOSE

_MOST = 3
_MORE = 3  # single lines behind the excerpts: a right place is cited for .71 and .63 of the questions of two sets, without for .66 and .59
_SUMMARY = 160
_LINE = 100  # characters of a single line
_LONG = 2_000
_BRACES = 3  # characters of a line that says nothing


def reading(material: Material) -> Draft | None:
    """Up to three excerpts, fewer where the next ones stand far behind; None where nothing was read."""
    found: tuple[Passage, ...] = material.reading.passages if material.reading is not None else ()
    listed = listed_line(material)
    defined = defined_here(material)
    values = () if listed or defined else value_line(material)
    lead = listed or next(iter((*defined, *values)), None) or verdict_line(material)
    least = max((p.score for p in found), default=0.0) - COMPOSE.reading_fall_off
    told: list[Sentence] = []
    for n, passage in enumerate(found):
        if len(told) == _most(material) or passage.score < least:
            break
        one = _told(passage, material, first=not n, above=told)
        if one is not None and not _copied(one, told):
            told.append(one)
    if lead is not None:
        place = lead.quotes[0]
        told = [
            lead,
            *(
                s
                for s in told
                if not any(q.path == place.path and q.span.overlaps(place.span) for q in s.quotes)
            ),
        ]
        told[1:1] = (*defined, *values)[1:]
        told = told[
            : 1 if listed is not None and _documented(listed, material) else _most(material)
        ]  # what a document lists is the answer
    more = (
        _more(found, told, least, material)
        if told and lead is listed and material.question.verbosity != "brief"
        else ()
    )
    parts = (Part(title="", sentences=tuple(told)), Part(title="More places", sentences=more))
    if not (shown := tuple(part for part in parts if part.sentences)):
        return None
    shape = "reading" if lead is None else "values" if len(values) > 1 else "value"
    return Draft(shape=shape, parts=shown)


def _documented(one: Sentence, material: Material) -> bool:
    entry = material.snapshot.file(one.quotes[0].path)
    return entry is not None and entry.surface.kind == "docs"


def _more(
    found: tuple[Passage, ...], told: list[Sentence], least: float, material: Material
) -> tuple[Sentence, ...]:
    """The line of most weight of each of the next passages, for a reader whose answer is none of those above."""
    out: list[Sentence] = []
    shown = [(q.path, q.start_line, q.end_line) for s in told for q in s.quotes]
    for passage in found:
        w = passage.window
        file = material.live.file(w.path)
        if (
            file is None
            or passage.score < least
            or any(p == w.path and a <= w.last and b >= w.first for p, a, b in shown)
        ):
            continue
        line = line_quote(file, file.lines.line_span(w.line - 1))
        if line.text.strip():
            symbol = _symbol(file, w)
            # a stretch of configuration bears the name of its first key, which the line need not be below
            name = symbol.qualified if symbol is not None else w.unit.name if w.unit.kind == "section" else ""
            text = code(shorten(line.text, _LINE))
            out.append(
                Sentence(text=f"`{code(name)}`: `{text}`" if name else f"`{text}`", quotes=(line,), item=True)
            )
        if len(out) == _MORE:
            break
    return tuple(out)


def _copied(one: Sentence, told: list[Sentence]) -> bool:
    """True where an excerpt is there already, out of a copy of its text: that one then has the places of
    both.
    """
    lines = _lines(one)
    for at, other in enumerate(told):
        if lines and len(lines & _lines(other)) >= COMPOSE.same_excerpt * len(lines):
            if other.quotes[-1].path != one.quotes[-1].path:
                told[at] = replace(other, quotes=(*other.quotes, one.quotes[-1]))
            return True
    return False


def _lines(one: Sentence) -> set[str]:
    return {text for line in one.code.split("\n") if len(text := line.strip()) > _BRACES}


def passages(material: Material) -> tuple[Sentence, ...]:
    """Every passage that was read, best first, as it would be shown alone: for a reader that has more room
    than a person.
    """
    found: tuple[Passage, ...] = material.reading.passages if material.reading is not None else ()
    return tuple(s for passage in found if (s := _told(passage, material, first=True)) is not None)


def _most(material: Material) -> int:
    """Brief answers show one excerpt, extended ones twice as many as normal ones."""
    return {"brief": 1, "normal": _MOST, "extended": 2 * _MOST}[material.question.verbosity]


def _told(
    passage: Passage, material: Material, *, first: bool, above: Sequence[Sentence] = ()
) -> Sentence | None:
    """The excerpt of a passage; of one that is not the first only the lines that speak of the question, and
    what follows from them. The head of a definition that stands `above` is not shown again.
    """
    window = passage.window
    file = material.live.file(window.path)
    entry = material.snapshot.file(window.path)
    if file is None or entry is None:
        return None
    document = entry.surface.kind == "docs"
    shown = excerpt(file, window.unit, window.first, window.last, document=document, marked=window.line)
    if shown is None:
        return None
    text, marked = shown.text, max(0, window.line - shown.start_line + 1)
    if not first:
        least = COMPOSE.carries if not above[1:] else COMPOSE.carries_last
        shown, text, marked = trimmed(
            file, shown, lambda line: _carries(line, material) >= least, document=document, marked=window.line
        )
    line = _marked(file, window, shown)
    symbol = _symbol(file, window)
    lead = _lead(file, window, symbol)
    valued = material.reading is not None and material.reading.wanted.kind == "value"
    named = (
        constants(file.lines.line_text(window.line - 1), (window.path, window.line), material)
        if valued
        else ()
    )
    head = _head(file, symbol, shown) if not document else _entry(file, window, shown)
    if head is not None and any(
        q.path == head.path and q.span.overlaps(head.span) for s in above for q in s.quotes
    ):
        head = None
    quotes = (*((line,) if line is not None else ()), *named, shown, *((head,) if head is not None else ()))
    if symbol is not None:
        summary = (
            _reason(file, symbol, shown, material)
            if material.reading is not None and material.reading.wanted.kind == "why"
            else None
        )
        if summary is None and symbol.doc is not None and not shown.span.overlaps(symbol.doc):
            summary = doc_quote(file, symbol.doc, _SUMMARY)
            if summary is not None and share(summary.text, material) == 0:
                summary = (
                    None  # what a class is for has nothing to do with what was asked of one of its lines
                )
        if summary is not None:
            told = f"{lead}: {shorten(summary.text, 2 * _SUMMARY)}"
            return Sentence(
                text=told, quotes=(summary, *quotes), code=text, language=entry.language, marked=marked
            )
    return Sentence(
        text=f"{lead}{told_constants(named)}:" + (f" `{code(head.text)}`" if head is not None else ""),
        quotes=quotes,
        code=text,
        language=entry.language,
        marked=marked,
    )


def _head(file: LiveFile, symbol: Symbol | None, shown: Quote) -> Quote | None:
    """The line that bears the name of the definition, where the excerpt does not show it."""
    if symbol is None or shown.span.start <= symbol.name_span.start < shown.span.end:
        return None
    head = line_quote(file, symbol.name_span)
    return head if head.text.strip() else None


def _carries(line: str, material: Material) -> float:
    """The share of the question's weight, 0..1, that a line holds."""
    assert material.reading is not None
    wanted = material.reading.wanted
    stems = frozenset(word_terms(line[:_LONG]))
    return wanted.share(wanted.held(wanted.stands.keys() & stems))


def _entry(file: LiveFile, window: Window, shown: Quote) -> Quote | None:
    """The line of a document that what is shown is set in below: the name of a documented field, the item of a
    list.
    """
    line = file.lines.line_text
    depth = _depth(line(shown.start_line - 1))
    for number in range(shown.start_line - 1, window.unit.start_line - 1 if depth else shown.start_line, -1):
        text = line(number - 1)
        if text.strip() and _depth(text) < depth:
            return line_quote(file, file.lines.line_span(number - 1))
    return None


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())


def _reason(file: LiveFile, symbol: Symbol, shown: Quote, material: Material) -> Quote | None:
    """The sentence that gives a reason in the words above the definition, or above what holds it; None where
    the excerpt has one itself.
    """
    cue = CUES["why"]
    if cue.search(shown.text):
        return None
    symbols = file.outline.symbols
    at: Symbol | None = symbol
    while at is not None:
        if at.doc is not None and not shown.span.overlaps(at.doc):
            for span in sentences(file.data, at.doc, comment=True):
                text = plain(span.cut(file.data))
                if cue.search(text) and share(text, material) > 0:
                    return quote(file, span, text)
        at = symbols[at.parent] if at.parent >= 0 else None
    return None


def _marked(file: LiveFile, window: Window, shown: Quote) -> Quote | None:
    """The line of most weight, where it is inside the excerpt below its first line."""
    if not shown.start_line < window.line <= shown.end_line:
        return None
    marked = line_quote(file, file.lines.line_span(window.line - 1))
    return marked if marked.raw.strip() else None


def _symbol(file: LiveFile, window: Window) -> Symbol | None:
    """The definition that the unit is of, where the index holds exactly these bytes."""
    symbols = file.outline.symbols
    return symbols[window.unit.symbol] if file.current and 0 <= window.unit.symbol < len(symbols) else None


def _lead(file: LiveFile, window: Window, symbol: Symbol | None) -> str:
    """What the excerpt is of: a definition, a section, a file."""
    unit = window.unit
    if symbol is not None and len(group := group_of(file, symbol)) > 1:
        return grouped_names(group, symbol.kind)
    if symbol is not None:
        return f"`{code(symbol.qualified)}`"
    if unit.kind == "section" and unit.name:
        return f"*{unit.name}* in `{code(window.path)}`"
    return f"`{code(window.path)}`"
