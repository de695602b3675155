"""Under load: whole frames, prompt cancel, nothing kept. Carries G8; the faults of pygls are in
docs/explanation/pygls.md.
"""

from __future__ import annotations

import gc
import random
from concurrent.futures import Future
from typing import Any

import psutil
import pytest

from helix_lsp.config.server import ServeConfig
from helix_lsp.lsp.client import Loop, Stopper
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.progress import ServerStatus
from helix_lsp.lsp.server import ServeOptions
from helix_lsp.lsp.stream.framing import Writer
from helix_lsp.lsp.stream.message import Notification, Request
from helix_lsp.lsp.work import Job
from tests.support.fake_backend import FakeBackend
from tests.support.metamodel import faults
from tests.support.raw_client import PATIENCE, Inside, ServerProcess

FAKE = ("tests/support/fake_backend.py",)
FOREVER = 3_600  # seconds


@pytest.fixture
def server():
    with ServerProcess(script=FAKE) as running:
        running.initialize(folders=["file:///w/x"], capabilities={"window": {"workDoneProgress": True}})
        yield running


def test_big_answers_of_many_workers_never_mix(server: ServerProcess):
    """PYTHONUNBUFFERED=1 is set: plain pygls loses step within the first messages."""
    numbers: list[int] = []
    for turn in range(80):
        numbers.append(
            server.start("helix/ask", {"question": f"big {200_000 + turn}", "workDoneToken": turn})
        )
        numbers.append(server.start("helix/test/echo", {"text": "x" * 9_000}))
    numbers += [server.start("helix/ask", {"question": "big 3000000"}) for _ in range(8)]
    for number in numbers:
        server.wait(number)
    assert server.problem is None
    assert all(len(server.answers(number)) == 1 for number in numbers)
    assert server.stop() == 0


def test_slow_requests_do_not_make_it_deaf(server: ServerProcess):
    jobs = [server.start("helix/test/slow", {"seconds": FOREVER}) for _ in range(12)]
    hung = [server.start("helix/ask", {"question": f"hang {FOREVER}"}) for _ in range(2)]
    assert server.result("helix/test/echo", {"text": "quick"}) == {"text": "quick"}
    for job in (*jobs, *hung):
        server.notify("$/cancelRequest", {"id": job})
    assert [server.wait(job)["error"]["code"] for job in (*jobs, *hung)] == [-32800] * 14
    assert server.result("helix/ask", {"question": "free again"})["question"] == "free again"


def test_places_are_answered_while_every_check_runs(server: ServerProcess):
    uri = "file:///w/x/bell.py"
    server.notify(
        "textDocument/didOpen",
        {
            "textDocument": {
                "uri": uri,
                "languageId": "python",
                "version": 1,
                "text": "def ring():\n    pass\n\nring()\n",
            }
        },
    )
    jobs = [server.start("helix/test/slow", {"seconds": FOREVER}) for _ in range(12)]
    where = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 5}}
    places = server.result("textDocument/references", {**where, "context": {"includeDeclaration": True}})
    assert [one["range"]["start"]["line"] for one in places] == [0, 3]
    assert server.result("helix/mentions", where)["mentions"] == []
    for job in jobs:
        server.notify("$/cancelRequest", {"id": job})
    assert [server.wait(job)["error"]["code"] for job in jobs] == [-32800] * 12


def test_a_cancelled_question_stops_and_says_no_more(server: ServerProcess):
    number = server.start("helix/ask", {"question": f"wait {FOREVER}", "workDoneToken": "t"})
    server.wait_for(
        lambda m: m.get("method") == "$/progress" and m["params"]["value"].get("message") == "still waiting"
    )
    server.notify("$/cancelRequest", {"id": number})
    assert server.wait(number)["error"] == {"code": -32800, "message": "cancelled"}
    after = server.messages.index(server.answers(number)[0])
    assert server.messages[after - 1]["params"]["value"] == {"kind": "end"}
    assert server.result("helix/ask", {"question": "next"})
    assert not [
        m
        for m in server.messages[after + 1 :]
        if m.get("method") == "$/progress" and m["params"]["token"] == "t"
    ]


def test_the_progress_display_cancels_a_question(server: ServerProcess):
    number = server.start("helix/ask", {"question": f"wait {FOREVER}", "workDoneToken": "t"})
    server.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["token"] == "t")
    server.notify("window/workDoneProgress/cancel", {"token": "t"})
    assert server.wait(number)["error"]["code"] == -32800


def test_random_cancels_are_each_answered_once():
    client, dice = Inside(ServeOptions(test_hooks=True, open_service=FakeBackend)), random.Random(5)
    client.initialize(folders=["file:///w/x"])
    numbers: list[int] = []
    for _ in range(600):
        method, params = dice.choice(
            [
                ("helix/test/slow", {"seconds": 0.002}),
                ("helix/test/echo", {"text": "a"}),
                ("helix/ask", {"question": "q"}),
            ]
        )
        numbers.append(client.start(method, params))
        if dice.random() < 0.6:
            client.notify("$/cancelRequest", {"id": dice.choice(numbers[-5:])})
    for number in numbers:
        client.wait(number)
    assert client.stop() == 0
    assert [number for number in numbers if len(client.answers(number)) != 1] == []
    assert {m["error"]["code"] for m in client.messages if "error" in m} == {-32800}
    assert faults(client.messages, client.methods) == []


