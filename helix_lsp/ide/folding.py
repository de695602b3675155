"""Where a document folds: at its sections and at its code blocks."""

from __future__ import annotations

from helix_lsp.align.live import Live
from helix_lsp.ide.view import View
from helix_lsp.text.line_index import LineIndex
from helix_lsp.text.span import Span

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
