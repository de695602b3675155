"""Ask a question of a view: the one entry that the editor, the command line and later doors share. Also what the
answering of a question says of itself while it runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from helix_lsp.align.live import Live
from helix_lsp.ask.ladder import Asked, converse
from helix_lsp.ask.standing import SessionFacts, Standing
from helix_lsp.ask.trace import Recorder
from helix_lsp.errors import UsageError
from helix_lsp.ide.mentions import View, under
from helix_lsp.ide.places import section_at
from helix_lsp.ide.query import folded
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

if TYPE_CHECKING:
    from helix_lsp.ask.model.model_port import ModelPort
    from helix_lsp.ask.question.question import Question


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


# What the answering of a question says of itself, in the words of a person who waits or reads a trace. The
# events and labels themselves keep their names: they are what docs/reference/ladder.md lists.

_OWN = "Helix Ask: "
_READING, _LOOKING, _WEIGHING, _CHECKING = (
    "Reading the question",
    "Looking for places",
    "Weighing what was found",
    "Checking each sentence",
)
_PLANNING, _TREES, _WRITING = "Planning the search", "Walking the knowledge trees", "Writing the answer"
_STAGES: Mapping[str, str] = {
    "Repo expectation": _READING, "Intent resolved": _READING, "Intent override": _READING, "Obligation": _READING,
    "Preflight retrieval": _LOOKING, "Queries merged": _LOOKING, "Retrieval scope": _LOOKING, "Retrieval channels": _LOOKING,
    "Docs-first scope": _LOOKING, "Docs grep fallback": _LOOKING, "Graph pack": _TREES, "Tree walk": _TREES, "Tree binding": _TREES,
    "Plan": _PLANNING, "Plan pass": _PLANNING, "Plan directives": _PLANNING, "Query hints ready": _PLANNING,
    "Controller step": _WEIGHING, "Controller stop": _WEIGHING, "Slot coverage": _WEIGHING, "Evidence gate": _WEIGHING,
    "Retrieval confidence": _WEIGHING, "Arbiter": _WEIGHING, "Evidence cards ready": _WRITING, "Reasoning scaffold ready": _WRITING,
    "Synthesis prompt ready": _WRITING, "Generating answer": "Waiting for the model", "Answer ready": _WRITING,
    "Coverage gate": _CHECKING, "Belief gate": _CHECKING, "Rattling gate": _CHECKING, "Platonic gates": _CHECKING,
    "Answer cleaned preview": _CHECKING, "Citations": _CHECKING, "Citation repair": _CHECKING,
}  # fmt: skip
_WORDS: Mapping[str, str] = {
    "arbiter": "answer", "platonic": "sentence", "rattling": "robustness", "micro-pass": "planning", "obligation": "demand", "rung": "step",
}  # fmt: skip
_WORD = regex("|".join(map(re.escape, _WORDS)), re.IGNORECASE)


def stage(line: str) -> str:
    """The stage that a live event belongs to; the event itself, without our name, where it belongs to none."""
    said = line.removeprefix(_OWN)
    name, _, told = said.partition(" - ")
    if name == "Context ready":
        return f"{told} found"
    return _STAGES.get(name, said)


def in_words(text: str) -> str:
    """An event or a label of a trace without the names that only its makers know."""
    return _WORD.sub(_word, text.removeprefix(_OWN))


def _word(found: re.Match[str]) -> str:
    word = _WORDS[found.group().lower()]
    return word.capitalize() if found.group()[0].isupper() else word


# Why the ladder was climbed once more, in words: the heading of a climb in every view of a trace.

_WORDS_SAY_CLIMB: Mapping[str, str] = {
    "choice": "What could be chosen, worked out again",
    "question": "The question",
    "not_near": "Without what is open",
    "place": "As the place of the cursor means it",
    "no_model": "Without the model, to compare with",
    "withheld": "With the top evidence withheld",
}


def say_climb(number: int, purpose: str) -> str:
    """`Climb 2: without what is open`; a record of an older version names no purpose."""
    return (
        f"Climb {number}: {said[0].lower()}{said[1:]}"
        if (said := _WORDS_SAY_CLIMB.get(purpose))
        else f"Climb {number}"
    )


# Questions that suggest themselves at a place: about the selected text, the name under the cursor, the heading,
# a `?? ` line.

ASKED = regex(r"\s*(?:[#/*;>%-]+\s*)?\?\? +(\S(?:.*\S)?)\s*\Z")
_LONGEST = 300


class Suggested(msgspec.Struct, frozen=True, kw_only=True):
    """`label` is for a menu; `written` says that the user wrote the question in the document."""

    label: str
    question: str
    written: bool = False


def ask_about(view: View, path: str, span: Span) -> tuple[Suggested, ...]:
    """The written question first, then selection, name, heading; each once. `span` is the selection, empty
    for a cursor.
    """
    live = Live(view.snapshot, view.texts)
    data = live.data(path)
    if data is None:
        return ()
    found: list[Suggested] = []
    asked = written_question(live.lines(path).line_text(live.lines(path).line_of(span.start)))
    if asked:
        found.append(Suggested(label=f"Ask: {_short(asked)}", question=asked, written=True))
    chosen = " ".join(span.cut(data).decode("utf-8", "western").split())
    if 1 < len(chosen) <= _LONGEST:
        question = (
            chosen
            if chosen.endswith("?")
            else f"What is `{chosen}`?"
            if " " not in chosen
            else f"What is this about: {chosen}?"
        )
        found.append(Suggested(label=f"Ask about the selection: {_short(chosen)}", question=question))
    here = under(view, path, span.start)
    if here is not None and here.found:
        name = here.found[0].defined.symbol.qualified
        found.append(Suggested(label=f"Ask about {_short(name)}", question=f"What does `{name}` do?"))
    section = section_at(view, path, span.start)
    if section is not None and section.title:
        found.append(
            Suggested(
                label=f"Ask about “{_short(section.title)}”",
                question=f"How is this realised: {section.title}?",
            )
        )
    return tuple(found)


def written_question(line: str) -> str:
    """The question of a line that begins with `?? ` (comment marks may come before), `` for any other line."""
    match = ASKED.match(line)
    return match.group(1)[:_LONGEST] if match else ""


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"


__all__ = ["Asked", "ask"]
