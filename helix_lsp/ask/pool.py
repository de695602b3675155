"""All that a question's passes have found: the list of the question itself, and what further queries added
below it.

Invariants: a pass only adds; the order of what was there stays; every added place says which query brought
it. Costs no search.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from helix_lsp.search.hit import Hit
from helix_lsp.search.search import Results


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One query of a pass: what was asked, in which tier of the scope, how many places came and how many of
    them were new.
    """

    query: str
    tier: str
    found: int
    new: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pool:
    """`results` are those of the whole question (`hits` replaced by the pool's); `extra` are the paths that
    only further queries found.
    """

    results: Results
    asked: tuple[Asked, ...]
    extra: tuple[str, ...] = ()

    @property
    def hits(self) -> tuple[Hit, ...]:
        """All places, best first."""
        return self.results.hits

    @property
    def paths(self) -> frozenset[str]:
        """The files of all places."""
        return frozenset(h.place.path for h in self.results.hits)


def pool_of(results: Results, query: str, tier: str) -> Pool:
    """A pool of one query: the question itself."""
    return Pool(
        results=results,
        asked=(Asked(query=query, tier=tier, found=len(results.hits), new=len(results.hits)),),
    )


def add(pool: Pool, results: Results, query: str, tier: str, share: float) -> Pool:
    """The pool with what another query found; its places score at most `share` of the best one, in the order
    of their own list.
    """
    top, own = (pool.hits[0].score if pool.hits else 1.0), (results.hits[0].score if results.hits else 1.0)
    have = {h.place.path for h in pool.hits}
    new = [
        replace(h, score=round(top * share * h.score / own, 6))
        for h in results.hits
        if h.place.path not in have and own > 0
    ]
    hits = tuple(sorted([*pool.hits, *new], key=lambda h: h.order)) if new else pool.hits
    return Pool(
        results=replace(pool.results, hits=hits),
        asked=(*pool.asked, Asked(query=query, tier=tier, found=len(results.hits), new=len(new))),
        extra=(*pool.extra, *(h.place.path for h in new)),
    )
