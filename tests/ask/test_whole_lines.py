"""An excerpt begins and ends where statements do."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from helix_lsp.ask.text.excerpt import first_whole, last_whole


def lines_of(text: str) -> tuple[Callable[[int], str], int]:
    """(the text of a line, from 1; how many there are)."""
    lines = text.split("\n")
    return lambda n: lines[n - 1], len(lines)


@pytest.mark.parametrize("closer", ["}", "  );", "]", "end", "    });", " */", "-->", "fi", "})"])
def test_a_line_that_only_closes_is_no_beginning(closer: str) -> None:
    line, last = lines_of(f"{closer}\n\nwarm(kiln)\nload(kiln)\nfire(kiln)\ncool(kiln)")
    assert first_whole(line, 1, 1, last, last) == 3


@pytest.mark.parametrize(
    "opener", ["} else {", "]) { return", "end_of_day()", "*/ int heat;", "(a)", '"""Heats."""']
)
def test_a_line_that_says_more_may_begin(opener: str) -> None:
    line, last = lines_of(f"{opener}\nwarm(kiln)\nload(kiln)\nfire(kiln)\ncool(kiln)")
    assert first_whole(line, 1, 1, last, last) == 1


def test_the_marked_line_and_three_lines_stay() -> None:
    line, last = lines_of("}\n}\n}\n}\n}")
    assert first_whole(line, 1, 1, last, 2) == 2
    assert first_whole(line, 1, 1, last, last) == 3


def test_a_line_that_goes_on_brings_the_statement_it_belongs_to() -> None:
    line, last = lines_of(
        'fail(\n    "the kiln is "\n        + "too hot"\n        + "to open");\nfire(kiln)\ncool(kiln)'
    )
    assert first_whole(line, 1, 3, last, last) == 2
    assert first_whole(line, 3, 3, last, last) == 3, "above what may be shown there is nothing to bring"


@pytest.mark.parametrize(
    ("text", "last", "end"),
    [
        ("if hot:\n    cool(\n        kiln,\n        slowly,\n    )\nrest()", 3, 5),
        ("def cool\n  if hot?\n    open_flue\n  end\nend", 3, 5),
        ("/**\n * Cools.\n * Slowly.\n */\nvoid cool()", 3, 4),
        ('def cool():\n    """Cools.\n\n    Slowly.\n    """\n    open_flue()', 3, 5),
        ("cool(kiln)\nrest()\nload(kiln)\nfire(kiln)", 2, 2),
        ("cool {\n  a()\n  b()\n  c()\n  d()\n  e()\n}", 2, 2),
        ("  a()\n  b()\n}\ncool()", 2, 2),
        ("if hot {\n  a()\n} else {\n  b()\n}", 2, 2),
    ],
    ids=["call", "both-ends", "comment", "docstring", "nothing-open", "too-far", "opened-above", "closed-by-another"],
)  # fmt: skip
def test_what_was_opened_is_closed_where_three_lines_do_it(text: str, last: int, end: int) -> None:
    line, count = lines_of(text)
    assert last_whole(line, count, 1, last) == end


def test_nothing_below_the_unit_is_taken() -> None:
    line, _ = lines_of("cool(\n    kiln,\n)")
    assert last_whole(line, 2, 1, 2) == 2
