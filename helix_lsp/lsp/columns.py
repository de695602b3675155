"""Positions in a text that may hold lone surrogates, which JSON can carry and UTF-8 proper cannot.

Such a character is three bytes (as UTF-8 would write it) and one unit of UTF-16 and UTF-32. Every other line
is `LineIndex`'s own affair.
"""

from __future__ import annotations

from helix_lsp.text.positions import Encoding, LineIndex
from helix_lsp.text.regex import regex

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
