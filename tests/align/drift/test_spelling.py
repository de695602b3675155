"""A name that nothing has, beside the one of which it is a slip of the pen."""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import NoHistory
from tests.support.drifted import drifted

TREE = """
//- /kiln/oven.py
class DoorManager:
    fire_interactive = 1

def open_kiln(first_name, min_value, to_bool_all):
    "--evaluate interleaved"
    "door-of-my-kiln", "_leftover_"

def __kiln_post_init__(): ...

def openKilnDoor(openKilnsDoorTime=MY_KILN): ...
"""


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("A `DoorManager`, or `DoorManger`.", "A"),
        ("Set fire_interactive, `fire_interactve`.", "A"),
        ("Use `interleaved` or `intervealed`.", "A"),
        ("Use `--evaluate`, so `--evalaute`.", "A"),
        ("Define `__kiln_post_init__`: `__kiln_post__init__`.", "A"),
        ("Say `kiln.open_kiln` or `kiln.open_klin`.", "A"),
        ("Call `openKilndoor()` first.", "A"),
        ("Call `openDoorKiln()` first.", "A"),
        ("Call `openKilnDroor()` first.", "A"),
        ("Call `openDoorHouse()` first.", "B"),
        ("Call `open_kilndoor()` first.", "B"),
        ("Write `kiln_<name>_`, or `openKilnDoor_<name>`.", "B"),
        ("Take `door-of-my-kiln`, `door-ofmy-kiln`.", "A"),
        ("Set `open-kiln-doors-time`.", "A"),
        ("A `DoorManager`, or `DoorManagert`.", "A"),
        ("Use `-e/--evalaute <x>`, or `--evaluate`.", "A"),
        ("Use interleaved or `intervealed`.", ""),
        ("A `DoorManger`.", "B"),
        ("A `DoorManager`, or `DoorManagers`.", "B"),
        ("A `DoorManager`, or `OtherManager`.", "B"),
        ("A `DoorManager`, or `DoorManageric`.", "B"),
        ("Say `min_value`, `max_value`.", "B"),
        ("Say `first_name`, `first_name2`.", "B"),
        ("Say `to_bool_all`, not `to_bool_any` of any kind.", "B"),
        ("Say `open_kiln`, not `open_klin` and not `klin` alone.", "B"),
        ("Say `fire_interactive`, `fireInteractive`.", "B"),
        ("They begin with `_leftover_`: no `_leftover` at all.", ""),
        ("Use `--evaluate`, so `--evaluator`.", "B"),
    ],
)
def test_a_slip_of_a_name_that_the_text_has_itself(text: str, tier: str) -> None:
    rows = drifted(TREE, f"# G\n\n{text}\n", NoHistory(), "docs/guide.md")
    last = text.rpartition("`")[0].rpartition("`")[2] if "alone" not in text else "open_klin"
    last = "-e/--evalaute <x>" if "-e/" in text else last
    assert [row for row in rows if row[0] == last] == [(last, tier)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The DoorManger opens it. A DoorManager is made first.", ["DoorManger"]),
        ("| openKilsDoorTime={n} | the time |", ["openKilsDoorTime"]),
        ("The openKilnDoor, and an openKilnDoors.", []),
        ("A DoorMonker of theirs, not a DoorManager.", []),  # two letters are another name
        ("See https://doors.example/DoorManger, [DoorManger](https://doors.example), DoorManger/x.", []),
    ],
)
def test_a_slip_in_the_text_itself(text: str, names: list[str]) -> None:
    rows = drifted(TREE, f"# G\n\n{text}\n", NoHistory(), "docs/guide.md")
    assert [name for name, tier in rows if tier == "A"] == names


PROGRAM = """
//- /pyproject.toml
[project]
name = "kiln"
[project.scripts]
kiln = "kiln.cli:main"

//- /kiln/cli.py
def main(parser):
    parser.add_argument("--reload-oven")
"""


@pytest.mark.parametrize(("program", "tiers"), [("kiln", ["A"]), ("pot", [])])
def test_a_slip_of_an_option_is_known_where_our_program_is_called(program: str, tiers: list[str]) -> None:
    rows = drifted(PROGRAM, f"# G\n\n```sh\n{program} --relaod-oven 3\n```\n", NoHistory(), "docs/guide.md")
    assert [tier for text, tier in rows if text == "--relaod-oven"] == tiers


ENDINGS = """
//- /kiln/oven.py
def fire(clock_monitor_interval, component_separators, linktarget, out_file):
    option("conventional-commits")
"""


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("Set `clock_monitoring_interval`.", "A"),
        ("Set `components_separators`.", "A"),
        ("Set `components_separators: 3`.", "A"),
        ("Give `--conventional-commit`.", "A"),
        ("Read the `link_target`.", "A"),
        ("Set `out_file`, or `out_files`.", "A"),
        ("Set `out_files`.", "B"),  # a short one may be anybody's
        ("See [`components_separators`](https://example.org/other).", "B"),
        ("Set `compound_separators`.", "B"),
    ],
)
def test_another_ending_of_a_name_of_the_tree(text: str, tier: str) -> None:
    last = text.partition("](")[0].rpartition("`")[0].rpartition("`")[2]
    assert (last, tier) in drifted(ENDINGS, f"# G\n\n{text}\n", NoHistory(), "docs/guide.md")
