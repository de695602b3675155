"""Text of a repository as a person may be shown it: what would move a cursor, turn a line round or stand
unseen is written out.

One principle for all doors: a field that a person reads (answer, message, title, name, Markdown) goes through
`visible`; a field by which something is found again (path, URI, edit, the bytes of a range) stays exact. File
names are text of the repository like any other.
"""

from __future__ import annotations

import re

# categories Cc (but tab and line feed), Cf, Zl, Zp, Cs and Co of Unicode 15, and the letters that are drawn
# as nothing; a test compares
_HIDDEN = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ue000-\uf8ff\ufeff\uffa0\ufff9-\ufffb\U000110bd\U000110cd\U00013430-\U0001343f\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0001\U000e0020-\U000e007f\U000f0000-\U0010ffff"
)
HIDDEN = re.compile(f"[{_HIDDEN}]")
_IN_A_LINE = re.compile(f"[\t\n{_HIDDEN}]")


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
