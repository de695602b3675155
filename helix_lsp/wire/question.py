"""A question as plain data, for the pipe between the server and its companion, which are of one version.

The fields have the names of `ask.question.question.Question`; what was sent is what is read.
"""

from __future__ import annotations

from typing import Any

from msgspec import convert, msgpack, to_builtins

from helix_lsp.ask.question.question import Question

msgpack.Decoder(
    Question
)  # so that `convert` finds its fields worked out: see tests/house/test_typed_reading.py


def question_to_wire(question: Question) -> dict[str, Any]:
    """All fields; `asker` and `choice` are objects, `choice` null where nothing was picked."""
    return to_builtins(question)


def question_from_wire(fields: dict[str, Any]) -> Question:
    """The same question again. Raises `msgspec.ValidationError` where the fields are not a question's."""
    return convert(fields, Question)
