"""Questions that name what they ask about: both of two things, one type in a word of prose, a documented field; and what
an excerpt leaves out.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ask.world import answer, asking, wire
from tests.support.check import World

_FILLER = "\n".join(f"        self.step_{n} = {n}" for n in range(6))
_LATER = "\n".join(f"        self.later_{n} = {n}" for n in range(4))
WORLD = f"""
//- /go.mod
module ferry

go 1.23

//- /.github/workflows/ferry.yml
jobs:
  sail:
    with:
      go-version: "^1"

//- /ferry/pier.py
class Pier:
    \"\"\"A place where ferries moor.\"\"\"

    def moor(self, ferry):
        \"\"\"Moor a ferry with two ropes at once.\"\"\"
        return self.ropes(ferry)

    def moor_late(self, ferry):
        \"\"\"Moor a ferry that comes late, with one rope.\"\"\"
        return self.rope(ferry)

//- /ferry/raft.py
class Raft:
    \"\"\"A raft.\"\"\"

    def moor(self, ferry):
        \"\"\"Moor the raft.\"\"\"
        return None

//- /ferry/buoy.py
class Gangway:
    \"\"\"The way from the ferry to the land, for people and for luggage.\"\"\"

    def lower(self, gangway):
        return gangway

    def raise_again(self, gangway):
        return gangway

//- /ferry/toll.py
class Toll:
    def cargo_toll_of_horses(self, horses, cargo):
        \"\"\"The cargo toll of horses.\"\"\"
        if not horses:
            raise NoHorses("no cargo toll without horses")
{_FILLER}
        self.paid = 1
        return cargo.toll(horses)

    def toll_of_horses_on_sundays(self, horses):
{_LATER}
        if horses.many:
            self.toll_of_horses_doubled = True
            return 2 * self.horses_toll
{_LATER}
        return self.horses_toll

//- /docs/options.rst
Options
=======

Some of these were added by the harbour.

.. option:: BELL_TWICE

    The harbour has had this one since the old pier was built, and
    nobody has asked for another since.

    It was added with the lamp, the horn and the flag.

    All ferries have it. Those of the other shore have it too.

    The bell is struck twice before the ramp is lifted in fog.

.. option:: BELL_NEVER

    Nothing is heard.

//- /ferry/Rates.java
class Rates {{
    private long restTimeout;
    private long tideTimeout;
}}

//- /docs/rates.md
# Rates

Two limits hold for a ferry. `restTimeout` says how long it may rest at a pier, and `tideTimeout` how long it
waits for water under its keel before it gives up.

//- /scripts/fog.py
def lift_ramp_in_fog_by_hand(ramp, fog):
    \"\"\"Lift the ramp by hand in fog.\"\"\"
    return ramp.lift(fog)
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with asking(WORLD) as made:
        yield made


@pytest.mark.parametrize(
    "question", ["Pier or Raft, whats the difference?", "difference between Pier and Raft?"]
)
def test_both_of_two_things_are_told(world: World, question: str) -> None:
    told = answer(world, question)
    assert "A place where ferries moor." in told
    assert "A raft." in told


def test_two_bare_signatures_do_not_lead_an_answer_for_a_difference(world: World) -> None:
    told = answer(world, "what is the difference between restTimeout and tideTimeout?")
    assert "water under its keel" in told
    assert not told.startswith("`Rates.restTimeout` is a field")


def test_both_are_of_one_owner_where_they_can_be(world: World) -> None:
    told = answer(world, "moor vs moor_late?")
    assert told.index("`Pier.moor`") < told.index("`Pier.moor_late`")
    assert "two ropes" in told


def test_a_word_of_prose_names_a_documented_type(world: World) -> None:
    assert answer(world, "what is a gangway?").startswith("`Gangway` is a class")


TERMS = """
//- /README.md
# Quay

## Ropes

Give each rope a painter. This painter is how you tell the quay whether a barge is moored by its bow or by its stern.
//- /quay/ropes.py
def check_painter(painter):
    return painter

def tie(painter, rope):
    return check_painter(painter), rope
//- /quay/errors.go
package quay

import "errors"

// ErrRopeWorn says that a rope was not replaced in time, because nobody looked at it.
var ErrRopeWorn = errors.New("rope worn")
"""


def test_a_word_that_only_a_document_explains_is_told_by_its_sentence() -> None:
    with asking(TERMS) as world:
        assert "is how you tell the quay" in answer(world, "what is a painter?").split("\n")[0]


def test_an_error_is_named_by_its_words() -> None:
    with asking(TERMS) as world:
        told = answer(world, "what is a rope worn error telling me?").split("\n")[0]
    assert told.startswith("`ErrRopeWorn`"), told
    assert "not replaced in time" in told


def test_a_documented_field_is_shown_with_its_name(world: World) -> None:
    assert "`.. option:: BELL_TWICE`" in answer(
        world, "how often is the bell struck before the ramp is lifted?"
    )


def test_the_least_version_is_what_the_manifest_needs(world: World) -> None:
    for question in ("what is the oldest go release it builds with?", "minimum Go version needed?"):
        assert answer(world, question).startswith("`go 1.23`")


def test_what_is_left_out_of_an_excerpt_is_marked(world: World) -> None:
    told = wire(world, "what happens to the toll of horses?")
    code = "".join(section["body"] for section in told["sections"])  # type: ignore[attr-defined]
    assert "…" in code
    lines = [line.strip("> ") for line in code.splitlines()]
    assert "self.toll_of_horses_doubled = True" in lines
    assert "if horses.many:" in lines  # the condition that it stands under
    assert "self.later_1 = 1" not in lines


def test_what_stands_beside_the_product_is_no_strong_answer(world: World) -> None:
    assert wire(world, "how is the ramp lifted by hand in fog?")["verdict"]["answers"] != "strong"  # type: ignore[index]


def test_how_to_do_a_thing_is_not_given_back() -> None:
    text = (
        '//- /app/tide.py\nclass Tide:\n    def quit(self):\n        """Quit the tide program at once."""\n        self.running = False\n\n'
        '//- /app/moon.py\nclass Moon:\n    def quit(self):\n        """Quit the moon program at once."""\n        self.shining = False\n'
    )
    with asking(text) as world:
        assert wire(world, "what is quit?")["mode"] == "clarify"
        assert wire(world, "How do I quit?")["mode"] != "clarify"
