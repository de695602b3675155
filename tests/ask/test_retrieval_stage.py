"""S0 and S2-37 of docs/reference/ladder.md as whole runs show them: retrieval for every domain, its plan in
the envelope, senses, widening.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ask.draft import event, live_line
from helix_lsp.ask.model.model_port import Check, ModelReply, ModelRequest
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.standing import SessionFacts
from helix_lsp.config import Config
from helix_lsp.ide.ask import Asked, ask
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.ask.routing import KNOWLEDGE
from tests.ask.test_controller import BELLS
from tests.support.check import World, indexed, read_fixture


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(KNOWLEDGE).files) as made:
        yield made


@pytest.fixture(scope="module")
def bells() -> Iterator[World]:
    with indexed(read_fixture(BELLS).files) as made:
        yield made


def run(
    world: World, question: str, *, dry: bool = False, slots: tuple[str, ...] = (), model: bool = False
) -> tuple[Asked, list[str]]:
    lines: list[str] = []

    def port(request: ModelRequest, check: Check) -> ModelReply:
        return ModelReply(
            status="ok",
            text="`RouteTable` maps rules to handlers [1].",
            provider="test",
            model="test",
            calls=1,
        )

    request = Question(text=question, dry=dry, slots=slots)
    return ask(world.view(), request, events=lines.append, model=port if model else None), lines


@pytest.mark.parametrize(
    ("question", "domain"),
    [
        ("What is the capital of France?", "general"),
        ("What is RouteTable?", "repo"),
        ("what is a quasar, and which rules does RouteTable hold?", "hybrid"),
        ("How many rules may a RouteTable hold?", "falsifiable"),
    ],
)
def test_retrieval_runs_for_every_domain(world: World, question: str, domain: str):
    done, lines = run(world, question)
    assert done.envelope.climbed.intent.domain == domain
    assert any(line.startswith(live_line(event("preflight_retrieval", ""))) for line in lines)
    assert any(line.startswith(live_line(event("retrieval_channels", ""))) for line in lines)
    assert {name for name, _ in done.envelope.climbed.evidence.results.channels} >= {
        "lexical",
        "symbol",
        "path",
        "fuzzy",
    }
    answer = str(envelope_to_wire(done.envelope)["answer"])
    assert done.envelope.citations or "No evidence" in answer, (
        "a place of the repository, or the words that there is none"
    )


@pytest.mark.parametrize(
    "question", ["What is a warp bubble?", "What is RouteTable?", "What is the capital of France?"]
)
def test_the_plan_of_retrieval_is_in_the_envelope(world: World, question: str):
    done, _ = run(world, question)
    plan = envelope_to_wire(done.envelope)["retrieval_plan"]
    assert plan["ordered"] == "words"  # this world has no model of meaning
    assert plan["preflight"]["verdict"] == done.envelope.climbed.preflight.verdict
    told = repr(plan)
    for hit in done.envelope.climbed.evidence.hits[:3]:
        assert hit.place.path in told
    assert "lexical" in told
    assert question.rstrip("?") in told
    assert all(slot.id in told for slot in done.envelope.climbed.evidence.coverage.slots)
    assert all(tree in told for tree in done.envelope.climbed.pack.metadata.tree_ids)


def test_a_tree_walk_is_in_the_envelope_and_in_the_live_trace(world: World):
    done, lines = run(world, "What is a warp bubble?")
    walk = envelope_to_wire(done.envelope)["tree_walk"]
    assert walk is not None
    assert "warp-mechanics" in repr(walk)
    assert any(line.startswith(live_line(event("tree_walk", "warp-mechanics"))) for line in lines)


def test_the_metadata_of_a_pack_names_the_commit_it_was_told(world: World):
    pack = ask(
        world.view(), Question(text="What is a warp bubble?"), session=SessionFacts(repo_rev="0123abcd")
    ).envelope.climbed.pack
    assert pack.metadata.repo_rev == "0123abcd"


def test_a_question_that_goes_on_keeps_the_trees_of_the_last_answer(world: World):
    def trees(question: str, recent: tuple[str, ...]) -> tuple[str, ...]:
        return ask(
            world.view(), Question(text=question), session=SessionFacts(recent=recent)
        ).envelope.climbed.pack.metadata.tree_ids

    assert trees("and how is it routed?", ("warp-mechanics",)) == ("warp-mechanics",)
    assert trees("and how is it routed?", ()) == ()
    assert trees("how are rules routed?", ("warp-mechanics",)) == (), "a question of its own is not held"


@pytest.mark.parametrize(
    ("question", "model", "said"),
    [("What is RouteTable?", True, "repo"), ("What is the capital of France?", True, "general"), ("What is RouteTable?", False, "repo"),
     ("what is a quasar and what does RouteTable do?", True, "hybrid")],
)  # fmt: skip
def test_a_prompt_that_is_ready_is_announced(world: World, question: str, model: bool, said: str):
    _, lines = run(world, question, model=model, dry=not model)
    assert live_line(event("synthesis_prompt_ready", said)) in lines


def test_a_question_given_back_says_so(bells: World):
    done, lines = run(bells, "what does ring do?")
    assert done.envelope.mode == "clarify"
    assert lines.index(live_line(event("arbiter", "clarify"))) + 1 == lines.index(
        live_line(event("fallback", "clarify (arbiter)"))
    )


def test_each_sense_has_a_small_budget_and_its_strength_is_mass_and_density(bells: World):
    done, _ = run(bells, "what does ring do?")
    found, cfg = done.envelope.climbed.evidence.senses, Config().control
    assert len(found.senses) == 2
    for sense in found.senses:
        assert 1 <= len(sense.places) <= cfg.sense_spans
        assert sense.strength == pytest.approx(
            (1 - cfg.density_share) * sense.mass + cfg.density_share * sense.density, abs=1e-5
        )
    first, second = found.senses
    assert found.margin == pytest.approx((first.strength - second.strength) / first.strength, abs=1e-5)
    assert found.split == (found.margin < cfg.dominance)


HOP = """
//- /pottery/kiln.py
class Kiln:
    \"\"\"Fires the ware.\"\"\"
    def fire(self):
        return HeatShield(self)
//- /pottery/guard.py
class HeatShield:
    \"\"\"Bricks before the burner.\"\"\"
//- /docs/bricks.md
# Bricks
A HeatShield is laid of nine bricks.
"""


def test_a_widening_looks_at_code_and_one_hop_away():
    with indexed(read_fixture(HOP).files) as pottery:
        pool = run(pottery, "what does the Kiln do?", slots=("quantum",))[0].envelope.climbed.evidence.pool
    asked = [a for a in pool.asked if a.tier == "widen"]
    assert "HeatShield" in [a.query for a in asked], (
        "a whole name that the best place holds and one file defines"
    )
    assert all("docs/bricks.md" not in (a.query, a.tier) for a in asked)
    assert "pottery/guard.py" in pool.paths
