"""Nine busy states by the ways to be told to stop: it ends, with the right code, without a process left and
without a traceback. Carries G10; how long each takes is printed, and measured by the reliability bench.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.probes.conftest import project
from tests.lsp.probes.wire import NOTHING, Wire
from tests.support.tuning import tuned_environment

MUCH: dict[str, Any] = {
    "window": {"workDoneProgress": True},
    "workspace": {"configuration": True, "didChangeWatchedFiles": {"dynamicRegistration": True}},
}
STATES = [
    "idle",
    "indexing",
    "asking",
    "a flood of hovers",
    "unread output",
    "requests unanswered",
    "inside a frame",
    "after garbage",
    "during initialize",
]
WAYS = {"shutdown exit": 0, "end of input": 1, "SIGTERM": 143, "a dead parent": 1, "SIGKILL": -9}
NEVER = {("inside a frame", "shutdown exit")}  # that cannot be said there
ONLY = {"SIGKILL": ("idle", "indexing", "asking")}
STARTED = ("idle", "during initialize")  # by the interpreter, as an editor does it; the other states in forks
GONE = 60.0  # tells an orphan from a slow machine; the promise is five seconds


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return project(tmp_path_factory.mktemp("many"), 400)


def enter(wire: Wire, state: str, root: Path, many: Path, parent: int | None) -> None:
    wire.silent = state == "requests unanswered"
    if state == "during initialize":
        assert wire.code_of("helix/test/echo", {"text": "x"}) == -32002  # Python itself has started
        uri = many.as_uri()
        wire.ask("initialize", {"processId": parent, "rootUri": uri, "capabilities": MUCH})
        return
    where = many if state in ("indexing", "requests unanswered") else root
    assert "result" in wire.initialize(where, MUCH, processId=parent)
    if state in ("idle", "asking", "a flood of hovers"):
        wire.call("workspace/symbol", {"query": "prices"})
    match state:
        case "asking":
            for number in range(6):
                wire.ask("helix/ask", {"question": f"What does Basket.add do in case {number}?"})
                wire.ask("helix/test/slow", {"seconds": 600})
        case "a flood of hovers":
            for number in range(1_000):
                at = {"line": number % 8, "character": 3}
                wire.ask(
                    "textDocument/hover",
                    {"textDocument": {"uri": (root / "docs/guide.md").as_uri()}, "position": at},
                )
        case "unread output":
            wire.reading.clear()
            for _ in range(30):
                wire.ask("helix/test/echo", {"text": "z" * 100_000})
            time.sleep(0.3)
        case "inside a frame":
            wire.sound()
            wire.raw(b'Content-Length: 500\r\n\r\n{"jsonrpc":')
        case "after garbage":
            wire.raw(b"\xff\0garbage{}[]\r\n\r\n" * 50)
        case _:
            pass


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize("state", STATES)
def test_stops(state: str, root: Path, many: Path):
    """All ways side by side: most of the time is waiting."""
    ways = [way for way in WAYS if (state, way) not in NEVER and state in ONLY.get(way, STATES)]
    with ThreadPoolExecutor(len(ways)) as pool:
        faults = dict(zip(ways, pool.map(lambda way: stopped(state, way, root, many), ways), strict=True))
    assert {way: what for way, what in faults.items() if what} == {}


def stopped(state: str, way: str, root: Path, many: Path) -> list[str]:
    """What was wrong with one end."""
    parent = (
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        if way == "a dead parent"
        else None
    )
    try:
        with Wire(forked=state not in STARTED, **tuned_environment(serve__parent_poll_ms=200)) as wire:
            enter(wire, state, root, many, None if parent is None else parent.pid)
            asked, began = wire.asked.copy(), time.monotonic()
            stop(wire, way, parent)
            code = wire.code()
            ended = time.monotonic() - began
            while wire.left() and time.monotonic() - began < GONE:
                time.sleep(0.02)
            print(
                f"{state}, {way}: ended after {ended:.2f} s, nothing left after {time.monotonic() - began:.2f} s"
            )
            faults = [] if code == WAYS[way] else [f"exit code {code}, not {WAYS[way]}"]
            faults += [f"process {pid} is left" for pid in wire.left()]
            faults += ["a traceback"] * ("Traceback" in wire.log())
            if way == "shutdown exit" and state != "unread output":
                wire.until(lambda: wire.ended)
                faults += [
                    f"{wire.asked[one]} was answered {len(wire.answers(one))} times"
                    for one in asked
                    if len(wire.answers(one)) != 1
                ]
            return faults
    finally:
        if parent is not None:
            parent.kill()
            parent.wait()


def stop(wire: Wire, way: str, parent: subprocess.Popen[bytes] | None) -> None:
    match way:
        case "shutdown exit":
            wire.ask("shutdown")
            wire.note("exit", NOTHING)
        case "end of input":
            wire.hang_up()
        case "a dead parent":
            assert parent
            parent.kill()  # not waited for: a zombie is dead
        case _:
            wire.process.send_signal(getattr(signal, way))
