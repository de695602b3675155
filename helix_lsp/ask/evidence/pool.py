"""All that a question's passes have found: the list of the question itself, and what further queries added
below it.

Invariants: a pass only adds; the order of what was there stays; every added place says which query brought
it. Costs no search.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from helix_lsp.search.ranking.hit import Hit
from helix_lsp.search.search import Results
from helix_lsp.text.paths import stem_of
from helix_lsp.text.words import STOP_WORDS, split


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


# Further queries, made of what was found: headings, words of file names and names of definitions, beside
# the words still wanting.
#
# Deterministic: a function of the pool alone. Asked for by docs/reference/ladder.md, S2-10.

_SEEN = 6
_LONGEST = 160


def expand(
    question: str, wanting: tuple[str, ...], hints: tuple[str, ...], pool: Pool, most: int
) -> tuple[str, ...]:
    """At most `most` queries not asked before: each wanting slot, the plan's hints, then the question with
    what the best hits are called.
    """
    asked = {a.query.casefold() for a in pool.asked}
    subject = (
        " ".join(dict.fromkeys(word for _, word in pool.results.query.words))[:_LONGEST]
        or question[:_LONGEST]
    )
    offered = [*wanting, *hints]
    for hit in pool.hits[:_SEEN]:
        name = hit.place.qualified or hit.place.name
        stem = " ".join(p for p in split(stem_of(hit.place.path))[0] if p not in STOP_WORDS)
        offered += [f"{subject} {piece}" for piece in (name, stem) if piece]
    out: dict[str, str] = {}
    for query in offered:
        if query.strip() and query.casefold() not in asked:
            out.setdefault(query.casefold(), query.strip())
    return tuple(out.values())[:most]


def widen(pool: Pool, names: tuple[str, ...], most: int) -> tuple[str, ...]:
    """At most `most` queries for code one hop away: the names that the best places define or mention, as
    whole names.
    """
    asked = {a.query.casefold() for a in pool.asked}
    offered = [*names, *(h.place.name for h in pool.hits[:_SEEN] if h.place.symbol >= 0 and h.place.name)]
    out: dict[str, str] = {}
    for name in offered:
        if name and name.casefold() not in asked:
            out.setdefault(name.casefold(), name)
    return tuple(out.values())[:most]
