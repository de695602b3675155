"""Texts that are built to be slow: each of these took minutes with patterns that look at a run of characters
again from every place in it.
"""

from __future__ import annotations

import pytest

from helix_lsp.ask.model.repair.sanitise import sanitise
from helix_lsp.ask.text.prose import plain
from helix_lsp.verify.lints import quantity_rules
from helix_lsp.verify.read_claims import Address, read_claims

RUNS = ("....", "1.", "//", " ", "\t", "\n", "[", "a.b:1 ", "```x\n", "_", "**a ", "` a ")


@pytest.mark.parametrize("run", RUNS, ids=repr)
def test_long_runs_are_read_through(run: str) -> None:
    text = f"The timeout is 30 s (src/app.py:3).\n\n{run * (60_000 // len(run))}x"
    assert read_claims(text)[0].cites == (Address(path="src/app.py", first=3, last=3),)
    assert plain(text.encode()).startswith("The timeout is 30 s")
    assert sanitise(text, lambda _: False).text.startswith("The timeout is 30 s")


def test_a_long_rule_is_none() -> None:
    _, problems = quantity_rules((" " * 60_000 + "x",))
    assert len(problems) == 1


def test_a_strong_address_has_no_stars() -> None:
    assert read_claims("Sessions are kept for a month **src/app.py:12**.")[0].cites == (
        Address(path="src/app.py", first=12, last=12),
    )
