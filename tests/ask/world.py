"""Asks questions of a one-string workspace through the real index, as the doors do."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import Asked, ask
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import World, indexed, read_fixture


@contextmanager
def asking(text: str) -> Iterator[World]:
    """The workspace, indexed; edit `world.files` to change bytes behind the index's back."""
    with indexed(read_fixture(text).files) as world:
        yield world


def answer(world: World, question: str) -> str:
    """The answer's Markdown."""
    return str(wire(world, question)["answer"])


def asked(world: World, question: str) -> Asked:
    """The envelope and its trace."""
    return ask(world.view(), Question(text=question))


def wire(world: World, question: str) -> dict[str, object]:
    """The envelope as JSON data."""
    done = asked(world, question)
    return envelope_to_wire(done.envelope, done.trace)
