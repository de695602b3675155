"""What a repository contains is hostile: no pattern may need more than linear time on its text.

Every pattern of the package is tried on adversarial texts (`tests/support/adversary.py`). What is left out is
only ever asked of a text that something else keeps short, and says what. Patterns that were found to be linear
stand by their digests in `linear_patterns.txt`, which `make patterns` writes; a run measures those that do not,
and `make fuzz` all of them.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

import helix_lsp
from tests.support.growth import superlinear
from tests.support.patterns import EVERY_WAY, Held, held_patterns

QUESTION = (
    "a question: ide/ask.py and ask/evidence/lookup.py refuse more than search.longest_question characters"
)
SENTENCE = "400 characters: read.py passes over longer sentences"
BOUNDED = {  # beginning of a place: what keeps its text short
    "helix_lsp.align.edges.bindings:": "a function of at most 4,000 characters: longer ones are not looked into",
    "helix_lsp.align.edges.source:": "a signature, of 300 characters at most, or a declaration of such a function",
    "helix_lsp.align.drift.one_file:_SITE": "a path of the workspace: the system takes no longer one than some thousand bytes",
    "helix_lsp.align.drift.document:_WORDS": "300 bytes: the call gives both ends",
    "helix_lsp.syntax.documents.rst_inline:_WORD": "100 bytes: the call gives both ends",
    "helix_lsp.syntax.documents.asciidoc:_FORMAT": "a title: the line before cuts it to _LONGEST_TITLE",
    "helix_lsp.session.history.changes:": "400 characters: each line of a patch is cut to _LONGEST",
    "helix_lsp.history.lines:": "400 characters: each line is cut by whoever reads it",
    "helix_lsp.lsp.stream.framing:_CUT": "the last 64 bytes of a body: the call gives where it begins",
    "helix_lsp.verify.clauses.told:": "600 characters: settle and evidence pass over longer sentences",
    "helix_lsp.verify.facts.given:_THEN": "500 bytes behind a name: `_given` cuts them",
    "helix_lsp.verify.facts.given:_NOTHING_THEN": "500 bytes behind a name: `_given` cuts them",
    "helix_lsp.verify.facts.parameters:search (?P<type>": "a signature, of 300 characters at most",
    "helix_lsp.verify.claim.read:": SENTENCE,
    "helix_lsp.verify.claim.versions:": SENTENCE,
    "helix_lsp.verify.claim.noun:": SENTENCE,
    "helix_lsp.verify.claim.free.read:": "400 characters: `take_apart` passes over longer sentences",
    "helix_lsp.verify.claim.free.sentence:": "400 characters: `take_apart` passes over longer sentences",
    "helix_lsp.ask.slots:": QUESTION,
    "helix_lsp.ask.question.question:": QUESTION,
    "helix_lsp.ask.question.target:": QUESTION,
    "helix_lsp.search.question.kind:": QUESTION,
    "helix_lsp.search.reading.kinds:": f"{QUESTION}; the cues see ten lines of 400 characters",
    "helix_lsp.search.question.query:": QUESTION,
    "helix_lsp.search.trace:": QUESTION,
}
ONLY_MATCHED = {  # handed on, and asked only at one place of a text
    "helix_lsp.align.identity:_PLACES", "helix_lsp.ask.text.prose:_MARK", "helix_lsp.ask.text.prose:_STAR",
    "helix_lsp.ask.text.trimmed:IDLE_LINES",
}  # fmt: skip
TRIES = 3
KNOWN = Path(__file__).with_name("linear_patterns.txt")


@cache
def held() -> tuple[Held, ...]:
    return tuple(held_patterns(helix_lsp))


def ways(one: Held) -> frozenset[str]:
    return frozenset({"match"}) if one.where in ONLY_MATCHED else one.ways


def digest(one: Held) -> str:
    """Of a pattern, the ways in which it is used, and how growth is measured."""
    text = f"{one.pattern.pattern!r} {one.pattern.flags} {sorted(ways(one))} {_measure()}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def _measure() -> str:
    support = Path(__file__).resolve().parent.parent / "support"
    return "".join((support / name).read_text(encoding="utf-8") for name in ("adversary.py", "growth.py"))


def _asked() -> list[Held]:
    return [one for one in held() if not one.where.startswith(tuple(BOUNDED))]


def _superlinear(asked: Iterable[Held]) -> set[str]:
    return {
        f"{one.where} {one.pattern.pattern!r:.80}: {growth}"
        for one in asked
        if (growth := superlinear(one.pattern, ways(one))) is not None
    }


def test_no_new_pattern_needs_more_than_linear_time():
    known = set(KNOWN.read_text(encoding="ascii").split())
    assert _superlinear(one for one in _asked() if digest(one) not in known) == set()


@pytest.mark.campaign
@pytest.mark.timeout(3_000)
def test_no_pattern_needs_more_than_linear_time():
    asked = _asked()
    assert _superlinear(asked) == set()
    if "HELIX_WRITE_PATTERNS" in os.environ:
        KNOWN.write_text("".join(f"{one}\n" for one in sorted({digest(one) for one in asked})))


def test_what_is_left_out_is_there():
    places = [one.where for one in held()]
    assert [
        begin for begin in (*BOUNDED, *ONLY_MATCHED) if not any(place.startswith(begin) for place in places)
    ] == []


def test_the_patterns_of_modules_records_and_functions_are_seen():
    places = {one.where: one for one in held()}
    assert len(places) > 800
    assert places["helix_lsp.align.candidate:_BUILD"].ways == {"finditer"}  # a name of a module
    assert places["helix_lsp.syntax.documents.rst_lines:GRID_TABLE"].ways == {
        "match"
    }  # used where it is brought to
    assert any(place.startswith("helix_lsp.align.identity:_PLACES") for place in places)  # in a tuple
    assert any(
        re.fullmatch(r"helix_lsp\.ide\.hover:search .*", place) for place in places
    )  # made while the code runs


@pytest.mark.parametrize(
    "pattern",
    [
        re.compile(r"(?P<var>\w+)\s*:?="),
        re.compile(r"^\s*import\s", re.MULTILINE),
        re.compile(r"<!--.*?-->", re.DOTALL),
        re.compile(rb"\(\s*,?\s*\)"),
        re.compile(r"(?:a|aa)+$"),
        re.compile(r"@param\s+(?:\[[^\]\n]*\]\s*)?(?P<name>[a-z]\w*)"),
        re.compile(r"x(?=[^;]*;)"),
    ],
    ids=lambda pattern: str(pattern.pattern),
)
def test_a_superlinear_pattern_is_found(pattern: re.Pattern[str]):
    tries = (superlinear(pattern, EVERY_WAY) for _ in range(TRIES))
    growth = next(
        (found for found in tries if found is not None), None
    )  # a busy machine may hide a growth once
    assert growth is not None
    assert growth.steep


@pytest.mark.parametrize(
    "pattern",
    [
        re.compile(r"(?<!\w)(?P<var>\w+)\s*:?="),
        re.compile(r"^[^\S\n]*import\s", re.MULTILINE),
        re.compile(r"<!--(?:(?!<!--).)*?-->", re.DOTALL),
        re.compile(rb"\((?:\s*,)?\s*\)"),
        re.compile(r"@param\s+(?:\[[^\]\n]{0,300}\]\s*)?(?P<name>[a-z]\w*)"),
    ],
    ids=lambda pattern: str(pattern.pattern),
)
def test_a_linear_pattern_is_let_through(pattern: re.Pattern[str]):
    assert superlinear(pattern, EVERY_WAY) is None


def test_a_pattern_that_is_only_matched_is_not_searched():
    pattern = re.compile(r"\w+\s*:")
    assert superlinear(pattern, frozenset({"search"})) is not None
    assert superlinear(pattern, frozenset({"match"})) is None
