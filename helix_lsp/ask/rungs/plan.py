"""Rung 3: the plan: what an answer should speak of, where to look first, and what else to search for.

Hard slots come from matched concepts and from the request, nothing else (design-decisions.md#hard-slots). A
question of which nothing is the repository's gets no plan; slots of its request stay hard. No model plans:
design-decisions.md#planner.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.intent import Intent
from helix_lsp.ask.rungs.obligations import Obligations
from helix_lsp.ask.slots import (
    HardSlot,
    Offer,
    SoftSlot,
    headings,
    hint_lines,
    nodes,
    slot_id,
    soft_slots,
    tokens,
    words,
)
from helix_lsp.config.questions import PlanConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.search import Results
from helix_lsp.text.paths import refuse, stem_of
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted
from helix_lsp.trees.assemble import Pack
from helix_lsp.trees.assemble import hints as tree_terms
from helix_lsp.trees.card import ConceptCard
from helix_lsp.trees.knowledge import Knowledge

_SURFACE_WORDS = {
    "tests": r"tests?|specs?", "docs": r"docs?|documents?|documentation|readme", "config": r"config(?:uration)?(?: files?)?", "code": r"code",
}  # fmt: skip
_EXCEPT = (
    r"\b(?:except(?: for| in)?|excluding|ignor(?:e|ing)|leav(?:e|ing) out|skip(?:ping)?|outside(?: of)?|"
    r"without (?:looking (?:in|at|into)|counting)|but not(?: in| from)?|not in|not the)"
)
_AVOIDED = {
    surface: regex(rf"{_EXCEPT} (?:the |any |all )?(?:\w+ and )?(?:{said})\b", re.I)
    for surface, said in _SURFACE_WORDS.items()
}
_SAID_IN_DOCS = regex(
    r"\b(?:docs?|documentation|readme|changelog|guide|tutorial)s? (?:say|says|state|states|tell|claim|describe|mention)s?\b|"
    r"\b(?:in|from|according to) (?:the |our )?(?:docs?|documentation|readme|changelog|guide)\b",
    re.I,
)


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """`made` is False for a question that needs no plan. `preferred` and `avoided` are surfaces, `must_include`
    paths and globs; `clarify` is what would be asked back, `` for nothing; `knowledge` are the paths of cards
    and trees.
    """

    hard: tuple[HardSlot, ...]
    knowledge: tuple[str, ...]
    made: bool = False
    preferred: tuple[str, ...] = ()
    avoided: tuple[str, ...] = ()
    must_include: tuple[str, ...] = ()
    clarify: str = ""
    hints: tuple[str, ...] = ()
    soft: tuple[SoftSlot, ...] = ()

    @property
    def status(self) -> str:
        return "ok" if self.made else "skipped"

    @property
    def events(self) -> Events:
        if not self.made:
            return ()
        return (
            event("plan", "micro-pass"),
            event("plan_pass", "start"),
            event("query_hints_ready", counted(len(self.hints), "hint")),
            event("plan_directives", "ok"),
            event("plan_pass", "end"),
        )

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        directed = (("prefer", self.preferred), ("avoid", self.avoided), ("include", self.must_include))
        return (
            ("plan_directives", "; ".join(f"{name}: {', '.join(them)}" for name, them in directed if them)),
            ("query_hints", " | ".join(self.hints)),
            ("hard_slots", " ".join(f"{s.id}({s.source})" for s in self.hard)),
            ("soft_slots", " ".join(f"{s.id}({s.source})" for s in self.soft)),
            ("must_include", " ".join(self.must_include)),
            ("clarify", self.clarify),
        )


def draft_plan(
    question: Question,
    obligations: Obligations,
    intent: Intent,
    found: Results,
    knowledge: Knowledge,
    pack: Pack,
    snapshot: Snapshot,
    cfg: PlanConfig,
) -> Plan:
    """The plan of a question; `found` is what the preflight brought."""
    hard = _hard(intent, knowledge, question.slots, cfg)
    places = tuple(
        dict.fromkeys((*(c.path for c in knowledge.cards), *(t.entry.path for t in knowledge.forest.trees)))
    )
    if intent.domain == "general":
        return Plan(hard=hard, knowledge=places)
    offers = _offers(obligations, intent, found, pack)
    globs = [g for p in intent.profiles if p.repository for g in p.must_include]
    globs += [
        path for m in intent.concepts[:1] for path in m.card.must_include if snapshot.file(path) is not None
    ]
    globs += intent.known.files[:2]
    return Plan(
        made=True,
        preferred=tuple(_preferred(question.text, intent, found)),
        avoided=tuple(s for s, pattern in _AVOIDED.items() if pattern.search(question.text)),
        must_include=tuple(dict.fromkeys(g for g in globs if refuse(g) is None))[: cfg.must_include],
        clarify=_clarify(obligations, intent, hard),
        hints=hint_lines(intent.concepts, found, tree_terms(pack), offers, cfg),
        hard=hard,
        soft=soft_slots((*offers, *tokens(found)), hard, cfg),
        knowledge=places,
    )


def _hard(
    intent: Intent, knowledge: Knowledge, request_slots: tuple[str, ...], cfg: PlanConfig
) -> tuple[HardSlot, ...]:
    """Slots of the request, then concepts whose match is near the best one's; a slot that both name is the
    request's.
    """
    cards = {
        slot_id(name): card
        for card in reversed(knowledge.cards)
        for name in (*card.aliases, card.label, card.id)
    }
    found: dict[str, HardSlot] = {}
    for label in request_slots[: cfg.request_slots]:
        if slot := slot_id(label):
            card = cards.get(slot)
            found.setdefault(
                slot,
                HardSlot(
                    id=slot, label=" ".join(label.split()), source="request", aliases=_aliases(card, cfg)
                ),
            )
    taken = {words(s.label) for s in found.values()}
    best = intent.concepts[0].score if intent.concepts else 0.0
    near = [m.card for m in intent.concepts if m.score >= cfg.concept_share * best][: cfg.hard_concepts]
    for card in near:
        slot = slot_id(card.id)
        if slot and slot not in found and words(card.label) not in taken:
            found[slot] = HardSlot(id=slot, label=card.label, source="concept", aliases=_aliases(card, cfg))
    return tuple(found.values())


def _aliases(card: ConceptCard | None, cfg: PlanConfig) -> tuple[str, ...]:
    """Other words for a card's concept, the stem of its document last."""
    if card is None:
        return ()
    named = (*card.aliases, card.id.replace("-", " "), stem_of(card.path).replace("-", " "))
    return tuple(
        {n.casefold(): n for n in reversed(named) if n.casefold() != card.label.casefold()}.values()
    )[::-1][: cfg.aliases]


