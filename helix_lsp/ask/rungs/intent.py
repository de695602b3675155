"""Rung 1: what kind of answer the question wants, of whose world it asks, and how surely the repository is
expected to know.

The kind comes from the one classifier of questions (`search/question/kind.py`). The domain is told by what the
question holds:

    general       nothing of it is the repository's
    hybrid        weak hints only, or one part is the repository's and another part is not
    repo          it demands the repository, or holds a name, file, concept or topic of the repository
    falsifiable   one of the last two, and it asks for a number, a unit, a threshold or a verification

Invariants: a domain only decides what an answer may be on; retrieval runs for every one of them. The
score, the tiers and the strategies are casimirbot's (design-decisions.md#casimirbot); one shared word never
routes a question (#two-words).
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal

import msgspec

from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.question.topics import Known, Named, Topic, known_of, named_trees, topics_of
from helix_lsp.ask.rungs.obligations import NONE, Obligations
from helix_lsp.ask.slots import divide
from helix_lsp.config.documents import TreesConfig
from helix_lsp.config.questions import PlanConfig, TopicProfile
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.question.kind import Form, read_kind
from helix_lsp.search.question.kind import Kind as Sought
from helix_lsp.text.regex import regex
from helix_lsp.trees.card import ConceptMatch, match_concepts
from helix_lsp.trees.knowledge import NOTHING, Knowledge

Kind = Form
Domain = Literal["general", "repo", "hybrid", "falsifiable"]
Tier = Literal["F0", "F1", "F3"]
Level = Literal["low", "medium", "high"]

_TIERS: dict[Domain, tuple[Tier, str, str]] = {
    "general": ("F0", "", "general_explain"),
    "hybrid": ("F1", "F0", "hybrid_explain"),
    "repo": ("F1", "", "repo_rag"),
    "falsifiable": ("F3", "F1", "constraint_report"),
}
_UNITS = (
    r"(?:[GMk]?Pa|bar|psi|[kMG]?Hz|[kMGT]?W|[kM]?J|eV|[kmµu]?g|[kcmµn]?m|[mµun]?s|[kMGT]i?B|"
    r"(?:nano|micro|milli)?seconds?|minutes?|hours?|days?|weeks?|(?:kilo|mega|giga|kibi|mebi)?bytes?|bits?|pixels?|"
    r"(?:milli|centi|kilo)?met(?:er|re)s?|degrees?|radians?|percent|%)"
)
_UNIT = regex(rf"\b(?:in|of|to|per) {_UNITS}(?!\w)|\b\d+(?:\.\d+)?\s?{_UNITS}(?!\w)")
_MEASURED = regex(
    r"\bhow (?:many|much|long|large|big|small|often|fast|slow|high|low|wide|deep|far|old)\b|"
    r"\b(?:threshold|tolerance|maximum|minimum|upper bound|lower bound|upper limit|at most|at least|greater than|less than|more than|"
    r"fewer than|exceeds?)\b|"
    r"\b(?:what|which)(?:'s| is| are)? (?:the |its |a )?(?:\w+ ){0,4}(?:value|limit|timeout|size|number|count|units?|version|port|rate|ratio|"
    r"length|duration|interval|capacity|default)\b|\b(?:default|exact) value\b",
    re.I,
)
_YES_NO = regex(r"^\W*(?:is|are|was|were|does|do|did|can|will|has|have|should)\b", re.I)
_NUMBER = regex(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
_HINT = regex(
    r"\b(?:code|class(?:es)?|subclass(?:es)?|functions?|methods?|modules?|packages?|files?|folders?|director(?:y|ies)|endpoints?|api|servers?|clients?|"
    r"components?|cli|commands?|flags?|config\w*|settings?|environment variables?|imports?|exceptions?|traceback|bugs?|tests?|repo|library|"
    r"framework|decorators?|parameters?|arguments?|attributes?|helpers?|wrappers?|plugins?|middleware|handlers?|parsers?|schemas?|trees?|"
    r"pipelines?|caches?|hooks?|callbacks?|iterators?|dictionar(?:y|ies)|serializ\w+|instances?|namespaces?)\b",
    re.I,
)
# asked of a project, without a name before it: the project itself
_ITSELF = regex(r"^\W*(?:how |what |why |where |when )?(?:does|is|can|will|do|are) (?:it|this|we)\b", re.I)
_LONGEST = 4_000
_SHORT = 6
_TREES = TreesConfig()
_HERE = regex(
    r"\b(?:this|that|the current|the selected) (?:function|method|class|module|file|code|line|test|section|symbol|variable|block)\b|\bhere\b",
    re.I,
)


class Expectation(msgspec.Struct, frozen=True, kw_only=True):
    """`signals` are what the score was taken from, strongest first."""

    level: Level
    score: int
    signals: tuple[str, ...]


class Intent(msgspec.Struct, frozen=True, kw_only=True):
    """`kind` chooses the composer, `sought` what search looks for; `topics` are names, `profiles` the data of
    those that have any; `trees` are ids of knowledge trees that the question names; `checkable` says that a
    number, unit, threshold or verification is asked for.
    `reason` says in words what decided.
    """

    id: str
    kind: Kind
    sought: Sought
    domain: Domain
    tier: Tier
    secondary_tier: str
    strategy: str
    topics: tuple[str, ...]
    profiles: tuple[TopicProfile, ...]
    concepts: tuple[ConceptMatch, ...]
    trees: tuple[str, ...]
    expectation: Expectation
    known: Known
    checkable: bool
    reason: str

    @property
    def status(self) -> str:
        return "ok"

    @property
    def events(self) -> Events:
        return (event("repo_expectation", self.expectation.level), event("intent_resolved", "ok"))

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return (
            ("intent_id", self.id),
            ("intent_domain", self.domain),
            ("intent_tier", " ".join(t for t in (self.tier, self.secondary_tier) if t)),
            ("intent_strategy", self.strategy),
            ("kind", self.kind),
            ("topics", " ".join(self.topics)),
            ("concepts", " ".join(f"{c.card.id}={c.score:.2f}" for c in self.concepts)),
            ("trees", " ".join(self.trees)),
            ("repo_expectation", f"{self.expectation.level} {self.expectation.score}"),
            ("signals", " ".join(self.expectation.signals)),
            ("intent_reason", self.reason),
        )


def route(
    question: Question,
    obligations: Obligations = NONE,
    knowledge: Knowledge = NOTHING,
    cfg: PlanConfig | None = None,
    snapshot: Snapshot | None = None,
    trees_cfg: TreesConfig = _TREES,
) -> Intent:
    """The intent of a question; without a snapshot only its words are looked at."""
    cfg = cfg or PlanConfig()
    text = question.text.strip()
    asked = read_kind(text)
    known = known_of(text, snapshot, cfg) if snapshot is not None else Known()
    concepts = match_concepts(text, knowledge.cards, trees_cfg) if knowledge.cards else ()
    trees = named_trees(text, knowledge.forest)
    topics = _topics(text, concepts, trees, cfg)
    expectation = _expect(question, obligations, known, topics, concepts, trees, cfg)
    checkable = obligations.verification or _measures(text)
    domain, why = _domain(text, obligations, expectation, checkable, snapshot, cfg)
    tier, second, strategy = _TIERS[domain]
    return Intent(
        id=f"{domain}.{asked.form}",
        kind=asked.form,
        sought=asked.kind,
        domain=domain,
        tier=tier,
        secondary_tier=second,
        strategy=strategy,
        topics=tuple(t.profile.name for t in topics),
        profiles=tuple(t.profile for t in topics),
        concepts=concepts,
        trees=tuple(t.tree.entry.id for t in trees),
        expectation=expectation,
        known=known,
        checkable=checkable,
        reason=f"{asked.reason}; {why}",
    )


def raised(intent: Intent, reason: str) -> Intent:
    """The intent after evidence was found: general becomes hybrid (falsifiable where something is to be
    checked), hybrid becomes repo; never the other way. What was found is a signal that the repository is
    meant: a low expectation becomes medium.
    """
    step: dict[Domain, Domain] = {
        "general": "falsifiable" if intent.checkable else "hybrid",
        "hybrid": "repo",
    }
    domain = step.get(intent.domain)
    if domain is None:
        return intent
    tier, second, strategy = _TIERS[domain]
    expectation = intent.expectation
    if expectation.level == "low":
        expectation = msgspec.structs.replace(
            expectation, level="medium", signals=(*expectation.signals, "preflight")
        )
    return msgspec.structs.replace(
        intent,
        expectation=expectation,
        id=f"{domain}.{intent.kind}",
        domain=domain,
        tier=tier,
        secondary_tier=second,
        strategy=strategy,
        reason=f"{intent.reason}; raised to {domain}: {reason}",
    )


def _topics(
    text: str, concepts: tuple[ConceptMatch, ...], trees: tuple[Named, ...], cfg: PlanConfig
) -> tuple[Topic, ...]:
    """Topics of the words, then those that the best matched card and the trees called by name bring. A
    brought topic says what the card or tree is about, so it narrows nothing: it has neither tiers nor
    must-include.
    """
    found = {t.profile.name: t for t in topics_of(text, cfg.topics)}
    profiles = {p.name: p for p in cfg.topics}
    best = concepts[0].score if concepts else 0.0
    brought = [(tag, "card") for c in concepts if c.score == best for tag in c.card.topics]
    brought += [
        (tag, "tree") for t in trees if t.how == "name" for tag in (t.tree.entry.topics or (t.tree.entry.id,))
    ]
    for tag, why in brought:
        if tag not in found or not found[tag].profile.repository:
            profile = replace(profiles.get(tag) or TopicProfile(name=tag), tiers=(), must_include=())
            found[tag] = Topic(profile=profile, why=why)
    return tuple(found.values())


def _expect(
    question: Question,
    obligations: Obligations,
    known: Known,
    topics: tuple[Topic, ...],
    concepts: tuple[ConceptMatch, ...],
    trees: tuple[Named, ...],
    cfg: PlanConfig,
) -> Expectation:
    signals: list[tuple[int, str]] = []
    if obligations.requires_repo:
        signals.append((cfg.explicit_score, "explicit_repo"))
    if known.files or known.written_paths:
        signals.append((cfg.explicit_score, "file_path"))
    if question.path is not None and _HERE.search(question.text):
        signals.append((cfg.explicit_score, "cursor"))
    if concepts:
        signals.append((cfg.concept_score, "concept_match"))
    signals += [(cfg.concept_score, f"tree:{t.tree.entry.id}") for t in trees]
    signals += [(cfg.topic_score, f"tag:{t.profile.name}") for t in topics if t.profile.repository]
    if known.names:
        signals.append((cfg.name_score, "defined_name"))
    if len(known.words) >= cfg.known_words and known.share >= cfg.known_share:
        signals.append((cfg.name_score, "known_words"))
    elif known.words:
        signals.append((cfg.hint_score, "known_word"))
    signals += [(cfg.hint_score, f"hint:{t.profile.name}") for t in topics if not t.profile.repository]
    if _ITSELF.match(question.text):
        signals.append((cfg.hint_score, "it"))
    if said := {word.lower().removesuffix("s") for word in _HINT.findall(question.text[:_LONGEST])}:
        # `the method that ...`, `the class which ...`: code is asked about, and the code at hand is the
        # repository's
        signals.append(
            (cfg.name_score, "code_words") if len(said) >= cfg.code_words else (cfg.hint_score, "repo_hint")
        )
    signals.sort(key=lambda s: -s[0])
    score = signals[0][0] if signals else 0
    level: Level = "high" if score >= cfg.high_from else "medium" if score >= cfg.medium_from else "low"
    return Expectation(level=level, score=score, signals=tuple(name for _, name in signals))


def _measures(text: str) -> bool:
    return bool(
        _UNIT.search(text) or _MEASURED.search(text) or (_YES_NO.match(text) and _NUMBER.search(text))
    )


def _domain(
    text: str,
    obligations: Obligations,
    expectation: Expectation,
    checkable: bool,
    snapshot: Snapshot | None,
    cfg: PlanConfig,
) -> tuple[Domain, str]:
    own = expectation.level != "low"
    if not expectation.signals:
        return "general", "nothing of it is the repository's"
    if checkable and (own or "known_word" in expectation.signals):
        return "falsifiable", "asks for something that can be checked"
    if not own:
        return "hybrid", "weak hints only"
    if not obligations.requires_repo and snapshot is not None and _mixed(text, snapshot, cfg):
        return "hybrid", "one part of it is not the repository's"
    return "repo", f"{expectation.signals[0]} decides"


def _mixed(text: str, snapshot: Snapshot, cfg: PlanConfig) -> bool:
    """True when a compound question also asks what something is that the repository does not know (`what is a
    monad, and how does ...?`).
    """
    return any(
        read_kind(part).form == "definition"
        and len(part.split()) <= _SHORT
        and known_of(part, snapshot, cfg).nothing
        and not any(t.profile.repository for t in topics_of(part, cfg.topics))
        for part in divide(text, cfg.sub_questions)
        if len(part.split()) > 1
    )
