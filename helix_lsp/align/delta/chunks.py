"""Which of the index's pieces the changed lines lie in: what a retrieval over this tree would hand out again
after the change.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.delta.compare import FileDelta
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Chunk:
    """A unit of the index with the hash of its current bytes; `qualified` and `kind` as a hit of `query` has
    them, lines from 1, both inclusive.
    """

    path: str
    kind: str
    qualified: str
    span: Span
    start_line: int
    end_line: int
    sha256: str


def chunks(delta: FileDelta, snapshot: Snapshot, live: Live) -> tuple[Chunk, ...]:
    """The units of a changed file that its changed lines touch, in order; nothing where the index holds other
    bytes than the change's.
    """
    path, data = delta.file.path, delta.file.after
    if data is None or not delta.hunks or live.data(path) != data or not live.same(path):
        return ()
    found: list[Chunk] = []
    for unit in snapshot.units(path):
        cut = unit.span.cut(data)
        if cut and any(_touches(h.new_start + 1, h.new, unit.start_line, unit.end_line) for h in delta.hunks):
            found.append(
                Chunk(
                    path=path,
                    kind=unit.kind,
                    qualified=unit.qualified,
                    span=unit.span,
                    start_line=unit.start_line,
                    end_line=unit.end_line,
                    sha256=sha256_hex(cut),
                )
            )
    return tuple(found)


def _touches(first: int, count: int, start: int, end: int) -> bool:
    """Whether new lines (or the place where lines went: between `first - 1` and `first`) lie in a unit's
    lines.
    """
    return start <= first + count - 1 and first <= end if count else start < first <= end
