"""What a growing selection takes in a document: inline code, its paragraph, the section, the sections around
it, everything.
"""

from __future__ import annotations

from helix_lsp.align.live import Live
from helix_lsp.ide.view import View
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.line_index import LineIndex
from helix_lsp.text.span import Span


def selection(view: View, path: str, offset: int) -> tuple[Span, ...]:
    """Spans that hold byte `offset`, the smallest first, each strictly inside the next; empty when there is
    no such document.
    """
    live = Live(view.snapshot, view.texts)
    outline, data = live.outline(path), live.data(path)
    if outline is None or data is None:
        return ()
    offset = min(max(0, offset), len(data))
    held = [
        span
        for span in _candidates(outline, data, live.lines(path), offset)
        if span.contains(offset) and len(span)
    ]
    chain: list[Span] = []
    for span in sorted({*held, Span(0, len(data))}, key=lambda s: (len(s), s.start)):
        if not chain or (span.covers(chain[-1]) and span != chain[-1]):
            chain.append(span)
    return tuple(chain)


def _candidates(outline: Outline, data: bytes, lines: LineIndex, offset: int) -> list[Span]:
    spans = [s for mention in outline.mentions for s in (mention.span, mention.outer)]
    spans += [s for link in outline.links for s in (link.span, link.text)]
    spans += [fence.span for fence in outline.fences]
    spans += [s for section in outline.sections for s in (section.heading, section.span, section.extent)]
    here = lines.line_of(offset)
    return [*spans, lines.line_span(here), _paragraph(data, lines, here)]


def _paragraph(data: bytes, lines: LineIndex, line: int) -> Span:
    """The lines round `line` that are not blank; an empty span on a blank one."""
    first = last = line
    if not lines.line_span(line).cut(data).strip():
        return Span(lines.line_span(line).start, lines.line_span(line).start)
    while first > 0 and lines.line_span(first - 1).cut(data).strip():
        first -= 1
    while last + 1 < lines.line_count and lines.line_span(last + 1).cut(data).strip():
        last += 1
    return Span(lines.line_span(first).start, lines.line_span(last).end)
