"""Byte offsets to lines and columns, and back, in the three encodings of the Language Server Protocol.

Invariants: only `\\n`, `\\r\\n` and `\\r` end a line (form feed, U+0085, U+2028 and the rest do not); a
column beyond the end of a line means its end; a line beyond the last means the end of the text. Lines and
columns count from 0.
Source: LSP 3.17, sections Text Documents and Position.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Literal

import msgspec

from helix_lsp.text.regex import regex

# A half-open range of bytes in one text: the only coordinate of the core.
#
# Bytes of the text as UTF-8 are the unit of tree-sitter and of `range-ref.v1`; see docs/adr/0003.


class Span(msgspec.Struct, frozen=True, order=True, gc=False):
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


Encoding = Literal["utf-8", "utf-16", "utf-32"]

_PAST = (1).__add__
_LONG = 2_000
_LINE_END = regex(rb"\r\n|\n|\r")
_LINE_ENDS = regex(r"\r\n|\n|\r")


def lines_of(data: bytes) -> list[str]:
    """The lines of a text as `LineIndex` counts them, without their ends, broken bytes replaced."""
    whole = data.decode("utf-8", "western")
    return _LINE_ENDS.split(whole) if b"\r" in data else whole.split("\n")


class LineIndex:
    """Line table of one text. Building costs one scan; a lookup is a binary search plus one line.

    The starts of lines are held in two parts: `_head` from the beginning of the text, `_back` (negative
    numbers) from its end. What lies behind an edit is then the same before and after, so the table of an
    edited text (`edited`) costs the edited lines and two copies.
    """

    __slots__ = ("_back", "_data", "_head", "_last")

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._last: tuple[Encoding, int, int] = ("utf-8", 0, 0)
        self._head = _starts_in(data)
        self._back: list[int] = []

    def edited(self, start: int, end: int, data: bytes) -> LineIndex:
        """The table of `data`, which is this text with the bytes `start..end` replaced. Equal to
        `LineIndex(data)`.
        """
        first = self.line_of(
            max(0, start - 1)
        )  # a line feed put behind a carriage return ends the line before
        last = self.line_of(end) + 1
        low = self._start(first)
        high = (
            len(data) - len(self._data) + (self._start(last) if last < self.line_count else len(self._data))
        )
        made = object.__new__(LineIndex)
        made._data = data
        made._last = ("utf-8", 0, 0)
        made._head = [*self._before(first), *[low + at for at in _starts_in(data[low:high])]]
        made._back = self._behind(last)
        if made._back:
            made._head.pop()  # the line behind those that were read again
        return made

    def _start(self, line: int) -> int:
        """The first byte of a line that is there."""
        head = self._head
        return head[line] if line < len(head) else self._back[line - len(head)] + len(self._data)

    def _before(self, line: int) -> list[int]:
        """The starts of the lines in front of one, from the beginning."""
        head, size = self._head, len(self._data)
        return (
            head[:line] if line <= len(head) else head + [at + size for at in self._back[: line - len(head)]]
        )

    def _behind(self, line: int) -> list[int]:
        """The starts of the lines from one on, from the end."""
        head, size = self._head, len(self._data)
        return (
            self._back[line - len(head) :]
            if line >= len(head)
            else [at - size for at in head[line:]] + self._back
        )

    @property
    def line_count(self) -> int:
        """At least 1; a text that ends with a line end has an empty last line."""
        return len(self._head) + len(self._back)

    def line_of(self, offset: int) -> int:
        """Line (from 0) that holds the byte `offset`; beyond the end: the last line."""
        offset = max(0, offset)
        if self._back and offset - len(self._data) >= self._back[0]:
            return len(self._head) + bisect_right(self._back, offset - len(self._data)) - 1
        return bisect_right(self._head, offset) - 1

    def line_span(self, line: int) -> Span:
        """The bytes of a line without its line end; a line beyond the last gives an empty span at the end."""
        count = self.line_count
        if line >= count:
            return Span(len(self._data), len(self._data))
        start = self._start(line)
        stop = self._start(line + 1) if line + 1 < count else len(self._data)
        end = stop
        if end > start and self._data[end - 1] in b"\r\n" and line + 1 < count:
            end -= 2 if self._data[start:end].endswith(b"\r\n") else 1
        return Span(start, end)

    def line_text(self, line: int) -> str:
        """A line as text, broken bytes replaced."""
        return self.line_span(line).cut(self._data).decode("utf-8", "western")

    def lines(self, span: Span) -> tuple[int, int]:
        """First and last line (from 1, both inclusive) that a span touches; an empty span gives its own line
        twice.
        """
        first = self.line_of(span.start)
        return first + 1, self.line_of(max(span.start, span.end - 1)) + 1

    def position(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """(line, column) of a byte; a byte inside a character counts as that character's start."""
        offset = min(max(0, offset), len(self._data))
        line = self.line_of(offset)
        span = self.line_span(line)
        end = min(offset, span.end)
        if end - span.start < _LONG:
            return line, _width(self._data[span.start : end], encoding)
        # Places of a long line are mostly asked for in their order: the column is counted on from the last
        # one.
        known, start, column = self._last
        if known != encoding or not span.start <= start <= end:
            start, column = span.start, 0
        more = self._data[start:end]
        column += _width(more, encoding)
        if (end == len(self._data) or self._data[end] & 0xC0 != 0x80) and not _cut_inside(
            more, len(more)
        ):  # between two characters
            self._last = encoding, end, column
        return line, column

    def offset(self, line: int, column: int, encoding: Encoding) -> int:
        """Byte of a (line, column), both clamped; a column inside a character gives that character's start."""
        if line < 0:
            return 0
        span = self.line_span(line)
        if column <= 0 or len(span) == 0:
            return span.start
        body = span.cut(self._data)
        if encoding == "utf-8":
            at = min(column, len(body))
            while 0 < at < len(body) and body[at] & 0xC0 == 0x80:
                at -= 1
            return span.start + at
        if body.isascii():
            return span.start + min(column, len(body))
        text = body[: 4 * (column + 1)].decode(
            "utf-8", "surrogateescape"
        )  # no character has more bytes, nor fewer units than one
        return span.start + len(_first(text, column, encoding).encode("utf-8", "surrogateescape"))


