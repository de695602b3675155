"""What an answer says of words that it does not have: things are named, the way a question was put is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.ask.answer_verdict import names_a_thing, owed
from helix_lsp.search.reading.wanted import WantedWords
from tests.ask.world import answer, asking
from tests.support.check import World

WORLD = """
//- /README.md
# Ferry

Ferry carries parcels between two harbours over a link, and through fog.

//- /ferry/link.py
class Link:
    \"\"\"A link between two harbours. A link that hangs is closed.\"\"\"

    def carry(self, parcel):
        \"\"\"Carry a parcel over the link to the other harbour, and terminate when the harbour does not respond.\"\"\"
        return self.harbour.send(parcel)
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with asking(WORLD) as made:
        yield made


@pytest.mark.parametrize("thing", ["zeppelin", "QUIC"])
def test_a_thing_that_is_nowhere_is_named(world: World, thing: str) -> None:
    assert f"Not found in this repository: `{thing}`." in answer(
        world, f"how does a link carry a parcel over a {thing}?"
    )


@pytest.mark.parametrize(
    "way", ["slowly", "swinging", "biggest", "myself", "swich", "everybody", "again", "stop"]
)
def test_how_a_question_is_put_is_not(world: World, way: str) -> None:
    told = answer(world, f"how does a link carry a parcel {way}?")
    assert "Link.carry" in told
    assert way not in told


def test_the_word_that_opens_a_question_is_no_thing() -> None:
    wanted = WantedWords(
        kind="how", values={"waltz": 1.0}, stands={}, whole=frozenset(), rarest="waltz", total=1.0, lost=0.0
    )
    assert not names_a_thing("Waltz", "Waltz me through it?", wanted)
    assert names_a_thing("Waltz", "how does Waltz carry it?", wanted)


def test_a_flag_that_code_declares_without_its_dashes_is_told() -> None:
    question = "where is --allow-upload handled?"
    assert owed(("--allow-upload",), 'matches.get_flag("allow-upload")', question) == ()
    assert owed(("--allow-upload",), 'matches.get_flag("allow-delete")', question) == ("--allow-upload",)
