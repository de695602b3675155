"""A name that is nowhere is told where all that it is listed with is there."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import NoHistory
from tests.support.drifted import drifted

TREE = """
//- /kiln/oven.py
class Door:
    heat_level = door_width = ring_count = 1
"""
NAMES = ("heat_level", "door_width", "ring_count")
TABLE = "| Name | What |\n|---|---|\n" + "".join(f"| `{name}` | It is. |\n" for name in NAMES)
LIST = "".join(f"- `{name}`: it is.\n" for name in NAMES)
GRID = "+---+---+\n" + "".join(f"| ``{name}`` | It is. |\n+---+---+\n" for name in NAMES)


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        (TABLE + "| `cold_level` | It is. |\n", "A"),
        (TABLE + "| `heat` | It is `cold_level`. |\n", "B"),
        (TABLE + "| `cold_level` for a door. | It is. |\n", "B"),
        (TABLE + "| <a>`cold_level`</a> {{< new >}} | It is. |\n", "A"),
        (TABLE + "| `warm_level` | It is. |\n| `cold_level` | It is. |\n", "B"),
        (LIST + "- `cold_level`: it is.\n", "A"),
        (LIST + "- Not `cold_level`.\n", "B"),
        ("- `heat_level`: it is.\n- `cold_level`: it is.\n", "B"),
        ("The `cold_level`.\n", "B"),
    ],
)
def test_the_odd_name_of_a_table_or_list(text: str, tier: str) -> None:
    rows = drifted(TREE, f"# G\n\n{text}", NoHistory(), "docs/guide.md")
    assert ("cold_level", tier) in rows


@pytest.mark.parametrize(("word", "tier"), [("Cold64", "A"), ("cold", "")])
def test_the_odd_word_of_a_list(word: str, tier: str) -> None:
    rows = drifted(TREE, f"# G\n\n{LIST}- `.{word}`: it is.\n", NoHistory(), "docs/guide.md")
    assert (f".{word}", tier) in rows


def test_the_odd_name_of_a_table_that_is_drawn() -> None:
    text = f"G\n=\n\n{GRID}| ``cold_level`` | It is. |\n+---+---+\n"
    assert ("cold_level", "A") in drifted(TREE, text, NoHistory(), "docs/guide.rst")
