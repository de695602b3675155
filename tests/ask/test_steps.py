"""`In which order ...?`: the calls of a definition as they are written, with their conditions, then the
definitions that they lead to.
"""

from __future__ import annotations

import pytest

from helix_lsp.ask.evidence.way import both_ends
from helix_lsp.search.reading.kinds import asks_course
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


def _stages(text: str) -> list[tuple[str, list[str]]]:
    """(definition, lines shown of it) of each stage in its order."""
    out: list[tuple[str, list[str]]] = []
    inside = False
    for line in text.splitlines():
        if line.startswith(f"{len(out) + 1}. `"):
            out.append((line.split("`")[1], []))
        elif line.startswith("```") and out:
            inside = not inside
        elif inside:
            out[-1][1].append(line.strip())
        elif line.startswith("`"):
            break
    return out


def test_an_else_is_told_by_its_condition() -> None:
    with asking(GO) as world:
        told = _stages(
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
    assert _stages(told)[0] == ("make_lock", ["open_sluice(barge)", "ring_bell(barge)"])


def test_a_call_of_an_unknown_receiver_is_shown_and_not_followed() -> None:
    with asking(UNKNOWN) as world:
        told = answer(world, "in which order come the sluice, the toll and the barge that passes the lock?")
    assert _stages(told) == [
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
    assert _stages(told) == [
        ("Keeper.lift", ["check(barge)", "return self.sluice.lift(barge)"]),
        ("Sluice.lift", ["self.fill(barge)", "self.ring(barge)"]),
    ], told


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
    assert _stages(told)[0] == (
        "Lock.shut_down",
        ["# the gate before the sluice, or the boat tips over", "self.gate.close()", "self.sluice.close()"],
    ), told


QUEUE = '''
//- /lock/keeper.py
class Keeper:
    def arrive(self, barge):
        """The arrival of a barge: it waits in line until it is lifted."""
        self.log(barge)
        self.waiting_line.put(barge)

    def log(self, barge): ...
//- /lock/gate.py
class Gate:
    def run(self):
        while True:
            barge = self.waiting_line.get()
            self.lift(barge)

    def lift(self, barge):
        if barge.heavy:
            self.pump(barge)
        self.ring(barge)

    def pump(self, barge):
        return self.ring(barge)

    def ring(self, barge):
        return barge
'''


def test_what_is_put_into_a_queue_goes_on_where_it_is_taken_out():
    with asking(QUEUE) as world:
        told = answer(world, "what is done from the arrival of a barge until it is lifted?")
    stages = dict(_stages(told))
    assert list(stages) == ["Keeper.arrive", "Gate.run", "Gate.lift"], told
    assert stages["Gate.run"] == ["while True:", "barge = self.waiting_line.get()", "self.lift(barge)"]
    assert stages["Gate.lift"] == ["if barge.heavy:", "self.pump(barge)", "self.ring(barge)"]


EVENTS = """
//- /src/lock.ts
export class Lock {
  constructor(bus) {
    bus.on('arrival', this.lift)
  }

  lift(barge) {
    this.fill(barge)
    this.raise(barge)
  }

  fill(barge) { return this.raise(barge) }

  raise(barge) { return barge }
}
//- /src/keeper.ts
export class Keeper {
  moor(bus, barge) {
    // a keeper moors a barge, which is lifted after its arrival
    this.tie(barge)
    bus.emit('arrival', barge)
  }

  tie(barge) { return barge }
}
"""


def test_an_event_goes_on_in_what_listens_to_it():
    with asking(EVENTS) as world:
        told = answer(world, "what is done from when a keeper moors a barge until it is lifted?")
    stages = dict(_stages(told))
    assert stages["Keeper.moor"][-1] == "bus.emit('arrival', barge)", told
    assert stages["Lock.lift"] == ["this.fill(barge)", "this.raise(barge)"], told


SUPER = """
//- /lib/lock/plain.rb
module Lock
  module Plain
    def lift(barge)
      fill(barge)
      raise_up(barge)
    end

    def fill(barge)
      raise_up(barge)
    end

    def raise_up(barge)
      barge
    end
  end
end
//- /lib/lock/careful.rb
module Lock
  module Careful
    # Lifts a barge with care.
    def lift(barge)
      if moored?(barge)
        ring
      else
        super
      end
    end

    def moored?(barge)
      barge
    end

    def ring
      moored?(nil)
    end
  end
end
"""


def test_a_bare_super_and_a_bare_call_of_ruby_are_followed():
    with asking(SUPER) as world:
        told = answer(world, "what does a barge go through from Careful#lift until it is raised up?")
    stages = dict(_stages(told))
    assert stages["Lock.Careful.lift"] == ["if moored?(barge)", "ring", "else", "super"], told
    assert stages["Lock.Plain.lift"] == ["fill(barge)", "raise_up(barge)"], told


DECLARED = """
//- /lock/gate.py
class Gate:
    def lift(self, barge): raise NotImplementedError

class Lock:
    def __init__(self, gate: Gate):
        self.gate = gate

    def pass_barge(self, barge):
        \"\"\"A barge passes the lock and is lifted.\"\"\"
        self.check(barge)
        self.gate.lift(barge)

    def check(self, barge): return barge
//- /lock/iron.py
from lock.gate import Gate

class IronGate(Gate):
    def lift(self, barge):
        self.pump(barge)
        self.ring(barge)

    def pump(self, barge): return self.ring(barge)

    def ring(self, barge): return barge
"""


def test_a_call_that_is_only_declared_goes_on_in_what_carries_it_out():
    with asking(DECLARED) as world:
        told = answer(world, "what does a barge go through when it passes the lock until it is lifted?")
    stages = dict(_stages(told))
    assert stages["Lock.pass_barge"] == ["self.check(barge)", "self.gate.lift(barge)"], told
    assert stages["IronGate.lift"] == ["self.pump(barge)", "self.ring(barge)"], told


ROWS = '''
//- /lock/crossing.py
def crossing(name, steps):
    """A crossing has a name and steps, which are done in order."""
    return name, steps

crossing("passage", ["open", "inside", "close"])
crossing("inside", ["moor", "fill", "cast off"])
'''


def test_an_order_that_is_declared_as_data_is_told_with_the_rows_of_its_items():
    with asking(ROWS) as world:
        told = answer(world, "in which order are the steps of the passage done when a crossing is moored?")
    assert _stages(told) == [
        ("passage", ['crossing("passage", ["open", "inside", "close"])']),
        ("inside", ['crossing("inside", ["moor", "fill", "cast off"])']),
    ], told


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

def mend_all(quay):
    # a full quay is cleaned, the full quay is cleaned
    return count(quay)
//- /quay/paint.py
def paint(quay):
    # a full quay is cleaned
    return quay.ropes
//- /quay/count.py
def count(quay):
    # a full quay is counted, once it is cleaned
    return quay.ropes * 2
"""


def test_how_something_is_done_goes_on_with_what_the_first_excerpt_calls():
    with asking(FOLLOWED) as world:
        told = answer(world, "how is the full quay cleaned?")
    places = [line.partition("`:")[0] for line in told.splitlines() if line.startswith("`") and "`:" in line]
    assert places[:2] == ["`mend_all", "`count"], told
