"""Rung 10: the answer in sentences. Without a model it is extractive: quotations, chosen and ordered by the
composer of the kind asked.

With one, the evidence is laid out once, one call is made, and what came back is read strictly; anything that
went wrong leaves the extractive answer, with the reason in the trace. The extractive draft is always made:
later gates may fall back to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.answer_verdict import owed
from helix_lsp.ask.compose.address import address, elsewhere, tests_of
from helix_lsp.ask.compose.definition import compares, says_something, sides, thing, told_in_words
from helix_lsp.ask.compose.material import Material, share
from helix_lsp.ask.compose.missing import clarify, damaged, missing, misspelt, unknown
from helix_lsp.ask.compose.overview import concept
from helix_lsp.ask.compose.reading import passages
from helix_lsp.ask.compose.steps import path, steps
from helix_lsp.ask.compose.table import compose
from helix_lsp.ask.compose.tree_walk import tree_walk
from helix_lsp.ask.draft import Draft, Events, Part, event, told_once
from helix_lsp.ask.evidence.way import named_ends
from helix_lsp.ask.question.family import is_family
from helix_lsp.ask.question.question import of_the_whole
from helix_lsp.ask.rungs.arbiter import Verdict
from helix_lsp.ask.rungs.evidence import Evidence
from helix_lsp.ask.rungs.intent import Intent, Kind
from helix_lsp.ask.rungs.plan import Plan
from helix_lsp.ask.slots import divide, slot_id
from helix_lsp.config.questions import ModelConfig
from helix_lsp.search.question.kind import read_kind
from helix_lsp.search.reading.kinds import asks_course
from helix_lsp.search.reading.wanted import in_words
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, terms
from helix_lsp.trees.assemble import Pack
from helix_lsp.tuning.questions import READING

if TYPE_CHECKING:
    from helix_lsp.ask.model.model_draft import ModelDraft
    from helix_lsp.ask.model.model_port import ModelPort
    from helix_lsp.ask.model.prompt.assemble import Prompt
    from helix_lsp.ask.model.prompt.gather import AnswerMode, PromptSource

_PARTS = 4
_BLOCKS = 3
_DOES = regex(r"\A\W*(?:what|how) does `?(\w+)`? (?:do|work)\W*\Z", re.I)
_LAID = {"repo_grounded": "repo", "clarify": "general"}


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """`draft` goes on; `own` is the extractive one (the same, unless a model wrote); `prompt` is what was or
    would be sent, laid out for the arbiter's `mode`.
    """

    draft: Draft
    own: Draft
    model: ModelDraft | None
    prompt: Prompt | None
    mode: str = "general"
    asked_in_words: bool = False
    asks_value: bool = False  # what gives a value defines no word of the question

    @property
    def fallback(self) -> Draft | None:
        """The extractive draft where a model wrote the other one."""
        return self.own if self.draft is not self.own else None

    def answers(self, kind: Kind) -> Kind:
        """The kind that the draft is held to: what a README says of the whole defines no word of the
        question.
        """
        return "overview" if self.own.shape == "about" or self.asks_value else kind

    def owes(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The question's words that the draft is held to: `project` in *what is this project?* is none that
        an answer has to say.
        """
        return () if self.own.shape in ("about", "address") else words

    def missed(self, words: tuple[str, ...], question: str) -> frozenset[str]:
        """Those of the words that are named below the draft where it does not speak of them (`owed`); all
        where the question is none in words.
        """
        return frozenset(owed(words, _all_of(self.draft), question) if self.asked_in_words else words)

    @property
    def status(self) -> str:
        return self.draft.status

    @property
    def events(self) -> Events:
        lines = self.model.events if self.model is not None else ()
        if self.prompt is not None:
            lines = (event("synthesis_prompt_ready", _LAID.get(self.mode, self.mode)), *lines)
        ready = () if event("answer_ready") in lines else (event("answer_ready"),)
        return (*lines, *ready)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        sentences = sum(len(p.sentences) for p in self.draft.parts)
        told = (
            self.model.facts
            if self.model is not None
            else self.prompt.facts
            if self.prompt is not None
            else ()
        )
        return (("composer", self.draft.shape), ("sentences", str(sentences)), *told)


