"""Repository text as data in a prompt: no character of it can end a line, a mark or the block it is in.

A block's lines each begin with their number and a bar, so that no line of a file is at the left edge,
where our own marks stand (datamarking: design-decisions.md#untrusted-evidence). This lowers the noise; what
holds is that the answer is read by code that trusts none of it.
"""

from __future__ import annotations

import re
import unicodedata

_LINE_END = re.compile(r"\r\n|\r|\n")
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
_LONGEST_LINE = 400
_LONGEST_LABEL = 200


def told(raw: str) -> str:
    """One line: whitespace joined, invisible and direction characters shown as `\\u202e`, at most 200
    characters.
    """
    shown = _shown(" ".join(raw.split()))
    return shown if len(shown) <= _LONGEST_LABEL else shown[: _LONGEST_LABEL - 1] + "…"


def told_block(raw: str, first_line: int) -> str:
    """Every line with its number (from `first_line`) and a bar: `12| def f():`."""
    return "\n".join(
        f"{n}| {_cut(_shown(line))}".rstrip() for n, line in enumerate(_LINE_END.split(raw), first_line)
    )


def _shown(line: str) -> str:
    if line.isascii() and line.isprintable():
        return line
    return "".join(
        c if c == "\t" or unicodedata.category(c) not in _HIDDEN else f"\\u{ord(c):04x}" for c in line
    )


def _cut(line: str) -> str:
    return line if len(line) <= _LONGEST_LINE else line[: _LONGEST_LINE - 1] + "…"
