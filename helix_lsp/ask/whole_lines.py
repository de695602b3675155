"""Where a stretch of lines may begin and end so that it reads as whole statements, told from the text alone
and for any language.

A line that only closes (`}`, `);`, `end`, `*/`) is at the indentation of the line that opened it; so the
opener of a closer below the stretch is the nearest line above that is not indented deeper.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_CLOSES = re.compile(r"\s*(?:[)\]}][)\]};,]*|end[),;]*|\*/|-->|fi|esac|done|'''|\"\"\")\s*\Z")
_ONLY_ENDS = re.compile(r"\s*(?:[)\]}][)\]};,]*|end[),;]*|\*/|-->|fi|esac|done)\s*\Z")
_GOES_ON = re.compile(r"\s*(?:\+ |\|\||&&|\.\w|\?\.|\|> )")
_TRIPLE = re.compile(r"\"\"\"|'''")
_FURTHER = 3  # lines below that may be taken along to close what the last lines opened
_LEAST = 3


def first_whole(line: Callable[[int], str], start: int, first: int, last: int, marked: int) -> int:
    """The first line (from 1) moved to where a statement begins: never a line that only closes, and up to two
    lines back for one that goes on.

    `line` gives the text of a line, `start` is the first that may be shown; the marked line and at least
    three lines stay.
    """
    at = first
    while at > max(start, first - 2) and _GOES_ON.match(line(at)):
        at -= 1
    if _GOES_ON.match(line(at)):
        at = first
    while at < min(marked, last - _LEAST + 1) and (_ONLY_ENDS.match(line(at)) or not line(at).strip()):
        at += 1
    return at


def last_whole(line: Callable[[int], str], end: int, first: int, last: int) -> int:
    """The last line (from 1) moved down, at most three lines and not below `end`, to the furthest line that
    closes what was opened above.
    """
    best = last
    for at in range(last + 1, min(end, last + _FURTHER) + 1):
        if _CLOSES.match(line(at)) and _opened(line, first, last, at):
            best = at
    return best


def _opened(line: Callable[[int], str], first: int, last: int, closer: int) -> bool:
    """True where the line that the closer closes is between `first` and `last`."""
    text = line(closer)
    if _TRIPLE.search(text):
        return sum(len(_TRIPLE.findall(line(n))) for n in range(first, closer)) % 2 == 1
    if text.strip() == "*/":
        above = next((n for n in range(closer - 1, first - 1, -1) if "/*" in line(n) or "*/" in line(n)), 0)
        return first <= above <= last and "*/" not in line(above).rpartition("/*")[2]
    indent = _indent(text)
    for n in range(closer - 1, first - 1, -1):
        if line(n).strip() and _indent(line(n)) <= indent:
            return n <= last and _indent(line(n)) == indent and not _ONLY_ENDS.match(line(n))
    return False


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
