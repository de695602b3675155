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


ROUTES = """
//- /go.mod
module gate
//- /routes.go
package gate

// Routes lays out what the gate answers.
func Routes(r *Router) {
	r.Handle("/open", serve(openGate))
	r.Handle("/close", serve(closeGate))
	r.Handle("/lift", serve(liftBarge))
	r.Handle("/paint", serve(paintGate))
	r.Handle("/ring", serve(ringBell))
}
//- /gate.go
package gate

func closeGate(barge string) {
	checkSeal(barge)
	lowerBeam(barge)
	writeLog(barge)
}

func openGate(barge string)  { raiseBeam(barge); writeLog(barge) }
func liftBarge(barge string) { raiseBeam(barge); checkSeal(barge) }
func paintGate(barge string) { writeLog(barge); checkSeal(barge) }
func ringBell(barge string)  { writeLog(barge); raiseBeam(barge) }
func checkSeal(barge string) {}
func lowerBeam(barge string) {}
func raiseBeam(barge string) {}
func writeLog(barge string)  {}
func serve(f func(string)) func(string) { return f }
"""


def test_a_table_of_routes_is_not_a_course():
    with asking(ROUTES) as world:
        told = answer(world, "what happens step by step when the gate is closed for a barge?")
    assert next(iter(dict(stages(told)))) == "closeGate", told


LONE = '''
//- /lock/keeper.py
def arrive(barge, berth):
    """The arrival of a barge until it is weighed."""
    note(barge)
    berth.weigh_in(barge)

def note(barge): ...
//- /lock/scale.py
class Scale:
    def weigh_in(self, barge):
        self.lower(barge)
        self.read(barge)

    def lower(self, barge): ...

    def read(self, barge): ...
'''


def test_a_method_that_one_class_alone_has_is_followed_through_any_receiver():
    with asking(LONE) as world:
        told = answer(world, "what is done from the arrival of a barge until it is weighed?")
    assert list(dict(stages(told))) == ["arrive", "Scale.weigh_in"], told
