"""Weights from questions whose files are known: one feature at a time, each step kept only where the ranking
gains by it.

Source: coordinate ascent on the figure itself (Metzler and Croft, Linear feature-based models for information
retrieval, Information Retrieval 10, 2007). No random start and no floating sum without an order, so that the
same questions give the same weights on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from helix_lsp.search.rank import Ranked
from helix_lsp.tuning.learn import LEARN

FITTED = (
    "units", "fused", "name", "defines", "stem", "precise", "mentioned", "covers", "used", "uses",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as it was ranked: for each file its path, what its other features add up to, the
    contribution of each of `FITTED`, what earlier changes say, and the product of its demotions. `files` are
    the right ones; `history` is True for a question from a commit.
    """

    rows: tuple[tuple[str, float, tuple[float, ...], float, float], ...]
    files: frozenset[str]
    history: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """`before` and `after` are the NDCG@10 of the questions from commits, 0..1."""

    factors: tuple[tuple[str, float], ...]
    weight: float
    before: float
    after: float


def asked(
    ranked: Sequence[Ranked], told: Mapping[str, float], files: Sequence[str], *, history: bool
) -> Asked:
    """A ranking as the fit reads it."""
    rows: list[tuple[str, float, tuple[float, ...], float, float]] = []
    for one in ranked[: LEARN.fitted_files]:
        known = {f.name: f.contribution for f in one.features}
        rest = math.fsum(value for name, value in known.items() if name not in FITTED)
        path = one.file.path
        rows.append(
            (
                path,
                rest,
                tuple(known.get(n, 0.0) for n in FITTED),
                told.get(path, 0.0),
                prod([d for _, d in one.demotions]),
            )
        )
    return Asked(rows=tuple(rows), files=frozenset(files), history=history)


def fit(questions: Sequence[Asked], check: Callable[[], None]) -> Fitted:
    """The weights; those of the baseline where nothing gains. Raises what `check` raises."""
    history = [q for q in questions if q.history]
    anchors = [q for q in questions if not q.history]
    halves = (history[::2], history[1::2])
    ones = (1.0,) * len(FITTED)
    base = gain(history, ones, 0.0)
    anchored = gain(anchors, ones, 0.0) - LEARN.fit_loss

    def worth(weight: float) -> float:
        check()
        return gain(history, ones, weight) if gain(anchors, ones, weight) >= anchored else -1.0

    tried = {weight: worth(weight) for weight in LEARN.told_weights}
    enough = max(tried.values()) - LEARN.told_margin
    weight = min((w for w, value in tried.items() if value >= enough), default=0.0)
    factors = list(ones)
    for _ in range(LEARN.rounds):
        for at in range(len(FITTED)):
            now = tuple(gain(half, factors, weight) for half in halves)
            best = (0.0, factors[at])
            for factor in LEARN.factors:
                check()
                other = [*factors[:at], factors[at] * factor, *factors[at + 1 :]]
                gained = min(gain(half, other, weight) - n for half, n in zip(halves, now, strict=True))
                if gained > max(best[0], LEARN.factor_gain) and gain(anchors, other, weight) >= anchored:
                    best = (gained, other[at])
            factors[at] = best[1]
    found = tuple((n, round(f, 6)) for n, f in zip(FITTED, factors, strict=True) if f != 1.0)
    return Fitted(
        factors=tuple(sorted(found)),
        weight=weight,
        before=base,
        after=round(gain(history, factors, weight), 6),
    )


def gain(questions: Sequence[Asked], factors: Sequence[float], weight: float) -> float:
    """Mean NDCG@10 under these weights, rounded so that the last bits of a processor decide nothing."""
    if not questions:
        return 0.0
    return round(math.fsum(_ndcg(q, factors, weight) for q in questions) / len(questions), 6)


def _ndcg(question: Asked, factors: Sequence[float], weight: float) -> float:
    scored = sorted(
        (-round((rest + weight * told + sum(map(_times, values, factors))) * demoted, 6), path)
        for path, rest, values, told, demoted in question.rows
    )
    found = [at for at, (_, path) in enumerate(scored[:10]) if path in question.files]
    ideal = range(min(10, len(question.files)))
    return _sum(found) / _sum(ideal) if ideal else 0.0


def _times(value: float, factor: float) -> float:
    return value * factor


def _sum(places: Sequence[int]) -> float:
    return math.fsum(1 / math.log2(at + 2) for at in places)
