"""The open documents: what the client's buffers hold, byte for byte.

Invariants: the text is the client's after every accepted change (law: zero lost edits); positions are clamped
as the protocol says; only `\\n`, `\\r\\n` and `\\r` end a line; a notification is applied as a whole or not
at all. What cannot be applied (a reversed range, a version that goes back) leaves the text as it was and
marks the document out of step: until the client sends the whole text again nothing is answered from it.
Source: LSP 3.17, Text Document Synchronization.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import msgspec

from helix_lsp.text.positions import Encoding, LineIndex
from helix_lsp.text.regex import regex


class Text:
    """Immutable bytes and, from the first position asked for on, their line table."""

    __slots__ = ("_index", "data")

    def __init__(self, data: bytes, index: LineIndex | None = None) -> None:
        self.data = data
        self._index = index

    @property
    def index(self) -> LineIndex:
        """Built once. Two threads may build it at the same time; both get an equal one."""
        if self._index is None:
            self._index = LineIndex(self.data)
        return self._index

    def offset(self, place: tuple[int, int], encoding: Encoding) -> int:
        """Byte of a (line, column), both clamped."""
        return offset_at(self.index, self.data, *place, encoding)

    def place(self, offset: int, encoding: Encoding) -> tuple[int, int]:
        """(line, column) of a byte."""
        return position_at(self.index, self.data, offset, encoding)


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """One state of one open text. `doubt` says why it may not be what the client shows; None when it is."""

    uri: str
    language: str
    version: int
    text: Text
    doubt: str | None = None


class Edit(msgspec.Struct, frozen=True, kw_only=True):
    """`start` and `end` are (line, column) in the session's encoding; both None: `text` is the whole new
    text.
    """

    text: str
    start: tuple[int, int] | None = None
    end: tuple[int, int] | None = None


class OutOfStep(Exception):
    """A change that cannot be applied; the message says why."""


class Documents:
    """Keyed by the client's own URI string. Belongs to the loop; the states it hands out are immutable."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}
        self.encoding: Encoding = "utf-16"

    def get(self, uri: str) -> Document | None:
        """The present state, None when not open."""
        return self._open.get(uri)

    def __iter__(self) -> Iterator[Document]:
        """A copy: documents may be opened and closed meanwhile."""
        return iter(tuple(self._open.values()))

    def open(self, uri: str, language: str, version: int, text: str) -> Document:
        """Opened, or opened once more (the new text counts)."""
        self._open[uri] = Document(uri=uri, language=language, version=version, text=_whole(text))
        return self._open[uri]

    def close(self, uri: str) -> Document | None:
        """The last state; None when it was not open."""
        return self._open.pop(uri, None)

    def mark(self, uri: str, doubt: str) -> Document | None:
        """What came for this document could not be read: it is out of step. None when it is not open."""
        if uri in self._open:
            self._open[uri] = replace(self._open[uri], doubt=doubt)
        return self._open.get(uri)

    def take_in(self, uri: str, version: int, edits: Sequence[Edit]) -> Document | None:
        """The new state, None when not open. Raises OutOfStep (the document is then marked) and changes no
        text.
        """
        old = self._open.get(uri)
        if old is None:
            return None
        try:
            if version < old.version:
                raise OutOfStep(f"version {version} came after version {old.version}")
            text = apply(old.text, edits, self.encoding)
        except OutOfStep as error:
            self._open[uri] = replace(old, doubt=str(error))
            raise
        whole = any(edit.start is None for edit in edits)
        self._open[uri] = replace(old, version=version, text=text, doubt=None if whole else old.doubt)
        return self._open[uri]