def _starts_in(data: bytes) -> list[int]:
    """The first byte of each line of a text; of an empty one there is one."""
    if b"\r" in data:
        return [0, *(m.end() for m in _LINE_END.finditer(data))]
    return list(accumulate(map(_PAST, map(len, data.split(b"\n")[:-1])), initial=0))  # the same, in C


def _first(text: str, units: int, encoding: Encoding) -> str:
    """The characters that end within the first `units` of a text. Slices: a line may be megabytes long."""
    if encoding == "utf-32":
        return text[:units]
    raw = text[:units].encode("utf-16-le", "surrogatepass")[: 2 * units]
    if raw[-1:] and 0xD8 <= raw[-1] <= 0xDB:  # the first half of a pair
        raw = raw[:-2]
    return raw.decode("utf-16-le", "surrogatepass")


def _width(head: bytes, encoding: Encoding) -> int:
    if encoding != "utf-8" and head.isascii():
        return len(head)
    end = len(head)
    while end and _cut_inside(head, end):
        end -= 1
    if encoding == "utf-8":
        return end
    text = head[:end].decode("utf-8", "surrogateescape")
    return len(text) if encoding == "utf-32" else len(text.encode("utf-16-le", "surrogatepass")) // 2


def _cut_inside(head: bytes, end: int) -> bool:
    """True when the last character of `head[:end]` is the beginning of a longer one."""
    for back in range(1, min(4, end) + 1):
        byte = head[end - back]
        if byte & 0xC0 == 0x80:
            continue
        need = 2 if byte & 0xE0 == 0xC0 else 3 if byte & 0xF0 == 0xE0 else 4 if byte & 0xF8 == 0xF0 else 1
        return need > back
    return False
