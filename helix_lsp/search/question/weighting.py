"""A query's terms against one snapshot: synonyms and other forms that the repository uses are added, rarity
is looked up, the heaviest are kept.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.word_forms import forms, synonyms

_SYNONYM_FROM = 0.2


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighted:
    """`terms` are (term, weight) as given to the text engine; `rarity` maps each to its inverse document
    frequency;

    `unknown` are the question's terms that no unit holds; `added` maps a synonym to the term that brought it
    in.
    """

    terms: tuple[tuple[str, float], ...]
    rarity: dict[str, float]
    unknown: tuple[str, ...]
    added: tuple[tuple[str, str], ...]


def weigh(query: Query, snapshot: Snapshot, cfg: SearchConfig) -> Weighted:
    """Weights of all terms worth searching, heaviest (weight times rarity) first when cut to
    `cfg.most_terms`.
    """
    own, written = dict(query.terms), dict(query.words)
    offered: dict[str, tuple[float, str]] = {}
    if query.shape != "symbol":
        for term, weight in query.terms:
            if term[0] == "=" or weight < _SYNONYM_FROM:
                continue
            for other in (*synonyms(term), *forms(term, written.get(term, term))):
                if other not in own and offered.get(other, (0.0, ""))[0] < cfg.synonym_weight * weight:
                    offered[other] = (cfg.synonym_weight * weight, term)
    frequency = snapshot.frequencies([*own, *offered])
    added = {t: v for t, v in offered.items() if frequency[t]}
    units = snapshot.statistics().units
    rarity = {t: idf(frequency[t], units) for t in (*own, *added)}
    terms = [*query.terms, *((t, w) for t, (w, _) in added.items())]
    known = [(t, w) for t, w in terms if frequency[t]]
    if len(known) > cfg.most_terms:
        known = sorted(known, key=lambda x: (-x[1] * rarity[x[0]], x[0]))[: cfg.most_terms]
    return Weighted(
        terms=tuple(sorted(known, key=lambda x: (-x[1], x[0]))),
        rarity=rarity,
        unknown=tuple(t for t, _ in query.terms if not frequency[t]),
        added=tuple(sorted((t, by) for t, (_, by) in added.items())),
    )


def idf(frequency: int, total: int) -> float:
    """Inverse document frequency, never negative: ln(1 + (N - n + .5) / (n + .5))."""
    return math.log(1 + (max(total, frequency) - frequency + 0.5) / (frequency + 0.5))
