"""Ask a question of a view: the one entry that the editor, the command line and later doors share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from helix_lsp.ask.ladder import climb
from helix_lsp.ask.question import Question, Verbosity
from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.trace import Recorder, Trace
from helix_lsp.errors import UsageError
from helix_lsp.ide.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class AskRequest:
    """`path` and `offset` (bytes) say where the cursor was, when the question came from an editor."""

    question: str
    path: str | None = None
    offset: int | None = None
    verbosity: Verbosity = "normal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The sealed answer and how it came about."""

    envelope: Envelope
    trace: Trace


def ask(
    view: View, request: AskRequest, *, events: Callable[[str], None] = lambda _: None, check: Callable[[], None] = lambda: None,
    clock: Callable[[], int] = lambda: 0,
) -> Asked:  # fmt: skip
    """Answer; raises `UsageError` for an empty or oversized question and `Cancelled` when `check` says so.

    `events` receives each live-event line as it happens; `clock` gives microseconds for the trace.
    """
    text = request.question.strip()
    if not text:
        raise UsageError("the question is empty; write a few words, for example: how are error handlers registered?")
    limit = view.config.search.longest_question
    if len(text) > limit:
        raise UsageError(
            f"the question is {len(text):,} characters long, the limit is {limit:,}; shorten it or raise search.longest_question"
        )
    question = Question(text=text, path=request.path, offset=request.offset, verbosity=request.verbosity)
    recorder = Recorder(clock, events, check)
    envelope, trace = climb(question, view.snapshot, view.texts, view.config, view.freshness, recorder, check)
    return Asked(envelope=envelope, trace=trace)