def apply(text: Text, edits: Sequence[Edit], encoding: Encoding) -> Text:
    """The text after all edits, each one on the text that the former left. Raises OutOfStep for a reversed
    range.
    """
    for edit in edits:
        if edit.start is None or edit.end is None:
            text = _whole(edit.text)
            continue
        if edit.end < edit.start:
            raise OutOfStep(f"the range ends at {edit.end}, before it starts at {edit.start}")
        new = to_bytes(edit.text)
        start = text.offset(edit.start, encoding)
        end = max(start, text.offset(edit.end, encoding))
        edited = b"".join((text.data[:start], new, text.data[end:]))
        data = join_halves(edited, start, start + len(new))
        text = Text(data, text.index.edited(start, end, data) if data is edited else None)
    return text


def _whole(text: str) -> Text:
    data = to_bytes(text)
    return Text(join_halves(data, 0, len(data)))


# Positions in a text that may hold lone surrogates, which JSON can carry and UTF-8 proper cannot.
#
# Such a character is three bytes (as UTF-8 would write it) and one unit of UTF-16 and UTF-32. Every other line is
# `LineIndex`'s own affair.

_MARK = b"\xed"  # the first byte of every half: looking for it alone is a hundred times cheaper
_LONE = regex(rb"\xed[\xa0-\xbf]")
_HALVES = regex(rb"(?:\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf])+")
_LOOSELY = "surrogatepass"


def offset_at(index: LineIndex, data: bytes, line: int, column: int, encoding: Encoding) -> int:
    """Byte of a (line, column), both clamped; a column inside a character gives that character's start."""
    span = index.line_span(line)
    text = _loose(span.cut(data)) if encoding != "utf-8" else None
    if text is None or column <= 0:
        return index.offset(line, column, encoding)
    head = text[:column] if encoding == "utf-32" else _first_units(text, column)
    return span.start + len(head.encode("utf-8", _LOOSELY))


def position_at(index: LineIndex, data: bytes, offset: int, encoding: Encoding) -> tuple[int, int]:
    """(line, column) of a byte; a byte inside a character counts as that character's start."""
    line, column = index.position(offset, encoding)
    if encoding == "utf-8":
        return line, column
    span = index.line_span(line)
    if data.find(_MARK, span.start, span.end) < 0 or _LONE.search(data, span.start, span.end) is None:
        return line, column
    line, width = index.position(offset, "utf-8")
    text = _loose(data[span.start : span.start + width])
    if text is None:
        return line, column
    return line, len(text) if encoding == "utf-32" else len(text.encode("utf-16-le", _LOOSELY)) // 2


def to_bytes(text: str) -> bytes:
    """A text from JSON as the core's bytes."""
    return text.encode("utf-8", _LOOSELY)


def to_text(data: bytes) -> str:
    """The way back."""
    return data.decode("utf-8", _LOOSELY)


def join_halves(data: bytes, start: int, end: int) -> bytes:
    """Two edits may bring the two halves of one character: inside `start`..`end` (and one character around)
    they become it.
    """
    low, high = max(0, start - 3), min(len(data), end + 3)
    found = _HALVES.search(data, low, high) if data.find(_MARK, low, high) >= 0 else None
    if found is None:
        return data
    joined = (
        found.group()
        .decode("utf-8", _LOOSELY)
        .encode("utf-16-le", _LOOSELY)
        .decode("utf-16-le", _LOOSELY)
        .encode("utf-8", _LOOSELY)
    )
    data = data[: found.start()] + joined + data[found.end() :]
    return join_halves(data, found.start() + len(joined), end - len(found.group()) + len(joined))


def _loose(body: bytes) -> str | None:
    """The line as text when it holds a lone surrogate and is otherwise UTF-8."""
    if _MARK not in body or _LONE.search(body) is None:
        return None
    try:
        return body.decode("utf-8", _LOOSELY)
    except UnicodeDecodeError:
        return None


def _first_units(text: str, units: int) -> str:
    raw = text.encode("utf-16-le", _LOOSELY)
    head = raw[: 2 * units].decode("utf-16-le", _LOOSELY)
    splits = (
        head
        and "\ud800" <= head[-1] <= "\udbff"
        and "\udc00" <= raw[2 * units : 2 * units + 2].decode("utf-16-le", _LOOSELY) <= "\udfff"
    )
    return head[:-1] if splits else head
