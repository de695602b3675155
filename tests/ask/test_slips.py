"""A word with one wrong letter finds what the right word finds, and the answer says how it was read."""

from __future__ import annotations

import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import indexed

FILES = {
    "lantern.py": b'def renew(server):\n    """Renew the certificate of a server while it runs."""\n    return server.certificate.load()\n',
    "ferry.py": b'def cross(ferry):\n    """Cross the river with a ferry at night."""\n    return ferry.river.width\n',
    "quay.py": b'def moor(vessel):\n    """Moor a vessel at the quay before dawn."""\n    return vessel.rope.tie()\n',
}


def _asked(question: str) -> tuple[str, str]:
    """(mode, answer)."""
    with indexed(FILES) as world:
        wire = envelope_to_wire(ask(world.view(), Question(text=question)).envelope)
    return wire["mode"], wire["answer"]


@pytest.mark.parametrize("slip", ["certifcate", "certificaate", "cretificate", "certificote"])
def test_one_letter_left_out_put_in_swapped_or_replaced(slip: str) -> None:
    mode, answer = _asked(f"how is the {slip} renewed while it runs?")
    assert mode == "repo_grounded"
    assert f"Read as a slip: `{slip}` as `certificate`." in answer
    assert "lantern.py" in answer


@pytest.mark.parametrize("word", ["certificate", "certificates"])
def test_a_word_that_is_here_is_no_slip(word: str) -> None:
    assert "Read as a slip" not in _asked(f"how is the {word} renewed while it runs?")[1]


def test_a_word_of_another_world_is_no_slip() -> None:
    mode, answer = _asked("how is the kubernetes cluster renewed?")
    assert mode == "no_evidence"
    assert "Read as a slip" not in answer


def test_a_short_word_is_a_letter_away_from_too_many() -> None:
    assert "Read as a slip" not in _asked("how is the rops tied?")[1]


@pytest.mark.parametrize("word", ["rider", "riders"])
def test_a_common_word_of_english_is_written_as_it_is_meant(word: str) -> None:
    assert "Read as a slip" not in _asked(f"how wide is the {word}?")[1]


def test_of_two_words_that_a_question_offers_one_is_enough() -> None:
    mode, answer = _asked("how does it renew or relocate what it loads?")
    assert mode != "no_evidence"
    assert "lantern.py" in answer
    assert "Not found in this repository: `relocate`." in answer


def test_of_two_words_that_nobody_has_none_is_enough() -> None:
    assert _asked("how does it anoint or relocate what it loads?")[0] == "no_evidence"
