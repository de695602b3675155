"""Every wish and convention of docs/reference/wishes.md names a test that is there, or the reason why it is not met."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from tests.house.source import ROOT

PAGE = ROOT / "docs" / "reference" / "wishes.md"
NAMED = re.compile(r"`((?:tests|editors)/[^`\s]+)`")
ANSWERS = ("yes", "partly", "no")
REASON = 8
"""Words that a reason has at least."""


def rows() -> list[tuple[str, str, str]]:
    """(wish, answer, what shows it) of all tables."""
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(r"^\| (?:\d+ \| )?([^|]+) \| (yes|partly|no|\?|-) \| ([^|]+) \|$", text, re.MULTILINE)


@cache
def functions_of(path: str) -> frozenset[str]:
    """The names of the test functions of a file. Raises OSError where it is not there."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def missing(shown: str) -> list[str]:
    """The tests that a cell names and that are not there."""
    out: list[str] = []
    for named in NAMED.findall(shown):
        path, _, test = named.partition("::")
        if not (ROOT / path).is_file() or (test and test not in functions_of(path)):
            out.append(named)
    return out


def test_every_row_of_a_table_has_an_answer():
    text = PAGE.read_text(encoding="utf-8")
    heads = len(re.findall(r"^\|(?:---\|)+$", text, re.MULTILINE))
    assert len(rows()) == len(re.findall(r"^\| ", text, re.MULTILINE)) - heads
    assert {answer for _, answer, _ in rows()} <= set(ANSWERS)


def test_there_are_twenty_wishes():
    numbers = re.findall(r"^\| (\d+) \| ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert numbers == [str(n) for n in range(1, 21)]


@pytest.mark.parametrize(("wish", "answer", "shown"), rows(), ids=lambda cell: str(cell)[:40])
def test_a_wish_names_tests_that_are_there_or_a_reason(wish: str, answer: str, shown: str):
    assert missing(shown) == []
    if answer == "yes":
        assert NAMED.search(shown)
    else:
        assert len(NAMED.sub("", shown).split()) >= REASON


@pytest.mark.parametrize(
    ("shown", "left"),
    [
        ("`tests/house/test_wishes.py::test_there_are_twenty_wishes`", 0),
        ("`tests/house/test_wishes.py::test_that_nobody_wrote`", 1),
        ("`tests/house/test_no_such_file.py`", 1),
        ("words alone", 0),
    ],
)
def test_a_name_that_is_not_there_is_noticed(shown: str, left: int):
    assert len(missing(shown)) == left
