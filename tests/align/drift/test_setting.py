"""What the text around a reference says of it: the past, a plan, another project."""

from __future__ import annotations

import pytest

from tests.support.drift_rules import applies

PAST = ("past-section", "version-section", "past-sentence", "replacements", "past-lead", "change-list")


def said(text: str, name: str, path: str = "guide.rst") -> str:
    return next((rule for rule in applies(text, name, path) if rule in PAST), "")


PLAIN = (
    "Guide\n=====\n\nFirst words. Call ``grill_it`` to heat. It was renamed long ago in another country.\n"
)
TABLE = "Guide\n=====\n\n============  =====\nName          {}\n============  =====\n``grill_it``  ``heat``\n============  =====\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLAIN, ""),
        ("Guide\n=====\n\n``grill_it`` was removed, call ``heat`` instead.\n", "past-sentence"),
        ("Guide\n=====\n\nIt is no\nlonger needed to call ``grill_it`` here.\n", "past-sentence"),
        ("Guide\n=====\n\n- ``grill_it`` heats.\n- ``heat`` was renamed.\n", ""),
        ("Guide\n=====\n\nRemoved features\n----------------\n\n``grill_it`` heats.\n", "past-section"),
        ("Guide\n=====\n\nVersion 2.0\n-----------\n\n``grill_it`` heats.\n", "version-section"),
        ("Guide\n=====\n\nVersion 2.0\n-----------\n\n:func:`grill_it` heats.\n", ""),
        ("Guide\n=====\n\n.. note::\n\n    Call ``grill_it`` with care.\n", ""),
        ("Guide\n=====\n\n* ``grill_it`` -> ``heat_it``\n", "replacements"),
        ("Guide\n=====\n\nstart here --> ``grill_it``\n--> ``heat_it``\n", ""),
        (TABLE.format("Replace with"), "replacements"),
        (TABLE.format("Meaning"), ""),
        ("Guide\n=====\n\n- `b73dc03`: Simplify ``grill_it``\n", "change-list"),
        ("Guide\n=====\n\n- 7e56d45a Rewrite ``grill_it``\n", "change-list"),
        ("Guide\n=====\n\n- decade: ``grill_it`` heats\n", ""),
        ("Guide\n=====\n\n- Fixed ``grill_it``\n- Added doors\n- Moved the oven\n", "change-list"),
        ("Guide\n=====\n\n- Speed up ``grill_it`` (#12)\n- Doors (#14)\n- Ovens (#15)\n", "change-list"),
        ("Guide\n=====\n\n- Fixed ovens use ``grill_it``\n- Doors open\n- Heat rises\n", ""),
        ("Guide\n=====\n\n2019-03-01\n----------\n\n``grill_it`` heats.\n", "past-section"),
        (
            "Guide\n=====\n\nThe following calls have been removed:\n\n- ``heat``\n- ``grill_it``\n",
            "past-lead",
        ),
        ("Guide\n=====\n\nThe following calls heat:\n\n- ``heat``\n- ``grill_it``\n", ""),
        (
            "Guide\n=====\n\nSimilar to the ``grill_it`` that was present in the first oven.\n",
            "past-sentence",
        ),
    ],
)
def test_a_document_that_speaks_of_the_past(text: str, expected: str) -> None:
    assert said(text, "grill_it") == expected


def test_markdown_tables_and_notes() -> None:
    table = "# Guide\n\n| Old | New |\n|---|---|\n| `grill_it` | `heat_it` |\n"
    assert "replacements" in said(table, "grill_it", "guide.md")
    assert "replacements" in said(table.replace("Old | New", "Current | Proposed"), "grill_it", "guide.md")
    assert said(table.replace("Old | New", "Name | Meaning"), "grill_it", "guide.md") == ""


def test_a_long_table_keeps_its_head() -> None:
    rows = "".join(f"| `other_{i}` | words |\n" for i in range(200))
    assert "replacements" in said(
        f"# Guide\n\n| Deprecated | Words |\n|---|---|\n{rows}| `grill_it` | words |\n",
        "grill_it",
        "guide.md",
    )
