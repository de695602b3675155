"""A name that is nowhere, among names that are all there: the one row of a table or item of a list that the code
does not have.

A table or list of names is made from the code of its day, so that the odd one is not another project's.
"""

from __future__ import annotations

import re
from itertools import takewhile

from helix_lsp.align.drift.case import Case
from helix_lsp.text.identifiers import lower_parts

_FIRST = re.compile(r"[\s*_]{0,6}(?:<[^<>]{0,300}>)?`{1,2}(?P<name>[^`\n]{1,100})`{1,2}")
_NAMED = re.compile(r"[-.$@]{0,2}(?P<name>[A-Za-z_][\w.-]*)")
_CELL = re.compile(r"(?<!\\)\|")
_MARKUP = re.compile(r"`{1,2}[^`\n]{1,200}`{1,2}|<[^<>\n]{1,300}>|\{\{[^{}\n]{1,200}\}\}")
_WORDS = re.compile(r"[A-Za-z]{2}")
_REACH = 20_000  # bytes of a table to either side
_SHAPED = 3  # names of several words that have to be there
_MOST_ODD = 10  # of so many names one may be missing beside


def is_odd(case: Case) -> bool:
    """True where the reference is the one of its column or list that is not there."""
    others = [name for name in (_name(text) for text in _beside(case)) if name and name != case.word]
    there = [name for name in others if name in case.world.words]
    shaped = {name for name in there if len(lower_parts(name)) > 1}
    return len(shaped) >= _SHAPED and _MOST_ODD * (len(others) - len(there)) <= len(others)


def _beside(case: Case) -> tuple[str, ...]:
    """The rows' cells of the column, or the items of the list, at whose beginning the reference stands."""
    at = case.ref.span.start
    start = case.data.rfind(b"\n", 0, at) + 1
    row = case.data[start:].partition(b"\n")[0].decode("utf-8", "replace")
    if row.lstrip().startswith("|"):
        column = len(_CELL.findall(case.data[start:at].decode("utf-8", "replace")))
        above = case.data[max(0, start - _REACH) : start].decode("utf-8", "replace").split("\n")[-2::-1]
        below = case.data[start : start + _REACH].decode("utf-8", "replace").split("\n")
        rows = [_CELL.split(line) for side in (above, below) for line in takewhile(_is_row, side)]
        cells = tuple(cells[column] for cells in rows if len(cells) > column)
        mine = _CELL.split(row)[column]
        if _WORDS.search(_MARKUP.sub("", mine)):
            return ()  # a sentence, so that the column is not one of names
    else:
        mine, cells = case.items
    return cells if _name(mine) == case.word else ()


def _is_row(line: str) -> bool:
    return line.lstrip().startswith(("|", "+"))


def _name(text: str) -> str:
    first = _FIRST.match(text)
    named = _NAMED.match(first["name"]) if first is not None else None
    return named["name"].rpartition(".")[2] if named is not None else ""
