"""Rung 8: how the question is answered, and, when it cannot be answered as asked, what is offered instead.

First match decides: a split between two meanings; an unmet hard slot; evidence that carries the answer alone
or in part; nothing found.
A clarification offers two to six things that exist, each with its evidence, and is never given twice in a row
(`question.may_clarify`).
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.answer_verdict import ANYWAY, WIDER, Option
from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.question.address import asked_address
from helix_lsp.ask.question.question import Question, nowhere
from helix_lsp.ask.rungs.evidence import Evidence
from helix_lsp.ask.rungs.intent import Intent
from helix_lsp.ask.rungs.obligations import Obligations
from helix_lsp.ask.standing import Standing
from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.channels.fuzzy import near_names
from helix_lsp.search.ranking.hit import Place
from helix_lsp.text.digest import digest_of
from helix_lsp.text.regex import regex
from helix_lsp.tuning.questions import READING

Mode = Literal["repo_grounded", "hybrid", "general", "clarify"]
_TWO = 2
_OFFERED = 6
_PART = 0.25
_AN = regex(r"\b(a) (?=([aeiou]))", re.I)


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """`options` are two to six with evidence, then what is always possible; empty unless `mode` is clarify.
    `asks` is the question put back.

    `carried` says that an answer may be drawn from the evidence. `others` are meanings beside those, which a
    question by name means;
    `unnamed` counts those after them.
    """

    mode: Mode
    carried: bool
    reason: str
    strictness: Literal["low", "med", "high"]
    asks: str
    options: tuple[Option, ...]
    token: str
    others: tuple[Option, ...] = ()
    unnamed: int = 0

    @property
    def status(self) -> str:
        return self.mode

    @property
    def events(self) -> Events:
        back = (event("fallback", "clarify (arbiter)"),) if self.mode == "clarify" else ()
        return (event("arbiter", self.mode), *back)

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        return (
            ("arbiter_mode", self.mode),
            ("arbiter_reason", self.reason),
            ("arbiter_strictness", self.strictness),
            *((f"option {o.id}", f"{o.label}: {o.question}") for o in self.options),
        )


def arbitrate(
    question: Question, obligations: Obligations, intent: Intent, evidence: Evidence, on: Standing
) -> Verdict:
    """The mode. Without any evidence and without an obligation the answer is general: the envelope then says
    that nothing was found.
    """
    snapshot, cfg = on.snapshot, on.cfg.control
    strict: Literal["low", "med", "high"] = (
        "high"
        if obligations.requires_repo or intent.tier == "F3"
        else "low"
        if intent.domain == "general"
        else "med"
    )
    if (asked := asked_address(question.text, snapshot)) is not None:
        return _plain("repo_grounded" if asked.found else "general", "address", strict, carried=asked.found)
    if question.may_clarify and evidence.stop == "dominance_split":
        return _split(question, evidence, strict, snapshot)
    enforced = cfg.mode == "enforce"
    if (
        question.may_clarify
        and enforced
        and evidence.coverage.missing
        and (options := _around(question, evidence))
    ):
        missing = [s.label for s in evidence.coverage.slots if s.hard and not s.covered]
        return _clarify(
            "slot_coverage_failed",
            f"Nothing here speaks of {' or '.join(missing)}. Which of these is meant?",
            options,
            strict,
            question,
            snapshot,
        )
    carried = evidence.verdict == "pass" or cfg.mode == "off"
    topic = evidence.must_topic or not obligations.requires_repo
    if carried and topic and evidence.confidence >= cfg.repo_confidence and _strange(evidence) >= _PART:
        return _plain("hybrid", "one part of it is unknown here", strict, carried=True)
    if carried and topic and evidence.confidence >= cfg.repo_confidence:
        return _plain("repo_grounded", "repo_ratio", strict, carried=True)
    if carried and evidence.hits:
        return _plain("hybrid", "hybrid_ratio", strict, carried=True)
    if cfg.mode == "shadow" and evidence.hits:
        return _plain("hybrid", "shadow: the evidence gate would have said no", strict, carried=True)
    if question.may_clarify and (options := _near(question, evidence, snapshot, on.cfg.search)):
        return _clarify(
            "nothing_found",
            "No such name is defined here. Is one of these meant?",
            options,
            strict,
            question,
            snapshot,
        )
    return _plain(
        "general", "expect_repo_weak_evidence" if obligations.requires_repo else "no_repo_evidence", strict
    )


def _strange(evidence: Evidence) -> float:
    """Share of the question's content words that are nowhere in the repository."""
    strangers = frozenset(nowhere(evidence.results))
    content = [t for t, w in evidence.results.query.terms if t[0] != "=" and w > READING.content]
    return sum(t in strangers for t in content) / (len(content) or 1)


def _plain(
    mode: Mode, reason: str, strict: Literal["low", "med", "high"], *, carried: bool = False
) -> Verdict:
    return Verdict(
        mode=mode, carried=carried, reason=reason, strictness=strict, asks="", options=(), token=""
    )


