"""Claims held against documents from outside: they bear out, they never contradict, and they are marked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helix_lsp.ask.claims.outside import Source
from helix_lsp.ide.places import ClaimAudit, verify_text, with_outside
from helix_lsp.search.reading.likeness import Late, Likeness
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


TWICE = "A ship has to sound its horn two times prior to departure."


def like(passage: str):  # a model of meaning for which one passage is all that is like the claim
    def port(question: str, passages: tuple[str, ...], check: object) -> list[float]:
        return [0.9 if p == passage else 0.1 for p in passages]

    return port


def meant(claim: str, port: Likeness, *sources: Source, least: Grade = "C"):
    with indexed(FILES) as world:
        view = replace(world.view(), paraphrase=port)
        return with_outside(verify_text(view, claim), sources, view, least).results[0]


def test_what_means_the_same_is_shown_and_proves_nothing() -> None:
    plain = audited(TWICE, source(RULES)).results[0]
    one = meant(TWICE, like(FERRY), source(RULES))
    assert plain.outside == ()
    assert (one.verdict, one.score, one.independence, one.grade) == (
        plain.verdict,
        plain.score,
        plain.independence,
        plain.grade,
    )
    [at] = one.outside
    assert (at.start_line, at.carries, at.likeness) == (5, False, 0.9)
    assert meant(TWICE, like(FERRY), source(RULES, "D")).outside == ()  # the grade is asked first
    assert meant(TWICE, like("nothing"), source(RULES)).outside == ()


def test_a_passage_that_words_alone_do_not_reach_is_tried_by_meaning() -> None:
    crowd = "\n\n".join(f"A ferry must signal before it leaves the harbour number {n}." for n in range(20))
    rules = f"{crowd}\n\n{FERRY}\n"
    one = meant(FERRY, like(FERRY), source(rules))
    assert one.verdict == "PASS"
    assert one.outside[0].text == FERRY


def test_a_model_that_fails_leaves_the_words() -> None:
    def broken(question: str, passages: tuple[str, ...], check: object) -> list[float]:
        raise Late

    assert meant(FERRY, broken, source(RULES)).verdict == "PASS"
    assert meant(TWICE, broken, source(RULES)).outside == ()


def test_what_the_code_contradicts_is_not_led_elsewhere_by_meaning() -> None:
    one = meant("`SIGNALS` is 3.", like(FERRY), source(RULES))
    assert (one.verdict, one.outside) == ("CONTRADICTED", ())
