"""A text that asks two or three questions gets an answer to each, under the question that it answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.ask.several import questions_of
from helix_lsp.ide.ask import Asked, ask
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import World, indexed

FILES = {
    "mill/stone.py": (
        'def sharpen_stone(stone):\n    """Sharpens the stone before the grain is ground."""\n    return stone.edge + 1\n\n\n'
        "class MissingStone(Exception):\n    pass\n\n\ndef find_stone(stones):\n"
        "    if not stones:\n        raise MissingStone('the stone is missing')\n    return stones[0]\n"
    ),
    "mill/flour.py": (
        'def sieve_flour(flour):\n    """Sieves the flour twice through the silk."""\n    once = sift(flour)\n    return sift(once)\n\n\n'
        "def sift(flour):\n    return flour[1:]\n"
    ),
    "docs/mill.md": "# The mill\n\nThe flour is sieved twice. The stone is sharpened every week.\n",
}


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed({path: text.encode() for path, text in FILES.items()}) as made:
        yield made


def both(world: World, question: str) -> Asked:
    return ask(world.view(), Question(text=question))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Where is the port set and what happens when it is missing?",
         ("Where is the port set", "what happens when the port is missing")),
        ("How does hot reload work? Where is the signal handled?", ("How does hot reload work", "Where is the signal handled")),
        ("what is the timeout and how do I change it?", ("what is the timeout", "how do I change the timeout")),
        ("Where is signing done? and who calls that?", ("Where is signing done", "who calls signing")),
        ("Which flag names the port and where is the socket opened?", ("Which flag names the port", "where is the socket opened")),
    ],
)  # fmt: skip
def test_each_question_is_one_that_can_be_asked_alone(text: str, parts: tuple[str, ...]) -> None:
    assert questions_of(text) == parts


@pytest.mark.parametrize(
    "text",
    [
        "does it retry or does it fail?",
        "how does it start and why?",
        "How does the queue work? Cite file paths.",
        "explain hooks and show me the code",
        "the job blew up, there were still attempts left, why?",
        "What is the default window of the built in rate limiter of the server for guests, and how do I change it?",
        "where is it checked which characters and how many are allowed in a topic name?",
        "when are new requests refused with a 503, and when are they still served?",
        "register and look up handlers",
        "",
    ],
)
def test_what_hangs_together_is_one_question(text: str) -> None:
    assert questions_of(text) == ()


def test_both_are_answered_below_their_question(world: World) -> None:
    done = both(world, "What does sharpen_stone do and how is the flour sieved?")
    titles = [p.title for p in done.envelope.passages]
    assert titles[0] == "What does sharpen_stone do?"
    second = titles.index("How is the flour sieved?")
    of_second = {
        done.envelope.citations[r - 1].path
        for p in done.envelope.passages[second:]
        for c in p.claims
        for r in c.refs
    }
    assert done.envelope.citations[0].path == "mill/stone.py"
    assert of_second & {"mill/flour.py", "docs/mill.md"}
    assert [c.id for c in done.envelope.citations] == list(range(1, len(done.envelope.citations) + 1))
    assert done.envelope.climbed.question.text.startswith("What does sharpen_stone do and")


def test_a_question_without_an_answer_is_said_to_have_none_and_the_whole_is_not_strong(world: World) -> None:
    done = both(world, "What does sharpen_stone do? Where is the kerberos realm of ldap negotiated?")
    text = str(envelope_to_wire(done.envelope, done.trace)["answer"])
    assert "### Where is the kerberos realm of ldap negotiated?" in text
    assert "No evidence" in text.partition("### Where is the kerberos")[2]
    assert done.envelope.answer_verdict.answers != "strong"
    assert done.envelope.mode != "no_evidence"


def test_the_same_text_gives_the_same_envelope(world: World) -> None:
    text = "What does sharpen_stone do and how is the flour sieved?"
    assert both(world, text).envelope.digest == both(world, text).envelope.digest
