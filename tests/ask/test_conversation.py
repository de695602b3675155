"""A question may take several climbs of the ladder: all of them stand in one trace, with their purpose and
their time, and every reader of a trace shows them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO, StringIO
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import helix_lsp
from helix_lsp.ask.draft import event, live_line
from helix_lsp.ask.model.model_port import Check, ModelReply, ModelRequest
from helix_lsp.ask.question.question import Choice, Question
from helix_lsp.cli.ask import print_trace
from helix_lsp.cli.screen import Screen
from helix_lsp.ide.ask import Asked, ask
from helix_lsp.lsp.answer_document import trace_document
from helix_lsp.wire.answer_envelope import envelope_to_wire
from helix_lsp.wire.retrieval_plan import trace_to_wire
from tests.ask.test_here import FILES, QUESTION
from tests.support.check import World, indexed
from tests.support.schemas import check

SCHEMAS = Path(helix_lsp.__file__).parent / "wire" / "schema"
CALLED = "what does MailQueue.drain do?"
RUNGS = 15


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed({name: text.encode() for name, text in FILES.items()}) as made:
        yield made


def port(request: ModelRequest, check: Check) -> ModelReply:
    return ModelReply(status="ok", text="`MailQueue.drain` sends [1].", provider="t", model="t", calls=1)


def run(world: World, question: Question, *, model: bool = False) -> tuple[Asked, list[str]]:
    """Every look at the clock is a microsecond later than the one before."""
    lines: list[str] = []
    ticks = count()
    port_of = port if model else None
    done = ask(world.view(), question, events=lines.append, clock=lambda: next(ticks), model=port_of)
    return done, lines


def placed(path: str, text: str, **more: Any) -> Question:
    return Question(text=QUESTION, path=path, offset=FILES[path].encode().index(text.encode()), **more)


def first_choice(world: World) -> Choice:
    verdict = ask(world.view(), Question(text=QUESTION)).envelope.climbed.verdict
    return Choice(token=verdict.token, option=verdict.options[0].id)


def taken(world: World) -> dict[str, tuple[Question, bool, list[str]]]:
    """Question, whether with a model, and the climbs that it takes."""
    near = ("README.md",)
    chosen = Question(text=QUESTION, choice=first_choice(world))
    return {
        "plain": (Question(text=CALLED, near=near), False, ["question"]),
        "given back": (Question(text=QUESTION), False, ["question"]),
        "near": (Question(text=QUESTION, near=near), False, ["question", "not_near"]),
        "place": (placed("docs/notes.md", "is slow"), False, ["question", "place"]),
        "near and place": (
            placed("docs/notes.md", "is slow", near=near),
            False,
            ["question", "not_near", "place"],
        ),
        "chosen": (chosen, False, ["choice", "question"]),
        "explained": (Question(text=CALLED, explain=True), False, ["question", "withheld"]),
        "given back, to be explained": (Question(text=QUESTION, explain=True), False, ["question"]),
        "explained, of a model": (
            Question(text=CALLED, explain=True),
            True,
            ["question", "no_model", "withheld"],
        ),
    }


@pytest.mark.parametrize(
    "name",
    [
        "plain",
        "given back",
        "near",
        "place",
        "near and place",
        "chosen",
        "explained",
        "given back, to be explained",
        "explained, of a model",
    ],
)
def test_no_climb_is_lost(world: World, name: str):
    question, model, purposes = taken(world)[name]
    done, lines = run(world, question, model=model)
    trace = done.trace
    assert [climb.purpose for climb in trace.climbs] == purposes
    assert [len(climb.steps) for climb in trace.climbs] == [RUNGS] * len(purposes)
    assert list(trace.lines) == lines
    assert trace.elapsed_us == RUNGS * len(purposes)  # each rung looks at the clock when it begins and ends
    assert dict(trace.answer.steps[-1].facts)["digest"] == done.envelope.digest

    record = trace_to_wire(done.envelope, trace, asked_at="2026-11-24T00:00:00.000+00:00", session_id="s")
    check(record, json.loads((SCHEMAS / "trace-record.v1.schema.json").read_text("utf-8")))
    assert record["elapsed_us"] == trace.elapsed_us
    wire = envelope_to_wire(done.envelope, trace, debug=True, method=done.method)
    assert wire["trace"] == record["steps"]
    assert [
        (at, purpose) for at, purpose in dict.fromkeys((s["climb"], s["purpose"]) for s in wire["trace"])
    ] == list(enumerate(purposes, 1))
    assert wire["debug"]["live_events"] == lines
    assert {f["name"]: f["text"] for f in wire["debug"]["fields"]}["digest"] == done.envelope.digest
    assert len(wire["debug"]["stage_timing"]) == RUNGS * len(purposes)


def test_what_is_worked_out_aside_is_not_heard(world: World):
    """Live events are those of the question: a person waits for one answer."""
    question, _, _ = taken(world)["near and place"]
    _, lines = run(world, question)
    assert sum(line.startswith(live_line(event("arbiter"))) for line in lines) == 2
    assert [line for line in lines if line.startswith(live_line(event("place_decides")))] == [
        live_line(event("place_decides", "MailQueue.drain"))
    ]
    question, _, _ = taken(world)["chosen"]
    _, lines = run(world, question)
    assert sum(line.startswith(live_line(event("arbiter"))) for line in lines) == 1


def test_every_view_of_a_trace_tells_its_climbs_apart_where_there_are_several(world: World):
    done, _ = run(world, Question(text=CALLED, explain=True))
    plain, _ = run(world, Question(text=CALLED))
    for one, told in ((done, True), (plain, False)):
        out = BytesIO()
        print_trace(one.trace, Screen(out, StringIO()))
        document = trace_document(envelope_to_wire(one.envelope, one.trace))
        for text in (out.getvalue().decode(), document):
            assert ("Climb 1: the question" in text) is told
            assert ("Climb 2: with the top evidence withheld" in text) is told
            assert "sentence checks" in text
            assert not re.search(r"platonic|rattling|arbiter|micro-pass|\brungs?\b", text, re.IGNORECASE)
    old = envelope_to_wire(plain.envelope, plain.trace)
    for step in old["trace"]:
        del step["climb"], step["purpose"]
    schema = json.loads((SCHEMAS / "answer-envelope.v1.schema.json").read_text("utf-8"))
    check(old["trace"], schema["properties"]["trace"])
    assert "Climb" not in trace_document(old)  # an answer of an older server
