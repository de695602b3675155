"""Quotations: exact bytes of a file with a plain reading of them, and the choice of the lines or sentences that fit a question best."""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.ask.live import LiveFile
from helix_lsp.ask.prose import is_prose, paragraph, plain, sentences, shorten
from helix_lsp.config.ask import AskConfig
from helix_lsp.search.weighting import Weighted
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.span import Span
from helix_lsp.text.words import terms

_OPENING = re.compile(rb"(?:[rRbBuUfF]{0,2}(?:\"\"\"|'''|\"|')|/\*+!?|//[/!]?|#+!?|--+|<!--)?\s*")
_MOST_LINES = 400
_BEST = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """`raw` are the bytes at `span` when they were read; lines count from 1, both inclusive; `value` ranks quotes of one file."""

    path: str
    span: Span
    start_line: int
    end_line: int
    raw: bytes
    text: str
    value: float = 0.0


def quote(file: LiveFile, span: Span, text: str, value: float = 0.0) -> Quote:
    """A quotation of exactly these bytes."""
    first, last = file.lines.lines(span)
    return Quote(path=file.path, span=span, start_line=first, end_line=last, raw=span.cut(file.data), text=text, value=value)


def line_quote(file: LiveFile, at: Span, value: float = 0.0) -> Quote:
    """The whole line that holds `at.start`, without its indentation and line end."""
    line = file.lines.line_span(file.lines.line_of(at.start))
    raw = line.cut(file.data)
    lead = len(raw) - len(raw.lstrip())
    body = Span(line.start + lead, line.start + len(raw.rstrip())) if raw.strip() else Span(line.start, line.end)
    return quote(file, body, shorten(body.cut(file.data).decode("utf-8", "replace"), 200), value)


def doc_quote(file: LiveFile, doc: Span, limit: int) -> Quote | None:
    """The first paragraph of a docstring or comment, up to the sentence that passes the limit; None when it says nothing."""
    raw = doc.cut(file.data)
    opening = _OPENING.match(raw)
    inner = Span(doc.start + (opening.end() if opening else 0), doc.end)
    first = paragraph(file.data, inner)
    end, text = first.start, ""
    for span in sentences(file.data, first):
        reading = plain(Span(first.start, span.end).cut(file.data))
        if text and len(reading) > limit:
            break
        end, text = span.end, reading
    if not text or not any(c.isalpha() for c in text):
        return None
    return quote(file, Span(first.start, end), shorten(text, 2 * limit))


def best_lines(file: LiveFile, span: Span, symbol: Symbol | None, weighted: Weighted) -> tuple[Quote, ...]:
    """Up to three code lines of a place that hold most of the question's weight, best first; documentation is left to the summary."""
    values = {t: w * weighted.rarity[t] for t, w in weighted.terms}
    doc = symbol.doc if symbol is not None else None
    found: list[Quote] = []
    first, last = file.lines.lines(span)
    for line in range(first - 1, min(last, first + _MOST_LINES)):
        here = file.lines.line_span(line)
        if doc is not None and doc.overlaps(here):
            continue
        value = _value(file.lines.line_text(line), values)
        if value > 0:
            found.append(line_quote(file, here, round(value, 6)))
    return tuple(sorted(found, key=lambda q: (-q.value, q.span.start))[:_BEST])


def best_sentences(file: LiveFile, span: Span, weighted: Weighted, cfg: AskConfig) -> tuple[Quote, ...]:
    """Up to three sentences of a document section that hold most of the question's weight, best first; code blocks are passed over."""
    values = {t: w * weighted.rarity[t] for t, w in weighted.terms}
    found: list[Quote] = []
    for sentence in prose_sentences(file, span):
        raw = sentence.cut(file.data).decode("utf-8", "replace")
        value = _value(raw, values)
        if value > 0:
            found.append(quote(file, sentence, shorten(plain(sentence.cut(file.data)), cfg.quote_chars), round(value, 6)))
    return tuple(sorted(found, key=lambda q: (-q.value, q.span.start))[:_BEST])


def prose_sentences(file: LiveFile, span: Span) -> tuple[Span, ...]:
    """Sentences of a section outside its heading and code blocks, in order."""
    holes = sorted(
        [f.span for f in file.outline.fences if f.span.overlaps(span)]
        + [s.heading for s in file.outline.sections if s.heading.overlaps(span)]
    )
    out: list[Span] = []
    at = span.start
    for hole in [*holes, Span(span.end, span.end)]:
        if hole.start > at:
            between = sentences(file.data, Span(at, min(hole.start, span.end)))
            out.extend(s for s in between if is_prose(s.cut(file.data).decode("utf-8", "replace")))
        at = max(at, hole.end)
    return tuple(out)


def _value(text: str, values: dict[str, float]) -> float:
    """Weight of the distinct terms held; a long text must hold more to win."""
    held = dict.fromkeys(t for t in terms(text) if t in values)
    return sum(values[t] for t in held) / (1 + len(text) / 400)
