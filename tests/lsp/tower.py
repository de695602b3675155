"""A folder of two files in a real server, at whose hand-overs to its companion a test can hold things back."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from helix_lsp.session.kept.lock import WriterLock, acquire
from tests.support.raw_client import PATIENCE, ServerProcess
from tests.support.repository import git
from tests.support.tuning import tuned_environment

CODE = 'def ring_bell(times):\n    """Ring the bell that many times."""\n    return times\n'
DOCUMENT = "# Tower\n\nCall `ring_bell` and `toll_bell`.\n"
TOLL = 'def toll_bell(times):\n    """Toll it slowly."""\n    return times\n'
CAPABILITIES: dict[str, Any] = {
    "experimental": {"serverStatusNotification": True, "helixFindingsInHover": True},
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
    "window": {"workDoneProgress": True},
}
RING, TOLLS = 8, 24  # columns of line 2
QUESTION = "what does ring_bell do?"


@contextmanager
def serving(
    cache: Path,
    *,
    started: bool = False,
    held: Sequence[str] = (),
    roots: Sequence[Path] = (),
    settings: Mapping[str, str] | None = None,
    tuned: Mapping[str, object] | None = None,
    offered: Mapping[str, Any] | None = None,
) -> Generator[ServerProcess]:
    """A server that has no folder unless `roots` are given, so that a test can hold what its folder brings about;
    `held` is held before `initialize`. `settings`: more of its environment, `tuned`: other tuning; `offered`: more that the client can do.
    """
    environment = {
        "HELIX_ASK_CACHE_DIR": str(cache),
        "HELIX_ASK_ASK_FIRST_FILES_MS": "0",
        "HELIX_ASK_ASK_SETTLE_MS": "0",
        **tuned_environment(**{"serve__rescan_watched_ms": 3_600_000, **(tuned or {})}),
        **(settings or {}),
    }
    with ServerProcess("--test-hooks", environment=environment, started=started) as server:
        for point in held:
            server.result("helix/test/hold", {"at": point})
        capabilities = CAPABILITIES | {"experimental": CAPABILITIES["experimental"] | dict(offered or {})}
        server.initialize(folders=[root.as_uri() for root in roots], capabilities=capabilities)
        yield server
        assert server.stop() == 0


def written(folder: Path) -> Path:
    folder.mkdir()
    (folder / "bell.py").write_text(CODE, encoding="utf-8")
    (folder / "use.md").write_text(DOCUMENT, encoding="utf-8")
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "first")
    return folder


def said_in(answer: dict[str, Any]) -> str:
    """Everything that an answer holds."""
    return str(answer["result"])


def acquire_when_free(directory: str) -> WriterLock:
    """The right to write an index: the companion gives it up a moment after the folder was closed."""
    limit = time.monotonic() + PATIENCE
    while not isinstance(lock := acquire(directory), WriterLock):
        assert time.monotonic() < limit
    return lock


class Tower:
    """A folder of a server that others may share, with its document open."""

    def __init__(self, server: ServerProcess, root: Path) -> None:
        self.server = server
        self.root = root
        self.uri = (root / "use.md").as_uri()
        self._points: list[str] = []

    def add(self) -> None:
        self._folders("added")
        self.open()

    def open(self) -> None:
        """Its document, in a folder that the server has."""
        self.server.open(self.uri, DOCUMENT)

    def remove(self) -> None:
        self.server.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})
        self._folders("removed")

    def _folders(self, kind: str) -> None:
        event = {"added": [], "removed": [], kind: [{"uri": self.root.as_uri(), "name": "tower"}]}
        self.server.notify("workspace/didChangeWorkspaceFolders", {"event": event})

    def hold(self, point: str) -> None:
        self._points.append(point)
        self.server.result("helix/test/hold", {"at": point})

    def held(self, point: str) -> None:
        self.server.result("helix/test/held", {"at": point})

    def release(self, point: str) -> None:
        self.server.result("helix/test/release", {"at": point})

    def leave(self) -> None:
        """Nothing is held any more, and the folder is out of the session."""
        for point in self._points:
            self.release(point)
        self.remove()
        self.settled()

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

    def await_status(self, health: str, after: int) -> None:
        """Until this was said, which may be over; the first `after` do not count."""
        method = "experimental/serverStatus"
        self.server.wait_for(
            lambda m: (
                m.get("method") == method
                and m["params"]["health"] == health
                and any(m["params"] is said for said in self.server.notes(method)[after:])
            ),
            what=health,
        )

    def take_back(self) -> None:
        """The person cancels what is being done now, once it is shown."""
        over = {one["token"] for one in self.server.notes("$/progress") if one["value"]["kind"] == "end"}
        create = "window/workDoneProgress/create"
        asked = self.server.wait_for(
            lambda m: m.get("method") == create and m["params"]["token"] not in over, what=create
        )
        self.server.notify("window/workDoneProgress/cancel", {"token": asked["params"]["token"]})

    def directory(self) -> str:
        """Of the index."""
        return self.server.wait(self.start("status"))["result"]["index_directory"]

    def problems(self) -> list[str]:
        """Of the status."""
        return self.server.wait(self.start("status"))["result"]["problems"]

    def write_toll(self) -> None:
        """A new file, with its event."""
        self.write_new("toll.py", TOLL)

    def write_new(self, name: str, text: str) -> None:
        """As `write_toll`."""
        new = self.root / name
        new.write_text(text, encoding="utf-8")
        changes = [{"uri": new.as_uri(), "type": 1}]
        self.server.notify("workspace/didChangeWatchedFiles", {"changes": changes})

    def start(self, request: str) -> int:
        """`status` or `ask`, not waited for."""
        params = {"textDocument": {"uri": self.uri}} | ({"question": QUESTION} if request == "ask" else {})
        return self.server.start(f"helix/{request}", params)

    def ask(self, name: str) -> int:
        """What a definition does; not waited for."""
        question = QUESTION.replace("ring_bell", name)
        return self.server.start("helix/ask", {"textDocument": {"uri": self.uri}, "question": question})

    def said_by(self, request: str) -> dict[str, Any]:
        """What a status or an answer says of the index."""
        answer = self.server.wait(self.start(request))
        assert "result" in answer, answer
        return answer["result"]["index"]

    def at(self, method: str, column: int) -> Any:
        place = {"line": 2, "character": column}
        return self.server.result(method, {"textDocument": {"uri": self.uri}, "position": place})

    def start_hover(self, column: int) -> int:
        """Not waited for."""
        place = {"line": 2, "character": column}
        return self.server.start("textDocument/hover", {"textDocument": {"uri": self.uri}, "position": place})

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
