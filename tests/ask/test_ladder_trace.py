"""The live events and debug fields of the ladder (S1), as whole runs of the ladder emit them.
docs/reference/ladder.md names this file.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ask.model.model_port import Check, ModelReply, ModelRequest
from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import Asked, ask
from helix_lsp.wire.retrieval_plan import debug_to_wire
from tests.ask.routing import KNOWLEDGE
from tests.support.check import World, indexed, read_fixture

CONCEPT = "What is a warp bubble in this repo?"
CODE = "What is RouteTable?"
GENERAL = "What is the capital of France?"
UNANSWERABLE = "Where in the code is the flux capacitor configured? Cite file paths."
UNSAID = "How do quokkas and wombats share a handler at night?"


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(KNOWLEDGE).files) as made:
        yield made


def run(world: World, question: str, *, model: bool = False) -> tuple[Asked, list[str]]:
    lines: list[str] = []

    def port(request: ModelRequest, check: Check) -> ModelReply:
        return ModelReply(
            status="ok",
            text="`RouteTable` maps rules to handlers [1] [99].",
            provider="test",
            model="test",
            calls=1,
        )

    return ask(
        world.view(), Question(text=question), events=lines.append, model=port if model else None
    ), lines


@pytest.mark.parametrize(
    ("line", "question", "model"),
    [
        ("Obligation - requires_repo", CONCEPT, False),
        ("Repo expectation - high", CONCEPT, False),
        ("Repo expectation - medium", CODE, False),
        ("Repo expectation - low", GENERAL, False),
        ("Intent resolved - ok", CODE, False),
        ("Preflight retrieval - ok", CODE, False),
        ("Preflight retrieval - weak", UNSAID, False),
        ("Preflight retrieval - empty", GENERAL, False),
        ("Plan - micro-pass", CODE, False),
        ("Plan pass - start", CODE, False),
        ("Query hints ready - 2 hints", CODE, False),
        ("Plan directives - ok", CODE, False),
        ("Plan pass - end", CODE, False),
        ("Queries merged - 1 query", CODE, False),
        ("Retrieval scope - ok", CODE, False),
        ("Retrieval channels - ok", CODE, False),
        ("Docs-first scope - miss", CONCEPT, False),
        ("Docs grep fallback - ok", CONCEPT, False),
        ("Context ready - 0 files", GENERAL, False),
        ("Slot coverage - ok", CONCEPT, False),
        ("Evidence gate - pass", CODE, False),
        ("Evidence gate - fail", GENERAL, False),
        ("Retrieval confidence - high", CONCEPT, False),
        ("Retrieval confidence - low", GENERAL, False),
        ("Arbiter - repo_grounded", CODE, False),
        ("Arbiter - general", GENERAL, False),
        ("Evidence cards ready - repo", CODE, False),
        ("Reasoning scaffold ready - ok", CODE, False),
        ("Answer ready", CODE, False),
        ("Generating answer", CODE, True),
        ("Citation repair - applied", CODE, True),
        ("Obligation - missing_repo_evidence", UNANSWERABLE, False),
        ("Platonic gates - ok", CODE, False),
        ("Answer cleaned preview - final", CODE, False),
    ],
)
def test_each_live_event_of_the_seed_is_emitted(world: World, line: str, question: str, model: bool):
    done, lines = run(world, question, model=model)
    assert f"Helix Ask: {line}" in lines
    assert list(done.trace.lines) == lines
    assert [event for step in done.trace.answer.steps for event in step.events] == lines


FIELDS = """
intent_id intent_domain intent_tier intent_reason plan_directives query_hints queries plan_must_include_ok topic_must_include_ok
slot_coverage_required slot_coverage_missing slot_coverage_ratio retrieval_confidence retrieval_doc_share retrieval_channel_hits
preflight_queries preflight_files preflight_file_count preflight_doc_share preflight_evidence_ok preflight_evidence_ratio
preflight_retrieval_upgrade evidence_gate_ok evidence_match_ratio
""".split()


@pytest.mark.parametrize("question", [CONCEPT, CODE, GENERAL, UNANSWERABLE])
def test_every_debug_field_of_the_seed_is_there(world: World, question: str):
    done, lines = run(world, question)
    sent = debug_to_wire(done.envelope, done.trace)
    assert [name for name in FIELDS if name not in [f["name"] for f in sent["fields"]]] == []
    assert sent["live_events"] == lines
    assert sent["answer_path"][0].startswith("intent:")


def test_every_hit_says_why_it_ranks_where_it_does(world: World):
    """The parts of a score are sent with it, so that a trace view can draw them; they sum to the score of the
    seed pass's hits.
    """
    done, _ = run(world, CODE)
    own = [
        h
        for h in done.envelope.climbed.evidence.hits
        if h.place.path not in done.envelope.climbed.evidence.pool.extra
    ]
    sent = debug_to_wire(done.envelope, done.trace)["hits"]
    assert [h["rank"] for h in sent] == list(range(1, len(done.envelope.climbed.evidence.hits) + 1))
    assert [(h["path"], h["start_byte"], h["score"]) for h in sent[: len(own)]] == [
        (h.place.path, h.place.span.start, h.score) for h in own
    ]
    for hit in sent[: len(own)]:
        total = sum(part["contribution"] for part in hit["why"]["rank_features"])
        for demotion in hit["why"]["demotions"]:
            total *= demotion["factor"]
        assert hit["score"] == pytest.approx(total, abs=1e-4)


def test_rungs_run_in_their_order(world: World):
    numbers = [step.number for step in run(world, CONCEPT)[0].trace.answer.steps]
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(14))


def test_how_an_answer_is_demanded_is_not_searched_for(world: World):
    done, _ = run(world, "In this repo, what is RouteTable? Cite file paths.")
    assert done.envelope.climbed.question.text == "In this repo, what is RouteTable? Cite file paths."
    assert dict(done.trace.answer.steps[0].facts)["subject"] == "what is RouteTable?"
    assert (
        "cite" not in dict(next(s for s in done.trace.answer.steps if s.name == "retrieval").facts)["terms"]
    )
