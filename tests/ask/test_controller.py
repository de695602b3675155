"""The retrieval controller: its four stop reasons, evidence that never falls from pass to pass, the same
steps every time.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.evidence import Evidence
from helix_lsp.config import Config
from helix_lsp.ide.ask import ask
from tests.ask.world import asking
from tests.support.check import World

BELLS = """
//- /bell/tower.py
class Tower:
    \"\"\"Holds the bells and the ropes that ring them.\"\"\"

    def ring(self, bell):
        \"\"\"Pull the rope of one bell.\"\"\"
        if bell is None:
            raise ValueError("no such bell")
        return bell.strike()


class Chime:
    \"\"\"Plays a melody on several bells.\"\"\"

    def ring(self, melody):
        \"\"\"Play every note of the melody.\"\"\"
        for note in melody:
            note.strike()
//- /bell/clapper.py
class Clapper:
    \"\"\"The tongue of a bell; wears out.\"\"\"

    def strike(self):
        return "dong"


def replace_clapper(bell):
    \"\"\"Take the worn tongue out and hang a new one.\"\"\"
    bell.clapper = Clapper()
//- /docs/care.md
# Care of the bells

## Grease

The bearings get grease every spring. Never grease the clapper.

## Inspection

A steeplejack inspects the ropes once a year.
//- /tests/test_tower.py
from bell.tower import Tower


def test_ring():
    assert Tower().ring(None)
"""
WORDS = (
    "bell bells ring ring rope ropes clapper grease spring inspect tower melody note strike steeplejack worn tongue care year dong hang quantum "
    "violin the of how what does where why is a Tower Chime Clapper replace_clapper strike() `Tower.ring` tests/test_tower.py"
).split()
SLOTS = (
    "grease",
    "inspection",
    "verification",
    "failure path",
    "definition",
    "repo mapping",
    "bell tower",
    "violin",
    "steeplejack",
    "quantum",
)


def _evidence(
    world: World, question: str, slots: tuple[str, ...] = (), *, may_clarify: bool = True
) -> Evidence:
    return ask(
        world.view(), Question(text=question, slots=slots, may_clarify=may_clarify)
    ).envelope.climbed.evidence


@pytest.fixture(scope="module")
def bells() -> object:
    with asking(BELLS) as world:
        yield world


def test_coverage_ok_stops_after_the_seed(bells: World) -> None:
    found = _evidence(bells, "how is a worn clapper replaced?", ("grease",))
    assert found.stop == "coverage_ok"
    assert [s.action for s in found.steps] == ["seed"]


def test_no_new_evidence_ends_a_search_for_what_is_not_there(bells: World) -> None:
    found = _evidence(bells, "zirconium")
    assert found.stop == "no_new_evidence"
    assert [s.action for s in found.steps] == ["seed", "expand"]


def test_only_a_demanded_slot_is_looked_for_one_hop_away(bells: World) -> None:
    assert [s.action for s in _evidence(bells, "zirconium", ("quantum violin",)).steps] == [
        "seed",
        "expand",
        "widen",
    ]


def test_budget_exhausted_when_passes_still_bring_something(bells: World) -> None:
    view = bells.view()
    cfg = replace(view.config, control=replace(view.config.control, steps=1))
    found = ask(
        replace(view, config=cfg), Question(text="how are bells rung?", slots=("quantum violin",))
    ).envelope.climbed.evidence
    assert found.stop == "budget_exhausted"
    assert found.coverage.missing == ("quantum-violin",)


def test_dominance_split_stops_at_once(bells: World) -> None:
    found = _evidence(bells, "what does ring do?")
    assert found.stop == "dominance_split"
    assert {s.name for s in found.senses.senses} == {"Tower.ring", "Chime.ring"}


def test_a_declaration_without_a_body_is_no_choice() -> None:
    more = "//- /bell/kinds.ts\nexport interface Bell {\n  ring(times: number): void;\n}\nexport interface Gong {\n  ring(times: number): void;\n}\n"
    with asking(BELLS.rstrip() + "\n" + more) as bells:
        assert {s.name for s in _evidence(bells, "what does ring do?").senses.senses} == {
            "Tower.ring",
            "Chime.ring",
        }
    with asking(more) as bells:
        assert {s.name for s in _evidence(bells, "what does ring do?").senses.senses} == {
            "Bell.ring",
            "Gong.ring",
        }


def test_functions_of_the_asked_name_are_before_longer_names() -> None:
    more = (
        "//- /yard/crane.py\nclass Crane:\n    def hoist(self):\n        return self.rope\n"
        "//- /yard/mast.py\nclass Mast:\n    def hoist(self):\n        return self.sail\n"
        '//- /yard/kinds.py\nclass HoistError(Exception):\n    """A hoist failed."""\n\n\n'
        'class HoistPlan:\n    """What a hoist needs."""\n'
    )
    with asking(more) as yard:
        found = _evidence(yard, "how does hoist work?").senses
        assert {s.name for s in found.senses} == {"Crane.hoist", "Mast.hoist"}
        assert found.total == 2
    with asking(more.replace("def hoist", "def lift")) as yard:
        found = _evidence(yard, "how does hoist work?").senses
        assert {s.name for s in found.senses} == {"HoistError", "HoistPlan"}


def test_an_expansion_finds_what_the_question_does_not_name(bells: World) -> None:
    found = _evidence(bells, "what does the Chime play?", ("steeplejack",))
    assert found.coverage.missing == ()
    assert found.stop == "coverage_ok"
    assert "docs/care.md" in found.pool.paths


@pytest.mark.parametrize("runs", [250, pytest.param(1_000, marks=pytest.mark.campaign)])
def test_coverage_and_share_never_fall(bells: World, runs: int) -> None:
    rng = random.Random(20)
    stops: set[str] = set()
    several = 0
    for _ in range(runs):
        salad = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 9)))
        question = rng.choice((salad, salad, f"what does {rng.choice(WORDS)} do?", f"how are {salad}?"))
        slots = tuple(rng.sample(SLOTS, rng.randint(0, 3)))
        found = _evidence(bells, question, slots, may_clarify=rng.random() < 0.5)
        stops.add(found.stop)
        several += len(found.steps) > 1
        for before, after in zip(found.steps, found.steps[1:], strict=False):
            assert after.coverage >= before.coverage, question
            assert after.share >= before.share, question
            assert after.files >= before.files, question
            assert set(after.missing) <= set(before.missing), question
        assert len(found.steps) <= Config().control.steps
    assert stops == {"coverage_ok", "budget_exhausted", "dominance_split", "no_new_evidence"}
    assert several > runs // 10, "runs of one pass only would prove nothing"


def test_soft_slots_never_decide(bells: World) -> None:
    """Law I6: what is only wished for changes neither the ratio nor the stop."""
    found = _evidence(bells, "how is a worn clapper replaced?")
    assert not any(s.hard for s in found.coverage.slots)
    assert found.coverage.ratio == 1.0
    assert found.stop == "coverage_ok"


def test_the_same_question_takes_the_same_steps(bells: World) -> None:
    one, two = (_evidence(bells, "quantum grease of the violin", ("inspection", "violin")) for _ in range(2))
    assert one.steps == two.steps
    assert one.stop == two.stop
