"""Is what was found about the question at all?

Two shares of the question's words must be high enough: what one place holds alone, and, each word weighted by
the square root of its rarity, the mean of what the best place holds and what the best ones hold together. A
word that the repository does not know counts as one seen once. The mean of both shares, less for unknown
words, more for written names that are defined here and for whole names that the best places hold, is the
strength; it separates best. A short question asks for more than a long one, whose words no single place can
hold, and fails when the repository does not know half of its words: what is left of it (`the capital of
France`) is another question.
Places that later passes add can only raise all three, so the verdict never falls from pass to pass.
Source: 40 questions of each of four repositories and 2 of a fifth asked of all five (bench/gate_foreign.py):
AUC .845 for the weighted share, .882 for what one place holds, .949 for the strength.
"""

from __future__ import annotations

import math
import re

import msgspec

from helix_lsp.ask.question.question import nowhere
from helix_lsp.config.questions import AskConfig, SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.channels.fuzzy import near_names
from helix_lsp.search.question.word_forms import idf
from helix_lsp.search.ranking.hit import Hit
from helix_lsp.search.search import Results
from helix_lsp.text.words import terms, whole
from helix_lsp.tuning.questions import READING

TOP = 5
_HALF = 0.5
_SLIP = 0.87  # `Flsk` is .89 like `Flask`, `GraphQL` .83 like `graph`


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """`share` and `alone` are 0..1; `strength` is about that; `held` and `missing` are the question's words."""

    passed: bool
    share: float
    alone: float
    strength: float
    held: tuple[str, ...]
    missing: tuple[str, ...]
    reason: str


def judge(results: Results, hits: tuple[Hit, ...], snapshot: Snapshot, cfg: AskConfig) -> Judged:
    """`hits` are the places that count, in any order."""
    query, weighted, units = results.query, results.weighted, snapshot.statistics().units
    written = dict(query.words)
    brought: dict[str, list[str]] = {}
    for synonym, term in weighted.added:
        brought.setdefault(term, []).append(synonym)
    spoken = [_spoken(h) for h in hits]
    alone = [0.0] * len(hits)
    rare = [0.0] * len(hits)
    total = total_rare = together = 0.0
    held: dict[str, None] = {}
    missing: dict[str, None] = {}
    strangers = frozenset(nowhere(results))
    for term, weight in query.terms:
        if (
            term[0] == "="
            or weight < READING.content * 0.5
            or (term in weighted.unknown and term not in strangers and term not in brought)
        ):
            continue
        value = weight * math.sqrt(
            idf(1, max(1, units)) if term in weighted.unknown else weighted.rarity[term]
        )
        total, total_rare = total + weight, total_rare + value
        same = (term, *brought.get(term, ()))
        if (
            len(term) == 1 < len(written.get(term, term))
        ):  # the `s` and the `3` of `S3` are everywhere, and say nothing of it
            same = (whole(written[term]),)
        having = [at for at, words in enumerate(spoken) if any(s in words for s in same)]
        for at in having:
            alone[at] += weight
            rare[at] += value
        together += value if having else 0.0
        (held if having else missing)[written.get(term, term)] = None
    share = (max(rare, default=0.0) + together) / 2 / total_rare if total_rare else 0.0
    one = max(alone, default=0.0) / total if total else 0.0
    strength = (
        (share + one) / 2 - cfg.unknown_words * _unknown(results) + _names(results, spoken, snapshot, cfg)
    )
    firm = query.short * cfg.evidence_strength_short + (1 - query.short) * cfg.evidence_strength
    least = query.short * cfg.evidence_alone_short + (1 - query.short) * cfg.evidence_alone
    lacking = [t for t, weight in query.terms if weight >= READING.content * 0.5 and t in strangers]
    strange = query.shape == "keywords" and len(lacking) >= _HALF * (len(held) + len(missing))
    strange = strange or _of_a_stranger(results)
    firm_enough = round(strength, 6) >= firm
    if names_here(results, snapshot):
        strange = False  # an unknown word beside it may lower what the answer is worth
    enough = (
        share >= cfg.evidence_share
        and one >= least
        and firm_enough
        and len(held) >= cfg.evidence_words
        and not strange
    )
    reason = (
        "nothing was found"
        if not hits
        else "the question has no word to search for"
        if not total
        else "the question is about a name that the repository does not know"
        if _of_a_stranger(results)
        else "the repository does not know half of the question's words"
        if strange
        else f"one place holds {one:.0%} of the question's words ({least:.0%} is asked), "
        f"the best ones {share:.0%} of their weight ({cfg.evidence_share:.0%} is asked); strength {strength:.2f} ({firm:.2f} is asked)"
    )
    return Judged(
        passed=bool(hits) and enough,
        share=round(share, 6),
        alone=round(one, 6),
        strength=round(strength, 6),
        held=tuple(held),
        missing=tuple(missing),
        reason=reason,
    )


