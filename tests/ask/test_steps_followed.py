"""Where a course goes on: queues, bare calls, what carries out a declaration."""

from __future__ import annotations

from tests.ask.stages import stages
from tests.ask.world import answer, asking

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
    shown = dict(stages(told))
    assert list(shown) == ["Keeper.arrive", "Gate.run", "Gate.lift"], told
    assert shown["Gate.run"] == ["while True:", "barge = self.waiting_line.get()", "self.lift(barge)"]
    assert shown["Gate.lift"] == ["if barge.heavy:", "self.pump(barge)", "self.ring(barge)"]


BARE = """
//- /lib/lock/careful.rb
module Lock
  module Careful
    # Lifts a barge with care.
    def lift(barge)
      if moored?(barge)
        ring
      else
        fill(barge)
      end
    end

    def moored?(barge)
      barge
    end

    def fill(barge)
      moored?(barge)
    end

    def ring
      moored?(nil)
    end
  end
end
"""


def test_a_bare_call_of_ruby_is_followed():
    with asking(BARE) as world:
        told = answer(world, "what does a barge go through from Careful#lift until it is filled?")
    shown = dict(stages(told))
    assert shown["Lock.Careful.lift"] == ["if moored?(barge)", "ring", "else", "fill(barge)"], told


DECLARED = """
//- /lock/gate.py
class Gate:
    def lift(self, barge): ...

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
    shown = dict(stages(told))
    assert shown["Lock.pass_barge"] == ["self.check(barge)", "self.gate.lift(barge)"], told
    assert shown["IronGate.lift"] == ["self.pump(barge)", "self.ring(barge)"], told
