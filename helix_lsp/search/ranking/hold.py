"""The ranking after texts were read: what stands word for word, where a stack trace points, and what only
quotes the question.

Invariants: the same files come out, in a total order; without quoted phrases, messages, frames and quotations
nothing changes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from math import prod, sqrt

from msgspec.structs import replace

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.channels.exact import Exactly, Held, Own
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.word_forms import Weighted
from helix_lsp.search.ranking.bm25f import path_counts
from helix_lsp.search.ranking.hit import Feature, Hit, Place
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.text.positions import Span
from helix_lsp.tuning.questions import READING

_UNQUOTED = "without the quoted words"
_QUOTES = "quotes the question"


def hold(
    ranked: tuple[Ranked, ...],
    query: Query,
    exact: Exactly,
    own: tuple[Own, ...],
    quotes: frozenset[str],
    snapshot: Snapshot,
    cfg: SearchConfig,
) -> tuple[Ranked, ...]:
    """Features `quoted` and `literal`, their demotions, and the unit to show first."""
    if not (exact.phrases or exact.messages or own or quotes):
        return ranked
    places: dict[str, Own] = {}
    for frame in own:
        places.setdefault(frame.path, frame)
    somewhere = {h.text for held in exact.phrases.values() for h in held}
    must = frozenset(q.text for q in query.quoted if q.must and q.text in somewhere)
    judged = [_judge(r, exact, len(somewhere), must, places, quotes, snapshot, cfg) for r in ranked]
    return tuple(sorted((r for r in judged if r.score > 0), key=lambda r: r.order))


def _judge(
    ranked: Ranked,
    exact: Exactly,
    phrases: int,
    must: frozenset[str],
    frames: Mapping[str, Own],
    quotes: frozenset[str],
    snapshot: Snapshot,
    cfg: SearchConfig,
) -> Ranked:
    path = ranked.file.path
    quoted, said, frame = exact.phrases.get(path, ()), exact.messages.get(path, ()), frames.get(path)
    features, demotions = list(ranked.features), list(ranked.demotions)
    if quoted:
        features.append(_feature("quoted", len(quoted) / phrases, cfg.rank_quoted))
    if not must <= {h.text for h in quoted}:
        demotions.append((_UNQUOTED, cfg.demote_unquoted))
    if said:
        features.append(_feature("literal", said[0].value, cfg.rank_literal))
    if path in quotes:
        demotions.append((_QUOTES, cfg.demote_quoting))
    if len(features) == len(ranked.features) and len(demotions) == len(ranked.demotions) and frame is None:
        return ranked
    held = tuple((h.text, h.line) for h in (*quoted, *said[:1]))
    if frame is not None:
        held = (
            (
                f"stack frame {frame.depth + 1}: {frame.frame.function or frame.frame.path}",
                max(1, frame.frame.line),
            ),
            *held,
        )
    meant = (*(h for h in quoted if h.text in must), *said[:1])
    pin = (
        frame.unit.ordinal if frame is not None and frame.unit is not None else _around(path, meant, snapshot)
    )
    kept = tuple(f for f in features if f.contribution)
    score = math.fsum(f.contribution for f in kept) * math.prod(factor for _, factor in demotions)
    return replace(
        ranked, features=kept, demotions=tuple(demotions), score=round(score, 6), pin=pin, held=held
    )


def _around(path: str, held: tuple[Held, ...], snapshot: Snapshot) -> int:
    """Ordinal of the smallest unit around the first place, -1 without one."""
    if not held:
        return -1
    offset = held[0].offset
    around = [u for u in snapshot.units(path) if u.span.start <= offset < u.span.end]
    return min(around, key=lambda u: (u.span.end - u.span.start, u.ordinal)).ordinal if around else -1


def _feature(name: str, value: float, weight: float) -> Feature:
    value = round(value, 9)
    return Feature(name=name, value=value, weight=weight, contribution=round(value * weight, 9))


# Behind the first files of a sentence, those come first that hold words of the question which the files
# above hold least.
#
# A question in a sentence names several things, and a ranking by the sum of its words repeats the files
# about the heaviest one. Source: xQuAD (Santos, Macdonald and Ounis, WWW 2010) with the question's own
# words as its aspects: each time a file above holds a word, the word counts half. Invariants: the files
# above `cfg.words_from` and those below `cfg.words_pool` stay where they are; scores fall in the order of
# the result.

_UNITS = 3
_HELD_ABOVE = 0.5


def by_words_held(
    ranked: tuple[Ranked, ...], query: Query, weighted: Weighted, cfg: SearchConfig
) -> tuple[Ranked, ...]:
    """The same files; those from `cfg.words_from` to `cfg.words_pool` in the order of their score and of what
    they add.
    """
    start, end = cfg.words_from, min(cfg.words_pool, len(ranked))
    if query.shape != "sentence" or cfg.words_share == 0 or end - start < 2:
        return ranked
    weights = {term: weight * weighted.rarity[term] for term, weight in weighted.terms}
    total = sum(weights.values())
    if not total:
        return ranked
    held = [_held(one, weights) for one in ranked[:end]]
    for terms in held[:start]:
        _halve(weights, terms)
    best = ranked[0].score
    scores = [(1 - cfg.words_share) * one.score / best for one in ranked[:end]]
    shares = [cfg.words_share * _authority(one) / total for one in ranked[:end]]
    turned: list[Ranked] = []
    left = list(range(start, end))
    while left:
        pick = min(
            [(-round(scores[i] + shares[i] * sum([weights[t] for t in held[i]]), 6), i) for i in left]
        )[1]
        left.remove(pick)
        turned.append(ranked[pick])
        _halve(weights, held[pick])
    return (*_falling((*ranked[:start], *turned)), *ranked[end:])


def _held(one: Ranked, weights: Mapping[str, float]) -> list[str]:
    """The question's terms in the file's best units and its path, in one order (I3)."""
    if not one.units:
        return []
    path = path_counts(one.file.path)
    fields = [counts for scored in one.units[:_UNITS] for counts in scored.unit.counts if counts]
    return [term for term in weights if term in path or any(term in counts for counts in fields)]


def _halve(weights: dict[str, float], terms: Sequence[str]) -> None:
    for term in terms:
        weights[term] *= _HELD_ABOVE


def _authority(one: Ranked) -> float:
    return prod(factor for _, factor in one.demotions)


def _falling(turned: tuple[Ranked, ...]) -> tuple[Ranked, ...]:
    """All in this order, each raised as little as makes its score say so."""
    out: list[Ranked] = []
    for one in reversed(turned):
        out.append(
            _raised(one, out[-1].score + READING.score_step) if out and one.order > out[-1].order else one
        )
    return tuple(reversed(out))


def _raised(one: Ranked, score: float) -> Ranked:
    """The same file with a higher score; its own feature says what was added (in the end, behind the
    demotions).
    """
    score, factor = round(score, 6), _authority(one)
    added = round((score - one.score) / factor, 9) if factor else 0.0
    return replace(
        one,
        score=score,
        features=(*one.features, Feature(name="words held", value=1.0, weight=added, contribution=added)),
    )


# A long list shows several places of a file; a short one shows each file once, its further places inside
# the hit.
#
# In a long list, places that follow one another in one container (the accessors of a class, say) are one
# place: apart they fill the list with one view of one file. Invariants: files come in the same order either
# way; no file has more than `cfg.per_file` hits in a long list; a joined place covers exactly what its
# parts and the blank lines between them cover.

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
                out[n] = (_around_spread(better, place), held | terms)
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


def _around_spread(better: Place, other: Place) -> Place:
    span = Span(min(better.span.start, other.span.start), max(better.span.end, other.span.end))
    first, last = min(better.start_line, other.start_line), max(better.end_line, other.end_line)
    return replace(better, span=span, start_line=first, end_line=last)
