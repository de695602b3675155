"""`In which order ...?`: the calls of a definition as they are written, with their conditions, then the
definitions that they lead to.
"""

from __future__ import annotations

import pytest

from helix_lsp.ask.evidence.way import both_ends
from helix_lsp.search.reading.kinds import asks_course
from tests.ask.stages import stages
from tests.ask.world import answer, asking

GO = """
//- /go.mod
module lock
//- /lock.go
package lock

type Lock struct{}

// Pass lifts a barge through the lock.
func (l *Lock) Pass(barge string) {
	l.openSluice()
	if l.isFull() {
		l.ringBell()
	} else {
		l.fillChamber()
	}
	l.raiseBarge(barge)
}

func (l *Lock) openSluice()  {}
func (l *Lock) isFull() bool { return false }
func (l *Lock) ringBell()    {}
func (l *Lock) fillChamber() {}

func (l *Lock) raiseBarge(barge string) {}
"""
NESTED = '''
//- /lock.py
def make_lock(barge):
    """Make a lock ready: the order is the sluice, then the bell."""
    def lift_barge():
        fill_chamber(barge)
        raise_barge(barge)
    open_sluice(barge)
    ring_bell(barge)
    return lift_barge

def fill_chamber(barge): ...

def raise_barge(barge): ...

def open_sluice(barge): ...

def ring_bell(barge): ...
'''
UNKNOWN = '''
//- /lock.py
def pass_barge(barge, keeper):
    """Let a barge pass the lock: the sluice, the toll, the barge, in this order."""
    open_sluice(barge)
    keeper.take_toll(barge)
    raise_barge(barge)

def open_sluice(barge): ...

def raise_barge(barge): ...

class Toll:
    def take_toll(self, barge): ...

class Gate:
    def take_toll(self, barge): ...
'''


def test_an_else_is_told_by_its_condition() -> None:
    with asking(GO) as world:
        told = stages(
            answer(world, "In what order is the sluice opened, the chamber filled and the barge raised?")
        )
    name, lines = told[0]
    assert name == "Lock.Pass"
    assert lines == [
        "l.openSluice()",
        "if l.isFull() {",
        "…",
        "} else {",
        "l.fillChamber()",
        "…",
        "l.raiseBarge(barge)",
    ]


def test_the_calls_of_a_function_inside_are_its_own() -> None:
    with asking(NESTED) as world:
        told = answer(
            world, "in which order does a lock open its sluice and ring its bell when it is made ready?"
        )
    assert stages(told)[0] == ("make_lock", ["open_sluice(barge)", "ring_bell(barge)"])


def test_a_call_of_an_unknown_receiver_is_shown_and_not_followed() -> None:
    with asking(UNKNOWN) as world:
        told = answer(world, "in which order come the sluice, the toll and the barge that passes the lock?")
    assert stages(told) == [
        ("pass_barge", ["open_sluice(barge)", "keeper.take_toll(barge)", "raise_barge(barge)"])
    ]


@pytest.mark.parametrize(
    ("text", "course"),
    [
        ("In what order do the gates close?", True),
        ("From the bell until the boat leaves, what is done?", True),
        ("which steps are taken when a barge arrives?", True),
        ("walk me through a crossing", True),
        ("what is done between the first bell and the second?", True),
        ("what does a barge go through?", True),
        ("through which functions does a barge come to the upper gate?", True),
        ("which way does a barge take?", True),
        ("how does a barge end up in the upper basin?", True),
        ("how does the signal get from the bell to the keeper?", True),
        ("which functions are passed, function by function?", True),
        ("how do I get to the upper gate?", False),
        ("under which path do I find the rope?", False),
        ("how long does a barge take from the lower to the upper gate?", False),
        ("where is the bell turned into a signal?", False),
        ("how does the crew make sure that the rope really reaches the quay?", False),
        ("why did the boat turn into a wreck?", False),
        ("what is the difference between a lock and a weir?", False),
        ("what are the gates made of?", False),
        ("how deep is the chamber?", False),
    ],
)
def test_a_course_is_told_by_grammar(text: str, course: bool) -> None:
    assert asks_course(text) is course


