"""Ask a question of a view: the one entry that the editor, the command line and later doors share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from helix_lsp.align.live import Live
from helix_lsp.ask.folded import folded
from helix_lsp.ask.here import decided_here
from helix_lsp.ask.ladder import climb
from helix_lsp.ask.live import LiveFiles
from helix_lsp.ask.model_port import ModelPort
from helix_lsp.ask.option import ANYWAY, WIDER
from helix_lsp.ask.question import Choice, Question, Verbosity
from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.standing import Standing
from helix_lsp.ask.trace import Recorder, Trace
from helix_lsp.errors import UsageError
from helix_lsp.ide.view import View
from helix_lsp.text.digest import digest_of
from helix_lsp.trees.knowledge import read_knowledge
from helix_lsp.tuning.reading import READING

if TYPE_CHECKING:
    from helix_lsp.ask.method import Method


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRequest:
    """`path` and `offset` (bytes) say where the cursor was, when the question came from an editor.

    `slots` are what the asker insists on; `choice` picks an option of an earlier clarification of the same question; `may_clarify` is False
    right after one; `locked` are trees pinned for the session, `recent` those of its last answer; `repo_rev` is the
    commit that is checked out, `` when nobody says; a `dry` run does everything but call the model.
    """

    question: str
    path: str | None = None
    offset: int | None = None
    verbosity: Verbosity = "normal"
    slots: tuple[str, ...] = ()
    choice: Choice | None = None
    may_clarify: bool = True
    near: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    repo_rev: str = ""
    dry: bool = False
    method: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The sealed answer and how it came about; `method` where it was asked for."""

    envelope: Envelope
    trace: Trace
    method: Method | None = None


def ask(
    view: View, request: AskRequest, *, events: Callable[[str], None] = lambda _: None, check: Callable[[], None] = lambda: None,
    clock: Callable[[], int] = lambda: 0, model: ModelPort | None = None,
) -> Asked:  # fmt: skip
    """Answer; raises `UsageError` for an empty or oversized question and for a choice that is not offered any more, `Cancelled` when
    `check` says so.

    `events` receives each live-event line as it happens; `clock` gives microseconds for the trace; `model` is called at most once.
    """
    question = _question(view, request)
    snapshot, texts = folded(question.text, view.snapshot, view.texts, view.config)
    standing = Standing(
        snapshot=snapshot, texts=texts, knowledge=view.knowledge(), locked=request.locked, cfg=view.config, freshness=view.freshness,
        model=None if request.dry else model, recent=request.recent, repo_rev=request.repo_rev,
        oracle=view.oracle, likeness=view.likeness,
    )  # fmt: skip
    if request.choice is not None:
        question = _chosen(question, request.choice, standing, check)
    envelope, trace = climb(question, standing, Recorder(clock, events, check), check)
    if envelope.mode == "clarify" and question.near:
        # what is offered hangs on the question and the snapshot alone (ADR 0007): looking at an option's file must not take it back
        question = replace(question, near=())
        envelope, trace = climb(question, standing, Recorder(clock, lambda _: None, check), check)
    if envelope.verdict.reason == "dominance_split" and question.offset is not None:
        here = decided_here(envelope.verdict.options, question, LiveFiles(Live(snapshot, texts)))
        if here is not None:
            events(f"Helix Ask: Place decides - {here.label}")
            question = replace(question, text=here.question, may_clarify=False)
            envelope, trace = climb(question, standing, Recorder(clock, events, check), check)
    method = _method(question, envelope, standing, check) if question.method and envelope.mode != "clarify" else None
    return Asked(envelope=envelope, trace=trace, method=method)


def _method(question: Question, envelope: Envelope, standing: Standing, check: Callable[[], None]) -> Method:
    """The same question once more with its top evidence withheld, without a model, and what that says."""
    from helix_lsp.ask.counterfactual import Outcome, counterfactual
    from helix_lsp.ask.method import describe_method

    evidence, weighed, cfg = envelope.evidence, envelope.weighed, standing.cfg

    def again(withheld: tuple[str, ...]) -> Outcome:
        plain = replace(question, may_clarify=False, dry=True, method=False)
        other, _ = climb(plain, _without(standing, withheld), Recorder(lambda: 0, lambda _: None, check), check)
        return Outcome(
            entries=other.weighed.entries, evidence_ok=other.evidence.judged.passed, share=other.evidence.judged.share,
            cited=tuple(dict.fromkeys(c.path for c in other.citations)),
        )  # fmt: skip

    # a model's sentences would not come back from a run without one: like is compared with like
    spoken = envelope.written.model is not None and envelope.written.model.draft is not None
    before = again(()) if spoken else Outcome(entries=weighed.entries, evidence_ok=evidence.judged.passed, share=evidence.judged.share)
    tried = counterfactual(before, again, cfg.verify)
    prompt, model = envelope.written.prompt, envelope.written.model
    return describe_method(
        question.text, weighed, evidence.judged.held, evidence.judged.missing, tried, cfg.verify, snapshot=envelope.snapshot_digest,
        config=digest_of([repr(part) for part in (cfg.search, cfg.ask, cfg.plan, cfg.control, cfg.verify, cfg.trees, READING)]),
        items=tuple((i.type, i.hash) for i in prompt.items) if prompt is not None else (), model=model.reply.model if model is not None else "",
        stale=not envelope.freshness.fresh,
    )  # fmt: skip


def _without(standing: Standing, withheld: tuple[str, ...]) -> Standing:
    """The same world in which these files are empty, for every rung: search, definitions, usages, texts, trees and cards. No model."""
    if not withheld:
        return replace(standing, model=None)
    snapshot = standing.snapshot.hiding(withheld)

    def texts(path: str) -> bytes | None:
        return None if path in withheld else standing.texts(path)

    knowledge = read_knowledge(snapshot, texts, standing.cfg.trees)
    return replace(standing, model=None, snapshot=snapshot, texts=texts, knowledge=knowledge)


def _question(view: View, request: AskRequest) -> Question:
    text = request.question.strip()
    if not text:
        raise UsageError("the question is empty; write a few words, for example: how are error handlers registered?")
    limit = view.config.search.longest_question
    if len(text) > limit:
        raise UsageError(
            f"the question is {len(text):,} characters long, the limit is {limit:,}; shorten it or raise search.longest_question"
        )
    return Question(
        text=text, path=request.path, offset=request.offset, verbosity=request.verbosity, slots=request.slots, may_clarify=request.may_clarify,
        near=request.near, dry=request.dry, method=request.method,
    )  # fmt: skip


def _chosen(question: Question, choice: Choice, standing: Standing, check: Callable[[], None]) -> Question:
    """The question that the picked option stands for. The options are worked out again: the choice holds only while they are the same."""
    plain = replace(question, dry=True, method=False, may_clarify=True, near=())
    first, _ = climb(plain, standing, Recorder(lambda: 0, lambda _: None, check), check)
    offered = {o.id: o for o in first.verdict.options}
    if first.verdict.token != choice.token:
        raise UsageError("what could be chosen has changed since it was offered; ask the question again")
    option = offered.get(choice.option)
    if option is None:
        raise UsageError(f"there is no option {choice.option!r}; the options are {', '.join(offered)}")
    if option.id in (WIDER, ANYWAY):
        return replace(question, may_clarify=False, verbosity="extended" if option.id == WIDER else question.verbosity)
    return replace(question, text=option.question, may_clarify=False)
