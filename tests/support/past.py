"""A past whose names say themselves what took their place."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.drift.history import Dropped, Gone, NoHistory
from helix_lsp.history.successor import Successor


@dataclass(frozen=True, slots=True, kw_only=True)
class Went(Gone):
    """`renamed` took its place, `` for nothing."""

    renamed: str = ""
    certain: bool = False


class ToldPast(NoHistory):
    """`became` is what a `Went` says."""

    known = True

    def dropped(self, thing: str) -> Dropped | None:
        """The definition that went under the thing's own name."""
        gone = next((g for g in self.gone(thing.partition(" ")[2]) if g.defined), None)
        return Dropped(commit=gone.commit, time=gone.time, path=gone.path, defined=True) if gone else None

    def became(self, name: str, gone: Gone) -> Successor | None:
        if not isinstance(gone, Went) or not gone.renamed:
            return None
        return Successor(old=name, new=gone.renamed, path=gone.path, certain=gone.certain)
