"""Ask a question of a view: the one entry that the editor, the command line and later doors share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from helix_lsp.ask.evidence.folded import folded
from helix_lsp.ask.ladder import Asked, converse
from helix_lsp.ask.standing import SessionFacts, Standing
from helix_lsp.ask.trace import Recorder
from helix_lsp.errors import UsageError

if TYPE_CHECKING:
    from helix_lsp.ask.model.model_port import ModelPort
    from helix_lsp.ask.question.question import Question
    from helix_lsp.ide.mentions import View

__all__ = ["Asked", "ask"]


def ask(
    view: View,
    question: Question,
    *,
    session: SessionFacts = SessionFacts(),  # noqa: B008  (frozen)
    events: Callable[[str], None] = lambda _: None,
    check: Callable[[], None] = lambda: None,
    clock: Callable[[], int] = lambda: 0,
    model: ModelPort | None = None,
) -> Asked:
    """Answer; raises `UsageError` for an empty or oversized question and for a choice that is not offered any
    more, `Cancelled` when `check` says so.

    `events` receives each live-event line as it happens; `clock` gives microseconds for the trace; `model` is
    called at most once.
    """
    cfg = view.config
    question = replace(question, text=_readable(question.text, cfg.search.longest_question))
    snapshot, texts = folded(question.text, view.snapshot, view.texts, cfg.search, cfg.index)
    standing = Standing(
        snapshot=snapshot,
        texts=texts,
        knowledge=view.knowledge(),
        session=session,
        cfg=cfg,
        freshness=view.freshness,
        model=None if question.dry else model,
        oracle=view.oracle,
        likeness=view.likeness,
    )
    return converse(question, standing, Recorder(clock, events, check), check)


def _readable(text: str, limit: int) -> str:
    """The question without the space around it; `limit` in characters."""
    text = text.strip()
    if not text:
        raise UsageError(
            "the question is empty; write a few words, for example: how are error handlers registered?"
        )
    if len(text) > limit:
        raise UsageError(
            f"the question is {len(text):,} characters long, the limit is {limit:,}; shorten it or raise search.longest_question"
        )
    return text
