"""`How does A reach B?`: the calls between both ends, each with its line, or that none is known."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ask.world import answer, asked, asking
from tests.support.check import World

WORLD = """
//- /ferry/port.py
from ferry.rope import tie

def arrive(ferry):
    slow_down(ferry)
    if ferry.late:
        return None
    return moor(ferry)

def slow_down(ferry):
    return ferry

def moor(ferry):
    return tie(ferry)

def leave(ferry):
    return ferry

//- /ferry/rope.py
def tie(ferry):
    return ferry
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with asking(WORLD) as made:
        yield made


@pytest.mark.parametrize(
    "question",
    ["how does arrive reach tie?", "How does `arrive` get to `tie`", "what is the path from arrive to tie?"],
)
def test_the_calls_between_two_ends(world: World, question: str) -> None:
    told = answer(world, question)
    assert "`arrive` calls `moor`: `return moor(ferry)` (ferry/port.py:7)" in told
    assert "`moor` calls `tie`: `return tie(ferry)` (ferry/port.py:13)" in told
    assert "slow_down" not in told


def test_no_path_is_told_with_both_ends(world: World) -> None:
    told = asked(world, "how does leave reach tie?").envelope
    texts = [c.text for p in told.passages for c in p.claims]
    assert texts == [
        "No path from `leave` to `tie` was found over the calls that are known here.",
        "`leave` is a function",
        "`tie` is a function",
    ]
    assert [c.start_line for c in told.citations] == [15, 1]
    assert told.answer_verdict.answers != "strong"


def test_what_is_not_defined_has_no_path(world: World) -> None:
    assert "No path" not in answer(world, "how does arrive reach the harbour?")
