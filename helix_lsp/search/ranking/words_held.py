"""Behind the first files of a sentence, those come first that hold words of the question which the files
above hold least.

A question in a sentence names several things, and a ranking by the sum of its words repeats the files about
the heaviest one.
Source: xQuAD (Santos, Macdonald and Ounis, WWW 2010) with the question's own words as its aspects: each time
a file above holds a word, the word counts half.
Invariants: the files above `cfg.words_from` and those below `cfg.words_pool` stay where they are; scores fall
in the order of the result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import prod

from helix_lsp.config.search import SearchConfig
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.weighting import Weighted
from helix_lsp.search.ranking.bm25f import path_counts
from helix_lsp.search.ranking.hit import Feature
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.tuning.reading import READING

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
