"""While the index is not whole, an answer does not say that a word stands nowhere, and while most is unread
it has no verdict.
"""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from msgspec.structs import replace

import helix_lsp
from helix_lsp.ask.question.question import Question
from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.trace import Trace
from helix_lsp.cli.ask import print_answer
from helix_lsp.cli.screen import Screen
from helix_lsp.ide.ask import ask
from helix_lsp.ide.hover import freshness_line
from helix_lsp.ide.mentions import View
from helix_lsp.index.freshness import Freshness
from helix_lsp.lsp.answer_document import answer_document
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import indexed
from tests.support.schemas import check

FILES = {
    "bells.py": b'"""Bells of the tower."""\n\n\ndef ring_bell(times):\n    """Rings the bell."""\n    return times\n'
}
NOTHING = "how does the warp drive plasma inject neutrinos?"
RINGS = "what does ring_bell do?"
READING = Freshness(
    generation=1,
    fresh=False,
    behind=2_678,
    unsaved=0,
    reason="2,678 files are still to be indexed",
    files=3_178,
    doing="reading",
)
FRESH = Freshness(generation=1, fresh=True, behind=0, unsaved=0, reason="", files=3_178)
UNSEEN = Freshness(
    generation=0,
    fresh=False,
    behind=0,
    unsaved=0,
    reason="the disk has not been compared with the index yet",
    doing="checking",
)
WRITTEN = "what is `anvil_key`?"
HALF = "how does the quasar ring the bell of the tower?"


def _behind(files: int, reason: str) -> Freshness:
    return Freshness(generation=1, fresh=not files, behind=files, unsaved=0, reason=reason)


@pytest.mark.parametrize("question", [NOTHING, HALF])
def test_nowhere_is_said_of_a_whole_index_only(question: str):
    with indexed(FILES) as world:
        whole = str(envelope_to_wire(*_asked(world.view(), question))["answer"])
        part = str(
            envelope_to_wire(
                *_asked(world.view(_behind(476, "476 files are still to be indexed")), question)
            )["answer"]
        )
    assert "Not found in " in whole
    assert "so far" not in whole
    assert "Not found in what is indexed so far (476 files still to come): `" in part


@pytest.mark.parametrize("fresh", [READING, UNSEEN], ids=["some are read", "nothing is read"])
@pytest.mark.parametrize("question", [NOTHING, WRITTEN])
def test_nothing_is_denied_of_a_repository_that_was_not_read(question: str, fresh: Freshness):
    with indexed(FILES | {"bells.ini": b"[bell]\nanvil_key = 1\n"}) as world:
        whole = str(envelope_to_wire(*_asked(world.view(FRESH), question))["answer"])
        part = str(envelope_to_wire(*_asked(world.view(fresh), question))["answer"])
    assert "in this repository" in whole
    assert "in this repository" not in part
    assert "indexed so far" in part


def test_an_empty_beginning_is_not_called_an_empty_folder():
    with indexed({}) as world:
        assert "The index holds no file" in str(envelope_to_wire(*_asked(world.view(), NOTHING))["answer"])
        part = str(
            envelope_to_wire(*_asked(world.view(_behind(1, "1 files are still to be indexed")), NOTHING))[
                "answer"
            ]
        )
    assert "The index holds no file" not in part
    assert "(1 file still to come)" in part


def test_a_hover_says_once_how_far_the_index_is():
    assert freshness_line(_behind(0, "")) == ""
    assert (
        freshness_line(_behind(476, "476 files are still to be indexed"))
        == "*476 files are still to be indexed*"
    )
    assert freshness_line(_behind(2, "")) == "*2 changed files not indexed yet*"


@pytest.mark.parametrize("question", [RINGS, NOTHING, HALF])
def test_while_most_is_unread_there_is_no_verdict_whatever_was_found(question: str):
    schema = json.loads(
        (Path(helix_lsp.__file__).parent / "wire" / "schema" / "answer-envelope.v1.schema.json").read_text(
            "utf-8"
        )
    )
    with indexed(FILES) as world:
        whole = envelope_to_wire(*_asked(world.view(FRESH), question))
        part = envelope_to_wire(*_asked(world.view(READING), question))
        enough = envelope_to_wire(*_asked(world.view(replace(READING, behind=635)), question))
    assert part["mode"] == "provisional"
    assert part["retrieval_plan"]["confidence"]["label"] == "low"
    assert part["index"] == {
        "generation": 1,
        "fresh": False,
        "state": "reading",
        "files": 3_178,
        "behind": 2_678,
        "unsaved": 0,
        "reason": "2,678 files are still to be indexed",
    }
    assert whole["mode"] == enough["mode"] != "provisional"
    assert (enough["index"]["state"], whole["index"]["state"]) == ("reading", "fresh")
    for envelope in (whole, part, enough):
        for name in ("mode", "index"):
            check(envelope[name], schema["properties"][name])


def test_before_anything_is_read_there_is_no_verdict_either():
    with indexed({}) as world:
        assert envelope_to_wire(*_asked(world.view(UNSEEN), NOTHING))["mode"] == "provisional"
        assert envelope_to_wire(*_asked(world.view(FRESH), NOTHING))["mode"] == "no_evidence"
    with indexed(FILES) as world:
        assert (
            envelope_to_wire(*_asked(world.view(UNSEEN), RINGS))["mode"] == "provisional"
        )  # all that is seen are open documents
        assert (
            envelope_to_wire(*_asked(world.view(replace(UNSEEN, generation=1)), RINGS))["mode"]
            == "repo_grounded"
        )  # an index of the day before


def test_how_fresh_an_answer_is_changes_nothing_of_what_it_says():
    with indexed(FILES) as world:
        digests = {
            _asked(world.view(fresh), RINGS)[0].digest
            for fresh in (FRESH, replace(FRESH, fresh=False, behind=1, reason="x"))
        }
    assert len(digests) == 1


def test_a_terminal_and_a_plain_editor_say_it_first():
    with indexed(FILES) as world:
        envelope, trace = _asked(world.view(READING), RINGS)
    out = io.BytesIO()
    print_answer(envelope, "/project", Screen(out, io.StringIO()))
    assert out.getvalue().decode().startswith("Still reading: 500 of 3,178 files. This answer is provisional")
    document = answer_document(envelope_to_wire(envelope, trace), lambda path: path)
    assert (
        "\n\n**Still reading: 500 of 3,178 files.** Provisional: ask again when the rest is read.\n\n"
        in document
    )
    assert document.count("2,678") == 1


def _asked(view: View, question: str) -> tuple[Envelope, Trace]:
    done = ask(view, Question(text=question))
    return done.envelope, done.trace
