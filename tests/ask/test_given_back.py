"""A question given back: the number that it tells and the meanings that it offers and names are the same, at
every door.
"""

from __future__ import annotations

import re
from io import BytesIO, StringIO
from typing import Any

import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.cli.ask import print_answer
from helix_lsp.cli.screen import Screen
from helix_lsp.ide.ask import ask
from helix_lsp.lsp.answer_document import answer_document
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import indexed, read_fixture

SHIPS = (
    "Anchor",
    "Boom",
    "Crane",
    "Davit",
    "Flag",
    "Gaff",
    "Hatch",
    "Jib",
    "Keel",
    "Ladder",
    "Mast",
    "Net",
    "Oar",
)
_TOLD = re.compile(r"can mean (\d+) things")


def _world(number: int) -> str:
    return "".join(
        f"//- /ships/{name.lower()}.py\nclass {name}:\n    '''A part of a ship.'''\n\n    def lower(self, chain):\n"
        f"        '''Let the {name.lower()} down by the {name.lower()} rope.'''\n        return self.rope.run(chain)\n"
        for name in SHIPS[:number]
    )


def _given_back(number: int) -> tuple[dict[str, Any], str, str]:
    """(envelope, what the terminal prints, the answer document)."""
    with indexed(read_fixture(_world(number)).files) as made:
        found = ask(made.view(), Question(text="what is lower?")).envelope
    wire = envelope_to_wire(found)
    out = BytesIO()
    print_answer(found, "", Screen(out, StringIO()))
    return wire, out.getvalue().decode(), answer_document(wire, lambda _path: "file:///x")


@pytest.mark.parametrize("number", [2, 3, 6, 9, 13])
def test_the_number_told_is_the_number_there_is(number: int):
    wire, printed, document = _given_back(number)
    assert wire["mode"] == "clarify"
    asks = wire["clarify"]["asks"]
    assert _TOLD.findall(asks) == [str(number)]
    meant = [o["label"] for o in wire["clarify"]["options"] if o["id"].startswith("o")]
    assert len(meant) == min(number, 6)
    named = [
        body
        for s in wire["sections"]
        if s["title"] == "Other meanings"
        for body in re.findall(r"^- `([^`]+)`", s["body"], re.M)
    ]
    others = {name for name in named if name not in meant}
    left = re.search(r"(\d+) more (?:is|are) not named here", wire["answer"])
    assert len(meant) + len(others) + (int(left[1]) if left else 0) == number
    assert ("first 6 of" in asks) == (number > 6)
    if number > 6:
        assert f"first 6 of {number}" in asks
        assert "Ask with a full name" in wire["answer"]
        assert ("names the others" in asks) == (left is None)
        assert (f"names {len(others)} more" in asks) == (left is not None)
    for door in (" ".join(printed.split()), document):
        assert all(name in door for name in {*meant, *others})
        assert f"can mean {number} things" in door


def test_a_meaning_that_is_only_named_is_meant_by_its_name():
    with indexed(read_fixture(_world(9)).files) as made:
        first = envelope_to_wire(ask(made.view(), Question(text="what is lower?")).envelope)
        (body,) = [s["body"] for s in first["sections"] if s["title"] == "Other meanings"]
        name = body.split("`")[1]
        again = envelope_to_wire(ask(made.view(), Question(text=f"what is {name}?")).envelope)
    assert name not in [o["label"] for o in first["clarify"]["options"]]
    assert again["mode"] == "repo_grounded"
    assert again["claims"][0]["text"].startswith(f"`{name}` is a method")
    assert all(
        c["evidence_refs"] for c in first["claims"] if c["text"].startswith("`") and "(method in" in c["text"]
    )
