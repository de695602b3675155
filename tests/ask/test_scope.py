"""Rung 4: queries, tiers, what is left out, what must be there. See docs/reference/ladder.md, S1-15."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ask.draft import event
from helix_lsp.ask.evidence.pool import first_of, selects
from helix_lsp.ask.rungs.scope import MustInclude
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


def test_queries_begin_with_the_whole_question_then_its_parts_then_hints(world: World):
    found = first(world, "What is a warp bubble and how does it relate to RouteTable?").scope
    assert found.queries[:3] == (
        "What is a warp bubble and how does it relate to RouteTable?",
        "What is a warp bubble",
        "how does warp bubble relate to RouteTable",
    )
    assert found.parts[2:] == ("warp bubble", "RouteTable")
    assert len(found.queries) <= 8
    folded = [q.casefold() for q in found.queries]
    assert len(set(folded)) == len(folded)


def test_live_events_are_the_seeds(world: World):
    """The number is that of the queries that are run at once; hints wait for a further pass."""
    found = first(world, "What is a warp bubble?").scope
    assert len(found.queries) > 1
    assert found.events == (event("queries_merged", "1 query"), event("retrieval_scope", "ok"))
    both = first(world, "What is a warp bubble and how does it relate to RouteTable?").scope
    assert both.events[0] == event("queries_merged", f"{1 + len(both.parts)} queries")


def test_facts_bear_the_names_of_the_debug_fields(world: World):
    facts = dict(first(world, "What is a warp bubble?").scope.facts)
    assert facts["queries"].startswith("What is a warp bubble? | ")
    assert {"allowlist_tiers", "avoidlist", "must_include_globs", "docs_first", "docs_allowlist"} <= set(
        facts
    )


def test_an_ordinary_question_looks_through_the_whole_repository_at_once(code: World):
    found = first(code, "How does find_handler work?").scope
    assert [t.name for t in found.tiers] == ["repository"]
    assert all(found.allows(path) for path in code.snapshot.paths())


def test_tiers_widen_from_preference_to_topics_to_everything(world: World):
    found = first(world, "How fast is warp in this repo, and what is a warp bubble?", WARP).scope
    assert [t.name for t in found.tiers] == ["preferred", "must_include", "topic 1", "topic 2", "repository"]
    assert found.tiers[2].globs == ("docs/**",)
    assert found.tiers[3].globs == ("docs/**", "src/**")
    assert all(found.allows(path) for path in world.snapshot.paths())


def test_topic_must_include_is_hard_only_under_an_obligation(world: World):
    """design-decisions.md#must-include; what does not exist is never hard."""
    asked = first(world, "How fast is warp in this repo?", WARP).scope
    assert MustInclude(glob="docs/routing.md", source="topic", hard=True, exists=True) in asked.must_include
    assert MustInclude(glob="docs/gone.md", source="topic", hard=False, exists=False) in asked.must_include
    free = first(world, "How fast is warp?", WARP).scope
    assert not any(m.hard for m in free.must_include)


def test_plan_must_include_only_steers(world: World):
    found = first(world, "What is in src/app/router.py of this repo?").scope
    assert MustInclude(glob="src/app/router.py", source="plan", hard=False, exists=True) in found.must_include


def test_what_the_question_rules_out_is_out_everywhere(world: World):
    ruled = first(world, "Who calls find_handler, except in tests?").scope
    assert not ruled.allows("tests/test_router.py")
    assert ruled.allows("src/app/router.py")


def test_documents_first_for_concepts_and_topics_that_ask_for_it(world: World, code: World):
    concept = first(world, "What is a warp bubble?").scope
    assert concept.docs_first
    assert concept.allows_docs("docs/cards/warp-bubble.md")
    assert concept.allows_docs("docs/trees/warp.json")
    assert not concept.allows_docs("src/app/router.py")
    topic = first(world, "How fast is warp in this repo?", WARP).scope
    assert topic.docs_first
    assert topic.docs_allow[0] == "docs/**"
    assert not first(code, "What is RouteTable?").scope.docs_first
    assert not first(world, "Where is the warp bubble handled?", WARP).scope.docs_first


@pytest.mark.parametrize(
    ("selector", "path", "expected"),
    [
        ("surface:docs", "guide.rst", True),
        ("surface:docs", "src/a.py", False),
        ("surface:code", "anything/else/x.go", True),
        ("surface:code", "tests/test_a.py", False),
        ("surface:tests", "pkg/a_test.go", True),
        ("surface:config", "deploy/values.yaml", True),
        ("surface:knowledge", "k/card.md", True),
        ("surface:magic", "k/card.md", False),
        ("docs/**", "docs/a/b.md", True),
        ("**", "x", True),
        ("README*", "sub/README.md", True),
    ],
)
def test_selectors(selector: str, path: str, expected: bool):
    assert selects(selector, path, frozenset({"k/card.md"})) is expected


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("docs/routing.md", "docs/routing.md"),
        ("docs/*.md", "docs/routing.md"),
        ("src/**", "src/app/router.py"),
        ("**/*.toml", "config/app.toml"),
        ("router.py", "src/app/router.py"),
        ("docs", "docs/routing.md"),
        ("docs/none-*", ""),
        ("lib/**", ""),
        ("nothing.md", ""),
    ],
)
def test_the_first_file_of_a_glob(code: World, selector: str, found: str):
    assert first_of(selector, code.snapshot) == found
