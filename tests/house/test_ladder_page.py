"""docs/reference/ladder.md: every line of the three documents is held by a test or story that exists, or
listed, with the reason, as no behaviour.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

import pytest

from tests.house.source import ROOT, nodes

PAGE = ROOT / "docs" / "reference" / "ladder.md"
LINES = {"S0": 57, "S1": 73, "S2": 98}
KINDS = {
    "heading", "goal", "work item", "acceptance", "contract", "live event", "debug field", "constraint", "policy", "stop reason", "item", "rule",
    "compaction", "tree walk", "checklist", "dry run", "deliverable",
}  # fmt: skip
_ROW = re.compile(r"^\| (S\d-\d\d) \| ([^|]+?) \| ((?:[^|\\]|\\.)+?) \| (.*?) ?\|$", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the page."""

    line: str
    kind: str
    text: str
    held: tuple[str, ...]


def rows() -> tuple[Row, ...]:
    page = PAGE.read_text(encoding="utf-8")
    return tuple(
        Row(line=line, kind=kind, text=text.replace("\\|", "|"), held=tuple(re.findall(r"`([^`]+)`", held)))
        for line, kind, text, held in _ROW.findall(page)
    )


def listed() -> tuple[str, ...]:
    """Lines that the page itself says are no behaviour, each with a reason."""
    return tuple(
        re.findall(
            r"S\d-\d\d",
            PAGE.read_text(encoding="utf-8").partition(
                "## Lines that do not describe behaviour of this program"
            )[2],
        )
    )


def exists(name: str) -> bool:
    """True for `tests/x.py::test_y` where that function is, and for `tests/stories/x.md#Title` where that
    heading is.
    """
    place, function, test = name.partition("::")
    if function:
        path = ROOT / place
        return path.is_file() and any(
            isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef) and n.name == test for n in nodes(path)
        )
    place, _, title = name.partition("#")
    path = ROOT / place
    return (
        bool(title)
        and path.is_file()
        and re.search(rf"^#+ {re.escape(title)}$", path.read_text(encoding="utf-8"), re.MULTILINE) is not None
    )


def test_the_page_has_every_line_once():
    found = rows()
    assert [r.line for r in found] == [
        f"{seed}-{n:02d}" for seed, count in LINES.items() for n in range(1, count + 1)
    ]
    assert {r.kind for r in found} == KINDS
    assert sum(r.kind == "live event" for r in found) == 29
    assert sum(r.kind == "debug field" for r in found) == 26
    assert sum(r.kind == "dry run" for r in found) == 7


@pytest.mark.parametrize("name", sorted({name for row in rows() for name in row.held}))
def test_what_is_named_exists(name: str):
    assert exists(name)


def test_a_line_is_held_or_listed_and_never_both():
    bare = tuple(r.line for r in rows() if not r.held)
    assert bare == listed(), (
        f"{len(bare)} of {sum(LINES.values())} lines are not held by a test: {', '.join(bare)}"
    )


@pytest.mark.parametrize("name", ["tests/house/test_ladder_page.py::test_that_is_not_there", "tests/none.py::test_a", "tests/stories/none.md#A",
                                  "tests/stories/direct_questions.md#No such title", "tests/house/test_ladder_page.py"])  # fmt: skip
def test_a_wrong_name_is_noticed(name: str):
    assert not exists(name)
