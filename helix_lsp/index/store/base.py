"""One committed generation in memory: which path holds which stored content. Immutable."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from helix_lsp.index.mirror import row_hash
from helix_lsp.index.store.pack import Sums


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