FACADE = '''
//- /lock/keeper.py
from lock.sluice import Sluice

class Keeper:
    """What boats talk to."""
    def __init__(self):
        self.sluice = Sluice()

    def lift(self, barge):
        check(barge)
        return self.sluice.lift(barge)

def check(barge):
    return barge
//- /lock/sluice.py
class Sluice:
    def lift(self, barge):
        self.fill(barge)
        self.ring(barge)
        return barge

    def fill(self, barge):
        return pump(barge)

    def ring(self, barge):
        return barge

def pump(barge):
    return barge
'''


def test_a_course_begins_with_the_definition_that_is_named_and_goes_on_with_what_it_leads_to():
    """Two definitions are called `lift`; the one that calls the other is the start, and nothing is asked back."""
    with asking(FACADE) as world:
        told = answer(world, "what does lift() on the keeper go through until the barge is up?")
    assert stages(told) == [
        ("Keeper.lift", ["check(barge)", "return self.sluice.lift(barge)"]),
        ("Sluice.lift", ["self.fill(barge)", "self.ring(barge)"]),
    ], told


LOCKS = """
//- /lock/yard.py
def admit_barge(barge):
    weigh_barge(barge)
    moor_barge(barge)

def weigh_barge(barge):
    return read_scale_of_barge(barge)

def moor_barge(barge):
    return tie_rope_of_barge(barge)

def read_scale_of_barge(barge):
    return barge

def tie_rope_of_barge(barge):
    return barge
"""


def test_what_is_further_on_the_way_is_named_with_the_line_of_its_call():
    with asking(LOCKS) as world:
        told = answer(world, "which way does admit_barge take to read the scale and tie the rope?")
    assert stages(told)[0][0] == "admit_barge", told
    for caller, called in (("weigh_barge", "read_scale_of_barge"), ("moor_barge", "tie_rope_of_barge")):
        assert f"`{caller}` calls `{called}`: `return {called}(barge)`" in told, told


def test_one_name_called_on_several_things_is_several_steps():
    source = """
//- /lock.py
class Gate:
    def close(self): ...

class Sluice:
    def close(self): ...

class Lock:
    def __init__(self):
        self.gate = Gate()
        self.sluice = Sluice()

    def shut_down(self):
        # the gate before the sluice, or the boat tips over
        self.gate.close()
        self.sluice.close()
"""
    with asking(source) as world:
        told = answer(world, "in which order are the parts of the lock shut down?")
    assert stages(told)[0] == (
        "Lock.shut_down",
        ["# the gate before the sluice, or the boat tips over", "self.gate.close()", "self.sluice.close()"],
    ), told


def test_the_two_ends_are_told_by_grammar():
    assert both_ends("what happens from the arrival until it is lifted?") == ("the arrival", "it is lifted?")
    assert both_ends("what is done between the first bell and the second?") == (
        "the first bell",
        "the second?",
    )
    assert both_ends("which steps are taken?") == ("which steps are taken?", "")


FOLLOWED = """
//- /quay/aft.py
def tidy(quay):
    # the full quay is cleaned
    return quay
//- /quay/stern.py
from quay.count import count

def mend_quay(quay):
    # a full quay is cleaned, the full quay is cleaned
    return count(quay)
//- /quay/paint.py
def paint(quay):
    # a full quay is cleaned
    return quay.ropes
//- /quay/count.py
def count(quay):
    # of what is full and cleaned
    return quay.ropes * 2
"""


def test_how_something_is_done_goes_on_with_what_the_first_excerpt_calls():
    with asking(FOLLOWED) as world:
        told = answer(world, "how is the full quay cleaned?")
    places = [line.partition("`:")[0] for line in told.splitlines() if line.startswith("`") and "`:" in line]
    assert places[:2] == ["`mend_quay", "`count"], told
