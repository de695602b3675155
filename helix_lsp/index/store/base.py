"""One committed generation in memory: which path holds which stored content. Immutable. Also what one content adds
to the whole.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from helix_lsp.index.mirror import row_hash
from helix_lsp.index.store.pack import Sums, sums_of
from helix_lsp.index.units.unit import Unit, length_of


class FileRow(NamedTuple):
    """A stored file: `blob` is the id of its content's row, never to be used in an order."""

    blob: int
    sha: str
    language: str
    generated: bool
    size: int
    mtime_ns: int
    tracked: bool


class PathsOf(Mapping[int, tuple[str, ...]]):
    """The paths of each live content, sorted. Nearly every content has one: it is kept bare, a pair for each
    would be 50 bytes more.
    """

    __slots__ = ("_held",)

    def __init__(self, held: Mapping[int, str | tuple[str, ...]]) -> None:
        self._held = held

    def __getitem__(self, blob: int) -> tuple[str, ...]:
        paths = self._held[blob]
        return (paths,) if isinstance(paths, str) else paths

    def __contains__(self, blob: object) -> bool:
        return blob in self._held

    def __iter__(self) -> Iterator[int]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)

    def replaced(self, changed: Mapping[int, Collection[str]]) -> PathsOf:
        """These with some contents at other paths; one that is nowhere any more is left out."""
        held = dict(self._held)
        for blob, paths in changed.items():
            if paths:
                held[blob] = next(iter(paths)) if len(paths) == 1 else tuple(sorted(paths))
            else:
                held.pop(blob, None)
        return PathsOf(held)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Base:
    """`paths_of` maps a live content to its paths, sorted; `sums` adds up the live contents, each once."""

    generation: int
    files: Mapping[str, FileRow]
    paths_of: PathsOf
    sums: Sums


EMPTY = Base(0, {}, PathsOf({}), Sums())


def file_hash(path: str, row: FileRow) -> int:
    """Guard of one file row."""
    return row_hash(path, repr(tuple(row)).encode())


# What one content adds to the whole: a stored one, to be taken away again while an open buffer hides it,
# and one that is in memory only, worked out once for each state of an open text.
#
# Every question asks every open buffer how many of its units hold a word and how long they are; two hundred
# buffers were a third of its cost.


class Shadow(msgspec.Struct, frozen=True):
    """Distinct `names` that it defines, `held`: term -> how many of its units hold it, and the `sums` of its
    units.
    """

    names: tuple[str, ...]
    held: Mapping[str, int]
    sums: Sums


def held_by(units: Iterable[Unit]) -> Counter[str]:
    """How many of these units hold each of their terms."""
    out: Counter[str] = Counter()
    for unit in units:
        out.update({term for counted in unit.counts for term in counted})
    return out


class Added(msgspec.Struct, frozen=True, kw_only=True):
    """`held`: term -> how many of the units hold it; `weights`: the weighted length of each unit, in order;
    `sums` of all of them.
    """

    held: Mapping[str, int]
    weights: tuple[int, ...]
    sums: Sums


def added_by(units: tuple[Unit, ...]) -> Added:
    """From the units of one content."""
    weights = tuple([length_of(unit.counts) for unit in units])
    return Added(held=held_by(units), weights=weights, sums=sums_of(units, sum(weights)))
