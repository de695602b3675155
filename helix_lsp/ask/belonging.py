"""What a line of code is shown with: the code that its comment speaks of, and the statements close above that
set what it names.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_BELOW = 3  # lines of code below a comment
_HEADING = 3  # lines: a longer comment is not about the next lines alone
_REACH = 6  # lines above the first shown one
_ROOM = 2  # lines below the marked one that stay
_SETS = re.compile(r"(?<![=!<>:+*/|&-])(?::=|=)(?![=>~])")
_NAME = re.compile(r"[A-Za-z_]\w{2,}")


def spoken_of(
    comment: Callable[[int], bool], end: int, first: int, last: int, marked: int, most: int
) -> tuple[int, int]:
    """The stretch moved down where the marked line is of a comment and hardly any code below it would be
    shown; `most` lines at most.
    """
    if not first <= marked <= last or not comment(marked):
        return first, last
    above = below = marked
    while above > first and comment(above - 1):
        above -= 1
    while below < end and comment(below + 1):
        below += 1
    if last >= min(end, below + _BELOW) or below - above >= _HEADING:
        return first, last
    last = min(end, below + _BELOW)
    return max(first, last - most + 1), last


def set_above(
    line: Callable[[int], str], start: int, first: int, last: int, marked: int, most: int
) -> tuple[int, int]:
    """The stretch begun at the nearest statement above it that sets a name of the marked line; lines at its
    end give way, two stay.
    """
    if not first <= marked <= last:
        return first, last
    sought = (
        {*_NAME.findall(line(marked))}
        - _set(line(marked))
        - {name for at in range(first, marked) for name in _set(line(at))}
    )
    begin = first
    for at in range(first - 1, max(start, first - _REACH, marked + _ROOM - most) - 1, -1):
        if found := _set(line(at)) & sought:
            begin, sought = at, sought - found
    return begin, min(last, begin + most - 1)


def _set(text: str) -> set[str]:
    """The names before the first sign that sets something."""
    found = _SETS.search(text)
    return {*_NAME.findall(text[: found.start()])} if found is not None else set()
