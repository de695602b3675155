"""Findings of one cause have one number."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.align.drift.find import causes_of
from helix_lsp.align.drift.one_file import Finding
from helix_lsp.align.drift.reference import DocReference, Kind
from helix_lsp.align.drift.verdict import Judged, because
from helix_lsp.text.positions import Span

WENT = (because("path-gone", path="kiln.py", commit="c"),)

ONE, TWO = "c" * 40, "d" * 40


def finding(
    path: str, text: str, commit: str = ONE, *, kind: Kind = "name", last: str = "kiln.py", target: str = ""
) -> Finding:
    ref = DocReference(path=path, text=text, span=Span(0, len(text)), kind=kind, target=target or text)
    said = Judged(verdict="stale", tier="A", confidence=0.9, reasons=WENT, last_path=last, last_commit=commit)
    return Finding(reference=ref, line=1, column=1, judged=said)


def test_what_one_commit_took_from_one_document_is_one_cause() -> None:
    assert causes_of(
        [finding("a.md", "heat_it"), finding("a.md", "grill_it"), finding("a.md", "cool_it", TWO)]
    ) == (1, 1, 2)


def test_one_thing_that_several_documents_tell_of_is_one_cause_and_joins_theirs() -> None:
    rows = [
        finding("a.md", "heat_it"),
        finding("b.md", "grill_it"),
        finding("c.md", "cool_it"),
        finding("b.md", "heat_it"),
    ]
    assert causes_of(rows) == (1, 1, 2, 1)


def test_headings_that_one_page_has_not_are_one_cause_for_one_document() -> None:
    rows = [
        finding("toc.md", "page.md#one", "", kind="link", last="page.md"),
        finding("toc.md", "page.md#two", "", kind="link", last="page.md"),
        finding("toc.md", "else.md#two", "", kind="link", last="else.md"),
        finding("other.md", "page.md#three", "", kind="link", last="page.md"),
    ]
    assert causes_of(rows) == (1, 1, 2, 3)


def test_each_function_has_its_own_comment() -> None:
    rows = [
        finding("kiln.py", name, "", kind="parameter", target=owner)
        for name, owner in (("heat", "bake"), ("time", "bake"), ("heat", "cool"))
    ]
    assert causes_of(rows) == (1, 1, 2)


def test_a_finding_without_a_known_matter_stands_alone() -> None:
    assert causes_of([finding("a.md", "bake", "", last=""), finding("a.md", "bake", "", last="")]) == (1, 2)
    assert causes_of([]) == ()


@given(
    st.lists(
        st.tuples(st.sampled_from("ab"), st.sampled_from("xyz"), st.sampled_from((ONE, TWO, ""))), max_size=12
    )
)
def test_numbers_begin_at_one_leave_no_gap_and_do_not_hang_on_what_comes_later(
    rows: list[tuple[str, str, str]],
) -> None:
    found = [finding(path, text, commit) for path, text, commit in rows]
    numbers = causes_of(found)
    seen = list(dict.fromkeys(numbers))
    assert seen == list(range(1, len(seen) + 1))
    for one, a in zip(found, numbers, strict=True):
        for other, b in zip(found, numbers, strict=True):
            if a == b:
                assert one.judged.last_commit == other.judged.last_commit
