"""A stretch of lines as it is shown: whole statements, whole sentences, at most twelve lines.

A window of reading begins and ends anywhere; an excerpt begins at the comment above its first statement and ends where a sentence of a
comment or a paragraph of a document ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import dedent

from helix_lsp.ask.live import LiveFile
from helix_lsp.ask.quote import Quote, quote
from helix_lsp.index.unit import Unit
from helix_lsp.text.span import Span

MOST_LINES = 12
_ROOM = 2
_COMMENT = re.compile(r"\s*(?:#(?!!)|//|/?\*|--|;|\"\"\"|''')")
_STOP = re.compile(r"[.!?:;{}\])]\W*\Z")


def excerpt(file: LiveFile, unit: Unit, first: int, last: int, *, document: bool) -> Quote | None:
    """The lines `first` to `last` (from 1, both inclusive) of a unit, drawn out to whole sentences; None where they hold no text."""
    lines = file.lines
    end = min(unit.end_line, lines.line_count)
    if end - unit.start_line < MOST_LINES:
        first, last = unit.start_line, end
    else:
        first, last = _drawn(lambda n: lines.line_text(n - 1), unit.start_line, end, first, min(last, end), document=document)
    while first < last and not lines.line_text(first - 1).strip():
        first += 1
    while last > first and not lines.line_text(last - 1).strip():
        last -= 1
    span = Span(lines.line_span(first - 1).start, lines.line_span(last - 1).end)
    text = dedent(span.cut(file.data).decode("utf-8", "replace").replace("\r\n", "\n")).rstrip()
    return quote(file, Span(span.start, span.end), text) if text.strip() else None


def _drawn(line: Callable[[int], str], start: int, end: int, first: int, last: int, *, document: bool) -> tuple[int, int]:
    """First and last line moved by a few lines to where a statement, a comment or a paragraph begins and ends."""
    for _ in range(_ROOM):  # a comment is read from its first line, a paragraph from the line below a blank one
        if first <= start or last - first + 1 >= MOST_LINES:
            break
        above = line(first - 1)
        if document and not (above.strip() and line(first).strip()):
            break
        if not document and not (_COMMENT.match(line(first)) and _COMMENT.match(above)):
            break
        first -= 1
    while last < end and last - first + 1 < MOST_LINES:
        here, below = line(last), line(last + 1)
        goes_on = document or (_COMMENT.match(here) and _COMMENT.match(below))
        if not here.strip() or not below.strip() or not goes_on or _STOP.search(here):
            break
        last += 1
    return first, last
