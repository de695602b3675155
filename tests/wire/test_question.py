"""A question sent from one process to the other is the same question."""

from __future__ import annotations

import pytest
from msgspec import ValidationError, msgpack
from msgspec.structs import fields

from helix_lsp.ask.question.question import Asker, Choice, Question
from helix_lsp.wire.answer_envelope import question_from_wire, question_to_wire

FULL = Question(
    text="what does `ring` do?",
    path="a/b.py",
    offset=17,
    verbosity="brief",
    slots=("rope", "größe"),
    choice=Choice(token="t", option="o1"),
    may_clarify=False,
    near=("c.md",),
    dry=True,
    explain=True,
    hypothetical=True,
    asker=Asker(session_id="s:1", silent=True, traced=False),
)


def test_every_field_arrives():
    plain = Question(text="why?")
    for field in fields(Question):
        if field.name != "text":
            assert getattr(FULL, field.name) != getattr(plain, field.name), (
                "a field that this test would not miss"
            )
    for question in (FULL, plain):
        sent = msgpack.encode(question_to_wire(question))
        assert question_from_wire(msgpack.decode(sent)) == question


@pytest.mark.parametrize(
    "wrong", [{}, {"text": 1}, {"text": "x", "verbosity": "loud"}, {"text": "x", "slots": "y"}]
)
def test_what_is_no_question_is_refused(wrong: dict[str, object]):
    with pytest.raises(ValidationError):
        question_from_wire(wrong)
