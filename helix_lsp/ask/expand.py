"""Further queries, made of what was found: headings, words of file names and names of definitions, beside the
words still wanting.

Deterministic: a function of the pool alone. Asked for by docs/reference/ladder.md, S2-10.
"""

from __future__ import annotations

from helix_lsp.ask.pool import Pool
from helix_lsp.text.paths import stem_of
from helix_lsp.text.words import STOP_WORDS, split

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