def synthesise(
    intent: Intent,
    plan: Plan,
    evidence: Evidence,
    verdict: Verdict,
    pack: Pack,
    material: Material,
    model: ModelPort | None,
    cfg: ModelConfig,
    check: Callable[[], None],
) -> Written:
    """A draft whose every quotation is bytes that were just read. The model is called at most once, and not
    for a clarification.
    """
    own = damaged(_extractive(intent, plan, verdict, pack, material), material)
    spoken = in_words(material.results.query)
    valued = spoken and material.reading is not None and material.reading.wanted.kind == "value"
    found = own.shape != "missing"
    made = partial(Written, own=own, asked_in_words=spoken)
    if verdict.mode == "clarify":
        return made(draft=own, model=None, prompt=None)
    if model is None and not (found and material.question.dry):
        return made(draft=own, model=None, prompt=None, asks_value=valued)
    # prompts, what is struck out of them and the reading of answers: imported only where there is a prompt
    from helix_lsp.ask.model.model_draft import write_with_model
    from helix_lsp.ask.model.prompt.assemble import assemble
    from helix_lsp.ask.model.redact import redact_prompt

    source = _source(own, intent, evidence, verdict, pack, material, cfg)
    if model is None:
        prompt = assemble(source, redact_prompt, cfg)
        return made(draft=own, model=None, prompt=prompt, mode=verdict.mode)
    written = write_with_model(source, model, redact_prompt, cfg, check)
    draft = written.draft
    if draft is None:
        return made(draft=own, model=written, prompt=written.prompt, mode=verdict.mode)
    if not found:
        draft = replace(draft, parts=(_noted(own.parts[0]), *draft.parts))
    return made(draft=draft, model=written, prompt=written.prompt, mode=verdict.mode, asks_value=valued)


def _noted(part: Part) -> Part:
    """What we say of the search, before a model's words: a note, and no claim of the model's."""
    return replace(part, sentences=tuple(replace(s, note=True) for s in part.sentences if not s.quotes))


def _extractive(intent: Intent, plan: Plan, verdict: Verdict, pack: Pack, material: Material) -> Draft:
    """What the repository does not know of the question is first, then its own concepts; the walk through a tree is
    last.
    """
    if (addressed := address(material)) is not None:
        return addressed
    if verdict.mode == "clarify":
        return clarify(verdict.asks, verdict.options, verdict.others, verdict.unnamed, material)
    if of_the_whole(material.results) and material.question.offset is None and not pack.trees:
        return compose("about", material) or missing(material)
    walks = tree_walk(pack, material)
    if not verdict.carried or not material.cards:
        draft = missing(material)
        return replace(draft, shape="overview", parts=walks) if walks and verdict.carried else draft
    told = _concepts(intent, plan, material)
    kind: Kind = "definition" if intent.sought == "comparison" else _kind(intent, material)
    if (
        kind == "flow"
        and (asked := _DOES.search(material.question.text)) is not None
        and is_family(asked[1], material.snapshot)
    ):
        kind = "definition"  # what many classes have of one interface does not have a course of its own: `how does format work?`
    draft = _composed("overview" if told and kind == "definition" else kind, material)
    if draft.shape == "missing" or not (told or walks or _speaks(draft, material)):
        return missing(material)
    notes = tuple(n for n in (unknown(material), misspelt(material), elsewhere(material)) if n is not None)
    first = (Part(title="", sentences=notes),) if notes and draft.parts else ()
    return replace(
        draft, parts=(*first, *told_once((*told, *draft.parts), alike=draft.shape != "usage"), *walks)
    )


def _composed(kind: Kind, material: Material) -> Draft:
    """What reads a text answers questions in sentences; a name that is written as one, and who uses it, is
    told from its definition.
    """
    if (reached := path(material)) is not None:
        return reached
    asked = material.results.query
    # what is read may hold both of two things of which one has a definition, unless nothing here is called so
    read_of = compares(material.question.text) and not material.results.weighted.unknown
    own = (
        not in_words(asked)
        or asked.asked.kind == "test"
        or kind == "usage"
        or (kind == "definition" and _names_code(material) and not read_of)
    )
    if asked.asked.kind == "test" and (tested := tests_of(material)) is not None:
        return tested
    if (
        asks_course(material.question.text)
        and named_ends(material.question.text, material.snapshot)
        and (told := steps(material))
    ):
        return Draft(shape="flow", parts=told)
    named = compose(kind, material) if own else None
    if named is not None and not (named.shape == "location" and kind == "usage" and in_words(asked)):
        return named
    if (draft := compose("reading", material)) is None:
        return named or compose(kind, material) or missing(material)
    return _with_course(draft, material)


def _with_course(draft: Draft, material: Material) -> Draft:
    """Before what was read stand the steps, where the question asks for an order, both definitions, where it asks
    how two differ, or the type that it asks for; together they show as much as the reading alone would.
    """
    if draft.shape != "reading":
        return draft
    if (both := sides(material)) and all(told_in_words(part) for part in both):
        return replace(draft, parts=both)
    both = both if any(says_something(part) for part in both) else ()
    told = both or (steps(material) if asks_course(material.question.text) else thing(material))
    if not told:
        return draft
    if sum(len(part.sentences) for part in told) >= _BLOCKS:
        return replace(draft, parts=told)
    quotes = [q for part in told for s in part.sentences[:1] for q in s.quotes]
    others = [
        s
        for p in draft.parts
        for s in p.sentences
        if not any(q.path == o.path and q.span.overlaps(o.span) for q in s.quotes for o in quotes)
    ]
    return replace(
        draft,
        parts=(*told, Part(title="", sentences=tuple(others[: max(1, _BLOCKS - len(told))])))
        if others
        else told,
    )


