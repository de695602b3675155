"""Rung 1: whose world a question asks of, and how surely the repository is expected to know. See
docs/reference/ladder.md, S1-04.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from helix_lsp.ask.draft import event
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.intent import raised, route
from helix_lsp.config.questions import TopicProfile
from tests.ask.routing import CODE, KNOWLEDGE, WARP, first
from tests.support.check import World, indexed, read_fixture


@pytest.fixture(scope="module")
def code() -> Iterator[World]:
    with indexed(read_fixture(CODE).files) as world:
        yield world


@pytest.fixture(scope="module")
def knowing() -> Iterator[World]:
    with indexed(read_fixture(KNOWLEDGE).files) as world:
        yield world


@pytest.mark.parametrize(
    ("text", "domain", "tier", "level", "signal"),
    [
        ("What is the capital of France?", "general", "F0", "low", ""),
        ("How do photosynthesis and respiration differ?", "general", "F0", "low", ""),
        ("What is a RouteTable?", "repo", "F1", "medium", "defined_name"),
        ("What is a route table?", "repo", "F1", "medium", "defined_name"),
        ("How does find_handler work?", "repo", "F1", "medium", "defined_name"),
        ("What does router.py do?", "repo", "F1", "high", "file_path"),
        ("How are things found according to the codebase?", "repo", "F1", "high", "explicit_repo"),
        ("How does a decorator of a class method work?", "repo", "F1", "medium", "code_words"),
        ("How does a decorator work?", "hybrid", "F1", "low", "repo_hint"),
        ("Why is the router slow?", "hybrid", "F1", "low", "known_word"),
        ("What is the value of MAX_RULES?", "falsifiable", "F3", "medium", "defined_name"),
        ("Is MAX_RULES above 30?", "falsifiable", "F3", "medium", "defined_name"),
        ("How many seconds does find_handler take?", "falsifiable", "F3", "medium", "defined_name"),
        ("Verify that RouteTable raises.", "falsifiable", "F3", "medium", "defined_name"),
        ("How many planets are there?", "general", "F0", "low", ""),
        ("Does it support websockets?", "hybrid", "F1", "low", "it"),
        ("What is a Hub?", "repo", "F1", "medium", "defined_name"),
        ("What is a hub?", "hybrid", "F1", "low", "known_word"),
        (
            "What is photosynthesis and how does RouteTable find handlers?",
            "hybrid",
            "F1",
            "medium",
            "defined_name",
        ),
    ],
)
def test_domain_tier_and_expectation(code: World, text: str, domain: str, tier: str, level: str, signal: str):
    intent = first(code, text).intent
    assert (intent.domain, intent.tier, intent.expectation.level) == (domain, tier, level)
    assert intent.expectation.signals[:1] == ((signal,) if signal else ())
    assert intent.id == f"{domain}.{intent.kind}"


def test_live_events_are_the_seeds(code: World):
    assert first(code, "What is a RouteTable?").intent.events == (
        event("repo_expectation", "medium"),
        event("intent_resolved", "ok"),
    )


def test_facts_bear_the_names_of_the_debug_fields(code: World):
    names = [name for name, _ in first(code, "What is a RouteTable?").intent.facts]
    assert {"intent_id", "intent_domain", "intent_tier", "intent_reason"} <= set(names)


def test_here_in_an_editor_is_the_repository(code: World):
    assert (
        first(code, "What does this function do?", path="src/app/router.py").intent.expectation.signals[0]
        == "cursor"
    )
    assert "cursor" not in first(code, "What does this function do?").intent.expectation.signals


def test_a_concept_card_and_its_tags_route_without_settings(knowing: World):
    intent = first(knowing, "What is a warp bubble?").intent
    assert [m.card.id for m in intent.concepts] == ["warp-bubble"]
    assert (intent.domain, intent.expectation.level, intent.topics) == ("repo", "medium", ("warp",))
    assert intent.expectation.signals[0] == "concept_match"


def test_a_tree_is_named_by_two_words_or_by_tree(knowing: World):
    assert first(knowing, "What do the warp mechanics say?").intent.trees == ("warp-mechanics",)
    assert first(knowing, "What are the mechanics of a clock?").intent.trees == ()


def test_a_topic_of_the_repository_counts_and_a_brought_one_narrows_nothing(knowing: World):
    said = first(knowing, "How fast is warp?", WARP).intent
    assert "tag:warp" in said.expectation.signals
    assert said.profiles[0].tiers == WARP.tiers
    brought = first(knowing, "What is a bubble metric?", WARP).intent
    assert brought.topics == ("warp",)
    assert (brought.profiles[0].tiers, brought.profiles[0].must_include, brought.profiles[0].docs_first) == (
        (),
        (),
        True,
    )


def test_one_shared_word_never_routes(knowing: World):
    intent = first(knowing, "What is a soap bubble?").intent
    assert intent.concepts == ()
    assert intent.topics == ()


def test_raising_only_goes_up():
    general = route(Question(text="What is a monad?"))
    assert general.domain == "general"
    hybrid = raised(general, "evidence")
    assert (hybrid.domain, hybrid.tier, hybrid.strategy) == ("hybrid", "F1", "hybrid_explain")
    repo = raised(hybrid, "more evidence")
    assert repo.domain == "repo"
    assert raised(repo, "again") is repo
    assert repo.reason.endswith("raised to hybrid: evidence; raised to repo: more evidence")


def test_raising_a_question_that_can_be_checked_makes_it_falsifiable():
    general = route(Question(text="How many planets are there?"))
    assert raised(general, "evidence").domain == "falsifiable"


@pytest.mark.parametrize(
    ("text", "checkable"),
    [
        ("Is the tile pressure in GPa?", True),
        ("What is the default timeout?", True),
        ("Does it retry 3 times?", True),
        ("What is the threshold?", True),
        ("What is a session?", False),
        ("How does it work?", False),
        ("Why 3 retries", False),
    ],
)
def test_what_can_be_checked(text: str, checkable: bool):
    assert route(Question(text=text)).checkable is checkable


def test_the_same_question_gives_the_same_intent(knowing: World):
    topics = (WARP, TopicProfile(name="other", matchers=("shell",)))
    assert (
        first(knowing, "what is a warp shell?", *topics).intent
        == first(knowing, "what is a warp shell?", *topics).intent
    )


PIECES = "what is how does the RouteTable find_handler router.py docs/routing.md and or ? . `x` warp bubble 3 ms in why Hub \\ ../x"
QUESTIONS = st.one_of(
    st.text(max_size=200), st.lists(st.sampled_from(PIECES.split()), max_size=14).map(" ".join)
)


@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(QUESTIONS)
def test_any_question_has_an_intent_a_scope_and_the_same_one_again(knowing: World, text: str):
    one, two = first(knowing, text, WARP), first(knowing, text, WARP)
    assert one == two
    assert one.scope.tiers[-1].globs == ("**",)
    assert one.scope.queries[:1] == (one.obligations.subject,)
    assert (one.intent.domain == "general") == (not one.intent.expectation.signals)
    assert (not one.plan.made) == (one.intent.domain == "general")
    assert not any(m.hard for m in one.scope.must_include) or one.obligations.requires_repo
