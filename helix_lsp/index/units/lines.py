"""The lines of one text as a table, and which of them are documentation: what cutting units works on."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate, pairwise
from operator import add, not_

from helix_lsp.syntax.outline import Outline
from helix_lsp.text.span import Span

LONG_LINE = 1_000  # bytes; a longer line is clipped to the symbol that is in it


class Lines:
    """Lines of `data`, counted from 0. `starts[i]` is the first byte of line i, `ends[i]` the byte behind its
    last one before the line end, `texts[i]` what is between. `long` is True when any line is longer than
    LONG_LINE.

    The empty line behind a final line end is not a line here; an empty text has none.
    """

    __slots__ = ("blank", "data", "doc", "ends", "long", "starts", "texts")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.texts = data.splitlines()
        sizes = list(map(len, self.texts))
        self.starts = list(accumulate(map(len, data.splitlines(keepends=True)), initial=0))
        self.starts.pop()
        self.ends = list(map(add, self.starts, sizes))
        self.long = max(sizes, default=0) > LONG_LINE
        self.blank = bytearray(map(not_, map(bytes.strip, self.texts)))
        self.doc = bytearray(len(sizes))

    def __len__(self) -> int:
        return len(self.starts)

    def line_of(self, offset: int) -> int:
        """Line that holds a byte; the last one for offsets beyond it."""
        return max(0, bisect_right(self.starts, offset) - 1)

    def touched(self, span: Span) -> tuple[int, int]:
        """First line and the one after the last that a span touches."""
        return self.line_of(span.start), self.line_of(max(span.start, span.end - 1)) + 1

    def span(self, first: int, stop: int) -> Span:
        """Bytes of the lines first..stop-1 without the last line end."""
        return Span(self.starts[first], self.ends[stop - 1])

    def trimmed(self, first: int, stop: int) -> tuple[int, int]:
        """The same lines without blank ones at both ends; may be empty."""
        while first < stop and self.blank[first]:
            first += 1
        while stop > first and self.blank[stop - 1]:
            stop -= 1
        return first, stop

    def mark_documentation(self, outline: Outline) -> dict[int, list[bytes]]:
        """Mark the lines that are comments or docstrings; gives the comments that are behind code, by line."""
        beside: dict[int, list[bytes]] = {}
        for span in outline.comments:
            first, stop = self.touched(span)
            if first < len(self.starts) and self.data[self.starts[first] : span.start].strip():
                beside.setdefault(first, []).append(span.cut(self.data))
            else:
                self._mark(span, first, stop)
        docs = [s.doc for s in outline.symbols if s.doc is not None]
        if outline.module_doc is not None:
            docs.append(outline.module_doc)
        for span in docs:
            first, stop = self.touched(span)
            if first < len(self.starts) and not self.data[self.starts[first] : span.start].strip(b" \t\f;{"):
                self._mark(span, first, stop)
        return beside

    def _mark(self, span: Span, first: int, stop: int) -> None:
        if stop > first and self.data[span.end : self.ends[stop - 1]].strip(b" \t\f;"):
            stop -= 1  # code is behind the comment's end
        for line in range(first, stop):
            self.doc[line] = 1


def windows(first: int, stop: int, size: int, whole: int) -> list[tuple[int, int]]:
    """first..stop-1 as it is when it has at most `whole` lines, else cut in equal parts of at most `size`
    lines.
    """
    count = stop - first
    if count <= 0:
        return []
    if count <= whole:
        return [(first, stop)]
    parts = (count + size - 1) // size
    cuts = [first + count * i // parts for i in range(parts + 1)]
    return list(pairwise(cuts))
