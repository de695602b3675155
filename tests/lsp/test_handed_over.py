"""One state for two processes, where more passes between them than a call and its reply: texts, a doubt, the right
to write, failures, and a refresh that fails. Each is held back in turn; what `test_one_state.py` says holds.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from helix_lsp.ide.hover_not_yet import BEGINNING
from tests.lsp.tower import CODE, RING, TOLL, TOLLS, Tower, acquire_when_free, said_in

ASKED = ("status", "ask")
LOUDER = CODE.replace("that many times", "that many times, slowly")


@pytest.mark.parametrize("request_", ["refresh", *ASKED])
def test_what_is_typed_is_in_every_answer_after_it_was_drawn(request_: str, tower: Tower) -> None:
    """The texts on their way to the companion are held; no later question goes before them."""
    code = tower.server.open((tower.root / "bell.py").as_uri(), CODE, language="python")
    tower.settled()
    point = f"{request_} edits"
    tower.hold(point)
    tower.server.change(code["uri"], 2, {"text": CODE + "\n\n" + TOLL})
    if request_ == "refresh":
        tower.write_new("other.py", "other = 1\n")
    else:
        tower.start(request_)
    tower.held(point)
    assert "slowly" in tower.hover(TOLLS)
    later = tower.ask("toll_bell")
    tower.server.change(code["uri"], 3, {"text": CODE + "\n\n" + TOLL.replace("slowly", "loudly")})
    latest = tower.ask("toll_bell")
    tower.release(point)
    assert "ly." in said_in(tower.server.wait(later))
    assert "loudly" in said_in(tower.server.wait(latest))
    tower.server.notify("textDocument/didClose", {"textDocument": code})
    assert "loudly" not in said_in(tower.server.wait(tower.ask("toll_bell")))
    tower.settled()
    tower.nothing_says_less()


@pytest.mark.parametrize("request_", ASKED)
@pytest.mark.parametrize("point", ["doubt call", "doubt edits", "doubt result"])
def test_what_a_hover_doubts_no_reply_calls_fresh(point: str, request_: str, tower: Tower) -> None:
    """The companion may not have heard of it yet, nor have begun to look."""
    tower.hold(point)
    tower.hold("refresh call")
    (tower.root / "bell.py").write_text(LOUDER, encoding="utf-8")
    drawn = tower.start_hover(RING)
    tower.held(point)
    said = tower.start(request_)
    tower.server.wait(drawn)
    assert not tower.server.wait(said)["result"]["index"]["fresh"]
    assert not tower.said_by(request_)["fresh"]
    assert not tower.quiescent
    tower.release("refresh call")
    tower.until_fresh(request_)
    assert "slowly" in tower.hover(RING)
    tower.release(point)
    tower.settled()
    assert tower.quiescent
    assert "slowly" in tower.hover(RING)


@pytest.mark.parametrize("point", ["result", "followed"])
@pytest.mark.parametrize("request_", [*ASKED, "explain"])
def test_a_reply_that_is_on_its_way_when_a_hover_doubts_is_not_called_fresh(
    request_: str, point: str, tower: Tower
) -> None:
    """It was fresh when the companion said so."""
    assert tower.said_by("ask")["fresh"]
    tower.hold("refresh call")
    tower.hold(f"{request_} {point}")
    number = tower.start(request_)
    tower.held(f"{request_} {point}")
    os.utime(tower.root / "bell.py", ns=(1, 1))
    tower.hover(RING)
    tower.held("refresh call")
    tower.release(f"{request_} {point}")
    assert not tower.server.wait(number)["result"]["index"]["fresh"]
    tower.release("refresh call")
    tower.until_fresh("status")
    assert tower.said_by(request_)["fresh"]


@pytest.mark.parametrize("request_", ASKED)
def test_what_another_process_writes_is_not_called_quiescent_until_it_is_drawn(
    request_: str, tower: Tower
) -> None:
    """It has the right to write, and gives it up without a word."""
    directory = tower.directory()
    tower.remove()
    tower.settled()
    lock = acquire_when_free(directory)
    (tower.root / "toll.py").write_text(TOLL, encoding="utf-8")
    tower.add()
    tower.settled()
    assert not tower.said_by(request_)["fresh"]
    assert not tower.quiescent
    assert tower.hover(TOLLS).startswith(BEGINNING)
    lock.release()
    tower.until(request_, lambda said: said["fresh"])
    assert tower.missing(TOLLS) == []
    tower.await_quiescent()


@pytest.mark.parametrize("request_", ASKED)
def test_a_refresh_that_fails_is_made_good_once_it_can_be(request_: str, tower: Tower) -> None:
    directory = Path(tower.directory())
    shutil.rmtree(directory)
    directory.write_bytes(b"")
    tower.hold("refresh error")
    tower.write_toll()
    tower.held("refresh error")
    assert not tower.said_by(request_)["fresh"]
    tower.release("refresh error")
    tower.settled()
    assert tower.quiescent
    assert tower.server.notes("experimental/serverStatus")[-1]["health"] == "error"
    told = len(tower.server.notes("window/logMessage"))
    assert not tower.said_by(request_)["fresh"]
    tower.settled()
    assert not tower.said_by(request_)["fresh"]
    assert len(tower.server.notes("window/logMessage")) == told, "the same failure is told again and again"
    directory.unlink()
    tower.until(request_, lambda said: said["fresh"] and said["files"] == 3)
    assert tower.missing() == tower.missing(TOLLS) == []
    tower.settled()
    assert tower.quiescent
    assert tower.server.notes("experimental/serverStatus")[-1]["health"] == "ok"


def test_a_failure_that_was_told_is_counted(tower: Tower) -> None:
    """Where its line could not be written at once, and while it can still not be written."""
    place = Path(tower.directory()) / "failures.txt"
    assert not place.exists()
    place.mkdir()
    assert "error" in tower.server.request("helix/test/fail")
    counted = "1 request failed"
    assert any(problem.startswith(counted) for problem in tower.problems())
    os.rmdir(place)
    assert any(problem.startswith(counted) for problem in tower.problems())
    assert place.read_bytes().count(b"\n") == 1
