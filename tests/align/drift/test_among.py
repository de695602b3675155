"""A name that is nowhere is told where all that it is listed with is there."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import Gone, Introduced, Left, NoHistory
from tests.support.drifted import drifted
from tests.support.past import ToldPast

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


LISTED = """
//- /kiln/env.py
import os
SET = os.environ["KILN_HEAT_LEVEL"], os.environ["KILN_DOOR_WIDTH"], os.environ["KILN_RING_COUNT"]
GIVEN = "--heat-level", "--door-width", "--ring-count"
def heat_up(): ...
def cool_off(): ...
def ring_bell(): ...
//- /kiln/glass_door.py
//- /kiln/brick_wall.py
"""
VARIABLES = ("KILN_HEAT_LEVEL", "KILN_DOOR_WIDTH", "KILN_RING_COUNT")


def lines(form: str, *names: str) -> str:
    return "".join(form.format(name) for name in names)


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        (lines("{} :: it is.\n", *VARIABLES, "KILN_COLD_WALL"), "KILN_COLD_WALL"),
        (lines("| {} | It is. |\n", *VARIABLES, "KILN_COLD_WALL"), "KILN_COLD_WALL"),
        (lines("- **{}**: it is.\n", *NAMES, "cold_wall"), "cold_wall"),
        (lines("### {}(at)\n\nIt is.\n\n", "heat_up", "cool_off", "ring_gong", "ring_bell"), "ring_gong"),
        ("```yaml\n" + lines("{}: 1\n", *NAMES, "cold_wall") + "```\n", "cold_wall"),
        ("```\n" + lines("{} <n>  it is\n", "--heat-level", "--door-width", "--cold-wall", "--ring-count") + "```\n", "--cold-wall"),
        ("```\n" + lines("{}\n", "oven.py", "env.py", "old_chimney.py", "glass_door.py", "brick_wall.py") + "```\n", "old_chimney.py"),
    ],
)  # fmt: skip
def test_the_odd_name_of_a_listing_of_any_kind(text: str, odd: str) -> None:
    told = drifted(TREE + LISTED.lstrip(), f"# G\n\n{text}", NoHistory(), "docs/guide.md")
    assert [name for name, tier in told if tier] == [odd]


@pytest.mark.parametrize(
    "text",
    [
        lines("{} :: it is.\n", *VARIABLES[:2], "KILN_COLD_WALL"),  # too few
        lines("{} :: it is.\n", *VARIABLES, "SMTP_COLD_WALL", "SMTP_WARM_WALL"),  # two kinds of names
        "```\n" + lines("{}  it is\n", "--heat-level", "--door-width", "--help", "--ring-count") + "```\n",
        "```\n"
        + lines("{}\n", "oven.py", "env.py", ".ovenrc.py", "glass_door.py", "brick_wall.py")
        + "```\n",
        "```sh\n" + lines("{}\n", *NAMES, "cold_wall") + "```\n",  # commands
    ],
)
def test_listings_that_tell_nothing(text: str) -> None:
    told = drifted(TREE + LISTED.lstrip(), f"# G\n\n{text}", NoHistory(), "docs/guide.md")
    assert [name for name, tier in told if tier == "A"] == []


def test_what_history_saw_go_is_more_likely_stale_where_all_that_it_is_listed_with_is_there() -> None:
    class Late(ToldPast):
        known = True

        def gone(self, name: str) -> tuple[Gone, ...]:
            seen = Gone(commit="c" * 40, time=100, path="kiln/oven.py", defined=True)
            return (seen,) if name == "cold_level" else ()

        def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
            return Introduced(time=200, whole=True)

    for text, tier in ((LIST, "A"), ("", "B")):
        rows = drifted(TREE, f"# G\n\n{text}- `cold_level`: it is.\n", Late(), "docs/guide.md")
        assert ("cold_level", tier) in rows
