"""Names that end in a mark, as Ruby and Elixir have them, are names in a question too; the mark that ends the
question is none.
"""

from __future__ import annotations

import pytest

from tests.ask.world import answer, asking

DOCK = """
//- /lib/dock.rb
class Dock
  # Takes the next barge in.
  def admit!(barge)
    return if full?(barge)
    @barges << barge
  end

  # Whether no berth is left for the barge.
  def full?(barge)
    @barges.size >= @berths - barge.length
  end

  def open(barges)
    barges.each { |barge| admit!(barge) }
  end
end
"""


@pytest.mark.parametrize("question", ["who calls admit!?", "who calls `admit!`?", "who calls Dock.admit!?"])
def test_the_callers_of_a_name_with_a_mark(question: str):
    with asking(DOCK) as world:
        told = answer(world, question)
    assert "`admit!` is called at 1 place" in told
    assert "`Dock.open`" in told


@pytest.mark.parametrize("question", ["who calls full??", "who calls `full?`?", "who calls Dock.full?"])
def test_the_callers_of_a_name_with_a_question_mark(question: str):
    with asking(DOCK) as world:
        told = answer(world, question)
    assert "`full?` is called at 1 place" in told
    assert "`Dock.admit!`" in told


def test_the_mark_of_the_question_itself_names_nothing():
    with asking(DOCK) as world:
        assert "`full?` is called at" not in answer(world, "who calls when the dock is full?")
