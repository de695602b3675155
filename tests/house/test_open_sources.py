"""Whoever reads the code can open what it cites: nothing rests on a document that is not here, and what is
cited of our own pages is there.

A reason stands where it is needed, or behind a public name: a paper, a standard, an issue of a named project,
a page below docs/.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.house.source import ROOT, name, repository_files

UNSEEN = {
    "notes and studies": r"\b(?:ladder|retrieval-os|verification)[- ]facts\b|\b[a-z]+-study\b|\breliability study\b|\breliability-security\b"
    r"|\b(?:ladder|house|trust|newcomer)-review\b",
    "pages that are not here": r"(?<![\w./-])(?:house|product|frontier|aesthetics|decisions)\.md\b",
    "a section of such notes": r"\b(?:performance|facts) [A-Z]?\.?\d+(?:\.\d+)?\b(?!,| (?:of|ms|s|%)\b)|\b[A-Z]\.\d+ of the facts\b"
    r"|\b\d\.\d+ rule \d",
    "a numbered decision": r"\b[Dd]ecisions? \d{1,2}\b",
    "a document that came before": r"(?<![\w-])[Ss]eed [0-9]\b|\bthe seed's\b|\bproduct, section\b",
    "a phase of a plan": r"\b[Pp]hases? \d\b",
    "an issue of no named project": r"(?<!CPython )\b[Ii]ssue \d{1,3}\b(?! of)",
    "a goal of no named page": r"\b[Gg]oals? G\d",
}
_UNSEEN = {what: re.compile(pattern) for what, pattern in UNSEEN.items()}
CITING = (
    "Source: ladder-facts 5.3", "see ranking-study 1.5", "the reliability study", "reliability-security 3.2 rule 6", "(house.md, Storage)",
    "product.md, hover", "performance 3 and 12.1", "see frontier.md",
    "(decision 16).", 'source="issue 5"', "A.7 of the facts: half", "(facts A.7)", "3.2 rule 12", "decision 22", "decisions 8, 11",
    "Decision 15, under", "seed 2, phase 3", "Seed 0", "under the seed's names", "product, section Model", "phase 4", "issue 5", "goal G26",
)  # fmt: skip
INNOCENT = (
    "docs/explanation/design-decisions.md#two-words", "--seed 7", "seed 20261123", "the seed pass", "facts 1, 2 and 3", "CPython issue 106052",
    "CPython issue 123", "golang/go#76331", "law I5", "bench/reliability.py, G10", "docs/reference/ladder.md, S2-29", "a goal", "product of two",
    "performance 12 ms", "[decision 0005](../adr/0005-pygls-hardened.md)", "Source: Robertson et al. 2009.", "issue reports",
    "doc/design-decisions.md", "issue 3 of 5",
)  # fmt: skip
OWN = Path(__file__)
AS_WRITTEN = {"docs/reference/ladder.md": "gives the lines of its documents as they have them"}


def texts() -> list[tuple[str, str]]:
    """(path, text) of every tracked file that is text, but this one."""
    found: list[tuple[str, str]] = []
    for path in repository_files():
        data = b"" if path == OWN or path.is_symlink() else path.read_bytes()
        if data and b"\0" not in data[:8_000]:
            found.append((name(path), data.decode("utf-8", "replace")))
    return found


def citations(text: str) -> list[str]:
    """What in a text cites something that is not there, with the kind of it."""
    return [f"{what}: {hit[0]}" for what, pattern in _UNSEEN.items() for hit in pattern.finditer(text)]


@pytest.mark.parametrize("text", CITING)
def test_a_citation_is_noticed(text: str):
    assert citations(text)


@pytest.mark.parametrize("text", INNOCENT)
def test_what_only_looks_like_one_is_let_be(text: str):
    assert citations(text) == []


def test_nothing_cites_what_a_stranger_cannot_open():
    found = [(place, hit) for place, text in texts() if place not in AS_WRITTEN for hit in citations(text)]
    assert found == []


def test_what_is_cited_of_our_own_pages_is_there():
    headings = set(
        re.findall(
            r"^## ([\w-]+)$",
            (ROOT / "docs/explanation/design-decisions.md").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    )
    lines = set(
        re.findall(
            r"^\| (S\d-\d\d) \|",
            (ROOT / "docs/reference/ladder.md").read_text(encoding="utf-8"),
            re.MULTILINE,
        )
    )
    promises = ast.get_docstring(ast.parse((ROOT / "bench/reliability.py").read_text(encoding="utf-8"))) or ""
    gates = set(re.findall(r"^ +(G\d+)  ", promises, re.MULTILINE))
    lost: list[tuple[str, str]] = []
    for place, text in texts():
        lost += [
            (place, anchor)
            for anchor in re.findall(r"\bdesign-decisions\.md#([\w-]+)", text)
            if anchor not in headings
        ]
        lost += [(place, line) for line in re.findall(r"\bS[0-2]-\d\d\b", text) if line not in lines]
        lost += [
            (place, gate)
            for gate in re.findall(r"(?:Carries|reliability\.py,|Part of) (G\d+)\b", text)
            if gate not in gates
        ]
    assert lost == []
    assert (len(headings) > 20, len(lines), len(gates) > 10) == (True, 228, True)
