"""The answer to an everyday question: the passages that carry it, as excerpts of whole statements, each under one line that says where it is.

What is shown are the bytes of the repository. The first citation of an excerpt is the line of most weight, the second the excerpt.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, code, group_of, grouped_names, introduce, share
from helix_lsp.ask.compose.settled import value_line, verdict_line
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.excerpt import excerpt
from helix_lsp.ask.live import LiveFile
from helix_lsp.ask.prose import plain, sentences, shorten
from helix_lsp.ask.quote import Quote, doc_quote, line_quote, quote
from helix_lsp.search.reading.kinds import CUES
from helix_lsp.search.reading.read import Passage
from helix_lsp.search.reading.windows import Window
from helix_lsp.syntax.outline import Symbol

_MOST = 3
_FALL_OFF = 3.5
_SUMMARY = 160


def reading(material: Material) -> Draft:
    """Up to three excerpts, fewer where the next ones stand far behind; a draft without parts where nothing was read."""
    found: tuple[Passage, ...] = material.reading.passages if material.reading is not None else ()
    chosen = [p for p in found[: _most(material)] if p.score >= found[0].score - _FALL_OFF] if found else []
    lead = value_line(material) or verdict_line(material)
    told = [s for passage in chosen if (s := _told(passage, material)) is not None]
    if lead is not None:
        place = lead.quotes[0]
        told = [lead, *(s for s in told if not any(q.path == place.path and q.span.overlaps(place.span) for q in s.quotes))]
        told = told[: _most(material)]
    return Draft(shape="value" if lead is not None else "reading", parts=(Part(title="", sentences=tuple(told)),) if told else ())


def _most(material: Material) -> int:
    """Brief answers show one excerpt, extended ones twice as many as normal ones."""
    return {"brief": 1, "normal": _MOST, "extended": 2 * _MOST}[material.question.verbosity]


def _told(passage: Passage, material: Material) -> Sentence | None:
    window = passage.window
    file = material.live.file(window.path)
    entry = material.snapshot.file(window.path)
    if file is None or entry is None:
        return None
    shown = excerpt(file, window.unit, window.first, window.last, document=entry.surface.kind == "docs")
    if shown is None:
        return None
    line = _marked(file, window, shown)
    symbol = _symbol(file, window)
    lead = _lead(file, window, symbol)
    quotes = (line, shown) if line is not None else (shown,)
    if symbol is not None:
        summary = _reason(file, symbol, shown, material) if material.reading is not None and material.reading.wanted.kind == "why" else None
        if summary is None and symbol.doc is not None and not shown.span.overlaps(symbol.doc):
            summary = doc_quote(file, symbol.doc, _SUMMARY)
            if summary is not None and share(summary.text, material) == 0:
                summary = None  # what a class is for has nothing to do with what was asked of one of its lines
        if summary is not None:
            told = f"{lead}: {shorten(summary.text, 2 * _SUMMARY)}"
            return Sentence(text=told, quotes=(summary, *quotes), code=shown.text, language=entry.language)
    return Sentence(text=f"{lead}:", quotes=quotes, code=shown.text, language=entry.language)


def _reason(file: LiveFile, symbol: Symbol, shown: Quote, material: Material) -> Quote | None:
    """The sentence that gives a reason in the words above the definition, or above what holds it; None where the excerpt has one itself."""
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
    """The line of most weight, where it stands inside the excerpt below its first line."""
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
        return introduce(symbol)
    if unit.kind == "section" and unit.name:
        return f"*{unit.name}* in `{code(window.path)}`"
    return f"`{code(window.path)}`"
