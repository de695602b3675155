"""A name that is nowhere is told where all that it is listed with is there."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import NoHistory
from tests.support.drifted import drifted

TREE = """
//- /pyproject.toml
[project]
name = "kiln"

[project.scripts]
kiln = "kiln.oven:main"
//- /kiln/oven.py
import argparse

class Door:
    heat_level = door_width = ring_count = 1

def main(batch, help):
    parser = argparse.ArgumentParser()
    parser.add_argument("--heat")
    parser.add_argument("--dry-run")
    parser.add_argument("--door")
    parser.add_argument("--width")
    parser.add_argument("--rings")
    parser.add_argument("--cold")
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


def test_the_odd_name_of_a_table_that_is_drawn() -> None:
    text = f"G\n=\n\n{GRID}| ``cold_level`` | It is. |\n+---+---+\n"
    assert ("cold_level", "A") in drifted(TREE, text, NoHistory(), "docs/guide.rst")


OPTIONS = "Use `--heat`, `--dry-run`, `--door`, `--width`, `--rings` or `--cold`.\n\n"


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        (OPTIONS + "The option `--batch` does more.\n", "A"),
        ("Use `--heat`.\n\nThe option `--batch` does more.\n", ""),
        (OPTIONS + "The option `--help`, of a module `help`, and `--batch`.\n", "A"),
        (OPTIONS + "So does `--amend` of another, and `--batch`.\n", ""),
    ],
)
def test_an_option_that_is_no_more_than_a_word_of_the_code(text: str, tier: str) -> None:
    rows = drifted(TREE, f"# G\n\n{text}", NoHistory(), "docs/guide.md")
    assert ("--batch", tier) in rows
    assert ("--help", "A") not in rows
