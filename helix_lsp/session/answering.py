"""One question of one session: what the session remembers goes in, what it must remember and count comes out.

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
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.errors import UsageError
from helix_lsp.ide.ask import Asked, AskRequest, ask
from helix_lsp.ide.view import View
from helix_lsp.session.memory import COMMAND_LINE, Memory, Offered
from helix_lsp.session.traces import Traces
from helix_lsp.session.workspace import Workspace

if TYPE_CHECKING:
    from helix_lsp.ask.model_port import ModelPort
    from helix_lsp.session.model.client import Complete

_MODES = {"repo_grounded": "grounded", "hybrid": "hybrid", "general": "general", "clarify": "clarify", "no_evidence": "no_evidence"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Who asks: a session id, its memory, and the way to the editor's own model, if there is one. After a `silent` question (a preview)

    nothing is remembered and nothing counted. One that is not `traced` (a line of a batch) is counted, and its trace is not kept.
    """

    session_id: str
    memory: Memory
    complete: Complete | None = None
    silent: bool = False
    traced: bool = True


def answer(
    workspace: Workspace, request: AskRequest, sitting: Sitting, *, view: View | None = None,
    events: Callable[[str], None] = lambda _: None, check: Callable[[], None] = lambda: None,
) -> Asked:  # fmt: skip
    """Ask, remember, count. Raises as `ide.ask` does, and UsageError for a session id that is none."""
    memory, session = sitting.memory, sitting.session_id
    view = view or workspace.view()
    trees = view.knowledge().forest.trees
    request = replace(
        request, repo_rev=request.repo_rev or (workspace.head() if trees else ""),
        recent=memory.walked(session) if trees and session != COMMAND_LINE else (),
        locked=request.locked or workspace.locks().inspect(session).tree_ids,
        may_clarify=request.may_clarify and memory.may_clarify(session),
    )  # fmt: skip
    unread = view.freshness.provisional  # a model is called once for a question: when it is asked again of the whole
    model = None if request.dry or unread else _model(workspace, sitting)
    asked = _checked(workspace, ask(view, request, events=events, check=check, clock=_microseconds, model=model))
    if sitting.silent:
        return asked
    if sitting.traced:
        Traces(workspace.directory, workspace.settings.config.session).keep(asked.envelope, asked.trace, session)
    if request.choice is not None:
        with contextlib.suppress(UsageError):  # the ladder has checked the choice; an older session's memory may be gone
            memory.choose(session, request.choice.token, request.choice.option)
    walked = asked.envelope.pack.metadata.tree_ids
    if walked and session != COMMAND_LINE and asked.envelope.mode in ("repo_grounded", "hybrid"):
        memory.walk(session, walked[: workspace.settings.config.trees.max_locked])
    workspace.telemetry().count(*_counted(asked.envelope), *_remember(asked.envelope, request, sitting))
    return asked


def _checked(workspace: Workspace, asked: Asked) -> Asked:
    """An answer is not fresh when what it cites was written to since it was indexed, though its quotations hold."""
    envelope = asked.envelope
    if not envelope.freshness.fresh or not workspace.has_changed({citation.path for citation in envelope.citations}):
        return asked
    now = workspace.standing()
    fresh = replace(envelope.freshness, fresh=False, reason=now.reason, doing=now.doing)
    return replace(asked, envelope=replace(envelope, freshness=fresh))


def _model(workspace: Workspace, sitting: Sitting) -> ModelPort | None:
    """The model of the settings; without one nothing of it is imported."""
    settings = workspace.settings
    if settings.config.model.provider == "none":
        return None
    from helix_lsp.session.model.open_model import open_model

    return open_model(settings.config.model, settings.surroundings, workspace.root, sitting.complete)


def _remember(envelope: Envelope, request: AskRequest, sitting: Sitting) -> tuple[str, ...]:
    if envelope.mode == "clarify":
        offered = tuple(Offered(id=o.id, label=o.label, question=o.question) for o in envelope.verdict.options)
        sitting.memory.offer(sitting.session_id, request.question, envelope.verdict.token, offered)
        return ()
    return ("clarify_resolved",) if sitting.memory.settle(sitting.session_id) else ()


def _counted(envelope: Envelope) -> tuple[str, ...]:
    if envelope.mode == "provisional":
        return ()  # it is asked again
    names = ["questions", _MODES[envelope.mode]]
    if any(e.type == "hypothesis" for e in envelope.weighed.entries):
        names.append("hypothesis")
    model = envelope.written.model
    if model is not None and model.reply.calls:
        names += ["model_calls", *(["model_failures"] if model.draft is None else [])]
    return tuple(names)


def _microseconds() -> int:
    return time.perf_counter_ns() // 1_000
