"""Rung 3: the plan. Carries I6; docs/reference/ladder.md, S1-09 and S0-34."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helix_lsp.ask.draft import event
from helix_lsp.ask.slots import HardSlot, SoftSlot, soft_slots, words
from helix_lsp.config.questions import PlanConfig
from helix_lsp.text.visible import counted
from tests.ask.routing import CODE, KNOWLEDGE, WARP, first
from tests.support.check import World, indexed, read_fixture


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(KNOWLEDGE).files) as made:
        yield made


@pytest.fixture(scope="module")
def code() -> Iterator[World]:
    with indexed(read_fixture(CODE).files) as made:
        yield made


def test_a_plan_says_where_to_look_and_what_to_ask(world: World):
    plan = first(world, "What is a warp bubble in this repo?", WARP).plan
    assert plan.preferred == ("knowledge", "docs")
    assert "docs/routing.md" in plan.must_include
    assert plan.clarify == "Which file or document of this repository is about Warp bubble?"
    assert {"definition", "repo_mapping"} <= {s.id.replace("-", "_") for s in plan.soft}
    assert dict(plan.facts)["plan_directives"].startswith("prefer: knowledge, docs; include: docs/routing.md")


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
    assert (plan.made, plan.hints, plan.soft, plan.events, plan.status) == (False, (), (), (), "skipped")
    assert [s.id for s in plan.hard] == ["population"]


def test_hard_slots_come_from_concepts_and_the_request_only(world: World):
    plan = first(world, "What is a warp bubble?", slots=("shell metric", "Warp Bubble")).plan
    assert plan.hard == (
        HardSlot(id="shell-metric", label="shell metric", source="request"),
        HardSlot(
            id="warp-bubble", label="Warp Bubble", source="request", aliases=("warp shell", "bubble metric")
        ),
    )
    assert [s.source for s in first(world, "What is a warp bubble?").plan.hard] == ["concept"]
    assert all(isinstance(s, SoftSlot) for s in plan.soft)


def test_law_i6_no_soft_signal_makes_a_hard_slot(world: World):
    """I6: soft signals never gate."""
    plan = first(world, "How does the warp shell metric use find_handler and route tables?").plan
    assert plan.soft
    assert all(h.source in ("concept", "request") for h in plan.hard)


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
    assert first(code, "What is RouteTable?").plan.preferred == ()
    assert first(code, "What do the docs say about RouteTable?").plan.preferred == ("docs",)
    assert first(code, "Which tests cover RouteTable?").plan.preferred == ("tests",)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=120))
def test_no_question_raises(world: World, text: str):
    plan = first(world, text).plan
    assert len(plan.hints) <= PlanConfig().hints
    assert all(h.source in ("concept", "request") for h in plan.hard)
