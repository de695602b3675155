"""The column of a table that tells defaults: which one its head names so, and the cells of a row.

Only a title that says nothing else (`Default`, `Default value`) makes such a column, and only a table whose
lines begin with `|` is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.align.prose import Sentence

_TITLE = re.compile(r"[\s*_]*defaults?(?:\s+values?)?[\s*_]*", re.I)
_CELL = re.compile(r"(?:[^|\\]|\\.)*")
_LONGEST = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """`at` is the rank of the column from 0; it is never the first, which names what the row is about."""

    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """`line` is the row as one sentence, `subject` its first cell, `cell` the characters of its default
    without the blanks around, None where the table tells none.
    """

    line: Sentence
    subject: str
    cell: tuple[int, int] | None


def column_of(head: str) -> Column | None:
    """The column of defaults of a table with this head; None where none or several are called so."""
    found = [at for at, (first, last) in enumerate(_cells(head)) if _TITLE.fullmatch(head[first:last])]
    return Column(at=found[0]) if len(found) == 1 and found[0] else None


def row_at(data: bytes, start: int, column: Column | None) -> Row:
    """The row that begins at a byte."""
    end = data.find(b"\n", start)
    raw = data[start : min(end if end >= 0 else len(data), start + _LONGEST)]
    line = raw.decode("utf-8", "surrogateescape").rstrip("\r")
    cells = _cells(line)
    cell = cells[column.at] if column is not None and column.at < len(cells) else None
    return Row(
        line=Sentence(text=line, raw=line, start=start),
        subject=line[slice(*cells[0])] if cells else "",
        cell=cell if cell is not None and cell[0] < cell[1] else None,
    )


def _cells(line: str) -> list[tuple[int, int]]:
    """(first character, end) of the cells between the outer bars."""
    out: list[tuple[int, int]] = []
    at = line.find("|") + 1 if line.lstrip().startswith("|") else 0
    while at <= len(line):
        found = _CELL.match(line, at)
        last = found.end() if found is not None else len(line)
        text = line[at:last]
        if last >= len(line) and not text.strip():
            break
        lead = len(text) - len(text.lstrip())
        out.append((at + lead, max(at + lead, at + len(text.rstrip()))))
        at = last + 1
    return out
