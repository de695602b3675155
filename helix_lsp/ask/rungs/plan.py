"""Rung 3: the plan. A deterministic planner writes the block, the strict parser reads it, and only what was
read counts.

A model's plan may be given as text; it is read by the same parser, comes second everywhere, and is advice: it
makes no hard slot, no hard must-include, and what it avoids is still looked through last. Hard slots come
from matched concepts and from the request, nothing else (design-decisions.md#hard-slots). A question of which
nothing is the repository's gets no plan; slots of its request stay hard.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.plan.read_block import read_block, say_problem
from helix_lsp.ask.plan.slots import (
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
from helix_lsp.ask.plan.values import Directives
from helix_lsp.ask.plan.write_block import write_block
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.intent import Intent
from helix_lsp.ask.rungs.obligations import Obligations
from helix_lsp.config.plan import PlanConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.search import Results
from helix_lsp.text.counted import counted
from helix_lsp.text.paths import stem_of
from helix_lsp.text.regex import regex
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
    """`block` is the text between the markers, empty when no plan was made; `directives` are those of both
    plans, ours first.

    `avoided` are surfaces that the question itself rules out; `advised` says that a model's plan was read;
    `problems` is what was wrong with it. `knowledge` are the paths of cards and trees.
    """

    block: str
    directives: Directives
    hints: tuple[str, ...]
    hard: tuple[HardSlot, ...]
    soft: tuple[SoftSlot, ...]
    avoided: tuple[str, ...]
    own_globs: tuple[str, ...]
    knowledge: tuple[str, ...]
    advised: bool
    problems: tuple[Reason, ...]

    @property
    def status(self) -> str:
        return "ok" if self.block else "skipped"

    @property
    def events(self) -> Events:
        if not self.block:
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
        d = self.directives
        return (
            ("plan_directives", " ".join(self.block.split("\n"))),
            ("query_hints", " | ".join(self.hints)),
            ("hard_slots", " ".join(f"{s.id}({s.source})" for s in self.hard)),
            ("soft_slots", " ".join(f"{s.id}({s.source})" for s in self.soft)),
            ("must_include", " ".join(d.must_include_globs)),
            ("clarify", d.clarify),
            ("plan_problems", "; ".join(map(say_problem, self.problems))),
        )


def draft_plan(
    question: Question,
    obligations: Obligations,
    intent: Intent,
    found: Results | None,
    knowledge: Knowledge,
    pack: Pack | None,
    request_slots: tuple[str, ...],
    snapshot: Snapshot,
    cfg: PlanConfig,
    advice: str = "",
) -> Plan:
    """The plan of a question; `found` is what the preflight brought, `advice` a model's plan (untrusted
    text).
    """
    hard = _hard(intent, knowledge, request_slots, cfg)
    places = tuple(
        dict.fromkeys((*(c.path for c in knowledge.cards), *(t.entry.path for t in knowledge.forest.trees)))
    )
    if intent.domain == "general":
        return Plan(
            block="",
            directives=Directives(),
            hints=(),
            hard=hard,
            soft=(),
            avoided=(),
            own_globs=(),
            knowledge=places,
            advised=False,
            problems=(),
        )
    offers = _offers(obligations, intent, found, pack)
    draft = _directives(question, obligations, intent, found, pack, hard, offers, snapshot, cfg)
    block = write_block(draft)
    own, problems = read_block(block, cfg)
    advised, wrong = read_block(advice, cfg) if advice.strip() else (Directives(), ())
    directives = _merged(own, advised, cfg)
    planned: list[Offer] = [("plan", slot.replace("-", " "), ()) for slot in advised.concept_slots]
    return Plan(
        block=block,
        directives=directives,
        hints=directives.hints,
        hard=hard,
        soft=soft_slots((*offers, *planned, *(tokens(found) if found is not None else ())), hard, cfg),
        avoided=own.avoid_surfaces,
        own_globs=own.must_include_globs,
        knowledge=places,
        advised=bool(advice.strip()),
        problems=(*problems, *wrong),
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


def _offers(
    obligations: Obligations, intent: Intent, found: Results | None, pack: Pack | None
) -> tuple[Offer, ...]:
    offers: list[Offer] = [("structure", name, ()) for name in _structural(obligations, intent)]
    if found is not None:
        offers += nodes(pack, found) if pack is not None else ()
        offers += headings(found)
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


def _directives(
    question: Question,
    obligations: Obligations,
    intent: Intent,
    found: Results | None,
    pack: Pack | None,
    hard: tuple[HardSlot, ...],
    offers: tuple[Offer, ...],
    snapshot: Snapshot,
    cfg: PlanConfig,
) -> Directives:
    """What the planner directs, before it is written and read."""
    globs = [g for p in intent.profiles if p.repository for g in p.must_include]
    globs += [
        path for m in intent.concepts[:1] for path in m.card.must_include if snapshot.file(path) is not None
    ]
    globs += intent.known.files[:2]
    concepts = tuple(s for s in hard if s.source == "concept")
    return Directives(
        preferred_surfaces=tuple(_preferred(question.text, intent, found)),
        avoid_surfaces=tuple(s for s, pattern in _AVOIDED.items() if pattern.search(question.text)),
        must_include_globs=tuple(dict.fromkeys(globs))[: cfg.must_include],
        required_slots=tuple(_structural(obligations, intent)),
        concept_slots=tuple(s.id for s in concepts),
        evidence_criteria=tuple((s.id, s.aliases[: cfg.criteria]) for s in concepts if s.aliases),
        clarify=_clarify(obligations, intent, hard),
        hints=hint_lines(
            intent.concepts, found, tree_terms(pack) if pack is not None else (), offers, cfg.hints
        ),
    )


def _preferred(text: str, intent: Intent, found: Results | None) -> Iterator[str]:
    """Only where the question or the repository's own knowledge says so: a preference narrows the first look."""
    if found is not None and found.query.wants_tests and intent.sought == "test":
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


def _merged(own: Directives, advised: Directives, cfg: PlanConfig) -> Directives:
    """Ours, then what the advice adds; the limits of the parser hold for both together."""
    criteria = dict(own.evidence_criteria)
    for slot, phrases in advised.evidence_criteria:
        criteria[slot] = tuple(dict.fromkeys((*criteria.get(slot, ()), *phrases)))[: cfg.criteria]
    first = own.hints[
        : max(0, cfg.hints - min(len(advised.hints), cfg.hints // 2))
    ]  # advice is heard, and never fills the list
    hints = {h.casefold(): h for h in reversed((*first, *advised.hints))}
    return Directives(
        preferred_surfaces=tuple(dict.fromkeys((*own.preferred_surfaces, *advised.preferred_surfaces))),
        avoid_surfaces=tuple(dict.fromkeys((*own.avoid_surfaces, *advised.avoid_surfaces))),
        must_include_globs=tuple(dict.fromkeys((*own.must_include_globs, *advised.must_include_globs)))[
            : cfg.must_include
        ],
        required_slots=tuple(dict.fromkeys((*own.required_slots, *advised.required_slots))),
        concept_slots=tuple(dict.fromkeys((*own.concept_slots, *advised.concept_slots)))[: cfg.request_slots],
        evidence_criteria=tuple(criteria.items()),
        clarify=own.clarify or advised.clarify,
        hints=tuple(hints.values())[::-1][: cfg.hints],
    )
