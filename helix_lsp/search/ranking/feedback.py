"""Terms that stand in for a better worded question, at a low weight: those of a hypothetical passage that a model
wrote (HyDE, Gao et al. 2022); see design-decisions.md#feedback.
"""

from __future__ import annotations

from dataclasses import replace

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.word_forms import Weighted, idf
from helix_lsp.text.words import STOP_WORDS, terms


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
    best = sorted(rarity, key=lambda t: (-rarity[t], t))[: cfg.hypothesis_terms]
    if not best or not cfg.hypothesis_weight:
        return weighted
    weight = cfg.hypothesis_weight * max((w for _, w in weighted.terms), default=1.0)
    return replace(
        weighted,
        terms=tuple(sorted([*weighted.terms, *((t, weight) for t in best)], key=lambda x: (-x[1], x[0]))),
        rarity={**weighted.rarity, **{t: rarity[t] for t in best}},
        added=tuple(sorted([*weighted.added, *((t, "") for t in best)])),
    )
