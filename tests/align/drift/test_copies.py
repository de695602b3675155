"""The same finding in copies of a document is one finding."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.find import grouped
from helix_lsp.align.drift.one_file import Finding
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import Judged, because
from helix_lsp.text.positions import Span

WENT = (because("path-gone", path="kiln.py", commit="c"),)


def finding(path: str, text: str = "grill_it", commit: str = "c" * 40, line: int = 3) -> Finding:
    ref = DocReference(
        path=path, text=text, span=Span(line * 10, line * 10 + len(text)), kind="name", target=text
    )
    said = Judged(
        verdict="stale", tier="A", confidence=0.9, reasons=WENT, last_path="kiln.py", last_commit=commit
    )
    return Finding(reference=ref, line=line, column=1, judged=said)


def told(*findings: Finding) -> list[tuple[str, int]]:
    return [(one.reference.path, len(copies)) for one, copies in grouped(findings)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("docs/guide.md", "docs/zh_CN/guide.md"),
        ("docs/de/guide.md", "docs/pt-BR/guide.md"),
        ("docs/1.x/guide.md", "docs/2.0/guide.md"),
        ("doc/server/guide.md", "generated-doc/out/server/guide.md"),
        ("docs/kiln/guide.html", "docs/sets/kiln.set/pages/kiln/guide.html"),
    ],
)
def test_a_copy_is_told_with_the_first(one: str, other: str) -> None:
    assert told(finding(one), finding(other)) == [(one, 1)]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("docs/guide.md", "docs/de/other.md"),
        ("README.md", "kiln/README.md"),
        ("doc/server/guide.md", "other-doc/out/server/guide.md"),
        ("parts/oven/README.md", "parts/door/README.md"),
    ],
)
def test_two_documents_of_their_own_are_two(one: str, other: str) -> None:
    assert told(finding(one), finding(other)) == [(one, 0), (other, 0)]


def test_another_name_or_another_commit_is_another_finding() -> None:
    first = finding("docs/guide.md")
    assert len(told(first, finding("docs/de/guide.md", "heat_it"))) == 2
    assert len(told(first, finding("docs/de/guide.md", commit="d" * 40))) == 2


def test_places_in_one_document_stay_apart_and_nothing_is_lost() -> None:
    rows = [finding("docs/guide.md", line=n) for n in (1, 2)] + [
        finding("docs/de/guide.md", line=n) for n in (1, 2, 3)
    ]
    assert told(*rows) == [("docs/guide.md", 1), ("docs/guide.md", 2)]


def test_what_several_documents_of_a_folder_lead_to_is_one_thing() -> None:
    def link(path: str, target: str = "../made/kiln.css", commit: str = "c" * 40, line: int = 3) -> Finding:
        ref = DocReference(
            path=path, text=target, span=Span(line * 10, line * 10 + 9), kind="link", target=target
        )
        said = Judged(
            verdict="stale",
            tier="A",
            confidence=0.9,
            reasons=WENT,
            last_path="made/kiln.css",
            last_commit=commit,
        )
        return Finding(reference=ref, line=line, column=1, judged=said)

    assert told(link("pages/a.html"), link("pages/b.html"), link("pages/c.html", line=9)) == [
        ("pages/a.html", 2)
    ]
    assert told(link("pages/a.html"), link("other/b.html")) == [("pages/a.html", 0), ("other/b.html", 0)]
    assert told(link("pages/a.html"), link("pages/b.html", "../made/door.css")) == [
        ("pages/a.html", 0),
        ("pages/b.html", 0),
    ]
    assert told(link("pages/a.html", line=1), link("pages/a.html", line=2)) == [
        ("pages/a.html", 0),
        ("pages/a.html", 0),
    ]
    assert told(link("docs/guide.md"), link("docs/de/guide.md")) == [("docs/guide.md", 1)]
