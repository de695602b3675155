"""Rung 3: the deterministic planner and what a model's plan may add. Carries I6; docs/reference/ladder.md,
S1-09 and S0-34.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helix_lsp.align.drift.verdict import because
from helix_lsp.ask.draft import event
from helix_lsp.ask.plan.read_block import read_block
from helix_lsp.ask.plan.slots import HardSlot, SoftSlot, soft_slots, words
from helix_lsp.config.plan import PlanConfig
from helix_lsp.text.counted import counted
from tests.ask.routing import CODE, KNOWLEDGE, WARP, first
from tests.support.check import World, indexed, read_fixture

ADVICE = """\
I think the answer is 42.
PLAN_START
preferred_surfaces: tests
avoid_surfaces: docs
must_include_globs: src/app/router.py, ../../etc/passwd
required_slots: verification
concept_slots: hidden-shell
evidence_criteria: warp-bubble => curved
clarify: Which shell?
QUERIES_START
shell curvature
PLAN_END
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(KNOWLEDGE).files) as made:
        yield made


@pytest.fixture(scope="module")
def code() -> Iterator[World]:
    with indexed(read_fixture(CODE).files) as made:
        yield made


def test_the_planners_own_block_is_read_by_the_strict_parser(world: World):
    plan = first(world, "What is a warp bubble in this repo?", WARP).plan
    assert plan.block.startswith("PLAN_START\n")
    assert read_block(plan.block, PlanConfig()) == (plan.directives, ())
    assert plan.problems == ()
    assert plan.directives.preferred_surfaces == ("knowledge", "docs")
    assert plan.directives.concept_slots == ("warp-bubble",)
    assert plan.directives.required_slots == ("definition", "repo_mapping")
    assert "docs/routing.md" in plan.directives.must_include_globs
    assert plan.directives.clarify == "Which file or document of this repository is about Warp bubble?"


def test_live_events_are_the_seeds_in_their_order(world: World):
    plan = first(world, "What is a warp bubble?").plan
    assert plan.events == (
        event("plan", "micro-pass"),
        event("plan_pass", "start"),
        event("query_hints_ready", counted(len(plan.hints), "hint")),
        event("plan_directives", "ok"),
        event("plan_pass", "end"),
    )
    assert {"plan_directives", "query_hints", "hard_slots"} <= {name for name, _ in plan.facts}


def test_a_general_question_gets_no_plan_but_keeps_the_slots_of_its_request(code: World):
    plan = first(code, "What is the capital of France?", slots=("population",)).plan
    assert (plan.block, plan.hints, plan.soft, plan.events, plan.status) == ("", (), (), (), "skipped")
    assert [s.id for s in plan.hard] == ["population"]


def test_hard_slots_come_from_concepts_and_the_request_only(world: World):
    plan = first(world, "What is a warp bubble?", slots=("shell metric", "Warp Bubble"), advice=ADVICE).plan
    assert plan.hard == (
        HardSlot(id="shell-metric", label="shell metric", source="request"),
        HardSlot(
            id="warp-bubble", label="Warp Bubble", source="request", aliases=("warp shell", "bubble metric")
        ),
    )
    assert [s.source for s in first(world, "What is a warp bubble?").plan.hard] == ["concept"]
    assert all(isinstance(s, SoftSlot) for s in plan.soft)


def test_law_i6_no_advice_makes_a_hard_slot(world: World):
    """I6: soft signals never gate."""
    without, advised = (first(world, "What is a warp bubble?", advice=a).plan for a in ("", ADVICE))
    assert without.hard == advised.hard
    assert "hidden-shell" in [s.id for s in advised.soft]


def test_a_models_plan_is_advice_and_comes_second(world: World):
    plan = first(world, "What is a warp bubble?", advice=ADVICE).plan
    assert plan.advised
    assert plan.directives.preferred_surfaces == ("knowledge", "docs", "tests")
    assert plan.directives.clarify == "Which file or document of this repository is about Warp bubble?"
    assert plan.hints[-1] == "shell curvature"
    assert dict(plan.directives.evidence_criteria)["warp-bubble"][-1] == "curved"
    assert plan.avoided == ()
    assert plan.problems == (
        because("unfit", line="5", text="'../../etc/passwd'", name="must_include_globs"),
    )
    assert "42" not in repr(plan)


def test_slots_are_named_by_headings_trees_and_names(world: World):
    sources = {
        s.source
        for s in first(world, "How does the warp shell metric use find_handler and route tables?").plan.soft
    }
    assert {"structure", "tree", "heading", "name"} <= sources


def test_a_word_that_a_longer_slot_holds_is_no_slot(code: World):
    ids = [s.id for s in first(code, "What is a route table of rules?").plan.soft]
    assert "route-tables" in ids or "route-table" in ids
    assert "route" not in ids
    assert "table" not in ids


def test_spellings_of_one_slot_are_its_aliases():
    slots = soft_slots(
        (("heading", "Route tables", ("routing",)), ("name", "route_table", ()), ("token", "table", ())),
        (),
        PlanConfig(),
    )
    assert slots == (
        SoftSlot(
            id="route-tables", label="Route tables", source="heading", aliases=("routing", "route_table")
        ),
    )
    assert words("Route tables") == words("tables, ROUTE")


def test_what_a_hard_slot_says_is_no_soft_one():
    hard = (HardSlot(id="warp-bubble", label="Warp bubble", source="concept", aliases=("shell",)),)
    assert (
        soft_slots(
            (("heading", "Warp bubbles", ()), ("token", "shell", ()), ("token", "warp", ())),
            hard,
            PlanConfig(),
        )
        == ()
    )


@pytest.mark.parametrize(
    ("text", "avoided"),
    [
        ("Who calls find_handler, except in tests?", ("tests",)),
        ("What is RouteTable, ignoring the docs", ("docs",)),
        ("explain find_handler without looking in tests", ("tests",)),
        ("Which functions have no tests?", ()),
        ("Which functions are without tests?", ()),
        ("What is RouteTable?", ()),
    ],
)
def test_what_the_question_rules_out(code: World, text: str, avoided: tuple[str, ...]):
    assert first(code, text).plan.avoided == avoided


def test_a_preference_is_stated_only_for_a_reason(code: World):
    assert first(code, "What is RouteTable?").plan.directives.preferred_surfaces == ()
    assert first(code, "What do the docs say about RouteTable?").plan.directives.preferred_surfaces == (
        "docs",
    )
    assert first(code, "Which tests cover RouteTable?").plan.directives.preferred_surfaces == ("tests",)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=120), st.text(max_size=200))
def test_no_question_and_no_advice_raises(world: World, text: str, advice: str):
    plan = first(world, text, advice=f"PLAN_START\n{advice}\nPLAN_END").plan
    assert len(plan.hints) <= PlanConfig().hints
    assert all(h.source in ("concept", "request") for h in plan.hard)
