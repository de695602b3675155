"""The text of a block without what is between its lines (quotation marks, indentation), and the way back
to the file's bytes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from helix_lsp.text.positions import Span


class JoinedText:
    """`text` is the pieces of a block in order; positions in it are turned into spans of the file."""

    __slots__ = ("_at", "_from", "text")

    def __init__(self, data: bytes, segments: Sequence[tuple[int, int]]) -> None:
        self.text = b"".join(data[s:e] for s, e in segments)
        self._at: list[int] = []
        self._from: list[int] = []
        total = 0
        for start, end in segments:
            self._at.append(total)
            self._from.append(start)
            total += end - start

    def span(self, start: int, end: int) -> Span:
        """The file's bytes for a range of the joined text; an empty range is at its own start."""
        first = self._offset(start)
        return Span(first, self._offset(end - 1) + 1 if end > start else first)

    def _offset(self, at: int) -> int:
        i = bisect_right(self._at, at) - 1
        return self._from[i] + at - self._at[i]
