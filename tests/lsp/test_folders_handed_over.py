"""One state for two processes, where a folder is opened, closed, or its refresh is taken back. Each message is held
back in turn; what `test_one_state.py` says holds.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from helix_lsp.ide.hover import BEGINNING
from tests.lsp.tower import CODE, RING, TOLL, TOLLS, Tower, acquire_when_free, said_in, serving, written
from tests.support.raw_client import ServerProcess

ASKED = ("status", "ask")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """The client has the token of a refresh before anything was heard of it."""
    with serving(tmp_path_factory.mktemp("cache"), tuned={"serve__progress_after_ms": 0}) as server:
        yield server


IN_TURN = ("hello", "opening", "refresh call", "refresh share", "refresh followed", "refresh result")
"""In the order in which questions, and then the refresh, come to them."""


def test_a_folder_of_initialize_is_not_called_whole_before_it_is_drawn(tmp_path: Path) -> None:
    root = written(tmp_path / "tower")
    with serving(tmp_path / "cache", held=IN_TURN, roots=[root]) as server:
        tower = Tower(server, root)
        tower.open()
        asked: list[int] = []
        for point in IN_TURN:
            tower.held(point)
            assert not tower.quiescent, point
            drawn = tower.start_hover(RING)
            if point == "opening":  # nobody has looked at anything
                assert BEGINNING in said_in(server.wait(drawn))
            asked += [tower.start(request_) for request_ in ASKED]
            if point in ("hello", "opening"):  # no call goes before these
                tower.release(point)
                continue
            while asked:
                if server.wait(asked.pop())["result"]["index"]["fresh"]:
                    tower.nothing_says_less()
            tower.release(point)
            server.wait(drawn)
        tower.until_fresh("status")
        tower.settled()
        assert tower.quiescent
        tower.nothing_says_less()


@pytest.mark.parametrize("first", ["opening", "close call"])
def test_a_folder_that_is_removed_while_it_is_opened_gives_its_index_up(first: str, tower: Tower) -> None:
    """A question opens it for the companion, whichever of the two messages is written first."""
    directory = tower.directory()
    tower.remove()
    tower.settled()
    tower.hold("refresh call")
    tower.hold("close call")
    tower.hold("opening")
    tower.add()
    tower.held("refresh call")
    asked = tower.start("ask")
    tower.held("opening")
    tower.remove()
    tower.held("close call")
    tower.release(first)
    if first == "opening":
        tower.server.wait(asked)
    tower.release("opening")
    tower.release("close call")
    tower.server.wait(asked)
    acquire_when_free(directory).release()


@pytest.mark.parametrize("request_", ASKED)
@pytest.mark.parametrize("point", ["close call", "close edits", "close result"])
def test_a_folder_that_comes_back_while_it_is_closed_is_whole(
    point: str, request_: str, tower: Tower
) -> None:
    """As long as nobody has closed it, its index belongs to the folder that was removed."""
    tower.hold(point)
    tower.remove()
    tower.held(point)
    tower.write_new("toll.py", TOLL)
    tower.add()
    if point == "close call":
        assert not tower.said_by(request_)["fresh"]
        assert not tower.quiescent
        assert tower.hover(TOLLS).startswith(BEGINNING)
    tower.release(point)
    tower.until(request_, lambda said: said["fresh"] and said["files"] == 3)
    assert tower.missing() == tower.missing(TOLLS) == []
    tower.await_quiescent()


@pytest.mark.parametrize("request_", ["refresh", *ASKED])
def test_what_was_closed_without_saving_is_in_no_answer_after_it_was_drawn(
    request_: str, tower: Tower
) -> None:
    code = tower.server.open((tower.root / "bell.py").as_uri(), CODE + "\n\n" + TOLL, language="python")
    assert "slowly" in said_in(tower.server.wait(tower.ask("toll_bell")))
    tower.settled()
    point = f"{request_} edits"
    tower.hold(point)
    tower.server.notify("textDocument/didClose", {"textDocument": code})
    if request_ == "refresh":
        tower.write_new("other.py", "other = 1\n")
    else:
        tower.start(request_)
    tower.held(point)
    assert tower.hover(TOLLS) == ""
    later = tower.ask("toll_bell")
    tower.release(point)
    assert "slowly" not in said_in(tower.server.wait(later))
    tower.settled()
    tower.nothing_says_less()


EARLY = ("refresh call", "opening", "refresh edits")
LATE = ("refresh share", "refresh result", "refresh followed")
"""Held here, the companion is at work."""


@pytest.mark.parametrize(
    ("point", "held"), [*((point, False) for point in (*EARLY, *LATE)), *((point, True) for point in LATE)]
)
def test_an_opening_that_was_taken_back_leaves_nothing_fresh_that_is_not_drawn(
    point: str, held: bool, bare: Tower
) -> None:
    """`held`: the companion hears of it when everything else has been said."""
    told = len(bare.server.notes("experimental/serverStatus"))
    bare.hold(point)
    bare.add()
    bare.held(point)
    if held:
        bare.hold("refresh cancel")
    bare.take_back()
    if held:
        bare.held("refresh cancel")
        assert not bare.quiescent
    else:
        bare.await_status("warning", told)
    if point in EARLY:
        bare.release(point)
    for request_ in ASKED:
        if bare.said_by(request_)["fresh"]:
            bare.nothing_says_less()
    bare.release(point)
    bare.release("refresh cancel")
    bare.await_status("warning", told)
    bare.write_toll()
    for request_ in ASKED:
        bare.until(request_, lambda said: said["fresh"] and said["files"] == 3)
        assert bare.missing() == bare.missing(TOLLS) == []
    bare.await_quiescent()


@pytest.mark.parametrize(
    ("point", "held"),
    [("refresh call", False), *((point, held) for point in LATE[:2] for held in (False, True))],
)
def test_a_refresh_that_was_taken_back_leaves_nothing_fresh_that_is_not_drawn(
    point: str, held: bool, tower: Tower
) -> None:
    """The first process has drawn from a whole index before, and has heard nothing else since."""
    told = len(tower.server.notes("experimental/serverStatus"))
    tower.hold(point)
    if held:
        tower.hold("refresh cancel")
    tower.write_toll()
    tower.held(point)
    tower.take_back()
    if held:
        tower.held("refresh cancel")
    else:
        tower.await_status("warning", told)
    tower.release(point)
    for request_ in ASKED:
        if tower.said_by(request_)["fresh"]:
            assert tower.missing(TOLLS) == []
    tower.release("refresh cancel")
    tower.await_status("warning", told)
    tower.write_new("other.py", "other = 1\n")
    for request_ in ASKED:
        tower.until(request_, lambda said: said["fresh"] and said["files"] == 4)
        assert tower.missing() == tower.missing(TOLLS) == []
    tower.await_quiescent()
