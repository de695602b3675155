"""One committed generation in memory: which path holds which stored content. Immutable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from helix_lsp.index.mirror import row_hash
from helix_lsp.index.pack import Sums


class FileRow(NamedTuple):
    """A stored file: `blob` is the id of its content's row, never to be used in an order."""

    blob: int
    sha: str
    language: str
    generated: bool
    size: int
    mtime_ns: int
    tracked: bool


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Base:
    """`paths_of` maps a live content to its paths, sorted; `sums` adds up the live contents, each once."""

    generation: int
    files: Mapping[str, FileRow]
    paths_of: Mapping[int, tuple[str, ...]]
    sums: Sums


EMPTY = Base(0, {}, {}, Sums())


def file_hash(path: str, row: FileRow) -> int:
    """Guard of one file row."""
    return row_hash(path, repr(tuple(row)).encode())
