"""The steps of a history, taken apart in processes: the same notes in the same order, whatever becomes of the
processes.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.errors import Cancelled
from helix_lsp.session.git.git import Git, find_git
from helix_lsp.session.git.patches import patches
from helix_lsp.session.history.notes import Noted, Notes, Row, Step, add_older, noted, notes_of
from tests.support.repository import git, make_repository

MOST = 2
_DIES = """
import struct, sys
sys.stdout.buffer.write(struct.pack("<I", 5) + b"ready")
sys.stdout.flush()
sys.stdin.read(9)
"""
DYING = (sys.executable, "-c", _DIES)


def never() -> None:
    """A check that never cancels."""


def patch(number: int, names: tuple[str, ...]) -> bytes:
    rows = "".join(f"-def {name}():\n" for name in names)
    return f"\x01{number:040x} {number}\ndiff --git a/kiln.py b/kiln.py\n--- a/kiln.py\n+++ b/kiln.py\n@@ -1,{len(names)} +0,0 @@\n{rows}".encode()


STEPS: list[Step] = [
    (b"".join(patch(at * 3 + n, ("burn", f"heat{at}", f"door{at % 4}")) for n in (2, 1)), at)
    for at in range(12)
]
STEPS[5] = (b"", 5)


def read(processes: int, **more: tuple[str, ...]) -> list[Noted]:
    return list(noted(STEPS, MOST, never, processes=processes, seconds=60, held=10_000, **more))


def test_several_processes_say_what_one_says() -> None:
    here = read(1)
    assert [number for _, number in here] == list(range(12))
    assert here[5] == (None, 5)
    assert here[0][0] is not None
    assert set(here[0][0].names) >= {"burn", "heat0", "door0"}
    assert read(3) == here


@pytest.mark.parametrize("command", [DYING, ("/nowhere/python",)])
def test_processes_that_die_or_do_not_start_cost_only_time(command: tuple[str, ...]) -> None:
    assert read(2, command=command) == read(1)


def test_what_raises_in_the_reader_leaves_no_process() -> None:
    count = 0

    def check() -> None:
        nonlocal count
        count += 1
        if count > 3:
            raise Cancelled

    before = children()
    with pytest.raises(Cancelled):
        list(noted(STEPS, MOST, check, processes=2, seconds=60, held=10_000))
    until = time.monotonic() + 30
    while children() - before and time.monotonic() < until:
        time.sleep(0.02)
    assert children() - before == set()


def children() -> set[int]:
    found = Path(f"/proc/{os.getpid()}/task").glob("*/children")
    return {int(pid) for file in found for pid in file.read_text().split()}


ROW = st.tuples(st.booleans(), st.integers(0, 1)).map(lambda r: (str(r), r[1], "kiln.py", r[0], ""))


@given(st.lists(st.lists(ROW, max_size=7), min_size=1, max_size=5), st.integers(1, 4))
def test_notes_put_together_are_those_of_the_whole(stretches: list[list[Row]], most: int) -> None:
    """However the rows of a name are cut into stretches."""
    whole, parts = Notes({}), Notes({})
    add_older(whole, Notes({"burn": [row for rows in stretches for row in rows]}), most)
    for rows in stretches:
        one = Notes({})
        add_older(one, Notes({"burn": rows}), most)
        add_older(parts, one, most)
    assert parts.names == whole.names
    assert all(len(rows) <= most for rows in whole.names.values())


def test_the_notes_of_two_steps_are_those_of_both() -> None:
    both = notes_of(STEPS[1][0] + STEPS[2][0], MOST, never)
    found = notes_of(STEPS[1][0], MOST, never)
    add_older(found, notes_of(STEPS[2][0], MOST, never), MOST)
    assert found == both
    assert list(found.names) == list(both.names)


@pytest.fixture
def history(tmp_path: Path) -> tuple[Git, str, list[str]]:
    root = make_repository(tmp_path / "work", "//- /kiln.py\nclass Kiln: ...\n")
    for n in range(6):
        (root / "kiln.py").write_text(f"class Kiln{n}: ...\n")
        git(root, "commit", "-qam", "change")
    program = find_git(os.defpath, str(tmp_path))
    assert program is not None
    asked = Git(program=program, environment={"HOME": str(tmp_path / "home")}, seconds=60)
    return asked, str(root), git(root, "rev-list", "HEAD").split()


@pytest.mark.parametrize("gits", [1, 2, 3, 9])
def test_patches_come_step_by_step_in_order(history: tuple[Git, str, list[str]], gits: int) -> None:
    asked, root, commits = history
    steps = list(patches(asked, root, commits, (), 3, 100, gits=gits))
    assert [number for said, number in steps if not said] == [3, 6, 7]
    found = b"".join(said for said, _ in steps)
    assert [found.index(c.encode()) for c in commits] == sorted(found.index(c.encode()) for c in commits)
    assert all(number == 0 for said, number in steps[:1] if said)


def test_around_an_answer_that_git_does_not_give_the_step_is_halved(
    history: tuple[Git, str, list[str]],
) -> None:
    asked, root, commits = history
    steps = list(patches(asked, root, [*commits[:3], "0" * 40, *commits[3:]], (), 8, 100))
    assert [number for said, number in steps if not said] == [8]
    assert all(c.encode() in b"".join(said for said, _ in steps) for c in commits)
    assert [
        n for said, n in patches(asked, root, [*commits[:3], "0" * 40, *commits[3:]], (), 8, 1) if not said
    ] == [8]  # asked once, and no more


def test_a_reader_that_goes_away_stops_git(history: tuple[Git, str, list[str]]) -> None:
    asked, root, commits = history
    reading = patches(asked, root, commits, (), 1, 100, gits=2)
    next(reading)
    reading.close()
    assert not [t for t in threading.enumerate() if t.name == "git history"]
