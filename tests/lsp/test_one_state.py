"""Two processes, one state: after a reply that says fresh, nothing that is drawn says less.

At each hand-over between the two processes what passes is held back in turn, until the test lets it go. While
it is held, and afterwards, every status and every answer that says fresh, and every server status that says
quiescent, is followed by everything that the first process draws.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path

import psutil
import pytest

from tests.lsp.tower import RING, TOLLS, Tower, serving, written
from tests.support.raw_client import ServerProcess

POINTS = (
    "refresh call", "refresh share", "refresh result", "refresh followed", "status call", "status result",
    "status followed", "ask call", "ask result", "ask followed", "history call", "history result",
    "history followed",
)  # fmt: skip
ASKED = ("status", "ask")
BEFORE = "refresh call"
"""Held here, the companion does not look at the disk: nothing may be called fresh."""


@pytest.mark.parametrize("request_", ASKED)
@pytest.mark.parametrize("point", POINTS)
def test_after_a_reply_that_says_fresh_nothing_drawn_says_less(
    point: str, request_: str, bare: Tower
) -> None:
    bare.hold(point)
    bare.add()
    if point.startswith("refresh"):
        bare.held(point)
    if point == BEFORE:
        assert not bare.said_by(request_)["fresh"]
        assert not bare.quiescent
    elif point.startswith(f"{request_} "):
        number = bare.start(request_)
        bare.held(point)
        bare.await_quiescent()
        bare.nothing_says_less()
        bare.release(point)
        if bare.server.wait(number)["result"]["index"]["fresh"]:
            bare.nothing_says_less()
    else:
        bare.until_fresh(request_)
    bare.release(point)
    bare.until_fresh(request_)
    bare.settled()
    assert bare.quiescent
    bare.nothing_says_less()


@pytest.mark.parametrize("request_", ASKED)
@pytest.mark.parametrize("point", [point for point in POINTS if point.startswith("refresh")])
def test_a_new_file_is_drawn_once_a_reply_says_that_it_is_indexed(
    point: str, request_: str, tower: Tower
) -> None:
    """What the first process draws from until then is the state before."""
    tower.hold(point)
    tower.write_toll()
    tower.held(point)
    if point == BEFORE:
        assert tower.missing(TOLLS)
        tower.release(point)
    tower.until(request_, lambda said: said["fresh"] and said["files"] == 3)
    assert tower.missing(TOLLS) == []
    tower.release(point)
    tower.settled()
    assert tower.missing(TOLLS) == []


@pytest.mark.parametrize("point", [point for point in POINTS if point.startswith("refresh")])
def test_an_index_that_is_made_anew_is_not_called_quiescent(point: str, tower: Tower) -> None:
    assert tower.quiescent
    tower.hold(point)
    again = {"command": "helixAsk.rebuildIndex", "arguments": [{"textDocument": {"uri": tower.uri}}]}
    tower.server.result("workspace/executeCommand", again)
    tower.held(point)
    assert not tower.quiescent
    if point != BEFORE:
        tower.until_fresh("status")
    tower.release(point)
    tower.settled()
    assert tower.quiescent
    tower.nothing_says_less()


def test_what_came_during_a_refresh_is_looked_at_before_it_is_quiescent(bare: Tower) -> None:
    bare.hold("refresh result")
    bare.add()
    bare.held("refresh result")
    bare.write_toll()
    bare.release("refresh result")
    bare.await_quiescent()
    assert bare.missing(TOLLS) == []


def test_what_was_answered_is_explained_no_fresher_than_it_is_drawn(tower: Tower) -> None:
    assert tower.said_by("ask")["fresh"]
    tower.hold(BEFORE)
    os.utime(tower.root / "bell.py", ns=(1, 1))
    tower.hover(RING)
    tower.held(BEFORE)
    place = {"textDocument": {"uri": tower.uri}}
    assert not tower.server.result("helix/explain", place)["index"]["fresh"]
    tower.release(BEFORE)
    tower.settled()
    assert tower.server.result("helix/explain", place)["index"]["fresh"]


def companion_of(server: ServerProcess) -> psutil.Process:
    (found,) = (
        child
        for child in psutil.Process(server.process.pid).children()
        if "companion.program" in " ".join(child.cmdline())
    )
    return found


@pytest.mark.parametrize("request_", ASKED)
def test_who_starts_the_companion_again_has_each_folder_looked_at(request_: str, tmp_path: Path) -> None:
    with serving(tmp_path / "cache", started=True) as server:
        tower, other = (Tower(server, written(tmp_path / name)) for name in ("tower", "other"))
        tower.add()
        other.add()
        tower.settled()
        assert tower.quiescent
        companion = companion_of(server)
        companion.send_signal(signal.SIGKILL)
        psutil.wait_procs([companion])
        tower.hold(BEFORE)
        assert not tower.said_by(request_)["fresh"]
        assert not tower.quiescent
        tower.release(BEFORE)
        tower.settled()
        assert tower.quiescent
        for folder in (tower, other):
            assert folder.said_by("status")["fresh"]
            folder.nothing_says_less()
