"""The citation audit (design-decisions.md#audit): PASS, REVIEW, SOURCE_NOT_INDEXED, each with the passage
that was looked at.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import helix_lsp
from helix_lsp.ask.question.question import Question
from helix_lsp.errors import UsageError
from helix_lsp.ide.ask import ask
from helix_lsp.ide.places import verify_claims, verify_text
from helix_lsp.wire.answer_envelope import envelope_to_wire
from helix_lsp.wire.claim_audit import claim_audit_to_wire, stated_from_envelope
from tests.support.check import World, indexed, read_fixture
from tests.support.schemas import check

KILN = """
//- /src/kiln.py
class Kiln:
    '''An oven for clay. It is heated for 12 hours.'''

    def stop(self):
        '''Open the relay so that the elements go cold.'''
        self.relay.open()


def read_celsius():
    '''Temperature of the chamber in degrees Celsius.'''
    return 24.4
//- /README.md
# Kiln

The limit is 1280 degrees. The relay must be open before the door is opened.
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(KILN).files) as made:
        yield made


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The kiln is an oven for clay (src/kiln.py:2).", "PASS"),
        ("It is heated for 12 hours (src/kiln.py:1-2).", "PASS"),
        ("It is heated for 13 hours (src/kiln.py:1-2).", "REVIEW"),
        ("The relay must be open after the door is opened (README.md:3).", "REVIEW"),
        ("The kiln is an oven for clay (src/oven.py:2).", "SOURCE_NOT_INDEXED"),
        ("The kiln is an oven for clay (src/kiln.py:900).", "SOURCE_NOT_INDEXED"),
        ("The limit is 1280 degrees.", "PASS"),
        ("The limit is 1290 degrees.", "REVIEW"),
        ("`Kiln.stop` opens the relay so that the elements go cold.", "PASS"),
        ("Payments are refunded by a nightly Kafka consumer.", "SOURCE_NOT_INDEXED"),
    ],
)
def test_verdicts(world: World, claim: str, verdict: str):
    found = verify_text(world.view(), claim)
    assert [r.verdict for r in found.results] == [verdict]
    assert found.passed is (verdict == "PASS")


def test_our_own_answers_pass(world: World):
    for question in ("What is a Kiln?", "How is the kiln stopped?", "limit degrees"):
        envelope = envelope_to_wire(ask(world.view(), Question(text=question)).envelope)
        found = verify_claims(world.view(), stated_from_envelope(envelope))
        assert found.passed, [(r.claim, r.reason) for r in found.results if r.verdict != "PASS"]
        assert verify_text(world.view(), str(envelope["answer"])).passed


def test_the_wire_form_is_its_schema_and_its_passages_hash(world: World):
    found = claim_audit_to_wire(
        verify_text(
            world.view(), "The limit is 1280 degrees. (README.md:3)\n\nThe moon is cheese, they say.\n"
        )
    )
    schema = json.loads(
        (Path(helix_lsp.__file__).parent / "wire" / "schema" / "claim-audit.v2.schema.json").read_text()
    )
    check(found, schema)
    assert found["counts"] == {"PASS": 1, "REVIEW": 0, "CONTRADICTED": 0, "SOURCE_NOT_INDEXED": 1}
    ref = found["claims"][0]["supporting"][0]["range_ref"]
    data = world.files[ref["path"]]
    assert data is not None
    assert hashlib.sha256(data[ref["start_byte"] : ref["end_byte"]]).hexdigest() == ref["content_sha256"]


@pytest.mark.parametrize(
    "value",
    [
        [],
        {},
        {"schema": "answer-envelope.v1"},
        {"schema": "answer-envelope.v1", "citations": [{}], "claims": 3},
    ],
)
def test_what_is_no_envelope_is_refused(value: object):
    with pytest.raises(UsageError):
        stated_from_envelope(value)


def test_a_text_without_a_claim_is_refused(world: World):
    with pytest.raises(UsageError, match="no claim"):
        verify_text(world.view(), "# Title\n\n```\ncode\n```\n")


OWN = """
//- /package.json
{
  "name": "@potters/clayfire",
  "homepage": "https://github.com/glazers/glazeworks",
  "dependencies": {"express": "^4"}
}
//- /examples/oven/package.json
{
  "name": "ovenware"
}
//- /src/kiln.ts
/** An oven for clay. It is heated for 12 hours. */
export class Kiln {}
"""


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("clayfire is an oven for clay (src/kiln.ts:1).", "PASS"),
        ("ClayFire is heated for 12 hours (src/kiln.ts:1).", "PASS"),
        ("`@potters/clayfire` is heated for 12 hours (src/kiln.ts:1).", "PASS"),
        ("ClayFire is heated for 12 hours.", "PASS"),
        ("ClayFire is heated for 13 hours (src/kiln.ts:1).", "REVIEW"),
        ("ClayFire is never heated for 12 hours (src/kiln.ts:1).", "REVIEW"),
        ("ClayFires is heated for 12 hours (src/kiln.ts:1).", "REVIEW"),
        (
            "`express` is heated for 12 hours (src/kiln.ts:1).",
            "REVIEW",
        ),  # what it needs is not what it is called
        ("`glazeworks` is heated for 12 hours (src/kiln.ts:1).", "REVIEW"),  # nor is what it links to
        ("`ovenware` is heated for 12 hours (src/kiln.ts:1).", "REVIEW"),  # nor an example's own
    ],
)
def test_the_project_is_known_by_its_own_name_at_every_place(claim: str, verdict: str):
    with indexed(read_fixture(OWN).files) as made:
        found = verify_text(made.view(), claim)
    assert [r.verdict for r in found.results] == [verdict], found.results[0].reason
