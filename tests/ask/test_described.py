"""Who uses what a question describes instead of naming it; constants with what they are set to; a value is
evidence; places of configuration.
"""

from __future__ import annotations

import pytest

from helix_lsp.ask.question.target import describes
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
    assert "The question names no definition; this one fits its words best." in told


BELLS = """
//- /src/bells.py
def _figure_out_bell_note(value):
    \"\"\"Normalises what rings.\"\"\"
    return value or "c"

def ring(value):
    return _figure_out_bell_note(value)
//- /tests/test_bells.py
import pytest

@pytest.fixture
def bell_note():
    return "d"

def test_ring(bell_note):
    assert bell_note
"""


def test_a_name_in_the_description_is_not_what_is_asked_about() -> None:
    with asking(BELLS) as world:
        told = answer(world, "who calls the helper that normalises bell_note?")
    assert "`_figure_out_bell_note` is called at 1 place" in told


def test_nobody_calls_a_fixture_and_so_nothing_is_said_to_be_unused() -> None:
    with asking(BELLS) as world:
        told = answer(world, "who calls bell_note?")
    assert "No use of it was found" not in told


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
