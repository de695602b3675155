"""A further excerpt keeps the lines that a model of meaning finds alike to the question, not those that share its words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import indexed

_STEPS = "\n".join("    bollard.hold(rope)" if n == 5 else f"    step_{n} = {n}" for n in range(30))
FILES = {
    "ferry.py": b"def moor_ferry(night):\n    return 'the ferry is moored at night'\n",
    "quay.py": f"def quay(ferry):\n    width = 4\n    ferry.lamp = night\n{_STEPS}\n".encode(),
}


class Port:
    """Holds all passages for alike; with `word`, the lines that have it."""

    def __init__(self, word: str) -> None:
        self._word = word
        self.by_line = self._by_line if word else None

    def __call__(
        self, question: str, passages: tuple[str, ...], check: Callable[[], None]
    ) -> Sequence[float]:
        return [0.5 if "moored" in text else 0.9 for text in passages]

    def _by_line(
        self, question: str, passages: tuple[str, ...], check: Callable[[], None]
    ) -> Sequence[Sequence[float]]:
        return [[0.8 if self._word in line else 0.1 for line in text.split("\n")] for text in passages]


def _answer(port: Port) -> str:
    with indexed(FILES) as world:
        view = replace(world.view(), likeness=port)
        text: str = envelope_to_wire(ask(view, Question(text="how is the ferry moored at night?")).envelope)[
            "answer"
        ]
    return text


def test_a_line_that_is_alike_is_kept_without_a_word_of_the_question() -> None:
    assert "bollard.hold(rope)" in _answer(Port("bollard"))
    assert "step_4" not in _answer(Port("bollard"))


def test_without_values_the_words_of_the_question_keep_lines() -> None:
    told = _answer(Port(""))
    assert "ferry.lamp = night" in told
    assert "bollard" not in told
