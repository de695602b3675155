"""Two processes, one state: after a reply that says fresh, nothing that is drawn says less.

At each hand-over between the two processes what passes is held back in turn, until the test lets it go. While
it is held, and afterwards, every status and every answer that says fresh, and every server status that says
quiescent, is followed by everything that the first process draws.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from tests.support.raw_client import PATIENCE, ServerProcess
from tests.support.repository import git
from tests.support.tuning import tuned_environment

CODE = 'def ring_bell(times):\n    """Ring the bell that many times."""\n    return times\n'
DOCUMENT = "# Tower\n\nCall `ring_bell` and `toll_bell`.\n"
TOLL = 'def toll_bell(times):\n    """Toll it slowly."""\n    return times\n'
CAPABILITIES: dict[str, Any] = {
    "experimental": {"serverStatusNotification": True},
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
}
RING, TOLLS = 8, 24  # columns of line 2
QUESTION = "what does ring_bell do?"
POINTS = (
    "refresh call", "refresh share", "refresh result", "refresh followed", "status call", "status result",
    "status followed", "ask call", "ask result", "ask followed", "history call", "history result",
    "history followed",
)  # fmt: skip
ASKED = ("status", "ask")
BEFORE = "refresh call"
"""Held here, the companion does not look at the disk: nothing may be called fresh."""


@contextmanager
def serving(cache: Path, *, started: bool = False) -> Generator[ServerProcess]:
    """A server without a folder, so that a test can hold what its folder brings about."""
    environment = {
        "HELIX_ASK_CACHE_DIR": str(cache),
        "HELIX_ASK_ASK_FIRST_FILES_MS": "0",
        "HELIX_ASK_ASK_SETTLE_MS": "0",
        **tuned_environment(serve__rescan_watched_ms=3_600_000),
    }
    with ServerProcess("--test-hooks", environment=environment, started=started) as server:
        server.initialize(capabilities=CAPABILITIES)
        yield server
        assert server.stop() == 0


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("cache")) as server:
        yield server


def written(folder: Path) -> Path:
    folder.mkdir()
    (folder / "bell.py").write_text(CODE, encoding="utf-8")
    (folder / "use.md").write_text(DOCUMENT, encoding="utf-8")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    return folder


class Tower:
    """A folder of a server that others may share, with its document open."""

    def __init__(self, server: ServerProcess, root: Path) -> None:
        self.server = server
        self.root = root
        self.uri = (root / "use.md").as_uri()

    def add(self) -> None:
        self._folders("added")
        self.server.open(self.uri, DOCUMENT)

    def remove(self) -> None:
        self.server.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})
        self._folders("removed")

    def _folders(self, kind: str) -> None:
        event = {"added": [], "removed": [], kind: [{"uri": self.root.as_uri(), "name": "tower"}]}
        self.server.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    def hold(self, point: str) -> None:
        self.server.result("helix/test/hold", {"at": point})

    def held(self, point: str) -> None:
        self.server.result("helix/test/held", {"at": point})

    def release(self, point: str) -> None:
        self.server.result("helix/test/release", {"at": point})

    def settled(self) -> None:
        self.server.settled()

    @property
    def quiescent(self) -> bool:
        """The last thing that was said of it."""
        said = self.server.notes("experimental/serverStatus")
        return bool(said) and said[-1]["quiescent"]

    def await_quiescent(self) -> None:
        seen = len(self.server.messages)
        if not self.quiescent:
            self.server.wait_for(
                lambda m: (
                    m in self.server.messages[seen:]
                    and m.get("method") == "experimental/serverStatus"
                    and m["params"]["quiescent"]
                ),
                what="quiescent",
            )

    def write_toll(self) -> None:
        """A new file, with its event."""
        new = self.root / "toll.py"
        new.write_text(TOLL, encoding="utf-8")
        changes = [{"uri": new.as_uri(), "type": 1}]
        self.server.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def start(self, request: str) -> int:
        """`status` or `ask`, not waited for."""
        params = {"textDocument": {"uri": self.uri}} | ({"question": QUESTION} if request == "ask" else {})
        return self.server.start(f"helix/{request}", params)

    def said_by(self, request: str) -> dict[str, Any]:
        """What a status or an answer says of the index."""
        return self.server.wait(self.start(request))["result"]["index"]

    def at(self, method: str, column: int) -> Any:
        place = {"line": 2, "character": column}
        return self.server.result(method, {"textDocument": {"uri": self.uri}, "position": place})

    def hover(self, column: int) -> str:
        found = self.at("textDocument/hover", column)
        return found["contents"]["value"] if found else ""

    def missing(self, column: int = RING) -> list[str]:
        """What is drawn of a name that is indexed and says less than all."""
        says, code = ("that many times", "bell.py") if column == RING else ("slowly", "toll.py")
        hover = self.hover(column)
        lacks = [] if says in hover and "not up to date" not in hover else [f"hover: {hover}"]
        if not self.at("textDocument/definition", column):
            lacks.append("no definition")
        symbols = self.server.result("workspace/symbol", {"query": "Tower"})
        if not any(one["location"]["uri"] == self.uri for one in symbols):
            lacks.append("no symbol")
        lenses = {"textDocument": {"uri": (self.root / code).as_uri()}}
        if not self.server.result("textDocument/codeLens", lenses):
            lacks.append("no lens")
        return lacks

    def nothing_says_less(self) -> None:
        """Nor does the hover over a name that stands nowhere in the code say that it is not indexed yet."""
        assert self.missing() == []
        assert self.hover(TOLLS) == ""

    def until_fresh(self, request: str) -> None:
        """Asked until the reply says fresh; everything drawn after it is whole."""
        self.until(request, lambda said: said["fresh"])
        self.nothing_says_less()

    def until(self, request: str, fits: Callable[[dict[str, Any]], bool]) -> None:
        """Asked again and again."""
        limit = time.monotonic() + PATIENCE
        while not fits(said := self.said_by(request)):
            assert time.monotonic() < limit, said


@pytest.fixture
def tower(shared: ServerProcess, tmp_path: Path) -> Iterator[Tower]:
    """Not added yet."""
    made = Tower(shared, written(tmp_path / "tower"))
    yield made
    for point in POINTS:
        made.release(point)
    made.remove()
    made.settled()


@pytest.mark.parametrize("request_", ASKED)
@pytest.mark.parametrize("point", POINTS)
def test_after_a_reply_that_says_fresh_nothing_drawn_says_less(
    point: str, request_: str, tower: Tower
) -> None:
    tower.hold(point)
    tower.add()
    if point.startswith("refresh"):
        tower.held(point)
    if point == BEFORE:
        assert not tower.said_by(request_)["fresh"]
        assert not tower.quiescent
    elif point.startswith(f"{request_} "):
        number = tower.start(request_)
        tower.held(point)
        tower.await_quiescent()
        tower.nothing_says_less()
        tower.release(point)
        if tower.server.wait(number)["result"]["index"]["fresh"]:
            tower.nothing_says_less()
    else:
        tower.until_fresh(request_)
    tower.release(point)
    tower.until_fresh(request_)
    tower.settled()
    assert tower.quiescent
    tower.nothing_says_less()


@pytest.mark.parametrize("request_", ASKED)
@pytest.mark.parametrize("point", [point for point in POINTS if point.startswith("refresh")])
def test_a_new_file_is_drawn_once_a_reply_says_that_it_is_indexed(
    point: str, request_: str, tower: Tower
) -> None:
    """What the first process draws from until then is the state before."""
    tower.add()
    tower.settled()
    tower.nothing_says_less()
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
    tower.add()
    tower.settled()
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


def test_what_came_during_a_refresh_is_looked_at_before_it_is_quiescent(tower: Tower) -> None:
    tower.hold("refresh result")
    tower.add()
    tower.held("refresh result")
    tower.write_toll()
    tower.release("refresh result")
    tower.await_quiescent()
    assert tower.missing(TOLLS) == []


def test_what_was_answered_is_explained_no_fresher_than_it_is_drawn(tower: Tower) -> None:
    tower.add()
    tower.settled()
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
