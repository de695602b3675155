"""What of a change others may depend on: the definitions to ask about, as they are in the index, and as
they were where they went.

Definitions of tests and examples, and those inside a function, are nobody else's and are not asked about. The
order is what a reader wants first: what went or was renamed, what is called otherwise, what does otherwise,
what came; the exported before the hidden; last what is inside of something that went, came, moved or was
renamed as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from helix_lsp.align.delta.compare import FileDelta, PartChange
from helix_lsp.history.parts import Part
from helix_lsp.index.overlay.snapshot import Defined, Snapshot

_GONE = 1 << 30  # the ordinal of a definition that no index holds
_RANK = {"removed": 0, "renamed": 0, "signature": 1, "moved": 2, "body": 3, "added": 4}
_CALLED = frozenset({"function", "method", "constructor"})
_PLAIN = frozenset({"constant", "variable", "field", "property", "enum_member"})


class Target(msgspec.Struct, frozen=True, kw_only=True):
    """`now` is the definition in the index, None where it went or is in a tree that is not checked out.

    `lost` is what went: the old definition of what was removed or renamed, with its old path, in no index.
    `left` is that, or what moved, where it stood before.
    """

    change: PartChange
    now: Defined | None
    lost: Defined | None
    left: Defined | None


def targets(deltas: Iterable[FileDelta], snapshot: Snapshot, most: int) -> tuple[tuple[Target, ...], int]:
    """(the definitions to ask about, of the first `most` in their order those that this tree knows of; how
    many were left out).
    """
    wanted = [
        one
        for delta in deltas
        if not (delta.surface.test or delta.surface.example)
        for one in _of_file(delta)
    ]
    wanted.sort(key=_order)
    kept = [_target(one, snapshot) for one in wanted[:most]]
    return tuple(t for t in kept if t.now is not None or t.lost is not None), max(0, len(wanted) - most)


def lost_of(part: Part) -> Defined:
    """A definition that went, as what asks for uses and mentions wants it: its parent is found by its name,
    for its file may be gone as well.
    """
    assert part.symbol is not None
    return Defined(path=part.path, ordinal=_GONE, symbol=replace(part.symbol, parent=-1))


def _of_file(delta: FileDelta) -> Iterable[PartChange]:
    inner = {s.qualified for s in (*delta.outline.symbols, *delta.old_outline.symbols) if s.kind in _CALLED}
    for one in delta.parts:
        new = one.status == "added" and (one.within or one.part.kind in _PLAIN)
        if one.part.is_definition and one.status in _RANK and one.part.parent not in inner and not new:
            yield one


def _order(one: PartChange) -> tuple[bool, int, bool, bool, str, int]:
    part = one.part
    return (
        bool(one.within),
        _RANK[one.status],
        part.kind in _PLAIN,
        not part.exported,
        part.path,
        part.span.start,
    )


def _target(one: PartChange, snapshot: Snapshot) -> Target:
    now = _find(one.new, snapshot) if one.new is not None else None
    went = one.old if one.new is None or one.status in ("renamed", "moved") else None
    left = (
        lost_of(went) if went is not None and _find(went, snapshot) is None else None
    )  # else the tree asked is not the one that lost it
    return Target(change=one, now=now, lost=left if one.status != "moved" else None, left=left)


def _find(part: Part, snapshot: Snapshot) -> Defined | None:
    """The definition of this name in the index, of the same kind where several have it."""
    found = [d for d in snapshot.defined_in(part.path, part.name) if d.symbol.qualified == part.qualified]
    return next((d for d in found if d.symbol.kind == part.kind), found[0] if found else None)
