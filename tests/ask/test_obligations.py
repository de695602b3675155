"""Rung 0: which words of a question oblige the answer. See docs/reference/ladder.md, S1-02."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.ask.draft import event
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.obligations import oblige


def of(text: str):
    return oblige(Question(text=text))


@pytest.mark.parametrize(
    "text",
    [
        "According to the codebase, how are tokens refreshed?",
        "How does routing work? Cite file paths.",
        "Where in the code is the retry handled?",
        "What does solar restoration mean in this repo?",
        "Define TS_ratio in this repo.",
        "Which file defines the router?",
        "where is the session cookie signed and stored?",
        "Explain the cache, with line numbers please",
        "how does this project load plugins?",
        "grep the repo for usages of Router",
    ],
)
def test_a_demand_for_the_repository_requires_evidence_and_citations(text: str):
    found = of(text)
    assert (found.requires_repo, found.requires_citations, found.status) == (True, True, "requires_repo")
    assert found.cues
    assert found.events == (event("obligation", "requires_repo"),)


@pytest.mark.parametrize(
    "text",
    [
        "What is a monad?",
        "How do photosynthesis and respiration differ?",
        "Explain garbage collection without citing files.",
        "What is a file system?",
        "how do I repair a bicycle path?",
        "",
    ],
)
def test_other_questions_oblige_nothing_and_say_nothing(text: str):
    found = of(text)
    assert (found.requires_repo, found.requires_citations, found.events, found.cues) == (False, False, (), ())


def test_a_negated_demand_is_none_but_a_second_one_counts():
    assert not of("Explain it but do not cite files").requires_repo
    assert of("Do not guess. Cite files.").requires_repo


@pytest.mark.parametrize(
    ("text", "verification", "failure"),
    [
        ("Verify that the cache is bounded.", True, False),
        ("Is it true that writes are atomic?", True, False),
        ("What happens when the connection fails?", False, True),
        ("Which exception is raised for a bad token?", False, True),
        ("What is a blueprint?", False, False),
    ],
)
def test_verification_and_failure_are_told_apart(text: str, verification: bool, failure: bool):
    assert (of(text).verification, of(text).failure) == (verification, failure)


def test_cues_stand_in_the_question():
    text = "According  to the\ncodebase, where is it? cite   files"
    folded = " ".join(text.split())
    assert all(cue in folded for cue in of(text).cues)


@given(st.text(max_size=300))
def test_any_text_gives_obligations(text: str):
    found = of(text)
    assert found.requires_repo == bool(found.cues)
    assert all(len(pair) == 2 for pair in found.facts)
