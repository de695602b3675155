"""Plain uses of names, found by words instead of nodes: three scans in C cost less than one node per
identifier.

Three sorts of words count, because they are likely to name a definition: an attribute (`.route`, `->next`,
`::new`), a capitalised word, and a lower-case word that this file itself defines or imports at its top, where
it stands as a value (`register(handler)`).
Strings, comments and import statements are blanked first, so that a word in them is never a use.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_CAPITAL = re.compile(rb"\b[A-Z]\w++")
_VALUE = re.compile(rb"\b[a-z_]\w++(?=\s*(?:[),\]};]|\n|\Z))")
_QUALIFIER = re.compile(
    rb"(?:\.\??|>-\??|::|\\)\s*((?:\)\()?[\w$\x80-\xff]*(?:(?:\.\??|>-\??|::|\\)[\w$\x80-\xff]+)*)"
)
OPENS = frozenset(".>:\\")
_LONGEST_QUALIFIER = 120


@lru_cache(16)
def _members(accessors: tuple[str, ...]) -> re.Pattern[bytes]:
    """What follows one of these marks; a single literal mark is found much faster than a choice."""
    marks = "|".join(re.escape(mark) for mark in accessors)
    return re.compile(rf"(?:{marks})([A-Za-z_]\w++)".encode())


def blank(data: bytes, start: int, end: int, spans: Iterable[tuple[int, int]]) -> bytes:
    """The bytes from `start` to `end`, same length, with these spans replaced by spaces."""
    out = bytearray(data[start:end])
    for first, last in spans:
        low, high = max(first, start) - start, min(last, end) - start
        if low < high:
            out[low:high] = b" " * (high - low)
    return bytes(out)


def reads(
    text: bytes, offset: int, accessors: tuple[str, ...], local: frozenset[bytes], ignore: frozenset[bytes]
) -> list[tuple[int, int]]:
    """(start, end) of the words in a blanked text that count; `offset` is where the text begins. In no
    particular order.
    """
    out = [match.span(1) for match in _members(accessors).finditer(text)]
    out.extend([match.span() for match in _CAPITAL.finditer(text)])
    if ignore:
        out = [(first, last) for first, last in out if text[first:last] not in ignore]
    if local:
        values = [match.span() for match in _VALUE.finditer(text) if match.group() in local]
        out.extend(
            [(first, last) for first, last in values if first == 0 or text[first - 1] not in b".$@:>&-"]
        )
    if not text.isascii():
        out = [(first, last) for first, last in out if _whole(text, first, last)]
    return [(first + offset, last + offset) for first, last in out] if offset else out


def _whole(text: bytes, first: int, last: int) -> bool:
    """False for a piece of a name that goes on in letters beyond ASCII."""
    return (first == 0 or text[first - 1] < 0x80) and (last >= len(text) or text[last] < 0x80)


def qualifier(data: bytes, start: int) -> str:
    """What is before a name, joined with dots: `app`, `self.app`, `super()`; `()` for anything that is
    not a chain of names; ``.

    To be asked only where the byte before `start` is one of `OPENS`.
    """
    low = start - _LONGEST_QUALIFIER
    match = _QUALIFIER.match(data[start - 1 : low if low > 0 else None : -1])
    if match is None:
        return ""
    chain = match.group(1)[::-1]
    if not chain:
        return "()" if data[start - 1] != 0x3A and not _leads(data, start) else ""
    text = chain.decode("utf-8", "ignore")
    if text.isidentifier():
        return text
    for mark in ("?.", "->", "::", "\\"):
        if mark in text:
            text = text.replace(mark, ".")
    return text.strip(".")


def _leads(data: bytes, start: int) -> bool:
    """True when the separator before a name has nothing before it on its left that it could belong to
    (`::std`, `\\Foo`).
    """
    at = start - 1
    while at >= 0 and data[at] in b".:\\>-?":
        at -= 1
    return at < 0 or data[at] in b" \t\r\n(,=<!&|;{["
