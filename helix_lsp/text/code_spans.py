"""The code spans of a text, as Markdown reads them: a run of back-ticks closes with the next run of the same
length on its line.

One pass over the runs, so the time is linear in the text.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

_RUN = re.compile(r"`+|\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSpan:
    """`start` and `end` are the characters of the whole span with its back-ticks; `inner` is what stands
    between them.
    """

    start: int
    end: int
    inner: str


def code_spans(text: str) -> tuple[CodeSpan, ...]:
    """In order, none in another, none empty. One blank on both sides belongs to the back-ticks where the code
    itself begins or ends with one.
    """
    runs = [(m.start(), m.end() if m[0] != "\n" else -1) for m in _RUN.finditer(text)]
    line = 0
    lines: list[int] = []
    waiting: dict[tuple[int, int], deque[int]] = {}  # (line, length): the runs, in order
    for at, (start, end) in enumerate(runs):
        lines.append(line)
        if end < 0:
            line += 1
        else:
            waiting.setdefault((line, end - start), deque()).append(at)
    out: list[CodeSpan] = []
    at = 0
    while at < len(runs):
        start, end = runs[at]
        same = waiting.get((lines[at], end - start)) if end >= 0 else None
        while same and same[0] <= at:
            same.popleft()
        if not same:
            at += 1
            continue
        close = same.popleft()
        inner = text[end : runs[close][0]]
        if end - start > 1 and inner[:1] == inner[-1:] == " " and inner.strip():
            inner = inner[1:-1]
        out.append(CodeSpan(start=start, end=runs[close][1], inner=inner))
        at = close + 1
    return tuple(out)


def replace_code(text: str, by: Callable[[CodeSpan], str]) -> str:
    """The text with something else for each of its code spans."""
    out: list[str] = []
    at = 0
    for span in code_spans(text):
        out += [text[at : span.start], by(span)]
        at = span.end
    return "".join((*out, text[at:]))
