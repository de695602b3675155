"""What we send validates against the published schemas; what we read is refused when it is not one."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

import helix_lsp
from helix_lsp.ask.fit import fit
from helix_lsp.ask.question.question import Question
from helix_lsp.errors import StaleError, UsageError
from helix_lsp.ide.ask import ask
from helix_lsp.ide.query import QueryRequest, query
from helix_lsp.ide.range_get import range_get
from helix_lsp.index.freshness import Freshness
from helix_lsp.wire.answer_envelope import envelope_to_wire
from helix_lsp.wire.query_result import query_result_to_wire
from helix_lsp.wire.range_ref import range_ref_from_wire, range_text_to_wire, staleness
from tests.support.check import World, indexed, read_fixture
from tests.support.schemas import check, check_schema

SCHEMAS = Path(helix_lsp.__file__).parent / "wire" / "schema"

WORKSPACE = """
//- /src/kiln.py
def fire(kiln):
    '''Heat the kiln to the end of its schedule.'''
    return heat(kiln)


def heat(kiln):
    return kiln
//- /README.md
# Kiln

Call `fire` once a day.
"""


@pytest.fixture(scope="module")
def world():
    with indexed(read_fixture(WORKSPACE).files) as made:
        yield made


def schema(name: str) -> dict[str, Any]:
    return json.loads((SCHEMAS / f"{name}.schema.json").read_text())


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda p: p.name)
def test_schemas_are_valid_versioned_and_closed(path: Path) -> None:
    loaded = json.loads(path.read_text())
    check_schema(loaded)
    assert path.name == loaded["$id"].removeprefix("urn:helix-lsp:") + ".schema.json"

    def closed(node: object) -> None:
        if isinstance(node, dict):
            if node.get("type") == "object":
                assert node.get("additionalProperties") is False, node
            for value in node.values():
                closed(value)
        elif isinstance(node, list):
            for value in node:
                closed(value)

    closed(loaded)


@pytest.mark.parametrize(
    "question", ["what does fire do?", "fire", "how is the kiln heated?", "zebra accordion", "???", "a"]
)
def test_envelopes_validate_and_facts_cite(world: World, question: str) -> None:
    done = ask(world.view(), Question(text=question))
    for trace in (None, done.trace):
        sent = json.loads(json.dumps(envelope_to_wire(done.envelope, trace)))
        check(sent, schema("answer-envelope.v1"))
        ids = {c["id"] for c in sent["citations"]}
        assert ids == set(range(1, len(ids) + 1))
        for claim in sent["claims"]:
            assert set(claim["evidence_refs"]) <= ids
            assert (claim["kind"] == "fact") == bool(claim["evidence_refs"])


@pytest.mark.parametrize("text", ["fire", "kiln schedule", "zebra accordion", "src/kiln.py"])
def test_query_results_validate(world: World, text: str) -> None:
    answer = query(world.view(), QueryRequest(text=text))
    for explain in (False, True):
        sent = json.loads(json.dumps(query_result_to_wire(answer, world.view().freshness, explain=explain)))
        check(sent, schema("query-result.v1"))
        assert sent["count"] == len(sent["results"])
        assert ("why_zero" in sent) == (sent["count"] == 0)


def test_each_hit_names_the_words_fields_channels_and_features_that_brought_it(world: World) -> None:
    sent = query_result_to_wire(query(world.view(), QueryRequest(text="fire kiln")), world.view().freshness)
    why = sent["results"][0]["why"]
    assert {"field": "name", "words": ["fire"]} in why["matched_terms"]
    assert "lexical" in {c["name"] for c in why["channels"]}
    total = sum(f["contribution"] for f in why["rank_features"])
    for demotion in why["demotions"]:
        total *= demotion["factor"]
    assert sent["results"][0]["score"] == pytest.approx(total, abs=1e-4)


def test_a_range_reference_fetched_again_gives_the_same_bytes(world: World) -> None:
    sent = query_result_to_wire(query(world.view(), QueryRequest(text="fire")), world.view().freshness)
    ref = sent["results"][0]["range_ref"]
    check(ref, schema("range-ref.v1"))
    got = range_text_to_wire(range_get(world.view(), range_ref_from_wire(json.loads(json.dumps(ref)))))
    assert hashlib.sha256(got["text"].encode()).hexdigest() == got["sha256"] == ref["content_sha256"]
    assert got["lines"] == [ref["start_line"], ref["end_line"]]


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"path": "../secret"}, UsageError, "relative to the root"),
        ({"path": "/etc/hostname"}, UsageError, "absolute"),
        ({"path": "src/gone.py"}, StaleError, "moved or deleted"),
        ({"end_byte": 10_000_000}, StaleError, "ends at"),
        ({"end_byte": 0}, UsageError, "not a range"),
        ({"content_sha256": "0" * 64}, StaleError, "changed"),
        ({"start_byte": "1"}, UsageError, "start_byte"),
        ({"start_byte": True}, UsageError, "start_byte"),
        ({"schema": "range-ref.v9"}, UsageError, "range-ref.v1"),
        ({"surprise": 1}, UsageError, "surprise"),
        ({"artifact_role": "sqlite_index"}, UsageError, "artifact_role"),
    ],
)
def test_wrong_references_are_refused_in_words(
    world: World, change: dict[str, Any], error: type[Exception], words: str
) -> None:
    sent = query_result_to_wire(query(world.view(), QueryRequest(text="fire")), world.view().freshness)
    with pytest.raises(error, match=words):
        range_get(world.view(), range_ref_from_wire(sent["results"][0]["range_ref"] | change))


@pytest.mark.parametrize("value", [None, [], "x", 3, {}])
def test_what_is_no_reference_is_refused(value: object) -> None:
    with pytest.raises(UsageError):
        range_ref_from_wire(value)


def test_what_is_not_known_to_be_fresh_is_stale_with_its_reason_as_data() -> None:
    """I10: nothing behind and a reason all the same is what cannot be determined."""
    seen = {"generation": 3, "unsaved": 0, "files": 9}
    assert staleness(Freshness(**seen, fresh=True, behind=0, reason="")) is None
    behind = staleness(Freshness(**seen, fresh=False, behind=2, reason="2 files differ"))
    unknown = staleness(Freshness(**seen, fresh=False, behind=0, reason="the folder cannot be looked into"))
    assert (behind.id, behind.fact("behind")) == ("files_differ", "2")
    assert (unknown.id, unknown.fact("why")) == ("undeterminable", "the folder cannot be looked into")


def test_an_answer_fits_its_budget_and_keeps_its_citations(world: World) -> None:
    done = ask(world.view(), Question(text="what does fire do?"))
    whole = envelope_to_wire(done.envelope)
    for tokens in (20, 60, 10_000):
        fitted = fit(done.envelope, tokens)
        sent = json.loads(json.dumps(envelope_to_wire(fitted.envelope, fitted=fitted)))
        check(sent, schema("answer-envelope.v1"))
        ids = {c["id"] for c in sent["citations"]}
        assert {r for claim in sent["claims"] for r in claim["evidence_refs"]} == ids
        assert len(sent["claims"]) + sent["budget"]["left_out"] == len(whole["claims"])
        assert sent["digest"] == whole["digest"]
    assert sent["answer"] == whole["answer"]
    assert fit(done.envelope, 20).left_out > 0
