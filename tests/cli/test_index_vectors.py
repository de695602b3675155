"""`helix-lsp index --vectors`: made once and found by, or one line that says why not."""

from __future__ import annotations

import pytest

from helix_lsp.session.semantic.open_likeness import unavailable
from tests.cli.run import Shell

ON = {"HELIX_ASK_SEARCH_MEANING": "on"}


def test_without_the_model_it_says_what_to_do(shell: Shell) -> None:
    done = shell.run("index", "--vectors")
    assert (done.code, done.complaint) == (2, "--vectors: `search.meaning` is off; switch it on")


@pytest.mark.skipif(unavailable() != "", reason="the extra `semantic` is not installed")
def test_vectors_are_made_once_and_answers_find_places_by_them(shell: Shell) -> None:
    (shell.here / "quay.py").write_text(
        "def fasten(vessel):\n    vessel.rope.tie(bollard)\n    return vessel\n"
    )
    first = shell.run("index", "--vectors", env=ON)
    assert first.code == 0, first.err
    assert not first.text.splitlines()[-1].startswith("0 vectors"), first.text
    again = shell.run("index", "--vectors", env=ON)
    assert again.text.splitlines()[-1] == "0 vectors made"
