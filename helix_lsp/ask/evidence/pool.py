"""All that a question's passes have found: the list of the question itself, and what further queries added below
it. Also an evidence card, and which files a selector names.

Invariants: a pass only adds; the order of what was there stays; every added place says which query brought
it. Costs no search.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.text.quote import Quote
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.surface import surface_of
from helix_lsp.search.ranking.hit import Hit
from helix_lsp.search.search import Results
from helix_lsp.syntax.language import language_of
from helix_lsp.syntax.outline import Section, Symbol
from helix_lsp.text.paths import matches_glob, stem_of
from helix_lsp.text.positions import Span
from helix_lsp.text.words import STOP_WORDS, split


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """One query of a pass: what was asked, in which tier of the scope, how many places came and how many of
    them were new.
    """

    query: str
    tier: str
    found: int
    new: int


class Pool(msgspec.Struct, frozen=True, kw_only=True):
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


# Which files a selector names: a glob, or a surface as `surface:docs`. A colon is in no path, so the two
# never meet.
#
# Surfaces are told from paths and language, not from fixed folder names; knowledge is where concept cards
# and trees were really read.

SURFACE = "surface:"
EVERYTHING = "**"
_WILD = "*?{"


def selects(selector: str, path: str, knowledge: frozenset[str]) -> bool:
    """True when the selector names the path; `knowledge` are the paths of cards and trees."""
    if selector == EVERYTHING:
        return True
    if not selector.startswith(SURFACE):
        return path == selector or matches_glob(path, selector)
    surface = surface_of(path, language_of(path))
    return {
        "docs": surface.kind == "docs",
        "knowledge": path in knowledge,
        "tests": surface.test,
        "code": surface.kind == "code" and not surface.test,
        "config": surface.kind == "config" and not surface.test,
    }.get(selector.removeprefix(SURFACE), False)


def first_of(selector: str, snapshot: Snapshot) -> str:
    """The first visible path that a glob names, `` for none. Looks only below the folder that is before
    its first wildcard.
    """
    if not any(c in selector for c in _WILD):
        if snapshot.file(selector) is not None:
            return selector
        return next((p for p in _below(selector.rstrip("/") + "/", snapshot)), "") or _anywhere(
            selector, snapshot
        )
    fixed = selector[: min(selector.find(c) for c in _WILD if c in selector)].rpartition("/")[0]
    within = _below(fixed + "/", snapshot) if fixed else snapshot.paths()
    return next((p for p in within if matches_glob(p, selector)), "")


def _anywhere(selector: str, snapshot: Snapshot) -> str:
    """A name without a slash is at any depth."""
    return "" if "/" in selector else next((p for p in snapshot.paths() if p.endswith("/" + selector)), "")


def _below(folder: str, snapshot: Snapshot) -> Iterable[str]:
    paths = snapshot.paths()
    at = bisect_left(paths, folder)
    while at < len(paths) and paths[at].startswith(folder):
        yield paths[at]
        at += 1


# An evidence card: one place with its live bytes, what it is, its own words about itself, and the lines
# that fit best.

Role = Literal["definition", "code", "document", "test", "configuration"]


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """`span` is the live range of the whole place. `summary` is its docstring's first paragraph; `best` are
    its best lines or sentences.

    `group` names all values that one statement defines (`const { first, second } = make()`), in order; empty
    for a definition of its own.
    `score` is the file's score times the place's share in it; `named` how well its name and the question
    agree.
    """

    role: Role
    path: str
    title: str
    kind: str
    span: Span
    symbol: Symbol | None
    section: Section | None
    head: Quote
    summary: Quote | None
    best: tuple[Quote, ...]
    score: float
    named: float
    terms: frozenset[str]
    group: tuple[str, ...] = ()
