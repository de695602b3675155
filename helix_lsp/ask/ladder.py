"""The ladder on one page: straight-line code whose locals are the data flow. Numbers are those of
docs/reference/ladder.md, S1.

Every gate runs for every question; whether a fail is acted on is an option. One recorder wraps each rung and
is the only writer of the trace.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from helix_lsp.align.live import Live
from helix_lsp.ask.answer_verdict import ANYWAY, WIDER, Option
from helix_lsp.ask.compose.material import Material
from helix_lsp.ask.draft import event
from helix_lsp.ask.question.question import Question, sized
from helix_lsp.ask.rungs.arbiter import arbitrate
from helix_lsp.ask.rungs.cards import lay_out
from helix_lsp.ask.rungs.docs_first import docs_first
from helix_lsp.ask.rungs.envelope import Climbed, Envelope, seal
from helix_lsp.ask.rungs.evidence import settle
from helix_lsp.ask.rungs.graph_pack import walk_trees
from helix_lsp.ask.rungs.intent import route
from helix_lsp.ask.rungs.obligation_gate import oblige_citations
from helix_lsp.ask.rungs.obligations import oblige
from helix_lsp.ask.rungs.plan import draft_plan
from helix_lsp.ask.rungs.platonic import held_to, weigh_claims
from helix_lsp.ask.rungs.preflight import look_first
from helix_lsp.ask.rungs.retrieval import retrieve
from helix_lsp.ask.rungs.scope import scope as scope_of
from helix_lsp.ask.rungs.synthesis import synthesise
from helix_lsp.ask.several import joined, questions_of
from helix_lsp.ask.standing import Standing
from helix_lsp.ask.text.quote import LiveFile, LiveFiles
from helix_lsp.ask.trace import Recorder
from helix_lsp.errors import UsageError
from helix_lsp.text.digest import digest_of
from helix_lsp.text.positions import Span
from helix_lsp.trees.knowledge import read_knowledge
from helix_lsp.tuning.questions import READING

if TYPE_CHECKING:
    from helix_lsp.ask.method import Counterfactual, Method, Outcome
    from helix_lsp.ask.question.question import Choice, Question
    from helix_lsp.ask.rungs.arbiter import Verdict
    from helix_lsp.ask.rungs.envelope import Envelope
    from helix_lsp.ask.trace import Purpose, Recorder, Trace


def climb(question: Question, on: Standing, recorder: Recorder, check: Callable[[], None]) -> Envelope:
    """Answer one question. Deterministic but for the trace's `elapsed_us` and what a model writes; raises
    only `Cancelled`. Which climbs a question takes: `converse`.
    """
    snapshot, texts, cfg, knowledge = on.snapshot, on.texts, on.cfg, on.knowledge
    live = LiveFiles(Live(snapshot, texts, on.oracle))
    shown = sized(cfg.ask, question.verbosity)
    rung = recorder.rung

    obligations = rung(0, "obligations", oblige)(question)
    asked = replace(question, text=obligations.subject)  # how the answer is demanded is not searched for
    routed = rung(1, "intent", route)(asked, obligations, knowledge, cfg.plan, snapshot, cfg.trees)
    first = rung(2, "preflight", look_first)(asked, routed, on, check)
    intent = first.intent
    trees = rung(3, "knowledge trees", walk_trees)(asked, intent, knowledge, on, cfg.trees)
    plan = rung(3, "plan", draft_plan)(
        asked, obligations, intent, first.results, knowledge, trees.pack, snapshot, cfg.plan
    )
    scope = rung(4, "scope", scope_of)(asked, obligations, intent, plan, snapshot, cfg.plan)
    found = rung(5, "retrieval", retrieve)(asked, first, scope, on, check)
    docs = rung(6, "docs first", docs_first)(asked, found, scope, on, check)
    evidence = rung(7, "evidence", settle)(asked, intent, plan, scope, docs, on, check)
    verdict = rung(8, "kind of answer", arbitrate)(asked, obligations, intent, evidence, on)
    cards = rung(9, "cards", lay_out)(evidence, verdict, live, snapshot, shown)
    material = Material(
        question=asked,
        results=evidence.results,
        cards=cards.cards,
        live=live,
        snapshot=snapshot,
        cfg=shown,
        align=cfg.align,
        search=cfg.search,
        reading=evidence.reading,
        behind=on.freshness.behind,
        begun=on.freshness.provisional,
    )
    written = rung(10, "synthesis", synthesise)(
        intent, plan, evidence, verdict, trees.pack, material, on.model, cfg.model, check
    )
    required, mode = obligations.requires_repo or obligations.requires_citations, cfg.control.mode
    obliged = rung(11, "demanded citations", oblige_citations)(
        required, written.draft, live, cfg.verify, fallback=written.fallback, mode=mode
    )
    held = held_to(asked, intent, plan, evidence, written, mode)
    weighed = rung(12, "sentence checks", weigh_claims)(asked, obliged.draft, live, cfg.verify, held)
    climbed = Climbed(
        question=question,
        intent=intent,
        preflight=first,
        pack=trees.pack,
        plan=plan,
        scope=scope,
        evidence=evidence,
        verdict=verdict,
        written=written,
        obliged=obliged,
        weighed=weighed,
    )
    sealed = rung(13, "envelope", seal)(climbed, snapshot, texts, on.freshness, cfg.control)
    live.live.forget()
    return sealed


# The ladder's second page: which climbs one question takes, in their order, as straight-line code.
#
#     choice      first what was offered is worked out again: a pick holds only while the options are the same
#     question    then the question as it was asked, or as the pick means it; before it, where the user has the one
#                 call spent on that, a passage to be searched with
#     not near    again without what is open, where it is to be given back
#     place       again as the place of the cursor means it, where that speaks of one of two meanings
#     method      and where it is to be explained: again with its top evidence withheld
#
# A text that asks several questions is climbed once for each, where no model writes and nothing is explained: a
# model reads all of them, and an explanation is of one answer.
#
# One recorder writes all of them into one trace; the envelope of the last climb that was made for an answer
# is the answer. At most one of the climbs calls a model, once: those of a pick and of the method call none,
# and a question that is given back had none written.

# Which of two meanings the place of the cursor speaks of, so that a question asked there need not be given
# back.
#
# A place decides for a meaning when it alone is in the same file, or when its owner's name alone is written
# around the cursor: in the section, else in the document. A place that speaks of both, or of neither,
# decides nothing.


def decided_here(options: tuple[Option, ...], question: Question, live: LiveFiles) -> Option | None:
    """The option that the question's place speaks of; None without a place, or where it tells nothing."""
    meant = tuple(o for o in options if o.place is not None)
    file = live.file(question.path) if question.path is not None and question.offset is not None else None
    if file is None or question.offset is None or len(meant) <= 1:
        return None
    ways: tuple[Callable[[Option], bool], ...] = (
        lambda o: o.place is not None and o.place.path == file.path,
        lambda o: _written(_owner(o), (e.cut(file.data) for e in _sections(file, question.offset or 0))),
        lambda o: _written(_owner(o), (file.data,)),
    )
    for way in ways:
        held = [o for o in meant if way(o)]
        if len(held) == 1:
            return held[0]
        if held:
            return None
    return None


