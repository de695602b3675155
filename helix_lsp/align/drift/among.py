"""A name that is nowhere, among names that are all there: the one row of a table, the one item of a list or the one
option of a page that the code does not have.

A table or list of names is made from the code of its day, so that the odd one is not another project's.
"""

from __future__ import annotations

import re

from helix_lsp.align.drift.case import Case
from helix_lsp.align.drift.reference import references
from helix_lsp.align.drift.world import World
from helix_lsp.index.memo import remembered
from helix_lsp.text.identifiers import lower_parts

_FIRST = re.compile(r"[\s*_]{0,6}(?:<[^<>]{0,300}>)?`{1,2}(?P<name>[^`\n]{1,100})`{1,2}")
_NAMED = re.compile(r"[-.$@]{0,2}(?P<name>[A-Za-z_][\w.-]*)")
_CELL = re.compile(r"(?<!\\)\|")
_SHAPED, _OPTIONS = 3, 6  # names of several words, options that have to be there
_GIVEN = frozenset(
    {"--help", "--version", "--verbose", "--quiet", "--debug", "--color", "--ansi", "--usage"}
)  # by the parser
_MOST_ODD = 10  # of so many names one may be missing beside


def is_odd(case: Case) -> bool:
    """True where the reference is the one of its row, list or page that is not there."""
    if case.ref.kind == "flag":
        known, unknown = _options(case.ref.path, case.world)
        return (
            case.ref.target not in _GIVEN
            and len(known) >= _OPTIONS
            and _MOST_ODD * len(unknown - {case.ref.target}) <= len(known)
        )
    others = [name for name in (_name(text) for text in _beside(case)) if name and name != case.word]
    there = [name for name in others if name in case.world.words]
    shaped = {name for name in there if len(lower_parts(name)) > 1}
    return len(shaped) >= _SHAPED and _MOST_ODD * (len(others) - len(there)) <= len(others)


def _beside(case: Case) -> tuple[str, ...]:
    """The rows' cells of the column, or the items of the list, at whose beginning the reference stands."""
    block, at = case.block
    start = block.rfind("\n", 0, at) + 1
    row = block[start:].partition("\n")[0]
    if row.lstrip().startswith("|"):
        column = len(_CELL.findall(block, start, at))
        rows = [_CELL.split(line) for line in block.split("\n") if line.lstrip().startswith("|")]
        cells = tuple(cells[column] for cells in rows if len(cells) > column)
        mine = _CELL.split(row)[column]
    else:
        mine, cells = case.items
    return cells if _name(mine) == case.word else ()


def _name(text: str) -> str:
    first = _FIRST.match(text)
    named = _NAMED.match(first["name"]) if first is not None else None
    return named["name"].rpartition(".")[2] if named is not None else ""


def _options(path: str, world: World) -> tuple[frozenset[str], frozenset[str]]:
    """The long options that a page speaks of: those that the project declares, and the others."""

    def made() -> tuple[frozenset[str], frozenset[str]]:
        data, outline = world.texts(path) or b"", world.snapshot.outline(path)
        found = references(path, data, outline, document=True) if outline is not None else ()
        flags = {ref.target for ref in found if ref.kind == "flag"}
        known = frozenset(flag for flag in flags if f"option {flag}" in world.entries)
        return known, frozenset(flags - known - _GIVEN)

    return remembered(world.snapshot, ("drift_options", path), made)
