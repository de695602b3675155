"""The seven dry-run prompts (docs/reference/ladder.md, S2-79) through the whole ladder, on a small likeness
of casimirbot: what each must show.

No model is called in a dry run, and the controller's steps are there wherever the repository is expected to
know.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ask.draft import event, live_line
from helix_lsp.ask.model.model_port import Check, ModelReply, ModelRequest
from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.ask.test_dry_run_routing import LIKENESS, PROMPTS
from tests.support.check import World, indexed, read_fixture

BEYOND = """
//- /docs/knowledge/warp-bubble.md
---
id: warp-bubble
label: warp bubble
aliases: [natario bubble]
---
Definition: A region that a shift vector field moves.
//- /docs/bridges.md
# Bridges
## What joins them
The Natario warp bubble is held open by the strobing of the Casimir tiles.
//- /docs/ethos/care.md
# Care
Stewardship means that tools are given back whole.
"""
MUST_SHOW = {
    "What does solar restoration mean in this repo?": ("Keeping the sun on its main sequence.", "docs/knowledge/solar-restoration.md"),
    "Define TS_ratio in this repo.": ("The light-crossing time over the modulation time.", "docs/knowledge/ts-ratio.md"),
    "Is the Casimir tile pressure in GPa?": ("The tile pressure is 1.2 GPa at a gap of 1 nm.", "docs/casimir-tile-mechanism.md"),
    "How does Natario warp bubble relate to Casimir tiles?": (
        "The Natario warp bubble is held open by the strobing of the Casimir tiles.", "docs/bridges.md",
    ),
    "What does the ideology tree say about stewardship?": ('"excerpt": "Care for what was given."', "docs/ethos/ideology.json"),
    "Explain the Helix Ask reasoning pipeline.": ("From a question to an answer.", "docs/helix-ask-flow.md"),
    "What is a cavity?": ("Two mirrors and what stands between them.", "docs/knowledge/cavity-mechanism.md"),
}  # fmt: skip
CAVITIES = """
//- /src/cavity.py
class InnerCavity:
    \"\"\"The cavity between the mirrors.\"\"\"
class OuterCavity:
    \"\"\"The cavity around the housing.\"\"\"
"""


@pytest.fixture(scope="module")
def likeness() -> Iterator[World]:
    with indexed(read_fixture(LIKENESS + BEYOND).files) as world:
        yield world


def _never(request: ModelRequest, check: Check) -> ModelReply:
    raise AssertionError("a dry run calls no model")


@pytest.mark.parametrize("prompt", [p[0] for p in PROMPTS])
def test_each_prompt_shows_the_line_that_answers_it(likeness: World, prompt: str):
    done = ask(likeness.view(), Question(text=prompt, dry=True), model=_never)
    wire = envelope_to_wire(done.envelope, done.trace)
    text, path = MUST_SHOW[prompt]
    assert wire["mode"] in ("repo_grounded", "hybrid")
    assert text in wire["answer"]
    assert path in [c["range_ref"]["path"] for c in wire["citations"]]


def test_both_concepts_of_a_relation_are_told(likeness: World):
    wire = envelope_to_wire(ask(likeness.view(), Question(text=PROMPTS[3][0])).envelope)
    assert "*warp bubble*: A region that a shift vector field moves." in wire["answer"]
    assert "*Casimir tiles*: Plates whose gap sets the pressure." in wire["answer"]


@pytest.mark.parametrize("prompt", [p[0] for p in PROMPTS])
def test_a_dry_run_has_no_model_step_and_its_controller_steps(likeness: World, prompt: str):
    lines: list[str] = []
    done = ask(likeness.view(), Question(text=prompt, dry=True), model=_never, events=lines.append)
    wire = envelope_to_wire(done.envelope)
    assert wire["model"]["calls"] == 0
    assert wire["intent"]["expectation"]["level"] in ("medium", "high")
    assert done.envelope.climbed.evidence.steps
    assert live_line(event("controller_step", "seed")) in lines
    assert wire["model"]["items"], "everything but the call is done: the prompt is laid out"


def test_a_word_is_given_back_only_when_evidence_competes(likeness: World):
    assert ask(likeness.view(), Question(text="What is a cavity?")).envelope.mode != "clarify"
    with indexed(read_fixture(CAVITIES).files) as split:
        envelope = ask(split.view(), Question(text="What is a cavity?")).envelope
        assert envelope.mode == "clarify"
        assert {o.label for o in envelope.climbed.verdict.options if o.place is not None} == {
            "InnerCavity",
            "OuterCavity",
        }
