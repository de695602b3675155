"""Terms that stand in for a better worded question, at a low weight: of a hypothetical passage that a model wrote
(HyDE, Gao et al. 2022), or, without a model, of the best units of a first pass.

Deterministic; each is off at weight 0. Source of the second: Lavrenko and Croft, SIGIR 2001 (relevance models), cut to a few rare
terms; see design-decisions.md#feedback.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.weighting import Weighted, idf
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.text.words import STOP_WORDS, terms

_SATURATION = 1.2
_LEAST_UNITS = 2


def feedback(
    ranked: Sequence[Ranked], query: Query, weighted: Weighted, snapshot: Snapshot, cfg: SearchConfig
) -> Weighted | None:
    """The question with the added terms; None where feedback is off, the first pass was good enough, or there
    is nothing to add.
    """
    if not cfg.feedback_weight or query.shape == "symbol":
        return None
    units = [r.units[0].unit for r in ranked if r.units][: cfg.feedback_units]
    if len(units) < _LEAST_UNITS or _covered(units[0], weighted) >= cfg.feedback_below:
        return None
    own = {*weighted.rarity, *(t for t, _ in query.terms)}
    gained: dict[str, float] = {}
    spread: dict[str, int] = {}
    for n, unit in enumerate(units):
        held: dict[str, int] = {}
        for counts in unit.counts:
            for term, count in counts.items():
                if term not in own and term[0] != "=":
                    held[term] = held.get(term, 0) + count
        for term, count in held.items():
            gained[term] = gained.get(term, 0.0) + count / (_SATURATION + count) / (1 + n)
            spread[term] = spread.get(term, 0) + 1
    shared = [t for t in gained if spread[t] >= _LEAST_UNITS]
    frequency = snapshot.frequencies(shared)
    total = snapshot.statistics().units
    rarity = {t: idf(frequency[t], total) for t in shared}
    best = sorted(shared, key=lambda t: (-round(gained[t] * rarity[t], 9), t))[: cfg.feedback_terms]
    if not best:
        return None
    top = gained[best[0]] * rarity[best[0]]
    heaviest = max((w for _, w in weighted.terms), default=1.0)
    added = [(t, cfg.feedback_weight * heaviest * gained[t] * rarity[t] / top) for t in best] if top else []
    return replace(
        weighted,
        terms=tuple(sorted([*weighted.terms, *added], key=lambda x: (-x[1], x[0]))),
        rarity={**weighted.rarity, **{t: rarity[t] for t in best}},
        added=tuple(sorted([*weighted.added, *((t, "") for t in best)])),
    )


def widened(
    passage: str, query: Query, weighted: Weighted, snapshot: Snapshot, cfg: SearchConfig
) -> Weighted:
    """The question with the rarest terms of a passage that units hold; unchanged where there is none.

    What is added may only bring candidates: the caller judges and reads by the question's own words.
    """
    own = {*weighted.rarity, *(t for t, _ in query.terms)}
    said = dict.fromkeys(t for t in terms(passage) if t[0] != "=" and t not in own and t not in STOP_WORDS)
    frequency = snapshot.frequencies(list(said))
    total = snapshot.statistics().units
    rarity = {t: idf(frequency[t], total) for t in said if frequency[t]}
    best = sorted(rarity, key=lambda t: (-rarity[t], t))[: cfg.feedback_terms]
    if not best or not cfg.hypothesis_weight:
        return weighted
    weight = cfg.hypothesis_weight * max((w for _, w in weighted.terms), default=1.0)
    return replace(
        weighted,
        terms=tuple(sorted([*weighted.terms, *((t, weight) for t in best)], key=lambda x: (-x[1], x[0]))),
        rarity={**weighted.rarity, **{t: rarity[t] for t in best}},
        added=tuple(sorted([*weighted.added, *((t, "") for t in best)])),
    )


def _covered(unit: Unit, weighted: Weighted) -> float:
    """Share of the question's weight that the unit holds."""
    total = sum(w * weighted.rarity[t] for t, w in weighted.terms)
    held = sum(
        w * weighted.rarity[t] for t, w in weighted.terms if any(t in counts for counts in unit.counts)
    )
    return held / total if total else 1.0
