"""A half-open range of bytes in one text: the only coordinate of the core.

Bytes of the text as UTF-8 are the unit of tree-sitter and of `range-ref.v1`; see docs/adr/0003.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """`start` is the first byte, `end` the one after the last; `0 <= start <= end`."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def contains(self, offset: int) -> bool:
        """True when `offset` is inside, or at the end (a cursor right behind a word is on it)."""
        return self.start <= offset <= self.end

    def covers(self, other: Span) -> bool:
        """True when `other` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end

    def overlaps(self, other: Span) -> bool:
        """True when at least one byte is shared."""
        return self.start < other.end and other.start < self.end

    def shifted(self, by: int) -> Span:
        """The same range `by` bytes further on (negative: back)."""
        return Span(self.start + by, self.end + by)

    def cut(self, data: bytes) -> bytes:
        """The bytes it names."""
        return data[self.start : self.end]
