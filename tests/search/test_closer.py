"""The second look at windows: what stands together, and trees that weigh it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.config.questions import SearchConfig
from helix_lsp.errors import Cancelled
from helix_lsp.search.reading.closer import MOST, NAMES, Looked, closer, features
from helix_lsp.search.reading.read import look, read
from helix_lsp.search.search import search
from tests.support.check import World, indexed, read_fixture

QUAY = """
//- /quay/cranes.py
RETRY_DELAY = 40


def lift(load):
    \"\"\"Lifts a load.\"\"\"
    if load.weight > 9:
        raise ValueError("the load is too heavy for the crane")
    return load


def wait_to_retry(crane):
    \"\"\"Waits before the crane tries again, for the retry delay.\"\"\"
    crane.sleep(RETRY_DELAY)


def delay(ship):
    \"\"\"Delay a ship.\"\"\"
    for pier in ship.piers:
        pier.close()
    ship.pilot.retry()
//- /docs/cranes.md
# Cranes

## Waiting

The retry delay of a crane is 40 seconds.

## Loads

A crane does not lift a load of more than nine tonnes.
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(QUAY).files) as made:
        yield made


def _looked(world: World, question: str) -> tuple[list[Looked], list[dict[str, float]], list[float]]:
    view = world.view()
    order = search(question, view.snapshot, view.texts, SearchConfig(), k=8).order
    assert order is not None
    found, lines = look(order, view.snapshot, view.texts)
    named = [dict(zip(NAMES, row, strict=True)) for row in features(found, lines, order.wanted)]
    return found, named, [one.score for one in closer(found, lines, order.wanted, lambda: None)]


def test_words_that_are_side_by_side_are_told_from_words_that_are_only_near(world: World) -> None:
    found, named, _ = _looked(world, "how long is the retry delay of a crane?")
    told = {one.window.unit.name: row for one, row in zip(found, named, strict=True)}
    assert told["Waiting"]["asked_beside"] > told["delay"]["asked_beside"] == 0.0
    assert told["Waiting"]["pairs_near"] >= told["Waiting"]["pairs_beside"] >= 1.0


def test_the_name_and_the_path_of_a_unit_count_beside_its_lines(world: World) -> None:
    found, named, _ = _looked(world, "where does the quay wait to retry?")
    row = next(r for one, r in zip(found, named, strict=True) if one.window.unit.name == "wait_to_retry")
    assert 0.0 < row["named"] <= row["with_name"] < row["with_path"]  # `quay` is in the path alone


def test_marks_are_counted_for_each_line_that_is_not_empty(world: World) -> None:
    found, named, _ = _looked(world, "what is too heavy for the crane?")
    row = next(r for one, r in zip(found, named, strict=True) if one.window.unit.name == "lift")
    assert row["conditions"] > 0.0
    assert row["numbers"] > 0.0


def test_the_first_look_says_which_windows_are_looked_at_again(world: World) -> None:
    found, named, scores = _looked(world, "how long is the retry delay of a crane?")
    assert len(found) == len(scores) <= MOST
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    assert named[0]["behind_first"] == 0.0


def test_the_same_question_gives_the_same_scores(world: World) -> None:
    question = "why is a load not lifted?"
    assert _looked(world, question)[2] == _looked(world, question)[2]


def test_passages_are_in_the_order_of_the_second_look(world: World) -> None:
    view = world.view()
    order = search(
        "how long is the retry delay of a crane?", view.snapshot, view.texts, SearchConfig(), k=8
    ).order
    assert order is not None
    passages = read(order, view.snapshot, view.texts).passages
    assert [p.score for p in passages] == sorted((p.score for p in passages), reverse=True)
    assert "40" in "\n".join(
        (view.texts(passages[0].window.path) or b"")
        .decode()
        .split("\n")[passages[0].window.first - 1 : passages[0].window.last]
    )


def test_a_second_look_can_be_cancelled(world: World) -> None:
    view = world.view()
    order = search("why is a load not lifted?", view.snapshot, view.texts, SearchConfig(), k=8).order
    assert order is not None
    found, lines = look(order, view.snapshot, view.texts)

    def cancelled() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        closer(found, lines, order.wanted, cancelled)


def test_nothing_that_was_found_is_nothing_to_look_at(world: World) -> None:
    view = world.view()
    order = search("why is a load not lifted?", view.snapshot, view.texts, SearchConfig(), k=8).order
    assert order is not None
    assert closer([], {}, order.wanted, lambda: None) == []
