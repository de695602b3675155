"""The places of a file that are found by meaning: its lines, cut where its units begin."""

from __future__ import annotations

from collections.abc import Iterable

from helix_lsp.index.units.unit import Unit
from helix_lsp.search.reading.windows import LINES

_FEWEST = 4  # lines of a place before a unit may begin the next one
_MOST = 300  # places of a file; what is behind them is found by its words alone


def places(units: Iterable[Unit]) -> tuple[tuple[int, int], ...]:
    """(first, last) of each place, lines from 1, both inclusive, in their order: every line up to the end of the last
    unit is in one of them, none in two. The same units give the same places.
    """
    starts: set[int] = set()
    end = 0
    for unit in units:
        starts.add(unit.start_line)
        end = max(end, unit.end_line)
    found: list[tuple[int, int]] = []
    first = 1
    for line in range(2, end + 2):
        length = line - first
        if length >= LINES or line > end or (length >= _FEWEST and line in starts):
            found.append((first, line - 1))
            first = line
            if len(found) == _MOST:
                break
    return tuple(found)


def unit_at(units: Iterable[Unit], first: int, last: int) -> Unit | None:
    """The smallest unit that holds most of these lines, None where none holds any."""
    best: tuple[int, int, int] | None = None
    chosen = None
    for unit in units:
        shared = min(last, unit.end_line) - max(first, unit.start_line) + 1
        if shared > 0:
            rank = (-shared, unit.end_line - unit.start_line, unit.ordinal)
            if best is None or rank < best:
                best, chosen = rank, unit
    return chosen
