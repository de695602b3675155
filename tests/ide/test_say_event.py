"""A person who waits or reads a trace meets no name that only its makers know."""

from __future__ import annotations

import re

from helix_lsp.ask.draft import event, live_line
from helix_lsp.ide.ask import in_words, stage
from tests.house.source import PACKAGE

JARGON = re.compile(r"platonic|rattling|arbiter|micro-pass|\brungs?\b|obligation", re.IGNORECASE)


def test_every_event_of_the_ladder_is_a_stage_in_plain_words():
    source = "\n".join(path.read_text(encoding="utf-8") for path in (PACKAGE / "ask").rglob("*.py"))
    ids = re.findall(r"\b(?:event|_event)\(\s*\"([a-z_-]+)\"", source)
    names = {live_line(event(one)).removeprefix("Helix Ask: ") for one in ids}
    assert len(names) > 25
    left = {name for name in names if stage(f"Helix Ask: {name} - x") == f"{name} - x"}
    assert left == {"Place decides", "Fallback"}  # said in words as they are
    assert [name for name in names if JARGON.search(stage(f"Helix Ask: {name} - ok"))] == []


def test_a_number_that_helps_is_kept_and_what_is_not_known_is_said_as_it_is():
    assert stage("Helix Ask: Context ready - 24 files") == "24 files found"
    assert stage("Helix Ask: Plan - micro-pass") == "Planning the search"
    assert stage("indexing: 5 of 10 files") == "indexing: 5 of 10 files"


def test_the_words_of_a_trace():
    assert in_words("Helix Ask: Platonic gates - ok") == "Sentence gates - ok"
    assert in_words("arbiter_mode") == "answer_mode"
    assert not JARGON.search(in_words("Obligation Rattling arbiter micro-pass rung platonic"))
