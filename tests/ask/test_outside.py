"""Claims held against documents from outside: they bear out, they never contradict, and they are marked."""

from __future__ import annotations

import pytest

from helix_lsp.ask.claims.outside import Source
from helix_lsp.ide.verify import ClaimAudit, verify_text, with_outside
from helix_lsp.text.digest import sha256_hex
from helix_lsp.verify.facts.fact import Grade
from helix_lsp.wire.claim_audit import claim_audit_to_wire
from tests.support.check import indexed

FILES = {
    "harbour.py": b"SIGNALS = 2\n\n\ndef moor(boat):\n    return boat\n",
    "README.md": b"# Harbour\n\nEvery boat is moored at the northern quay at night.\n",
}
FERRY = "A ferry must signal twice before it leaves the harbour."


def source(text: str, grade: Grade = "A", name: str = "https://a.example") -> Source:
    return Source(
        source=name,
        title="Rules",
        grade=grade,
        dated="",
        added="2026-11-27",
        sha256=sha256_hex(text.encode()),
        text=text,
    )


def audited(claim: str, *sources: Source, least: Grade = "C") -> ClaimAudit:
    with indexed(FILES) as world:
        view = world.view()
        return with_outside(verify_text(view, claim), sources, view, least)


RULES = f"# Rules\n\nOther things are said here.\n\n{FERRY}\n"


def test_what_the_repository_does_not_say_passes_by_a_document_from_outside() -> None:
    [before], [after] = audited(FERRY).results, audited(FERRY, source(RULES)).results
    assert before.verdict != "PASS"
    assert (after.verdict, after.supporting, after.independence) == ("PASS", (), 1)
    [at] = after.outside
    assert (at.start_line, at.end_line, at.text) == (5, 5, FERRY)
    assert at.sha256 == sha256_hex(FERRY.encode())


@pytest.mark.parametrize(
    ("grade", "least", "passes"), [("B", "A", False), ("B", "B", True), ("D", "C", False), ("E", "E", True)]
)
def test_the_least_grade_is_asked_before_anything_is_ranked(grade: Grade, least: Grade, passes: bool) -> None:
    [one] = audited(FERRY, source(RULES, grade), least=least).results
    assert (one.verdict == "PASS", len(one.outside)) == (passes, int(passes))


def test_another_number_is_not_borne_out() -> None:
    [one] = audited(
        "A ferry must signal 3 times before it leaves.",
        source("A ferry must signal 2 times before it leaves."),
    ).results
    assert (one.outside, one.verdict == "PASS") == ((), False)


def test_a_definition_of_the_code_stands_against_any_document() -> None:
    claim = "`SIGNALS` is 5."
    [one] = audited(claim, source(claim)).results
    assert one.verdict == "CONTRADICTED"
    assert one.status in ("contested", "refuted")


def test_a_claim_that_cites_a_place_is_not_carried_by_another_text() -> None:
    [one] = audited(f"{FERRY[:-1]} (harbour.py:4).", source(RULES)).results
    assert one.verdict == "REVIEW"


def test_two_copies_are_one_source_and_two_texts_are_two() -> None:
    other = "Before leaving the harbour: a ferry must signal twice before it leaves the harbour, says the master of the port."
    copies = audited(FERRY, source(RULES), source(RULES + "\nMore.\n", "B", "https://b.example")).results[0]
    both = audited(FERRY, source(RULES, "B"), source(other, "B", "https://b.example")).results[0]
    assert (len(copies.outside), copies.independence) == (2, 1)
    assert both.independence == len({p.group for p in both.outside})


def test_it_is_marked_as_outside_in_the_data() -> None:
    [claim] = claim_audit_to_wire(audited(FERRY, source(RULES)))["claims"]
    [said] = claim["outside"]
    assert (said["source"], said["grade"], said["dated"]) == ("https://a.example", "A", "")
    assert claim["supporting"] == []
    assert "outside" not in claim_audit_to_wire(audited(FERRY))["claims"][0]


def test_a_document_without_a_word_of_it_costs_nothing() -> None:
    assert audited(FERRY, source("Nothing of the kind.")).results == audited(FERRY).results
