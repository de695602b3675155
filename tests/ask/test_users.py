"""`Who calls X?` names every user by the definition around the use, counts what it does not show, and keeps
apart what is not certain.
"""

from __future__ import annotations

import pytest

from tests.ask.world import answer, asking

PYTHON = """
//- /boat/winch.py
def haul(rope):
    return rope

def moor(rope):
    haul(rope)
    if rope:
        haul(rope)

class Barge:
    def berth(self, rope):
        haul(rope)
//- /tests/test_winch.py
from boat.winch import haul

def test_haul():
    assert haul(1) == 1
"""
GO = """
//- /go.mod
module quay
//- /winch.go
package quay

type Winch struct{}

func (w *Winch) haulRope() {}

func (w *Winch) Moor() {
	w.haulRope()
}

func (w *Winch) Berth() {
	w.haulRope()
}
"""
TYPESCRIPT = """
//- /src/winch.ts
export function haulRope(n: number): number {
  return n;
}
//- /src/barge.ts
import { haulRope } from './winch';

export function moorBarge(n: number) {
  return haulRope(n);
}

export class Barge {
  berth(n: number) {
    return haulRope(n);
  }
}
"""
JAVA = """
//- /src/main/java/quay/Winch.java
package quay;

class Winch {
    static int haulRope(int n) {
        return n;
    }

    int moor(int n) {
        return haulRope(n);
    }

    int berth(int n) {
        return haulRope(n) + 1;
    }
}
"""
RUST = """
//- /src/lib.rs
fn haul_rope(n: u32) -> u32 {
    n
}

pub fn moor(n: u32) -> u32 {
    haul_rope(n)
}

pub fn berth(n: u32) -> u32 {
    haul_rope(n)
}
"""


@pytest.mark.parametrize(
    ("text", "name", "users"),
    [
        (GO, "haulRope", ("Winch.Moor", "Winch.Berth")),
        (TYPESCRIPT, "haulRope", ("moorBarge", "Barge.berth")),
        (JAVA, "haulRope", ("Winch.moor", "Winch.berth")),
        (RUST, "haul_rope", ("moor", "berth")),
    ],
)
def test_every_user_is_named(text: str, name: str, users: tuple[str, ...]) -> None:
    with asking(text) as world:
        told = answer(world, f"who calls {name}?")
    assert f"`{name}` is called at 2 places in 1 file." in told
    for user in users:
        assert f"- `{user}`: `" in told  # the same line in two functions is two uses


def test_one_line_twice_in_one_function_shows_both_places_and_tests_come_last() -> None:
    with asking(PYTHON) as world:
        told = answer(world, "who calls haul?")
    assert "`haul` is called at 3 places in 1 file, and at 1 place in 1 file of tests." in told
    assert "- `moor`: `haul(rope)` (boat/winch.py:5) (boat/winch.py:7)" in told
    assert told.index("`Barge.berth`") < told.index("### Tested by") < told.index("`test_haul`")


def test_more_than_fits_is_counted_by_file() -> None:
    users = "\n".join(f"def user_{n}():\n    return haul_rope({n})\n" for n in range(14))
    with asking(f"//- /winch.py\ndef haul_rope(n):\n    return n\n\n{users}") as world:
        told = answer(world, "who calls haul_rope?")
    assert "`haul_rope` is called at 14 places in 1 file." in told
    assert "And 4 more: 4 in `winch.py`." in told


def test_a_use_in_a_long_function_is_not_taken_for_a_local() -> None:
    body = "".join(f"    step_{n} = rope + {n}\n" for n in range(900))
    with asking(
        f"//- /winch.py\ndef haul_rope(n):\n    return n\n\ndef moor(rope):\n{body}    return haul_rope(rope)\n"
    ) as world:
        told = answer(world, "who calls haul_rope?")
    assert "`moor`: `return haul_rope(rope)`" in told


RUBY = """
//- /lib/dock/ropes.rb
module Dock
  module Ropes
    def haul_many
      2
    end
  end
end
//- /lib/dock/work.rb
module Dock
  module Work
    def moor
      haul_many
    end
  end
end
//- /lib/dock.rb
module Dock
  class Quay
    include Dock::Ropes
    include Dock::Work
  end

  def self.berth(quay)
    quay.haul_many
  end
end
"""


def test_a_call_of_a_module_that_is_mixed_into_the_same_class_leaves_the_count_open():
    """Whoever takes in `Work` may take in `Ropes`: a count without that call would be wrong."""
    with asking(RUBY) as world:
        told = answer(world, "who calls haul_many?")
    assert "`haul_many` is called at least at 1 place" in told, told
    assert "Dock.Work.moor" in told
