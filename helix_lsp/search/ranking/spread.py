"""A long list shows several places of a file; a short one shows each file once, its further places inside the
hit.

In a long list, places that follow one another in one container (the accessors of a class, say) are one place:
apart they fill the list with one view of one file.
Invariants: files come in the same order either way; no file has more than `cfg.per_file` hits in a long list;
a joined place covers exactly what its parts and the blank lines between them cover.
"""

from __future__ import annotations

from dataclasses import replace
from math import sqrt

from helix_lsp.config.search import SearchConfig
from helix_lsp.search.ranking.hit import Hit, Place
from helix_lsp.text.span import Span

_BLANK_LINES = 2


def further_places(k: int, cfg: SearchConfig) -> int:
    """How many further places of a file a list of `k` hits has use for."""
    return cfg.more_places if k < cfg.spread_from else cfg.per_file - 1


def spread(hits: tuple[Hit, ...], k: int, cfg: SearchConfig) -> tuple[Hit, ...]:
    """At most `k` hits. Below `cfg.spread_from` they are left as they are; from there on each further place
    is a hit of its own,

    scored with the square root of its share of the file's score and kept behind the file's first hit.
    """
    if k < cfg.spread_from:
        return hits
    out: list[Hit] = []
    for hit in hits:
        places = _joined([(hit.place, hit.terms), *zip(hit.more, hit.more_terms, strict=True)], cfg)
        for n, (place, terms) in enumerate(places):
            score = round(hit.score * sqrt(place.share), 6) if n else hit.score
            out.append(replace(hit, place=place, terms=terms, score=score, more=(), more_terms=()))
    return tuple(
        sorted(
            out, key=lambda h: (-round(h.score, 6), h.place.path, h.place.share != 1.0, h.place.span.start)
        )[:k]
    )


def _joined(
    places: list[tuple[Place, frozenset[str]]], cfg: SearchConfig
) -> list[tuple[Place, frozenset[str]]]:
    """Best first; a place that follows or precedes a better one joins it, which keeps its name and share."""
    out: list[tuple[Place, frozenset[str]]] = []
    for place, terms in places:
        for n, (better, held) in enumerate(out):
            if _neighbours(better, place, cfg):
                out[n] = (_around(better, place), held | terms)
                break
        else:
            out.append((place, terms))
    return out


def _neighbours(one: Place, other: Place, cfg: SearchConfig) -> bool:
    if one.symbol < 0 or other.symbol < 0 or _container(one) != _container(other):
        return False
    first, last = (one, other) if one.span.start <= other.span.start else (other, one)
    close = 0 <= last.start_line - first.end_line - 1 <= _BLANK_LINES
    return close and last.end_line - first.start_line < cfg.neighbour_lines


def _container(place: Place) -> str:
    return place.qualified.removesuffix(place.name)


def _around(better: Place, other: Place) -> Place:
    span = Span(min(better.span.start, other.span.start), max(better.span.end, other.span.end))
    first, last = min(better.start_line, other.start_line), max(better.end_line, other.end_line)
    return replace(better, span=span, start_line=first, end_line=last)
