"""What the text around a reference says of it: the past, a plan, another project."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.reference import references
from helix_lsp.align.drift.setting import doubt_of, other_project, setting_of
from helix_lsp.syntax.extract import extract


def said(text: str, name: str, path: str = "guide.rst") -> str:
    data = text.encode()
    outline = extract(path, data)
    ref = next(r for r in references(path, data, outline, document=True) if name in r.text)
    return setting_of(ref, data, outline)


PLAIN = "Guide\n=====\n\nFirst words. Call ``grill_it`` to heat. It was renamed long ago in another country.\n"
TABLE = "Guide\n=====\n\n============  =====\nName          {}\n============  =====\n``grill_it``  ``heat``\n============  =====\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (PLAIN, ""),
        ("Guide\n=====\n\n``grill_it`` was removed, call ``heat`` instead.\n", "sentence"),
        ("Guide\n=====\n\nIt is no\nlonger needed to call ``grill_it`` here.\n", "sentence"),
        ("Guide\n=====\n\n- ``grill_it`` heats.\n- ``heat`` was renamed.\n", ""),
        ("Guide\n=====\n\nRemoved features\n----------------\n\n``grill_it`` heats.\n", "section"),
        ("Guide\n=====\n\nVersion 2.0\n-----------\n\n``grill_it`` heats.\n", "versions"),
        ("Guide\n=====\n\nVersion 2.0\n-----------\n\n:func:`grill_it` heats.\n", ""),
        ("Guide\n=====\n\n.. deprecated:: 2.0\n\n    Call ``grill_it`` with care.\n", "note"),
        ("Guide\n=====\n\n.. note::\n\n    Call ``grill_it`` with care.\n", ""),
        ("Guide\n=====\n\n* ``grill_it`` -> ``heat_it``\n", "replacements"),
        ("Guide\n=====\n\nstart here --> ``grill_it``\n--> ``heat_it``\n", ""),
        (TABLE.format("Replace with"), "replacements"),
        (TABLE.format("Meaning"), ""),
        ("Guide\n=====\n\n- `b73dc03`: Simplify ``grill_it``\n", "changes"),
        ("Guide\n=====\n\n- 7e56d45a Rewrite ``grill_it``\n", "changes"),
        ("Guide\n=====\n\n- decade: ``grill_it`` heats\n", ""),
        ("Guide\n=====\n\n- Fixed ``grill_it``\n- Added doors\n- Moved the oven\n", "changes"),
        ("Guide\n=====\n\n- Speed up ``grill_it`` (#12)\n- Doors (#14)\n- Ovens (#15)\n", "changes"),
        ("Guide\n=====\n\n- Fixed ovens use ``grill_it``\n- Doors open\n- Heat rises\n", ""),
        ("Guide\n=====\n\n2019-03-01\n----------\n\n``grill_it`` heats.\n", "section"),
        ("Guide\n=====\n\nThe following calls have been removed:\n\n- ``heat``\n- ``grill_it``\n", "leads"),
        ("Guide\n=====\n\nThe following calls heat:\n\n- ``heat``\n- ``grill_it``\n", ""),
        ("Guide\n=====\n\nSimilar to the ``grill_it`` that was present in the first oven.\n", "sentence"),
        ("Guide\n=====\n\n:Status: Accepted\n\nCall ``grill_it``.\n", "proposal"),
    ],
)
def test_a_document_that_speaks_of_the_past(text: str, expected: str) -> None:
    assert expected in said(text, "grill_it")
    assert bool(expected) == bool(said(text, "grill_it"))


def test_markdown_tables_and_notes() -> None:
    table = "# Guide\n\n| Old | New |\n|---|---|\n| `grill_it` | `heat_it` |\n"
    assert "replacements" in said(table, "grill_it", "guide.md")
    assert "replacements" in said(table.replace("Old | New", "Current | Proposed"), "grill_it", "guide.md")
    assert said(table.replace("Old | New", "Name | Meaning"), "grill_it", "guide.md") == ""


def test_a_long_table_keeps_its_head() -> None:
    rows = "".join(f"| `other_{i}` | words |\n" for i in range(200))
    assert "replacements" in said(f"# Guide\n\n| Deprecated | Words |\n|---|---|\n{rows}| `grill_it` | words |\n", "grill_it", "guide.md")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Like the ``--random-wait`` of `wget`_.", True),
        ("The :pypi:`reportlog` plugin has ``--random-wait``.", True),
        ("Use ``kombu.Queue`` and ``--random-wait``.", True),
        ("Wait with ``--random-wait``. See `wget`_.", False),
        ("Wait with ``--random-wait`` and ``heat``.", False),
    ],
)
def test_a_sentence_about_another_project(text: str, expected: bool) -> None:
    data = f"Guide\n=====\n\n{text}\n".encode()
    ref = next(r for r in references("guide.rst", data, extract("guide.rst", data), document=True) if r.kind == "flag")
    assert other_project(ref, data, frozenset({"kombu"})) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("If your program has a variable `grill_it`, say so.", "supposed"),
        ("Suppose `grill_it` is set.", "supposed"),
        ("Let's say that `grill_it` is set.", "supposed"),
        ("For example, when you have a class `grill_it`,\nname it.", "supposed"),
        ("If you have `grill_it`, heat.", ""),
        ("Call `grill_it` if your clay is wet.", ""),
        ("Version 2 provided `grill_it` for that.", "earlier"),
        ("This was previously known from `grill_it` alone.", "earlier"),
        ("Before 3.1 the oven was heated with `grill_it`.", "earlier"),
        ("Prior to Kiln 2.0 a door was needed.\nIt has `grill_it`.", "earlier version"),
        ("From Kiln 2.0 onwards there is no door. It has `grill_it`.", "earlier version"),
        ("Open the door before 2 hours are over. Call `grill_it`.", ""),
        ("The below is only relevant for older versions.\n\nWords.\n\nIt has `grill_it`.", "earlier version"),
        ("The oven has `grill_it`.\n\nAs all is new, this call no longer exists.", "ended"),
        ("The oven has `grill_it`.\n\nThese have since been removed.", "ended"),
        ("The oven has `grill_it`.\n\nThe old door no longer exists.", ""),
        ("The oven has `grill_it`.\n\n## Door\n\nThis no longer exists.", ""),
        ("The oven has `grill_it`.\n\nWords.\n\nThis no longer exists.", ""),
    ],
)
def test_supposed_and_ended_things(text: str, expected: str) -> None:
    data = f"# Guide\n\n{text}\n".encode()
    ref = next(r for r in references("guide.md", data, extract("guide.md", data), document=True) if "grill_it" in r.text)
    assert expected in doubt_of(ref, data)
    assert bool(expected) == bool(doubt_of(ref, data))


@pytest.mark.parametrize(("directive", "expected"), [("versionadded:: 0.4", "when it came"), ("note::", "")])
def test_a_note_that_tells_when_a_thing_came(directive: str, expected: str) -> None:
    data = f"Guide\n=====\n\n.. {directive}\n   ``grill_it``, ``heat``\n".encode()
    ref = next(r for r in references("guide.rst", data, extract("guide.rst", data), document=True) if "grill_it" in r.text)
    assert expected in doubt_of(ref, data)
    assert bool(expected) == bool(doubt_of(ref, data))
