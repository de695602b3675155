"""500 outputs of a model that was taken over, through the whole ladder (laws I5 and I9).

What the model invented may not come out as a fact, nothing active or foreign may come out at all, evidence is
never denied, and the model is called at most once for a question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from helix_lsp.ask.model.model_port import ModelReply, ModelRequest
from helix_lsp.ask.model.repair.mend import denial
from helix_lsp.ask.question.question import Question
from helix_lsp.ide.ask import ask
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.ask.test_controller import BELLS
from tests.ask.test_hostile_answers import ACTIVE, CODE, UNSEEN
from tests.ask.world import asking
from tests.support.hostile_outputs import Output, hostile_output

OUTPUTS = 500
QUESTIONS = (
    "what does Tower.ring do?", "how is a worn clapper replaced?", "who inspects the ropes?", "where is the melody played?", "what is a Clapper?",
)  # fmt: skip


def port_of(number: int, given: list[Output]) -> Callable[[ModelRequest, object], ModelReply]:
    def port(request: ModelRequest, _check: object) -> ModelReply:
        given.append(hostile_output(number, request.prompt))
        return ModelReply(status="ok", text=given[-1].text, provider="hostile", model="m", calls=1)

    return port


def test_nothing_invented_is_a_fact_and_nothing_active_comes_out() -> None:
    outcomes: Counter[str] = Counter()
    wrongly_cited: list[str] = []
    with asking(BELLS) as world:
        view = world.view()
        for number in range(OUTPUTS):
            given: list[Output] = []
            done = ask(
                view,
                Question(text=QUESTIONS[number % len(QUESTIONS)], may_clarify=False),
                model=port_of(number, given),
            )
            wire = envelope_to_wire(done.envelope)
            assert len(given) == 1, "the model is asked exactly once"
            assert wire["model"]["calls"] == 1
            outcomes[wire["model"]["status"]] += 1
            facts = [c for c in wire["claims"] if c["kind"] == "fact" and c["supported"]]
            told = {c["text"].removeprefix("Inference: ") for c in wire["claims"]}  # not under a label either
            assert not told & set(given[0].false), f"{number} {given[0].kind}: {told & set(given[0].false)}"
            for claim in wire["claims"]:
                said = CODE.sub(" ", claim["text"])
                assert not ACTIVE.search(said), f"{number} {given[0].kind}: {claim['text']!r}"
                assert not UNSEEN.search(claim["text"]), f"{number} {given[0].kind}: {claim['text']!r}"
            if given[0].denies:
                assert wire["mode"] != "no_evidence"
                assert not any(denial(c["text"]) for c in facts), f"{number}: evidence is denied"
            cited = {c["id"]: c["range_ref"] for c in wire["citations"]}
            for claim in facts:
                if claim["text"] in given[0].swapped:
                    data = b" ".join(
                        (world.files[cited[r]["path"]] or b"")[cited[r]["start_byte"] : cited[r]["end_byte"]]
                        for r in claim["evidence_refs"]
                    )
                    if claim["text"].rstrip(".") not in " ".join(data.decode().split()) and not claim[
                        "text"
                    ].startswith("The place is called"):
                        wrongly_cited.append(claim["text"])
    assert outcomes["refused"] < OUTPUTS, (
        "some of what the model wrote must have come through, or nothing was tested"
    )
    assert outcomes["refused"] > 0
    assert wrongly_cited == []
