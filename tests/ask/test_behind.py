"""While the index is not whole, an answer does not say that a word stands nowhere."""

from __future__ import annotations

import pytest

from helix_lsp.ask.rungs.envelope import Envelope
from helix_lsp.ask.trace import Trace
from helix_lsp.ide.ask import AskRequest, ask
from helix_lsp.ide.hover import freshness_line
from helix_lsp.ide.view import View
from helix_lsp.index.freshness import Freshness
from helix_lsp.wire.answer_envelope import envelope_to_wire
from tests.support.check import indexed

FILES = {"bells.py": b'"""Bells of the tower."""\n\n\ndef ring_bell(times):\n    """Rings the bell."""\n    return times\n'}
NOTHING = "how does the warp drive plasma inject neutrinos?"
HALF = "how does the quasar ring the bell of the tower?"


def _behind(files: int, reason: str) -> Freshness:
    return Freshness(generation=1, fresh=not files, behind=files, unsaved=0, reason=reason)


@pytest.mark.parametrize("question", [NOTHING, HALF])
def test_nowhere_is_said_of_a_whole_index_only(question: str):
    with indexed(FILES) as world:
        whole = str(envelope_to_wire(*_asked(world.view(), question))["answer"])
        part = str(envelope_to_wire(*_asked(world.view(_behind(476, "476 files are still to be indexed")), question))["answer"])
    assert "Nowhere in " in whole
    assert "so far" not in whole
    assert "Nowhere in what is indexed so far (476 files still to come): `" in part


def test_an_empty_beginning_is_not_called_an_empty_folder():
    with indexed({}) as world:
        assert "The index holds no file" in str(envelope_to_wire(*_asked(world.view(), NOTHING))["answer"])
        part = str(envelope_to_wire(*_asked(world.view(_behind(1, "1 files are still to be indexed")), NOTHING))["answer"])
    assert "The index holds no file" not in part
    assert "(1 file still to come)" in part


def test_a_hover_says_once_how_far_the_index_is():
    assert freshness_line(_behind(0, "")) == ""
    assert freshness_line(_behind(476, "476 files are still to be indexed")) == "*476 files are still to be indexed*"
    assert freshness_line(_behind(2, "")) == "*2 changed files not indexed yet*"


def _asked(view: View, question: str) -> tuple[Envelope, Trace]:
    done = ask(view, AskRequest(question=question))
    return done.envelope, done.trace
