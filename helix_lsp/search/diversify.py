"""Maximal marginal relevance: a hit that says what a better one already said gives way to one that says
something new.

Invariants: the result is a permutation of a subset of the input; the first hit stays first.
Source: Carbonell and Goldstein, SIGIR 1998. Relevance is scaled to 0..1 before it is traded; similarity sees
path and content (design-decisions.md#novelty).
"""

from __future__ import annotations

from helix_lsp.config.search import SearchConfig
from helix_lsp.search.rank import Ranked

_PATH_SHARE = 0.3


def diversify(ranked: tuple[Ranked, ...], k: int, cfg: SearchConfig) -> tuple[Ranked, ...]:
    """At most `k` files; each comes once, so that one file never fills the list."""
    if not ranked or cfg.diversity == 0:
        return ranked[:k]
    pool, rest = ranked[: cfg.diversity_pool], ranked[cfg.diversity_pool :]
    terms = [r.terms for r in pool]
    best = pool[0].score
    chosen: list[Ranked] = []
    closest = [0.0] * len(pool)
    left = list(range(len(pool)))
    while left and len(chosen) < k:
        pick = min(
            left,
            key=lambda i: (
                -round((1 - cfg.diversity) * pool[i].score / best - cfg.diversity * closest[i], 6),
                pool[i].order,
            ),
        )
        left.remove(pick)
        chosen.append(pool[pick])
        for i in left:
            closest[i] = max(
                closest[i], similarity(pool[pick].file.path, terms[pick], pool[i].file.path, terms[i])
            )
    return (*chosen, *rest)[:k]


def similarity(path: str, terms: frozenset[str], other_path: str, other_terms: frozenset[str]) -> float:
    """0..1: overlap of the units' terms (Jaccard), and how much of the folder path is shared."""
    shared = len(terms & other_terms)
    union = len(terms) + len(other_terms) - shared
    content = shared / union if union else 0.0
    left, right = path.split("/")[:-1], other_path.split("/")[:-1]
    same = 0
    while same < min(len(left), len(right)) and left[same] == right[same]:
        same += 1
    longest = max(len(left), len(right))
    return (1 - _PATH_SHARE) * content + _PATH_SHARE * (same / longest if longest else 1.0)
