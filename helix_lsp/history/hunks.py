"""Which lines changed: the fewest lines taken out and put in, line ends left aside, as stretches of both
sides.

Lines are those of `text/line_index.py`. The comparison is the longest common subsequence of lines (rapidfuzz,
bit-parallel) between the lines that both sides begin and end with; where that would cost too much the whole
middle is one stretch.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True, kw_only=True)
class Hunk:
    """Lines from 0: `old` of them from `old_start` were replaced by `new` from `new_start`; either number may
    be 0.
    """

    old_start: int
    old: int
    new_start: int
    new: int


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a text without their ends; what is behind the last end is a line only where it is not
    empty.
    """
    rows = _LINE_END.split(data)
    return rows if rows[-1] else rows[:-1]


def hunks(before: list[bytes], after: list[bytes], most: int) -> tuple[Hunk, ...]:
    """The changed stretches in their order; `most` bounds old lines times new lines."""
    first = 0
    while first < min(len(before), len(after)) and before[first] == after[first]:
        first += 1
    last = 0
    while last < min(len(before), len(after)) - first and before[-1 - last] == after[-1 - last]:
        last += 1
    old, new = before[first : len(before) - last], after[first : len(after) - last]
    if not old and not new:
        return ()
    if not old or not new or len(old) * len(new) > most:
        return (Hunk(old_start=first, old=len(old), new_start=first, new=len(new)),)
    from rapidfuzz.distance import Indel  # 4 MB that a session without a history to compare does without

    numbers: dict[bytes, int] = {}  # a line's number, so that nothing depends on the seed of hashes
    one, other = ([numbers.setdefault(line, len(numbers)) for line in side] for side in (old, new))
    out: list[Hunk] = []
    for step in Indel.opcodes(one, other):
        if step.tag == "equal":
            continue
        a, b, c, d = (first + at for at in (step.src_start, step.src_end, step.dest_start, step.dest_end))
        if out and out[-1].old_start + out[-1].old == a and out[-1].new_start + out[-1].new == c:
            a, c = out[-1].old_start, out[-1].new_start
            out.pop()
        out.append(Hunk(old_start=a, old=b - a, new_start=c, new=d - c))
    return tuple(out)
