"""Who uses what a question describes instead of naming it; constants with what they are set to; a value is evidence; places of configuration."""

from __future__ import annotations

import pytest

from helix_lsp.ask.described import describes
from tests.ask.world import answer, asking

FERRY = """
//- /src/ferry.py
from src.limits import MOST_BARGES

def drop_rope(barge):
    \"\"\"Lets go of a barge that lists.\"\"\"
    barge.rope = None

def count_bells(log):
    \"\"\"How often the bell rang.\"\"\"
    return len(log)

def leave(barges):
    for barge in barges:
        drop_rope(barge)

def may_moor(barges):
    return len(barges) < MOST_BARGES
//- /src/limits.py
MOST_BARGES = 14
//- /lint.toml
[tool.ruff.lint]
mccabe.max-complexity = 15
preview = true
//- /README.md
# Ferry

A ferry with ropes and bells.
"""


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("who calls the function that lets a barge go?", True),
        ("what uses the helper to count bells?", True),
        ("who calls drop_rope?", False),
        ("which function calls leave?", False),
        ("who calls when the dock is full?", False),
    ],
)
def test_whether_a_question_describes(question: str, expected: bool) -> None:
    assert describes(question) is expected


def test_the_users_of_what_is_described() -> None:
    with asking(FERRY) as world:
        told = answer(world, "who calls the function that drops the rope of a barge?")
    assert "`drop_rope` is called at 1 place" in told
    assert "`leave`" in told


def test_a_constant_is_told_with_what_it_is_set_to() -> None:
    with asking(FERRY) as world:
        told = answer(world, "how many barges may moor?")
    assert "`MOST_BARGES = 14`" in told
    assert "src/limits.py:1" in told


def test_a_line_that_gives_the_value_is_evidence() -> None:
    with asking(FERRY) as world:
        told = answer(world, "how complex may a function be for the linter?")
    assert "`mccabe.max-complexity = 15`" in told


def test_short_questions_are_read_like_whole_ones() -> None:
    with asking(FERRY) as world:
        assert "mccabe.max-complexity = 15" in answer(world, "max complexity for the linter")
