"""What a model's answer comes to through the whole ladder, spoken to over the wire: shown, labelled, left
out, or replaced and said so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helix_lsp.ask.claims.claims import REPLACED
from helix_lsp.ask.draft import GENERAL, event, live_line
from helix_lsp.ask.question.question import Question
from helix_lsp.config.questions import ControlConfig, ModelConfig
from helix_lsp.ide.ask import ask
from helix_lsp.session.model.open_model import open_model
from helix_lsp.session.settings.settings import Surroundings
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.ask.world import asking
from tests.support.hostile_model import HostileServer

TOWER = '''
//- /src/tower.py
class Tower:
    """A tower holds one bell."""

    def ring(self, times):
        """Ring the bell."""
        if times is None:
            raise ValueError("times is missing")
        self.lock()
        try:
            self.strike(times)
        except OSError:
            pass
        self.unlock()
        return times

    def strike(self, times):
        """Strike the bell with the clapper."""
        return times
//- /tests/test_tower.py
from src.tower import Tower


def test_ring_counts():
    """The tower rings as often as asked."""
    assert Tower().strike(2) == 2
//- /README.md
# Bells

A tower holds one bell. The bell is rung with `Tower.ring`.
'''
AROUND = Surroundings(search_path="", home="/", cache_home="/", git_environment={})
RING = "What does Tower.ring do?"


def told(
    question: str, answer: str, *, mode: str = "enforce", slots: tuple[str, ...] = (), text: str = TOWER
) -> tuple[dict[str, Any], int]:
    """(the envelope as JSON data, calls) of one question to a model that says `answer`; `{tower.py}` is the
    number of that place.
    """

    def reply(call: Any) -> str:
        lines = [line for line in call.prompt.splitlines() if line.lstrip().startswith("[")]
        number = next(
            (
                line.lstrip()[1:].partition("]")[0]
                for line in lines
                if "src/tower.py" in line and "ring" in line
            ),
            "1",
        )
        return f"ANSWER_START\n{answer.replace('[T]', f'[{number}]')}\nANSWER_END"

    with asking(text) as world, HostileServer(answer=reply) as server:
        port = open_model(
            ModelConfig(provider="openai", url=server.url, model="m", timeout=60.0), AROUND, None
        )
        view = world.view()
        view = replace(view, config=replace(view.config, control=replace(ControlConfig(), mode=mode)))
        done = ask(view, Question(text=question, slots=slots, may_clarify=False), model=port)
        return envelope_to_wire(done.envelope, done.trace), len(server.calls)


def claim(wire: dict[str, Any], part: str) -> dict[str, Any] | None:
    return next((c for c in wire["claims"] if part in c["text"]), None)


def test_a_general_answer_is_shown_under_its_label():
    wire, calls = told(
        "what is a kubernetes ingress?", "A kubernetes ingress routes external traffic to services."
    )
    assert (calls, wire["mode"], wire["model"]["status"]) == (1, "general", "ok")
    section = next(s for s in wire["sections"] if s["title"] == GENERAL)
    assert "routes external traffic" in section["body"]
    said = claim(wire, "routes external traffic")
    assert said is not None
    assert said["kind"] == "note"
    assert "Not found in" in wire["answer"]  # our own notes stay, and are no facts of the model


def test_an_open_sentence_is_an_answer_that_says_it_is_not_verified():
    """Alone, without a quotation beside it; the label is an id in the JSON, and no fact is counted."""
    wire, _ = told(RING, "Whoever asks for no strikes gets a `ValueError` from the bell [T].")
    assert (wire["model"]["status"], wire["model"]["dropped"]) == ("ok", [])
    said = claim(wire, "Whoever asks")
    assert said is not None
    assert said["text"].startswith("Not verified: ")
    assert (said["label"], said["supported"]) == ("open", False)


@pytest.mark.parametrize(
    "limit",
    [
        "The provided context does not state how long the bell rings.",
        "The provided context does not mention anything else.",
        "The provided context does not mention the material of the bell.",
        "However, the evidence does not explain `unlock`.",
    ],
)
def test_a_careful_sentence_refuses_nothing(limit: str):
    wire, _ = told(RING, f"`Tower.ring` raises a `ValueError` if `times` is None [T]. {limit}")
    assert wire["model"]["status"] == "ok"
    said = claim(wire, "raises a `ValueError`")
    assert said is not None
    assert (said["kind"], said["supported"]) == ("fact", True)
    assert limit not in wire["answer"]
    assert any("says what is not there" in note for note in wire["model"]["repairs"])


@pytest.mark.parametrize(
    "wrong",
    [
        "`Tower.ring` raises a `ValueError` unless `times` is None [T].",
        "`Tower.ring` raises a `ValueError` if `times` is not None [T].",
        "`Tower.ring` calls `unlock` before it calls `strike` [T].",
        "An `OSError` from `strike` is logged by `Tower.ring` [T].",
        "`strike` calls `ring` with the number of times [T].",
        "The bell is rung, so the tower must be locked by a guard [T].",
        "`Tower.ring` presumably rings the bell twice in the morning [T].",
    ],
)
def test_one_clause_turned_round_is_no_supported_fact(wrong: str):
    wire, _ = told(RING, f"`Tower.ring` raises a `ValueError` if `times` is None [T]. {wrong}")
    facts = [c["text"] for c in wire["claims"] if c["kind"] == "fact" and c["supported"]]
    assert any("if `times` is None" in f for f in facts)
    assert not [f for f in facts if f.rstrip(".") in wrong]
    shown = claim(wire, wrong.partition(" [T]")[0])
    assert shown is None or shown["kind"] != "fact"


@pytest.mark.parametrize(
    "right",
    [
        "If `times` is None, `Tower.ring` throws a `ValueError` [T].",
        "`Tower.ring` calls `strike` before it calls `unlock` [T].",
        "An `OSError` from `strike` is ignored by `Tower.ring` [T].",
        "`Tower.ring` calls `strike` [T].",
    ],
)
def test_the_same_clause_the_right_way_round_is_one(right: str):
    wire, _ = told(RING, right)
    said = claim(wire, right.partition(" [T]")[0])
    assert said is not None, wire["model"]
    assert (said["kind"], said["supported"]) == ("fact", True)


def test_a_replaced_draft_is_said_everywhere():
    wrong = (
        "`Tower.ring` paints a fresco of the mayor at noon [T].",
        "`Tower.ring` sells 17 tickets to visitors [T].",
    )
    wire, calls = told(RING, " ".join(wrong))
    assert calls == 1
    assert REPLACED in wire["answer"]
    assert wire["model"]["status"] == "replaced"
    assert wire["model"]["reason"]
    assert len(wire["model"]["dropped"]) == 2
    assert {u["text"] for u in wire["uncertainty"]} >= set(wire["model"]["dropped"])
    assert "answer:replaced" in wire["answer_path"]
    assert wire["claims"][0]["supported"]  # the deterministic answer stands there


@pytest.mark.parametrize("mode", ["shadow", "off"])
def test_one_switch_opens_every_gate(mode: str):
    wrong = "`Tower.ring` paints a fresco of the mayor at noon [T]."
    wire, _ = told(RING, wrong, mode=mode)
    assert claim(wire, "paints a fresco") is not None
    assert wire["model"]["status"] in ("ok", "repaired")
    belief = next(g for g in wire["gates"] if g["name"] == "belief")
    assert (belief["verdict"], belief["act"]) == (
        ("fail", "replace") if mode == "shadow" else ("skipped", "none")
    )


def test_a_slot_that_a_test_file_meets_is_not_missed_for_want_of_the_word():
    with asking(TOWER) as world:
        done = ask(
            world.view(),
            Question(text="how is the tower's strike tested with test_ring_counts?", slots=("verification",)),
        )
        wire = envelope_to_wire(done.envelope)
    slot = next(s for s in wire["retrieval_plan"]["slots"] if s["id"] == "verification")
    assert slot["covered"]
    coverage = next(g for g in wire["gates"] if g["name"] == "coverage")
    assert "verification" not in coverage["detail"]
    assert "Not spoken of" not in wire["answer"]


@pytest.mark.parametrize("question", [RING, "who calls strike?", "what is a Tower?"])
def test_the_counterfactual_run_cites_nothing_that_was_withheld(question: str):
    with asking(TOWER) as world:
        done = ask(world.view(), Question(text=question, explain=True, may_clarify=False))
    assert done.method is not None
    tried = done.method.counterfactual
    assert tried is not None
    assert tried.withheld
    assert "is cited all the same" not in tried.detail
    assert tried.tested


def test_a_hidden_file_is_hidden_from_every_way_of_reading():
    with asking(TOWER) as world:
        view = world.view()
        hidden = view.snapshot.hiding(("src/tower.py",))
        assert "src/tower.py" in view.snapshot.paths()
        assert "src/tower.py" not in hidden.paths()
        assert [d.path for d in view.snapshot.defined("Tower")] == ["src/tower.py"]
        assert hidden.defined("Tower") == ()
        outline = hidden.outline("src/tower.py")
        assert outline is None or outline.symbols == ()
        assert hidden.digest() != view.snapshot.digest()


def test_what_an_answer_should_speak_of_is_in_the_prompt():
    seen: list[str] = []

    def reply(call: Any) -> str:
        seen.append(call.prompt)
        return "ANSWER_START\nThe bell is rung [1].\nANSWER_END"

    with asking(TOWER) as world, HostileServer(answer=reply) as server:
        port = open_model(
            ModelConfig(provider="openai", url=server.url, model="m", timeout=60.0), AROUND, None
        )
        done = ask(world.view(), Question(text=RING, may_clarify=False), model=port)
    lines = [line for step in done.trace.answer.steps for line in step.events]
    assert live_line(event("reasoning_scaffold_ready", "ok")) in lines
    assert "Speak of what the lines of [speak_of] name" in seen[0]
