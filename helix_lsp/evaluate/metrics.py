"""Recall, reciprocal rank, NDCG and span hit of one ranked list, from the ranks at which its targets were
found.

Invariants: pure; every value lies in 0..1; a list without targets scores 0. `ranks` hold one entry a target:
its rank from 1, or None where it was not found. Several targets may share a rank (one hit shows them all).
Source: Manning, Raghavan, Schuetze, Introduction to Information Retrieval, ch. 8; for NDCG the rule of the
public Semble benchmark, so that figures can be compared: gain 1, a target counts at its first hit, targets on
one rank count once, the ideal fills min(n, targets) ranks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

Ranks = Sequence[int | None]


def recall_at(ranks: Ranks, k: int) -> float:
    """Share of the targets among the first `k` hits."""
    return sum(1 for r in ranks if r is not None and r <= k) / len(ranks) if ranks else 0.0


def reciprocal_rank(ranks: Ranks, k: int) -> float:
    """One over the rank of the first target, 0 when none is among the first `k` hits."""
    best = min((r for r in ranks if r is not None and r <= k), default=None)
    return 1 / best if best else 0.0


def ndcg_at(ranks: Ranks, n: int = 10) -> float:
    """Normalised discounted cumulative gain over the first `n` hits."""
    if not ranks:
        return 0.0
    found = {r for r in ranks if r is not None and r <= n}
    return _gain(sorted(found)) / _gain(range(1, min(n, len(ranks)) + 1))


def span_hit_at(ranks: Ranks, k: int) -> float:
    """1 when one of the first `k` hits shows a target's own lines; `ranks` are those of hits whose shown
    range overlaps a target.
    """
    return 1.0 if any(r is not None and r <= k for r in ranks) else 0.0


def mean(values: Iterable[float]) -> float:
    """Arithmetic mean, 0 of nothing; summed exactly, so that no order changes it."""
    listed = list(values)
    return math.fsum(listed) / len(listed) if listed else 0.0


def _gain(ranks: Iterable[int]) -> float:
    return math.fsum(1 / math.log2(r + 1) for r in ranks)
