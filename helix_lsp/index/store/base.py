"""One committed generation in memory: which path holds which stored content. Immutable. Also what one content adds
to the whole.
"""

from __future__ import annotations

import sqlite3
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import msgspec

from helix_lsp.index.mirror import row_hash, squeeze
from helix_lsp.index.names.declared import LONG_NAME, bare_length
from helix_lsp.index.names.outline_rows import UNREADABLE
from helix_lsp.index.store.pack import Sums, sums_of
from helix_lsp.index.store.refusal import Damaged
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


# Distinct names of live contents, by length: what near names are looked for in, and what completion offers.
#
# Each commit adds a row for every length at which names came or went, with how many contents more or fewer
# define each; the rows of a length are made one when they are many. So a commit costs what it changes, and a
# question reads only the lengths that can be near. Measured on 181,000 names: a row a name was read, sorted and
# measured in 110 ms CPU before the first near name was found; this takes 30, in a quarter of the space.

_GENERATIONS = 1 << 40  # the id of a row is its length * this + the generation that wrote it
_MOST_RUNS = 8


class Spelled(msgspec.Struct, array_like=True, frozen=True):
    """Names of one length, sorted, and how many live contents define each (in a stored row: how many more or
    fewer).
    """

    names: tuple[str, ...]
    counts: tuple[int, ...]


NONE = Spelled((), ())
_encode = msgspec.msgpack.Encoder().encode
_decoder = msgspec.msgpack.Decoder(Spelled)


def read(connection: sqlite3.Connection, shortest: int, longest: int) -> dict[int, Spelled]:
    """Length -> its names, of the lengths that have any; both ends inclusive. Raises `Damaged` for a row that
    does not match its hash.
    """
    bounds = (shortest * _GENERATIONS, (longest + 1) * _GENERATIONS)
    rows = connection.execute(
        "SELECT id, hash, packed FROM spelled WHERE id >= ? AND id < ? ORDER BY id", bounds
    )
    runs: dict[int, list[Spelled]] = {}
    for row, stored, packed in rows:
        runs.setdefault(row // _GENERATIONS, []).append(_unpacked(row, stored, packed))
    return {length: _merged(of_length) for length, of_length in runs.items()}


def change(connection: sqlite3.Connection, generation: int, changes: Mapping[str, int]) -> None:
    """By how many contents more or fewer each name is defined since the generation before. Raises `Damaged`."""
    lengths = _put(connection, generation, changes)
    for length in lengths:
        bounds = (length * _GENERATIONS, (length + 1) * _GENERATIONS)
        if (
            connection.execute("SELECT count(*) FROM spelled WHERE id >= ? AND id < ?", bounds).fetchone()[0]
            > _MOST_RUNS
        ):
            whole = read(connection, length, length)[length]
            connection.execute("DELETE FROM spelled WHERE id >= ? AND id < ?", bounds)
            if whole.names:
                _insert(connection, [(length * _GENERATIONS + generation, whole)])


def begin_anew(connection: sqlite3.Connection, generation: int, names: Mapping[str, int]) -> None:
    """These names and no others."""
    connection.execute("DELETE FROM spelled")
    _put(connection, generation, names)


def _put(connection: sqlite3.Connection, generation: int, changes: Mapping[str, int]) -> Iterable[int]:
    by_length: dict[int, list[str]] = {}
    for name in sorted(name for name, n in changes.items() if n):
        by_length.setdefault(bare_length(name), []).append(name)
    runs = {
        at: Spelled(tuple(names), tuple([changes[name] for name in names])) for at, names in by_length.items()
    }
    _insert(connection, [(at * _GENERATIONS + generation, run) for at, run in runs.items()])
    return by_length


def _insert(connection: sqlite3.Connection, runs: list[tuple[int, Spelled]]) -> None:
    connection.executemany("INSERT INTO spelled VALUES (?, ?, ?)", _rows(runs))


def _rows(runs: list[tuple[int, Spelled]]) -> Iterator[tuple[int, int, bytes]]:
    for row, run in runs:
        packed = squeeze(_encode(run))
        yield row, row_hash(f"s{row}", packed), packed


def _unpacked(row: int, stored: int, packed: object) -> Spelled:
    try:
        if not isinstance(packed, bytes) or row_hash(f"s{row}", packed) != stored:
            raise ValueError("hash")
        found = _decoder.decode(zlib.decompress(packed))
        if len(found.names) != len(found.counts):
            raise ValueError("columns of different lengths")
    except UNREADABLE:
        raise Damaged(f"the names of {row // _GENERATIONS} letters do not match their hash") from None
    return found


def _merged(runs: list[Spelled]) -> Spelled:
    """What the rows of one length say together; a name that nobody defines any more is gone."""
    if len(runs) == 1 and min(runs[0].counts, default=1) > 0:
        return runs[0]
    counts = dict(zip(runs[0].names, runs[0].counts, strict=True))
    for run in runs[1:]:
        for name, n in zip(run.names, run.counts, strict=True):
            counts[name] = counts.get(name, 0) + n
    live = sorted([name for name, n in counts.items() if n > 0])
    return Spelled(tuple(live), tuple([counts[name] for name in live]))


__all__ = ["LONG_NAME", "NONE", "Spelled", "begin_anew", "change", "read"]
