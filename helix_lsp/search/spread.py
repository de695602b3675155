"""A long list shows several places of a file; a short one shows each file once, its further places inside the hit.

Invariants: files come in the same order either way; no file has more than `cfg.per_file` hits in a long list.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from helix_lsp.config.search import SearchConfig
from helix_lsp.search.hit import Hit


def further_places(k: int, cfg: SearchConfig) -> int:
    """How many further places of a file a list of `k` hits has use for."""
    return cfg.more_places if k < cfg.spread_from else cfg.per_file - 1


def spread(hits: tuple[Hit, ...], k: int, cfg: SearchConfig) -> tuple[Hit, ...]:
    """At most `k` hits. Below `cfg.spread_from` they are left as they are; from there on each further place is a hit of its own,

    scored with the square root of its share of the file's score and kept behind the file's first hit.
    """
    if k < cfg.spread_from:
        return hits
    out: list[Hit] = []
    for hit in hits:
        out.append(replace(hit, more=(), more_terms=()))
        for place, terms in zip(hit.more, hit.more_terms, strict=True):
            out.append(replace(hit, place=place, terms=terms, score=round(hit.score * sqrt(place.share), 6), more=(), more_terms=()))
    return tuple(sorted(out, key=lambda h: (-round(h.score, 6), h.place.path, h.place.share != 1.0, h.place.span.start))[:k])