def bare(frames: list[bytes]) -> tuple[HelixServer, Loop]:
    """A server object whose loop runs by hand."""
    loop = Loop(60.0)
    out = Writer(
        lambda data: frames.append(bytes(data)) or len(data), backlog_bytes=10**9, on_broken=lambda: None
    )
    config = ServeConfig()
    return HelixServer(
        config=config, loop=loop, out=out, stopper=Stopper(60, loop.stop), open_service=FakeBackend
    ), loop


def test_what_a_removed_folder_says_last_is_not_taken_for_the_one_that_came_back():
    """Both have one address, and nobody would take it back."""
    server, _ = bare([])
    said: list[dict[str, Any]] = []
    server.status = ServerStatus(said.append)
    old, new = (Folder("file:///w/x", "/w/x", FakeBackend, {}) for _ in range(2))
    server.folders.add(old)
    server._said(old, "ok", False, "reading")
    server.folders.remove(old.uri)
    server.status.forget(old.uri)
    server.folders.add(new)
    server._said(new, "ok", True, "")
    before = list(said)
    server._said(old, "warning", False, "cancelled")
    assert said == before
    assert said[-1]["quiescent"]


def test_nothing_is_kept_for_a_notification():
    from helix_lsp.lsp.server import register

    kept = {id(thing) for thing in gc.get_objects() if isinstance(thing, Future | Job)}
    ls, _ = bare([])
    register(ls)
    ls.protocol.receive(Request(id=1, method="initialize", params={"capabilities": {}}))
    ls.protocol.receive(
        Notification(
            method="textDocument/didOpen",
            params={"textDocument": {"uri": "u", "languageId": "", "version": 0, "text": "a"}},
        )
    )
    place = {"line": 0, "character": 0}
    edit = {"range": {"start": place, "end": {"line": 0, "character": 1}}, "text": "b"}
    for version in range(1, 15_001):
        ls.protocol.receive(
            Notification(
                method="textDocument/didChange",
                params={"textDocument": {"uri": "u", "version": version}, "contentChanges": [edit]},
            )
        )
    gc.collect()
    held: dict[str, Any] = vars(ls.protocol)
    assert [name for name in ("running", "awaited", "_request_futures", "_result_types") if held[name]] == []
    assert [
        thing for thing in gc.get_objects() if isinstance(thing, Future | Job) and id(thing) not in kept
    ] == []


def test_memory_stays_flat_over_15000_changes(server: ServerProcess):
    document = server.open("file:///w/x/a.md", "a\n" * 200)
    place = {"line": 3, "character": 0}

    def type_on(first: int, count: int) -> None:
        for version in range(first, first + count):
            server.change(
                document["uri"],
                version,
                {"range": {"start": place, "end": {"line": 3, "character": 1}}, "text": "bc"[version % 2]},
            )
        server.text(document["uri"])

    type_on(2, 2_000)
    server.result(
        "textDocument/diagnostic", {"textDocument": document}
    )  # once it is quiet it is checked: what that needs is loaded now
    type_on(2_002, 2_000)
    before = psutil.Process(server.process.pid).memory_info().rss
    type_on(4_002, 15_000)
    grown = psutil.Process(server.process.pid).memory_info().rss - before
    assert grown < 8_000_000


def test_a_client_that_falls_behind_loses_progress_but_no_answer():
    taken: list[bytes] = []
    gate = Future[None]()

    def write(data: memoryview) -> int:
        gate.result()
        taken.append(bytes(data[:5]))
        return min(5, len(data))  # short writes on top

    out = Writer(write, backlog_bytes=100, on_broken=lambda: None)
    out.start()
    assert out.send(b"a" * 200)
    assert not out.send(b"progress", droppable=True)
    assert out.send(b"answer")
    gate.set_result(None)
    assert out.close(PATIENCE)
    assert b"".join(taken) == b"a" * 200 + b"answer"
    assert not out.send(b"late")


def test_a_broken_stream_is_reported_once():
    reports: list[int] = []

    def write(data: memoryview) -> int:
        raise BrokenPipeError

    out = Writer(write, backlog_bytes=100, on_broken=lambda: reports.append(1))
    out.start()
    out.send(b"a")
    out.send(b"b")
    assert out.close(PATIENCE)
    assert reports == [1]


def test_a_full_queue_refuses_at_once():
    client = Inside(
        ServeOptions(
            test_hooks=True, open_service=FakeBackend, config=ServeConfig(slow_workers=1, max_waiting=2)
        )
    )
    client.initialize(folders=["file:///w/x"])
    first = client.start("helix/ask", {"question": f"wait {FOREVER}", "workDoneToken": "first"})
    client.wait_for(
        lambda m: m.get("method") == "$/progress" and m["params"]["value"].get("message") == "still waiting"
    )  # it has the only thread
    numbers = [client.start("helix/test/slow", {"seconds": FOREVER}) for _ in range(4)]
    refused = [client.wait(number)["error"] for number in numbers[2:]]
    assert [error["code"] for error in refused] == [-32803, -32803]
    asked = client.request("helix/ask", {"question": "q", "workDoneToken": 1})
    assert asked["error"]["code"] == -32803
    assert [note["value"]["kind"] for note in client.notes("$/progress") if note["token"] == 1] == [
        "begin",
        "end",
    ]
    for number in (first, *numbers[:2]):
        client.notify("$/cancelRequest", {"id": number})
    assert client.stop() == 0
