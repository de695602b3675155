"""Rung 7: is what was found about the question at all?

Two shares of the question's words must be high enough: what one place holds alone, and, each word weighted by the square root of its
rarity, the mean of what the best place holds and what the best five hold together. A word that the repository does not know counts as one
seen once. A short question asks for a larger share than a long one, whose words no single place can hold, and fails when the repository
does not know half of its words: what is left of it (`the capital of France`) is another question.
Source: questions of one repository asked of another, AUC .945 (flask) and .914 (requests) for the second share alone.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Literal

from helix_lsp.ask.rungs.retrieval import Found
from helix_lsp.config.ask import AskConfig
from helix_lsp.search.hit import Hit
from helix_lsp.search.weighting import idf

_TOP = 5
_CONTENT = 0.35
_HALF = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """`share` is 0..1; `held` and `missing` are the question's words; `hits` are those that hold any of its content words."""

    verdict: Literal["pass", "fail"]
    share: float
    held: tuple[str, ...]
    missing: tuple[str, ...]
    hits: tuple[Hit, ...]
    reason: str

    @property
    def status(self) -> str:
        return self.verdict

    @property
    def events(self) -> tuple[str, ...]:
        return (f"Helix Ask: Evidence gate - {self.verdict}",)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return (
            ("share", f"{self.share:.3f}"),
            ("held", " ".join(self.held)),
            ("missing", " ".join(self.missing)),
            ("reason", self.reason),
        )


def weigh_evidence(found: Found, units: int, cfg: AskConfig) -> Evidence:
    """Pass or fail with the words that decided; `units` is the size of the collection."""
    query, weighted = found.results.query, found.results.weighted
    written = dict(query.words)
    brought: dict[str, list[str]] = {}
    for synonym, term in weighted.added:
        brought.setdefault(term, []).append(synonym)
    top = found.results.hits[:_TOP]
    spoken = [_spoken(h) for h in top]
    alone = [0.0] * len(top)
    rare = [0.0] * len(top)
    total = total_rare = together = 0.0
    held: dict[str, None] = {}
    missing: dict[str, None] = {}
    for term, weight in query.terms:
        if term[0] == "=" or weight < _CONTENT * 0.5:
            continue
        value = weight * math.sqrt(idf(1, max(1, units)) if term in weighted.unknown else weighted.rarity[term])
        total, total_rare = total + weight, total_rare + value
        same = (term, *brought.get(term, ()))
        having = [at for at, words in enumerate(spoken) if any(s in words for s in same)]
        for at in having:
            alone[at] += weight
            rare[at] += value
        together += value if having else 0.0
        (held if having else missing)[written.get(term, term)] = None
    share = (max(rare, default=0.0) + together) / 2 / total_rare if total_rare else 0.0
    one = max(alone, default=0.0) / total if total else 0.0
    least = query.short * cfg.evidence_alone_short + (1 - query.short) * cfg.evidence_alone
    lacking = [t for t, weight in query.terms if t[0] != "=" and weight >= _CONTENT * 0.5 and t in weighted.unknown and t not in brought]
    strange = query.shape == "keywords" and len(lacking) >= _HALF * (len(held) + len(missing))
    enough = share >= cfg.evidence_share and one >= least and len(held) >= cfg.evidence_words and not strange
    reason = (
        "nothing was found" if not top
        else "the question has no word to search for" if not total
        else "the repository does not know half of the question's words" if strange
        else f"one place holds {one:.0%} of the question's words ({least:.0%} is asked), "
        f"the best ones {share:.0%} of their weight ({cfg.evidence_share:.0%} is asked)"
    )  # fmt: skip
    return Evidence(
        verdict="pass" if top and enough else "fail",
        share=round(share, 6),
        held=tuple(held),
        missing=tuple(missing),
        hits=found.results.hits,
        reason=reason,
    )


def _spoken(hit: Hit) -> frozenset[str]:
    """Terms of the place and of its path."""
    from helix_lsp.text.words import terms

    return hit.terms | frozenset(terms(re.sub(r"[/.]", " ", hit.place.path)))