def _split(
    question: Question, evidence: Evidence, strict: Literal["low", "med", "high"], snapshot: Snapshot
) -> Verdict:
    """Six at most are offered. Where there are more, the question says that these are the first of how many,
    and the answer names the others.
    """
    senses = evidence.senses
    every = tuple(
        Option(
            id=f"o{n}",
            label=sense.name,
            detail=f"{sense.kind.replace('_', ' ')} in {sense.places[0].path}",
            question=_named(question.text, senses.word, sense.name),
            place=sense.places[0],
            strength=sense.strength,
        )
        for n, sense in enumerate(senses.senses, 1)
    )
    offered = every[:_OFFERED]
    asks = (
        f"`{senses.word}` can mean {senses.total} things here"
        + (" with about as much evidence." if senses.total == _TWO else ".")
        + " Which one?"
    )
    if senses.total > len(offered):
        asks += f" These are the first {len(offered)} of {senses.total}"
        named = "the others" if senses.total == len(every) else f"{len(every) - len(offered)} more"
        asks += f"; the answer names {named}." if len(every) > len(offered) else "."
    given_back = _clarify("dominance_split", asks, offered, strict, question, snapshot)
    return replace(given_back, others=every[_OFFERED:], unnamed=senses.total - len(every))


def _named(text: str, word: str, name: str) -> str:
    """The question with the meant thing's name in place of the word; the name behind it where the word does
    not stand as such.
    """
    bare = name.partition(" in ")[0]
    written = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.I)
    if written.search(text):
        asked = _AN.sub(r"\1n ", written.sub(lambda _: bare, text, count=1))
        return asked if bare == name else f"{asked} ({name.partition(' in ')[2]})"
    return f"{text.rstrip('?! .')}: {name}"


def _around(question: Question, evidence: Evidence) -> tuple[Option, ...]:
    """The two best places of different files, where a slot is missing."""
    return _of_places(question, [h.place for h in evidence.hits if h.place.qualified or h.place.name])


def _near(
    question: Question, evidence: Evidence, snapshot: Snapshot, cfg: SearchConfig
) -> tuple[Option, ...]:
    """Two names that come near one which the question writes and nothing here bears, each with its
    definition.
    """
    unknown = [
        n.text for n in evidence.results.query.names if n.weight > READING.meant and n.text in question.text
    ]
    if not unknown:
        return ()
    places = [
        (name, p)
        for name, _ in near_names(snapshot, unknown[0], cfg)
        if (p := _place(name, snapshot)) is not None
    ][:_TWO]
    if len(places) < _TWO:
        return ()
    return tuple(
        Option(
            id=f"o{n}",
            label=name,
            detail=f"comes near {unknown[0]}, in {place.path}",
            question=_named(question.text, unknown[0], name),
            place=place,
            strength=0.0,
        )
        for n, (name, place) in enumerate(places, 1)
    )


def _place(name: str, snapshot: Snapshot) -> Place | None:
    """The first definition in source that bears the name."""
    for defined in snapshot.defined(name):
        entry = snapshot.file(defined.path)
        if entry is not None and entry.surface.kind == "code" and not entry.surface.test:
            s = defined.symbol
            return Place(
                path=defined.path,
                span=s.span,
                start_line=1,
                end_line=1,
                kind="def",
                name=s.name,
                qualified=s.qualified,
                symbol=defined.ordinal,
                section=-1,
            )
    return None


def _of_places(question: Question, places: list[Place]) -> tuple[Option, ...]:
    chosen: list[Place] = []
    for place in places:
        if place.path not in [c.path for c in chosen]:
            chosen.append(place)
    if len(chosen) < _TWO:
        return ()
    return tuple(
        Option(
            id=f"o{n}",
            label=p.qualified or p.name,
            detail=f"{p.kind} in {p.path}",
            question=f"{question.text.rstrip('?! .')}: {p.qualified or p.name}",
            place=p,
            strength=p.share,
        )
        for n, p in enumerate(chosen[:_TWO], 1)
    )


def _clarify(
    reason: str,
    asks: str,
    options: tuple[Option, ...],
    strict: Literal["low", "med", "high"],
    question: Question,
    snapshot: Snapshot,
) -> Verdict:
    always = (
        (WIDER, "Search wider", "the whole repository, more places"),
        (ANYWAY, "Answer anyway", "with the best of what was found"),
    )
    every = (
        *options,
        *(
            Option(id=one, label=label, detail=detail, question=question.text, place=None, strength=0.0)
            for one, label, detail in always
        ),
    )
    token = digest_of([question.text, snapshot.digest(), [[o.id, o.question] for o in every]])[:24]
    return Verdict(
        mode="clarify", carried=False, reason=reason, strictness=strict, asks=asks, options=every, token=token
    )