def names_here(results: Results, snapshot: Snapshot) -> bool:
    """True where the question surely writes a name that is defined here in exactly that spelling."""
    return any(
        n.weight >= READING.sure
        and bool(n.parts)
        and any(d.symbol.name == n.parts[-1] for d in snapshot.defined(n.parts[-1]))
        for n in results.query.names
    )


def _of_a_stranger(results: Results) -> bool:
    """True when all that is asked about is one written name which is nowhere, however common its parts
    are.
    """
    query = results.query
    names = [n for n in query.names if n.weight >= 1 and n.parts]
    if len(names) != 1 or (key := whole(names[0].parts[-1])) not in results.weighted.unknown:
        return False
    own = frozenset(t for part in names[0].parts for t in terms(part))
    return all(t in own for t, w in query.terms if t[0] != "=" and w >= READING.content) and bool(key)


def foreign_name(results: Results, snapshot: Snapshot, cfg: SearchConfig) -> str:
    """The written name that a question is about and that belongs to another world (`GraphQL`), `` for none.

    It is nowhere, no place that was found holds all its parts (`load balancer` for `LoadBalancer`),
    nothing that is defined is spelled nearly so, and no other written name is known here.
    Source: of 503 questions that 31 repositories answer this holds for none that is about something; of 28
    about absent things for 4.
    """
    names = [n.parts[-1] for n in results.query.names if n.weight >= 1 and n.parts]
    if not names or any(whole(name) not in results.weighted.unknown for name in names):
        return ""
    parts = [frozenset(t for t in terms(name) if t[0] != "=") for name in names]
    spelled_so = any(own <= hit.terms for own in parts for hit in results.hits)
    slip = any(alike >= _SLIP for name in names for _, alike in near_names(snapshot, name, cfg))
    return "" if spelled_so or slip else names[0]


def _unknown(results: Results) -> float:
    """Share of the weight of content words that the repository does not know, synonyms apart."""
    strangers = frozenset(nowhere(results))
    total = unknown = 0.0
    for term, weight in results.query.terms:
        if term[0] != "=" and weight >= READING.content * 0.5:
            total += weight
            unknown += weight if term in strangers else 0.0
    return unknown / total if total else 0.0


def _names(results: Results, spoken: list[frozenset[str]], snapshot: Snapshot, cfg: AskConfig) -> float:
    """What written names add or take: how many are defined here (one that is only mentioned counts half), and
    how many whole names the best places hold. A question without any is neither favoured nor held back.
    """
    weighted = results.weighted
    named = [n.parts[-1] for n in results.query.names if n.weight >= READING.sure and n.parts]
    known = [
        1.0 if snapshot.defined(name) else _HALF * (whole(name) not in weighted.unknown) for name in named
    ]
    wholes = [any(term in words for words in spoken) for term, _ in results.query.terms if term[0] == "="]
    defined = sum(known) / len(known) if known else _HALF
    held = sum(wholes) / len(wholes) if wholes else _HALF
    return cfg.defined_names * (defined - _HALF) + cfg.whole_names * (held - _HALF)


def _spoken(hit: Hit) -> frozenset[str]:
    """Terms of the place and of its path."""
    return hit.terms | frozenset(terms(re.sub(r"[/.]", " ", hit.place.path)))
