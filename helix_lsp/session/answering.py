"""One question of one session: what the session remembers goes in, what it must remember and count comes out. Also
answer documents for editors that cannot show text that is in no file.

locks       trees pinned for the session are walked first; those of the last answer go with a question that goes on about it
memory      right after a clarification none may follow; a pick is counted when its answer is given
model       opened from the user's settings, called at most once, and only here handed to the ladder
telemetry   how the answer ended, counted locally
traces      the latest questions with what each rung did, kept locally
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.standing import SessionFacts
from helix_lsp.errors import GivenUp, StorageError, UsageError
from helix_lsp.ide.ask import Asked, ask
from helix_lsp.ide.mentions import View
from helix_lsp.session.kept.memory import COMMAND_LINE, Memory, Offered
from helix_lsp.session.kept.telemetry import Numbered, Traces
from helix_lsp.session.workspace import Workspace

if TYPE_CHECKING:
    from helix_lsp.ask.model.model_port import Check, ModelPort, ModelReply, ModelRequest
    from helix_lsp.session.model.open_model import Complete


class AskSession(msgspec.Struct, frozen=True, kw_only=True):
    """What a session has at hand: its memory, and the way to the editor's own model, if there is one. Whose
    session it is, the question says.
    """

    memory: Memory
    complete: Complete | None = None


def answer(
    workspace: Workspace,
    question: Question,
    asking: AskSession,
    *,
    view: View | None = None,
    events: Callable[[str], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
) -> Asked:
    """Ask, remember, count. Where the index is made anew meanwhile, the question is asked again of the new one,
    unless a model was called already. Raises as `ide.ask` does, and UsageError for a session id that is none.
    """
    memory, asker = asking.memory, question.asker
    session, settings = asker.session_id, workspace.settings.config
    view = workspace.for_answers(view or workspace.view())
    trees = view.knowledge().forest.trees
    facts = SessionFacts(
        repo_rev=workspace.head() if trees else "",
        recent=memory.walked(session) if trees and session != COMMAND_LINE else (),
        locked=workspace.locks().inspect(session).tree_ids,
    )
    question = replace(question, may_clarify=question.may_clarify and memory.may_clarify(session))
    while True:
        unread = (
            view.freshness.provisional
        )  # then a model is called when the question is asked again of the whole
        model = None if question.dry or unread else _CountedModel.of(_model(workspace, asking))
        try:
            asked = ask(
                view, question, session=facts, events=events, check=check, clock=_microseconds, model=model
            )
            break
        except GivenUp:
            newest = workspace.for_answers(workspace.view())
            if (model is not None and model.calls) or newest.snapshot.over_the_same(view.snapshot):
                raise
            view = newest
    asked = _checked(workspace, asked)
    if asker.silent:
        return asked
    if asker.traced:
        Traces(workspace.directory, settings.session).keep(asked.envelope, asked.trace, session)
    if question.choice is not None:
        with contextlib.suppress(
            UsageError
        ):  # the ladder has checked the choice; an older session's memory may be gone
            memory.choose(session, question.choice.token, question.choice.option)
    walked = asked.envelope.climbed.pack.metadata.tree_ids
    if walked and session != COMMAND_LINE and asked.envelope.mode in ("repo_grounded", "hybrid"):
        memory.walk(session, walked[: settings.trees.max_locked])
    spent = model is not None and model.calls and asked.envelope.climbed.written.model is None
    needed, kept = workspace.meaning.taken()
    workspace.telemetry().count(
        *_counted(asked.envelope),
        *_remember(asked.envelope, question, memory),
        *(["model_calls"] if spent else []),
        vectors=needed,
        vectors_kept=kept,
    )
    return asked


class _CountedModel:
    """A model that knows whether it was called: it is called once for a question, also when that is asked again."""

    def __init__(self, port: ModelPort) -> None:
        self._port = port
        self.calls = 0

    @classmethod
    def of(cls, port: ModelPort | None) -> _CountedModel | None:
        return None if port is None else cls(port)

    def __call__(self, request: ModelRequest, check: Check) -> ModelReply:
        self.calls += 1
        return self._port(request, check)


def _checked(workspace: Workspace, asked: Asked) -> Asked:
    """An answer is not fresh when what it cites was written to since it was indexed, though its quotations
    hold.
    """
    envelope = asked.envelope
    if not envelope.freshness.fresh or not workspace.has_changed(
        {citation.path for citation in envelope.citations}
    ):
        return asked
    now = workspace.standing()
    fresh = replace(envelope.freshness, fresh=False, reason=now.reason, doing=now.doing)
    return replace(asked, envelope=replace(envelope, freshness=fresh))


def _model(workspace: Workspace, asking: AskSession) -> ModelPort | None:
    """The model of the settings; without one nothing of it is imported."""
    settings = workspace.settings
    if settings.config.model.provider == "none":
        return None
    from helix_lsp.session.model.open_model import open_model

    return open_model(settings.config.model, settings.surroundings, workspace.root, asking.complete)


def _remember(envelope: Envelope, question: Question, memory: Memory) -> tuple[str, ...]:
    session = question.asker.session_id
    if envelope.mode == "clarify":
        verdict = envelope.climbed.verdict
        offered = tuple(Offered(id=o.id, label=o.label, question=o.question) for o in verdict.options)
        memory.offer(session, question.text, verdict.token, offered)
        return ()
    return ("clarify_resolved",) if memory.settle(session) else ()


def _counted(envelope: Envelope) -> tuple[str, ...]:
    if envelope.mode == "provisional":
        return ()  # it is asked again
    names = ["questions", "grounded" if envelope.mode == "repo_grounded" else envelope.mode]
    if any(e.type == "hypothesis" for e in envelope.climbed.weighed.entries):
        names.append("hypothesis")
    model = envelope.climbed.written.model
    if model is not None and model.reply.calls:
        names += ["model_calls", *(["model_failures"] if model.draft is None else [])]
    return tuple(names)


def _microseconds() -> int:
    return time.perf_counter_ns() // 1_000


# Answer documents for editors that cannot show text that is in no file: a few Markdown files beside the
# index, never in the project.

FOLDER = "answers"
_MOST = 20


def keep_answer(directory: str, text: str) -> str:
    """Write `text` as the next answer beside the index in `directory`; the absolute path. Older ones beyond
    20 are removed.

    Raises StorageError when the folder cannot be written.
    """
    folder = Path(directory) / FOLDER
    try:
        return str(Numbered(folder, "answer-", ".md", _MOST).add(text.encode("utf-8", "backslashreplace")))
    except OSError as error:
        raise StorageError(f"the answer could not be written to {folder}: {error.strerror}") from error
