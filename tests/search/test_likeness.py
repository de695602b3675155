"""A second opinion on the passages: it orders them, and whatever it does an answer comes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from helix_lsp.errors import Cancelled
from helix_lsp.search.reading.likeness import Likeness, features, likenesses, line_values
from helix_lsp.search.reading.read import Reading, read
from helix_lsp.search.search import search
from tests.support.check import indexed

QUESTION = "how is the ferry moored at night?"
FILES = {
    "ferry.py": b"def moor_ferry(night):\n    return 'the ferry is moored at night'\n",
    "lamp.py": b"def lamp(ferry):\n    # at night the ferry has a lamp\n    return ferry.lamp\n",
    "crew.py": b"def crew(ferry):\n    return [person for person in ferry.people if person.works_at_night]\n",
}


def _read(port: Likeness | None) -> Reading:
    with indexed(FILES) as world:
        view = world.view()
        results = search(QUESTION, view.snapshot, view.texts, view.config.search, k=10)
        assert results.order is not None
        return read(results.order, view.snapshot, view.texts, question=QUESTION, likeness=port)


def _paths(reading: Reading) -> list[str]:
    return [p.window.path for p in reading.passages]


def _of(word: str) -> Likeness:
    def port(question: str, passages: tuple[str, ...], check: Callable[[], None]) -> Sequence[float]:
        check()
        return [0.9 if word in text else 0.0 for text in passages]

    return port


def test_what_means_the_same_comes_first() -> None:
    plain, crew = _read(None), _read(_of("crew"))
    assert _paths(plain)[0] == "ferry.py"
    assert plain.meaning == ""
    assert _paths(crew)[0] == "crew.py"
    assert crew.meaning == "applied"
    assert sorted(_paths(plain)) == sorted(_paths(crew)), (
        "it orders what the words found, and finds nothing itself"
    )


def test_a_port_sees_where_a_passage_stands_and_its_lines() -> None:
    seen: list[tuple[str, tuple[str, ...]]] = []

    def port(question: str, passages: tuple[str, ...], check: Callable[[], None]) -> Sequence[float]:
        seen.append((question, passages))
        return [0.0 for _ in passages]

    _read(port)
    [(question, passages)] = seen
    assert question == QUESTION
    assert any(text.startswith("ferry.py moor_ferry\ndef moor_ferry(night):\n") for text in passages)


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        (lambda texts: [0.5], "answered no value for each passage: the order of words stands"),
        (
            lambda texts: [float("nan") for _ in texts],
            "answered no value for each passage: the order of words stands",
        ),
        (lambda texts: 1 / 0, "failed (ZeroDivisionError): the order of words stands"),
        (lambda texts: ["much" for _ in texts], "failed (ValueError): the order of words stands"),
    ],
)
def test_a_port_that_fails_costs_nothing_but_itself(
    answer: Callable[[tuple[str, ...]], Sequence[float]], note: str
) -> None:
    failed = _read(lambda question, passages, check: answer(passages))
    assert failed.meaning == note
    assert [(p.window.path, p.window.first, p.score) for p in failed.passages] == [
        (p.window.path, p.window.first, p.score) for p in _read(None).passages
    ]


def test_a_cancel_goes_through() -> None:
    def stop() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        likenesses(QUESTION, ("a",), _of("a"), stop)


class Lines:
    """A port that gives each line a value; `values` are given as they are."""

    def __init__(self, values: object) -> None:
        self._values = values

    def __call__(
        self, question: str, passages: tuple[str, ...], check: Callable[[], None]
    ) -> Sequence[float]:
        return [0.5 for _ in passages]

    def by_line(self, question: str, passages: tuple[str, ...], check: Callable[[], None]) -> object:
        if isinstance(self._values, Exception):
            raise self._values
        return self._values


def test_each_line_of_a_passage_has_its_value() -> None:
    port = Lines([[0.1, 0.2], [0.3]])
    assert line_values(QUESTION, ("a\nb", "c"), port, lambda: None) == ((0.1, 0.2), (0.3,))


@pytest.mark.parametrize("values", [[[0.1]], [[0.1], [0.2]], [], RuntimeError("no")])
def test_lines_without_a_value_each_have_none(values: object) -> None:
    assert line_values(QUESTION, ("a\nb", "c"), Lines(values), lambda: None) == ()
    assert line_values(QUESTION, ("a\nb", "c"), _of("a"), lambda: None) == ()


def test_a_cancel_among_lines_goes_through() -> None:
    with pytest.raises(Cancelled):
        line_values(QUESTION, ("a",), Lines(Cancelled()), lambda: None)


def test_the_four_features() -> None:
    assert features([2.0, 3.0], [0.75, 0.25]) == [(-1.0, 0.75, 0.0, 0.5), (0.0, 0.25, -0.5, 1 / 3)]
    assert features([], []) == []
