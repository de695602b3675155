"""What a document is made of: its sections, as nested as its headings."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.live import Live
from helix_lsp.ide.view import View
from helix_lsp.syntax.outline import Outline, Section
from helix_lsp.text.line_index import LineIndex
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """`full` is the section with all below it, `focus` its heading; `level` from 1."""

    name: str
    level: int
    full: Span
    focus: Span
    children: tuple[Entry, ...] = ()


def document_symbols(view: View, path: str) -> tuple[Entry, ...]:
    """The sections of a document in its current bytes, in their order; empty for code, which other servers
    know better.
    """
    outline = Live(view.snapshot, view.texts).outline(path)
    return () if outline is None else _below(outline.sections)


def _below(sections: tuple[Section, ...]) -> tuple[Entry, ...]:
    """Children are behind their parents, so building from the end finds each one's children done."""
    held: dict[int, list[Entry]] = {}
    for at in range(len(sections) - 1, -1, -1):
        section = sections[at]
        entry = Entry(
            name=section.title or "(no title)",
            level=section.level,
            full=section.extent,
            focus=section.heading,
            children=tuple(reversed(held.pop(at, []))),
        )
        held.setdefault(section.parent, []).append(entry)
    return tuple(reversed(held.pop(-1, [])))


# Where a document folds: at its sections and at its code blocks.

_BLANK = b" \t\r\n\f"


def folding(view: View, path: str) -> tuple[tuple[int, int], ...]:
    """(first, last) lines from 0, last > first, sorted, each pair once. Empty lines behind a section stay
    visible.
    """
    live = Live(view.snapshot, view.texts)
    outline, data = live.outline(path), live.data(path)
    if outline is None or data is None or not (outline.sections or outline.fences):
        return ()
    lines = live.lines(path)
    found = {_lines(s.extent, data, lines) for s in outline.sections}
    for fence in outline.fences:
        first, last = _lines(fence.span, data, lines)
        found.add((max(0, first - 1), last))  # its opening line stays as the handle
    return tuple(sorted((first, last) for first, last in found if last > first))


def _lines(span: Span, data: bytes, lines: LineIndex) -> tuple[int, int]:
    end = span.start + len(span.cut(data).rstrip(_BLANK))
    return lines.line_of(span.start), lines.line_of(max(span.start, end - 1))


# What a growing selection takes in a document: inline code, its paragraph, the section, the sections around
# it, everything.


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