def _owner(option: Option) -> str:
    """`MailQueue` of `MailQueue.drain`; a name without an owner stands for itself."""
    name = option.label.partition(" in ")[0]
    return (name.rpartition(".")[0] or name).rpartition(".")[2]


def _sections(file: LiveFile, offset: int) -> list[Span]:
    """The innermost section, or none."""
    around = [s.extent for s in file.outline.sections if s.extent.start <= offset <= s.extent.end]
    return sorted(around, key=len)[:1]


def _written(name: str, texts: Iterable[bytes]) -> bool:
    pattern = re.compile(rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)")
    return bool(name) and any(pattern.search(text) for text in texts)


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The sealed answer and how it came about; `method` where it was asked for."""

    envelope: Envelope
    trace: Trace
    method: Method | None = None


def converse(question: Question, on: Standing, recorder: Recorder, check: Callable[[], None]) -> Asked:
    """Answer one question. Raises `UsageError` for a choice that is not offered any more, `Cancelled` when
    `check` says so.
    """

    def again(
        purpose: Purpose, asked: Question, of: Standing | None = None, *, aloud: bool = False
    ) -> Envelope:
        recorder.begin(purpose, aloud=aloud)
        return climb(asked, of or on, recorder, check)

    if (choice := question.choice) is not None:
        question = replace(question, choice=None)
        plain = replace(question, dry=True, explain=False, may_clarify=True, near=())
        question = chosen(question, choice, again("choice", plain).climbed.verdict)
    elif (
        on.model is None
        and not (question.explain or question.slots)
        and (several := questions_of(question.text))
    ):
        each = [(text, replace(question, text=text, may_clarify=False)) for text in several]
        envelopes = [(text, again("question", one, aloud=True)) for text, one in each]
        return Asked(envelope=joined(question, envelopes), trace=recorder.trace())

    recorder.begin("question")
    if question.hypothetical and on.model is not None and not question.dry:
        from helix_lsp.ask.model.hypothesis import hypothesise

        passage = recorder.rung(2, "hypothesis", hypothesise)(question.text, on.model, on.cfg.model, check)
        on = replace(on, model=None, hypothesis=passage.text, likeness=passage.likeness(on.likeness))
    envelope = climb(question, on, recorder, check)

    if envelope.mode == "clarify" and question.near:
        # what is offered hangs on the question and the snapshot alone (ADR 0007): looking at an option's file
        # must not take it back
        question = replace(question, near=())
        envelope = again("not_near", question)

    verdict = envelope.climbed.verdict
    if verdict.reason == "dominance_split" and question.offset is not None:
        here = decided_here(verdict.options, question, LiveFiles(Live(on.snapshot, on.texts)))
        if here is not None:
            recorder.say(event("place_decides", here.label))
            question = replace(question, text=here.question, may_clarify=False)
            envelope = again("place", question, aloud=True)

    method = None
    if question.explain and envelope.mode != "clarify":
        from helix_lsp.ask.method import counterfactual

        plain = replace(question, may_clarify=False, dry=True, explain=False)
        # a model's sentences would not come back from a run without one: like is compared with like
        before = again("no_model", plain, without(on, ())) if _spoken(envelope) else envelope
        tried = counterfactual(
            _outcome(before),
            lambda withheld: _outcome(again("withheld", plain, without(on, withheld))),
            on.cfg.verify,
        )
        method = _method(question, envelope, tried, on)

    return Asked(envelope=envelope, trace=recorder.trace(), method=method)


def chosen(question: Question, choice: Choice, offered: Verdict) -> Question:
    """The question that the picked option stands for. Raises `UsageError` where `offered`, worked out just
    now, does not have it.
    """
    options = {o.id: o for o in offered.options}
    if offered.token != choice.token:
        raise UsageError("what could be chosen has changed since it was offered; ask the question again")
    option = options.get(choice.option)
    if option is None:
        raise UsageError(f"there is no option {choice.option!r}; the options are {', '.join(options)}")
    if option.id in (WIDER, ANYWAY):
        return replace(
            question, may_clarify=False, verbosity="extended" if option.id == WIDER else question.verbosity
        )
    return replace(question, text=option.question, may_clarify=False)


def without(on: Standing, withheld: tuple[str, ...]) -> Standing:
    """The same world in which these files are empty, for every rung: search, definitions, usages, texts,
    trees and cards. No model.
    """
    if not withheld:
        return replace(on, model=None)
    snapshot = on.snapshot.hiding(withheld)

    def texts(path: str) -> bytes | None:
        return None if path in withheld else on.texts(path)

    knowledge = read_knowledge(snapshot, texts, on.cfg.trees)
    return replace(on, model=None, snapshot=snapshot, texts=texts, knowledge=knowledge)


def _spoken(envelope: Envelope) -> bool:
    """A model wrote a draft."""
    model = envelope.climbed.written.model
    return model is not None and model.draft is not None


def _outcome(envelope: Envelope) -> Outcome:
    from helix_lsp.ask.method import Outcome

    judged = envelope.climbed.evidence.judged
    return Outcome(
        entries=envelope.climbed.weighed.entries,
        evidence_ok=judged.passed,
        share=judged.share,
        cited=tuple(dict.fromkeys(c.path for c in envelope.citations)),
    )


def _method(question: Question, envelope: Envelope, tried: Counterfactual, on: Standing) -> Method:
    from helix_lsp.ask.method import describe_method

    climbed, cfg = envelope.climbed, on.cfg
    judged, prompt, model = climbed.evidence.judged, climbed.written.prompt, climbed.written.model
    options = (cfg.search, cfg.ask, cfg.plan, cfg.control, cfg.verify, cfg.trees, READING)
    return describe_method(
        question.text,
        climbed.weighed,
        judged.held,
        judged.missing,
        tried,
        cfg.verify,
        snapshot=envelope.snapshot_digest,
        config=digest_of([repr(part) for part in options]),
        items=tuple((i.type, i.hash) for i in prompt.items) if prompt is not None else (),
        model=model.reply.model if model is not None else "",
        stale=not envelope.freshness.fresh,
    )
