"""A place that holds several values is told as what it is, and not after its first member."""

from __future__ import annotations

from typing import Any

import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.verify.support import support
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import indexed, read_fixture

QUAY = """
//- /src/tide.ts
import { make } from './make';
const { tideFirst, tideHeight,
  tideTable } = make({ spring: 4, neap: 2 });
const lonelyLamp = make({
  watt: 60,
});
const { bollardOne, bollardTwo, bollardThree, bollardFour, bollardFive,
  bollardSix, bollardWeight } = make({ iron: 7 });
//- /src/limits.go
package pool

const (
	CraneIdle = 1
	CraneLifting = 2
	CraneLoweringSpeed = 3
)
//- /port.yaml
name: port
ferry:
  departure_interval: 20
  capacity: 400
"""


def _claims(question: str) -> list[dict[str, Any]]:
    with indexed(read_fixture(QUAY).files) as made:
        return envelope_to_wire(ask(made.view(), Question(text=question)).envelope)["claims"]


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("where is the tide height computed?", "`tideFirst`, `tideHeight`, `tideTable` (3 variables):"),
        ("why is there a tide table?", "`tideFirst`, `tideHeight`, `tideTable` (3 variables):"),
        ("where is the bollard weight computed?",
         "`bollardOne`, `bollardTwo`, `bollardThree`, `bollardFour`, `bollardFive` and 2 others (7 variables):"),
        ("where is the lonely lamp made?", "`lonelyLamp`:"),
        ("where is the crane lowering speed defined?", "`src/limits.go`:"),
        ("where is the ferry departure interval set?", "`port.yaml`:"),
    ],
)  # fmt: skip
def test_a_group_is_told_as_one(question: str, begins: str):
    claims = _claims(question)
    (told,) = [c for c in claims if c["text"].startswith(begins)]
    assert told["supported"]
    assert told["evidence_refs"]


AROUND = ("src/tide.ts", "first\na variable", "first.second\na variable", "Tide\na class")


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("`first`, `second` (2 variables): `const { first, second } = make()`", ""),
        ("`first`, `second` (3 variables): `const { first, second } = make()`", "defines 2 variables"),
        ("`first`, `third` (2 variables): `const { first, second } = make()`", "does not define `third`"),
        ("`first`, `second` (2 constants): `const { first, second } = make()`", "does not define `first`"),
        (
            "`first`, `second` and 4 others (6 variables): `const { first, second } = make()`",
            "defines 2 variables",
        ),
        ("`src/tide.ts` (module): `const { first, second } = make()`", ""),
        ("`src/wave.ts` (module): `const { first, second } = make()`", "not in `src/wave.ts`"),
    ],
)
def test_what_a_group_is_said_to_be_is_looked_at(sentence: str, why: str):
    told = support(sentence, ("const { first, second } = make()",), AROUND)
    assert told.supported == (not why), told.reason
    assert why in told.reason
