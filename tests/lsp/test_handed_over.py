"""One state for two processes, where more passes between them than a call and its reply: texts, a doubt, the right
to write, the past of the repository, failures, a refresh that fails and calls that are refused. Each is held back in
turn; what `test_one_state.py` says holds.
"""

from __future__ import annotations

import os
import shutil
import signal
from pathlib import Path
from typing import Any

import psutil
import pytest

from helix_lsp.ide.hover import BEGINNING
from tests.lsp.tower import CODE, DOCUMENT, RING, TOLL, TOLLS, Tower, acquire_when_free, said_in
from tests.support.repository import git

ASKED = ("status", "ask")
LOUDER = CODE.replace("that many times", "that many times, slowly")


@pytest.mark.parametrize("request_", ["refresh", *ASKED, "explain"])
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


def remember(tower: Tower) -> None:
    """Its past: a definition that went."""
    (tower.root / "toll.py").write_text(TOLL, encoding="utf-8")
    for words in ("add -A", "commit -q -m toll", "rm -q toll.py", "commit -q -m gone"):
        git(tower.root, *words.split())


def told(tower: Tower) -> list[dict[str, Any]]:
    """The findings of its document, as they were told last."""
    notes = tower.server.notes("textDocument/publishDiagnostics")
    own = [note for note in notes if note["uri"] == tower.uri]
    return own[-1]["diagnostics"] if own else []


def await_told(tower: Tower, line: int) -> None:
    """The finding that only the past can tell, at this line."""

    def fits(message: dict[str, Any]) -> bool:
        diagnostics = message.get("params", {}).get("diagnostics")
        return diagnostics == told(tower) and [one["range"]["start"]["line"] for one in diagnostics] == [line]

    tower.server.wait_for(fits, what="the finding")
    assert [one["code"] for one in told(tower)] == ["name-gone"]


@pytest.mark.parametrize("point", ["history call", "history result", "history followed"])
def test_a_reading_of_the_past_that_is_taken_back_is_made_up_for(point: str, bare: Tower) -> None:
    """By an edit. Nothing else waits for it, and the companion may hear of it last."""
    remember(bare)
    bare.hold(point)
    bare.hold("history cancel")
    bare.add()
    bare.held(point)
    bare.server.change(bare.uri, 2, {"text": f"\n{DOCUMENT}"})
    if point != "history call":  # otherwise nobody has heard of it
        bare.held("history cancel")
    for request_ in ASKED:
        assert bare.said_by(request_)["fresh"]
    assert told(bare) == []
    bare.server.change(bare.uri, 3, {"text": DOCUMENT})
    bare.release(point)
    await_told(bare, 2)
    bare.release("history cancel")
    bare.settled()
    assert bare.quiescent
    bare.until_fresh("status")
    await_told(bare, 2)


def test_what_is_refused_is_made_good_once_it_can_be(bare: Tower) -> None:
    """A companion that took the place of one that died cannot open the folder, whichever call it is asked with."""
    remember(bare)
    bare.hold("history call")
    bare.add()
    bare.held("history call")
    bare.until_fresh("status")
    directory = Path(bare.directory())
    (companion,) = psutil.Process(bare.server.process.pid).children()
    companion.send_signal(signal.SIGKILL)
    psutil.wait_procs([companion])
    said = len(bare.server.notes("experimental/serverStatus"))
    shutil.rmtree(directory)
    directory.write_bytes(b"")
    bare.hold("history error")
    bare.hold("doubt error")
    bare.release("history call")
    bare.held("history error")
    bare.await_status("error", said)
    (bare.root / "bell.py").write_text(LOUDER, encoding="utf-8")
    for request_ in (*ASKED, "explain"):
        bare.hold(f"{request_} error")
        number = bare.start(request_)
        if request_ == "status":  # who asks looks, and the refresh has failed
            bare.held("doubt error")
            bare.release("doubt error")
        bare.held(f"{request_} error")
        assert "that many times" in bare.hover(RING)
        bare.release(f"{request_} error")
        assert str(directory) in bare.server.wait(number)["error"]["message"]
    bare.hold("history call")
    bare.release("history error")
    bare.held("history call")  # it is tried again, though nothing has come
    bare.release("history call")
    bare.hold("close error")
    bare.remove()
    bare.held("close error")
    directory.unlink()
    bare.add()
    bare.release("close error")
    for request_ in ASKED:
        bare.until(request_, lambda said: said["fresh"] and said["files"] == 2)
        assert "slowly" in bare.hover(RING)
    await_told(bare, 2)
    bare.settled()
    assert bare.quiescent
    assert bare.server.notes("experimental/serverStatus")[-1]["health"] == "ok"
    assert "Traceback" not in bare.server.logged()
