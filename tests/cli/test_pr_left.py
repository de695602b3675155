"""`helix-lsp pr explain`: what a change leaves behind of a function that it removed or moved."""

from __future__ import annotations

from tests.cli import test_pr
from tests.cli.run import Shell
from tests.cli.test_pr import commit

tower = test_pr.tower  # the fixture


def test_what_a_removed_function_leaves_is_its_calls_and_never_no_uses(tower: Shell) -> None:
    (tower.here / "bells/clap.py").write_text("def clap(times):\n    return times * 2\n\n\nCLAPS = 3\n")
    (tower.here / "bells/hall.py").write_text(
        "from bells.clap import clap as c\n\n\ndef cheer():\n    return c(1)\n"
    )
    commit(tower.here)
    (tower.here / "bells/clap.py").write_text("CLAPS = 3\n")
    told = tower.run("pr", "explain").text
    assert "clap (removed): 1 use left" in told
    assert "bells/hall.py:1" in told
    assert "bells/hall.py:5  in cheer" in told
    assert "0 uses left" not in told


def test_a_move_is_a_removal_for_who_names_the_old_place(tower: Shell) -> None:
    body = "def clap(times):\n    total = 0\n    for one in range(times):\n        total += one\n    return total\n"
    (tower.here / "bells/clap.py").write_text(f"CLAPS = 3\n\n\n{body}")
    (tower.here / "bells/loud.py").write_text("LOUD = 1\n")
    (tower.here / "bells/hall.py").write_text(
        "from bells.clap import clap\n\n\ndef cheer():\n    return clap(1)\n"
    )
    (tower.here / "docs/hall.md").write_text("# Hall\n\n`bells.clap.clap` claps, and `clap` is short.\n")
    commit(tower.here)
    (tower.here / "bells/clap.py").write_text("CLAPS = 3\n")
    (tower.here / "bells/loud.py").write_text(f"LOUD = 1\n\n\n{body}")
    told = tower.run("pr", "explain").text
    assert "clap (moved to bells/loud.py): 1 use left" in told
    assert "bells/hall.py:1" in told
    assert "docs/hall.md:3  bells.clap.clap (moved)" in told
