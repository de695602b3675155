"""A past whose names say themselves what took their place."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.drift.history import Gone, NoHistory
from helix_lsp.history.successor import Successor


@dataclass(frozen=True, slots=True, kw_only=True)
class Went(Gone):
    """`renamed` took its place, `` for nothing."""

    renamed: str = ""
    certain: bool = False


class ToldPast(NoHistory):
    """`became` is what a `Went` says."""

    known = True

    def became(self, name: str, gone: Gone) -> Successor | None:
        if not isinstance(gone, Went) or not gone.renamed:
            return None
        return Successor(old=name, new=gone.renamed, path=gone.path, certain=gone.certain)
