"""Text of a repository as a person may be shown it: what would move a cursor, turn a line round or stand unseen is
written out. Also a long text in pieces, and a number with its noun.

One principle for all doors: a field that a person reads (answer, message, title, name, Markdown) goes through
`visible`; a field by which something is found again (path, URI, edit, the bytes of a range) stays exact. File
names are text of the repository like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, cast

from helix_lsp.text.regex import regex

# categories Cc (but tab and line feed), Cf, Zl, Zp, Cs and Co of Unicode 15, and the letters that are drawn
# as nothing; a test compares
_HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ue000-\uf8ff\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f\U000f0000-\U0010ffff"
)
HIDDEN = regex(f"[{_HIDDEN}]")
_IN_A_LINE = regex(f"[\t\n{_HIDDEN}]")


def visible(raw: str) -> str:
    """`raw` with control, direction, zero-width and surrogate characters as `\\x1b`- or `\\u202e`-like text;
    tabs and line feeds stay.

    A second pass changes nothing; linear.
    """
    return raw if raw.isascii() and raw.isprintable() else HIDDEN.sub(_escape, raw.replace("\r\n", "\n"))


def visible_line(raw: str) -> str:
    """The same for a name: one line, so tabs and line feeds are written out too."""
    return raw if raw.isascii() and raw.isprintable() else _IN_A_LINE.sub(_escape, raw)


def _escape(match: re.Match[str]) -> str:
    point = ord(match[0])
    return f"\\x{point:02x}" if point < 0x100 else f"\\u{point:04x}" if point <= 0xFFFF else f"\\U{point:08x}"


# Halves of a character (lone surrogates): JSON and Python can carry them in a text, Unicode and UTF-8 do
# not have them. A client that cuts a text in the middle of an emoji makes one, and Python makes them of the
# bytes of a file name or an argument that are not UTF-8.
#
# Each door has one rule. What a person says (a question, a name) has them replaced; a path keeps them,
# since only they lead to the file again; the text of a document keeps them until the other half comes.

_LONE = regex("[\ud800-\udfff]")


def is_unicode(text: str) -> bool:
    """True when the text can be written as UTF-8."""
    return text.isascii() or _LONE.search(text) is None


def replaced(text: str) -> str:
    """With U+FFFD for each; columns in UTF-16 and UTF-32 stay what they are."""
    return text if text.isascii() else _LONE.sub("\ufffd", text)


def replaced_in(value: Any, *, but: frozenset[str] = frozenset()) -> Any:
    """JSON data with `replaced` texts; the fields named `but` stay as they are."""
    if isinstance(value, str):
        return replaced(value)
    if isinstance(value, list | tuple):
        return [replaced_in(one, but=but) for one in cast("Sequence[Any]", value)]
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, Any]", value).items()
        return {replaced(key): one if key in but else replaced_in(one, but=but) for key, one in fields}
    return value


# A long text in pieces, so that no search runs over all of it at once: a search in C holds the interpreter
# until it is done.

PIECE = 65_536
_LOOK_BACK = 4_096
_EDGES = (b" ", b"\t", b",", b";", b"(", b")", b"{", b"}")


def pieces(data: bytes, size: int = PIECE) -> Iterator[bytes]:
    """Consecutive pieces of at most `size` bytes that make up `data`, cut behind a line where one ends in
    time, else behind a blank, a bracket, a comma or a semicolon, else anywhere.
    """
    at = 0
    while len(data) - at > size:
        end = data.rfind(b"\n", at, at + size) + 1
        if end <= at:
            start = max(at, at + size - _LOOK_BACK)
            tail = data[start : at + size]
            edge = max(tail.rfind(mark) for mark in _EDGES)
            end = start + edge + 1 if edge >= 0 else at + size
        yield data[at:end]
        at = end
    yield data[at:] if at else data


# A number with its noun, as a person reads it.


def counted(number: int, noun: str, plural: str = "") -> str:
    """`1 file`, `3 files`, `1,200 files`; `plural` where an `s` does not make it: `2 matches`."""
    return f"{number:,} {noun if number == 1 else plural or f'{noun}s'}"


def with_article(noun: str) -> str:
    """`a method`, `an interface`, by the first letter."""
    return f"{'an' if noun[:1].lower() in 'aeiou' and noun else 'a'} {noun}"