def _offers(obligations: Obligations, intent: Intent, found: Results, pack: Pack) -> tuple[Offer, ...]:
    offers: list[Offer] = [("structure", name, ()) for name in _structural(obligations, intent)]
    offers += (*nodes(pack, found), *headings(found))
    for name in intent.known.names:
        last = [part for part in re.split(r"[.:#>/\\-]+", name) if part and part != name][-1:]
        offers.append(("name", name, tuple(last)))
    return tuple(offers)


def _structural(obligations: Obligations, intent: Intent) -> Iterator[str]:
    if intent.kind == "definition":
        yield "definition"
    if obligations.requires_repo or intent.kind in ("location", "usage", "flow"):
        yield "repo_mapping"
    if obligations.verification or intent.sought == "test":
        yield "verification"
    if obligations.failure:
        yield "failure_path"


def _preferred(text: str, intent: Intent, found: Results) -> Iterator[str]:
    """Only where the question or the repository's own knowledge says so: a preference narrows the first look."""
    if found.query.wants_tests and intent.sought == "test":
        yield "tests"
    if intent.concepts or intent.trees:
        yield "knowledge"
    if intent.concepts or intent.trees or _SAID_IN_DOCS.search(text):
        yield "docs"


def _clarify(obligations: Obligations, intent: Intent, hard: tuple[HardSlot, ...]) -> str:
    """What would be asked back if evidence should be missing; empty when there is nothing to name."""
    if hard:
        return f"Which file or document of this repository is about {hard[0].label}?"
    if intent.known.names:
        return f"Which {intent.known.names[0]} is meant, and in which file?"
    return "Which file, symbol or document of this repository is meant?" if obligations.requires_repo else ""