def _names_code(material: Material) -> bool:
    """True where the question writes a name in the spelling of code, defined here or not, or a capitalised
    word that is exactly a name of here.
    """
    if (asked := _DOES.search(material.question.text)) is not None and material.snapshot.defined(asked[1]):
        return True  # a word alone is a name where it is one: `what does put do?`
    return any(
        n.weight > READING.meant
        or any(d.symbol.name == n.parts[-1] for d in material.snapshot.defined(n.parts[-1]))
        for n in material.results.query.names
        if n.parts
    )


def _concepts(intent: Intent, plan: Plan, material: Material) -> tuple[Part, ...]:
    """The card of each concept that became a hard slot, in the order of the slots; without any, the best
    match's.
    """
    wanted = {slot.id for slot in plan.hard}
    cards = [m.card for m in intent.concepts if slot_id(m.card.id) in wanted] or [
        m.card for m in intent.concepts[:1]
    ]
    return tuple(part for card in cards for part in concept(card, material))


def _kind(intent: Intent, material: Material) -> Kind:
    """The kind of a compound question's first part that the repository knows anything of; the whole
    question's, when it is one.
    """
    lost = set(material.results.weighted.unknown)
    parts = divide(material.question.text, _PARTS)
    if len(parts) < _PARTS // 2 or not lost:
        return intent.kind
    for part in parts:
        if (form := read_kind(part).form) == "overview":
            continue  # a side of a relation, not a question
        content = [t for t in terms(part) if t[0] != "=" and t not in STOP_WORDS]
        if len(content) > 1 and lost.isdisjoint(content):
            return form
    return intent.kind


def _speaks(draft: Draft, material: Material) -> bool:
    """False when nothing that is told or quoted holds a word of the question: places that were found for
    other words than these.
    """
    return share(_all_of(draft), material) > 0


def _all_of(draft: Draft) -> str:
    """All that is told and quoted."""
    return " ".join(
        f"{s.text} {s.code} {' '.join(q.raw.decode('utf-8', 'replace') for q in s.quotes)}"
        for p in draft.parts
        for s in p.sentences
    )


def _source(
    own: Draft,
    intent: Intent,
    evidence: Evidence,
    verdict: Verdict,
    pack: Pack,
    material: Material,
    cfg: ModelConfig,
) -> PromptSource:
    from helix_lsp.ask.model.prompt.gather import PromptSource, evidence_of, read_of
    from helix_lsp.ask.model.redact import holds_secrets

    def documents(path: str) -> bool:
        entry = material.snapshot.file(path)
        return entry is not None and entry.surface.kind == "docs"

    told = [s for part in own.parts for s in part.sentences]
    mode: AnswerMode = "general" if verdict.mode in ("general", "clarify") else verdict.mode
    slots = (
        f"{s.id}: {f'{s.path}:{s.line}' if s.covered else 'missing'}{'' if s.hard else ' (soft)'}"
        for s in evidence.coverage.slots
    )
    walk = (
        f"{w.label}: {s.role} {s.title}" + (f" ({s.bound.path}:{s.bound.start_line})" if s.bound else "")
        for w in pack.trees
        for s in w.steps
    )
    spans = (
        (*read_of((*told, *passages(material)), documents), *evidence_of(material.cards, material.live, cfg))
        if verdict.carried
        else ()
    )
    files = {span.quote.path: material.live.file(span.quote.path) for span in spans}
    return PromptSource(
        question=material.question.text,
        mode=mode,
        verbosity=material.question.verbosity,
        intent=(
            f"kind: {intent.kind}",
            f"domain: {intent.domain}",
            f"tier: {intent.tier}",
            *(f"topic: {t}" for t in intent.topics),
        ),
        queries=tuple(a.query.strip() for a in evidence.pool.asked),
        files=tuple(h.place.path for h in evidence.hits),
        confidence=f"{evidence.confidence:.2f} ({evidence.label})",
        trees=tuple(f"{w.tree_id}: {w.label}" for w in pack.trees),
        tree_walk=tuple(walk),
        coverage=tuple(slots),
        scaffold=evidence.coverage.spoken if verdict.carried else (),
        spans=spans,
        secret_files=frozenset(
            path for path, file in files.items() if file is not None and holds_secrets(path, file.data)
        ),
    )
