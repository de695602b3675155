"""Cancelling, `$/`, progress, load, and the ways to connect. Carries G7 and G8 in small."""

from __future__ import annotations

import random
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.probes import kinds
from tests.lsp.probes.wire import NOTHING, PATIENCE, ROOT, Wire

ASK = {"question": "What does Basket.add do?"}
CANCELLED = -32800
REFUSED_FOR_NOW = -32802


@pytest.fixture(scope="module")
def peer(root: Path) -> Iterator[Wire]:
    with Wire(forked=True) as wire:
        wire.initialize(root, {"window": {"workDoneProgress": True}, "textDocument": {"diagnostic": {}}})
        assert "result" in wire.call("workspace/symbol", {"query": "prices"})
        limit = time.monotonic() + PATIENCE
        while wire.code_of("workspace/diagnostic", {"previousResultIds": []}) == REFUSED_FOR_NOW:
            assert time.monotonic() < limit  # documents are compared a while after the index is there
            time.sleep(0.05)
        yield wire
        wire.account()
        assert wire.end() == 0


WRONG = [
    {"id": 999_999},
    {"id": "zz"},
    {"id": None},
    {"id": 1.5},
    {"id": []},
    {"id": {}},
    {"id": True},
    {},
    None,
    NOTHING,
    [],
    [5],
    "x",
    {"id": -1},
    {"id": 2**70},
]


@pytest.mark.parametrize("params", WRONG, ids=range(len(WRONG)))
def test_cancel_of_nothing(peer: Wire, params: Any):
    before = len(peer.messages)
    peer.note("$/cancelRequest", params)
    peer.sound()
    assert peer.nameless(before) == []


def test_cancel_of_what_runs_and_of_what_waits(peer: Wire):
    ids = [peer.ask("helix/test/slow", {"seconds": 600}) for _ in range(30)]
    for ident in (ids[-1], *ids):  # the last one twice
        peer.note("$/cancelRequest", {"id": ident})
    assert [peer.answer(ident)["error"]["code"] for ident in ids] == [CANCELLED] * 30
    peer.note("$/cancelRequest", {"id": ids[0]})
    peer.ask("helix/test/slow", {"seconds": 600}, "a text")
    peer.note("$/cancelRequest", {"id": "a text"})
    assert peer.answer("a text")["error"]["code"] == CANCELLED


def test_cancel_names_exactly_one(peer: Wire):
    early = peer.expect()
    peer.note("$/cancelRequest", {"id": early})
    assert "result" in peer.answer(peer.ask("helix/test/echo", {"text": "x"}, early))
    slow = peer.ask("helix/test/slow", {"seconds": 0.3})
    peer.note("$/cancelRequest", {"id": str(slow)})
    assert "result" in peer.answer(slow)


@pytest.mark.parametrize(
    "method",
    [
        "helix/ask",
        "workspace/diagnostic",
        "workspace/symbol",
        "textDocument/references",
        "textDocument/codeLens",
        "textDocument/hover",
    ],
)
def test_cancel_at_once(peer: Wire, root: Path, method: str):
    params = (
        ASK
        if method == "helix/ask"
        else kinds.least(kinds.REQUESTS[method]["params"], (root / "docs/guide.md").as_uri())
    )
    ids = [peer.ask(method, params) for _ in range(5)]
    for ident in ids:
        peer.note("$/cancelRequest", {"id": ident})
    assert {peer.answer(ident).get("error", {}).get("code") for ident in ids} <= {None, CANCELLED}


def test_cancel_of_what_is_refused_for_now(fresh: Wire, root: Path):
    """Before documents are compared a pull is refused at once, which a cancel may come too late for: either is an
    answer, and there is one.
    """
    fresh.initialize(root, {"textDocument": {"diagnostic": {}}})
    ids = [fresh.ask("workspace/diagnostic", {"previousResultIds": []}) for _ in range(20)]
    for ident in ids:
        fresh.note("$/cancelRequest", {"id": ident})
    codes = {fresh.answer(ident).get("error", {}).get("code") for ident in ids}
    assert codes <= {None, CANCELLED, REFUSED_FOR_NOW}
    fresh.account()


@pytest.mark.parametrize("method", ["$/zork", "$/", "$/progress", "$/logTrace", "$/setTrace", "$zork"])
def test_dollar(peer: Wire, method: str):
    before = len(peer.messages)
    for params in (
        {"value": "verbose"},
        {"value": "loud"},
        {"value": 5},
        {"token": 1, "value": {}},
        None,
        NOTHING,
        {"value": "off"},
    ):
        peer.note(method, params)
    peer.sound()
    assert peer.nameless(before) == []
    assert peer.code_of(method, {"value": "off"}) == -32601


def shown(wire: Wire, token: Any) -> list[Any]:
    """The values under a token of exactly this type."""
    params = [m["params"] for m in tuple(wire.messages) if m.get("method") == "$/progress"]
    return [one["value"] for one in params if one["token"] == token and type(one["token"]) is type(token)]


def whole(values: list[Any]) -> bool:
    """Begun once, ended once, reports between."""
    words = [value["kind"] for value in values]
    return words[:1] == ["begin"] and words[-1:] == ["end"] and set(words[1:-1]) <= {"report"}


@pytest.mark.parametrize("token", ["a token", 4711, 0, "", -5, "4711", "😀"], ids=repr)
@pytest.mark.parametrize("method", ["helix/ask", "workspace/executeCommand", "workspace/diagnostic"])
def test_progress(peer: Wire, token: Any, method: str):
    command = {"command": "helixAsk.ask", "arguments": [ASK | {"show": False}]}
    params: dict[str, Any] = {
        "helix/ask": ASK,
        "workspace/executeCommand": command,
        "workspace/diagnostic": {"previousResultIds": []},
    }[method]
    before = len(shown(peer, token))
    answer = peer.call(method, params | {"workDoneToken": token})
    assert "result" in answer
    seen = len(shown(peer, token))
    peer.sound()
    assert whole(shown(peer, token)[before:])
    assert len(shown(peer, token)) == seen  # nothing after the answer


PARTS = [
    "textDocument/references", "textDocument/documentSymbol", "workspace/symbol", "textDocument/codeLens", "textDocument/foldingRange",
    "textDocument/documentLink",
    "textDocument/completion", "textDocument/definition", "textDocument/implementation", "textDocument/hover", "textDocument/selectionRange",
    "textDocument/codeAction",
]  # fmt: skip


@pytest.mark.parametrize("method", PARTS)
def test_tokens_nobody_has_to_use(peer: Wire, root: Path, method: str):
    params = kinds.least(kinds.REQUESTS[method]["params"], (root / "docs/guide.md").as_uri())
    plain = peer.call(method, params)
    answer = peer.call(
        method, params | {"workDoneToken": f"work {method}", "partialResultToken": f"part {method}"}
    )
    done, parts = shown(peer, f"work {method}"), shown(peer, f"part {method}")
    assert not done or whole(done)
    if parts:  # then all of the result is in them
        assert answer["result"] in ([], None)
        assert [one for part in parts for one in part] == plain["result"]
    else:
        assert answer.get("result") == plain.get("result")


def test_the_cancel_button(peer: Wire):
    slow = [peer.ask("helix/test/slow", {"seconds": 600}) for _ in range(8)]
    asked = peer.ask("helix/ask", ASK | {"workDoneToken": "button"})
    for token in ("button", "button", "nobody's", 5):
        peer.note("window/workDoneProgress/cancel", {"token": token})
    assert peer.answer(asked).get("error", {}).get("code") in (None, CANCELLED)
    for ident in slow:
        peer.note("$/cancelRequest", {"id": ident})
    peer.sound()
    assert whole(shown(peer, "button"))


@pytest.mark.parametrize("agrees", [True, False])
def test_tokens_of_our_own_are_used_after_the_client_agreed(fresh: Wire, root: Path, agrees: bool):
    fresh.silent = True
    fresh.initialize(root, {"window": {"workDoneProgress": True}})
    assert fresh.until(
        lambda: "window/workDoneProgress/create" in fresh.methods()
    )  # the first index is always shown
    assert "$/progress" not in fresh.methods()
    created = [m for m in fresh.messages if m.get("method") == "window/workDoneProgress/create"]
    for one in created:
        fresh.send(
            {"jsonrpc": "2.0", "id": one["id"]}
            | ({"result": None} if agrees else {"error": {"code": 1, "message": "no"}})
        )
    fresh.call("workspace/symbol", {"query": "prices"})
    token = created[0]["params"]["token"]
    assert fresh.until(lambda: whole(shown(fresh, token))) if agrees else shown(fresh, token) == []
    fresh.account()


@pytest.mark.parametrize("what", ["echo", "hover", "mixed"])
def test_two_thousand_at_once(peer: Wire, root: Path, what: str):
    hover = {
        "textDocument": {"uri": (root / "docs/guide.md").as_uri()},
        "position": {"line": 2, "character": 3},
    }
    every: dict[str, tuple[str, Any]] = {
        "echo": ("helix/test/echo", {"text": "x"}),
        "hover": ("textDocument/hover", hover),
        "status": ("helix/status", {}),
        "unknown": ("no/such", {}),
        "bad": ("textDocument/hover", {"x": 1}),
    }
    dice = random.Random(1)
    picked = [every[what] if what != "mixed" else dice.choice(list(every.values())) for _ in range(2_000)]
    sent = {peer.expect(method): (method, params) for method, params in picked}
    began = time.monotonic()
    peer.send(
        *(
            {"jsonrpc": "2.0", "id": ident, "method": method, "params": params}
            for ident, (method, params) in sent.items()
        )
    )
    codes = {peer.answer(ident).get("error", {}).get("code") for ident in sent}
    print(f"2,000 {what}: {time.monotonic() - began:.1f} s")
    assert codes <= {None, -32601, -32602}


def test_a_hover_in_the_middle_of_long_work(peer: Wire, root: Path):
    slow = [peer.ask("helix/test/slow", {"seconds": 600}) for _ in range(20)]
    hover = {
        "textDocument": {"uri": (root / "docs/guide.md").as_uri()},
        "position": {"line": 2, "character": 3},
    }
    for _ in range(20):
        assert "result" in peer.call("textDocument/hover", hover)
    assert [ident for ident in slow if peer.answers(ident)] == []
    for ident in slow:
        peer.note("$/cancelRequest", {"id": ident})


def test_ten_thousand_edits_at_once(peer: Wire):
    uri = "file:///load.md"
    peer.note(
        "textDocument/didOpen",
        {"textDocument": {"uri": uri, "languageId": "markdown", "version": 0, "text": ""}},
    )
    one = [
        {"start": {"line": 0, "character": at}, "end": {"line": 0, "character": at}} for at in range(10_000)
    ]
    changes = [
        {"textDocument": {"uri": uri, "version": at + 1}, "contentChanges": [{"range": span, "text": "x"}]}
        for at, span in enumerate(one)
    ]
    peer.send(
        *({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params} for params in changes)
    )
    assert peer.text(uri) == "x" * 10_000


def test_output_that_nobody_reads_for_a_while(fresh: Wire):
    fresh.initialize()
    fresh.reading.clear()
    ids = [fresh.ask("helix/test/echo", {"text": "z" * 100_000}) for _ in range(100)]
    time.sleep(0.5)
    fresh.reading.set()
    assert {len(fresh.answer(ident)["result"]["text"]) for ident in ids} == {100_000}
    fresh.account()


def story(wire: Wire) -> None:
    wire.initialize()
    wire.note(
        "textDocument/didOpen",
        {"textDocument": {"uri": "file:///x.md", "languageId": "markdown", "version": 1, "text": "é"}},
    )
    assert wire.text("file:///x.md") == "é"
    wire.account()
    assert wire.end() == 0


@pytest.mark.parametrize("form", ["--socket {}", "--socket={}"])
def test_over_a_socket(form: str):
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        Wire(*form.format(server.getsockname()[1]).split(), "--test-hooks") as wire,
        closing(server.accept()[0]) as line,
    ):
        wire.speak_on(line)
        story(wire)


@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="no Unix sockets")
@pytest.mark.parametrize("form", ["--pipe {}", "--pipe={}"])
def test_over_a_pipe(tmp_path: Path, form: str):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "p"))
        server.listen()
        with (
            Wire(*form.format(tmp_path / "p").split(), "--test-hooks") as wire,
            closing(server.accept()[0]) as line,
        ):
            wire.speak_on(line)
            story(wire)


@pytest.mark.parametrize("how", ["closed", "half closed", "reset"])
def test_a_socket_that_is_lost(how: str):
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        Wire("--socket", str(server.getsockname()[1])) as wire,
        closing(server.accept()[0]) as line,
    ):
        line.sendall(b"Content-Length: 2\r\n\r\n{}")
        assert line.recv(10)
        if how == "reset":
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        if how == "half closed":
            line.shutdown(socket.SHUT_WR)
        else:
            line.close()
        assert wire.code() == 1
        assert "Traceback" not in wire.log()


ARGUMENTS = [
    ([], 1),
    (["--bogus"], 2),
    (["--socket", "x"], 2),
    (["--socket", "99999999"], 2),
    (["--pipe", "no/such"], 2),
    (["--stdio", "--socket", "5"], 2),
]


@pytest.mark.parametrize(("arguments", "code"), ARGUMENTS, ids=[" ".join(some) for some, _ in ARGUMENTS])
def test_arguments(arguments: list[str], code: int):
    command = [sys.executable, "-m", "helix_lsp", "serve", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, cwd=ROOT, check=False)
    assert (done.returncode, done.stdout) == (code, b"")
    assert b"Traceback" not in done.stderr


def test_hooks_are_off_by_default():
    with Wire("--stdio") as wire:
        assert "helix/test" not in str(wire.initialize())
        assert wire.code_of("helix/test/echo", {"text": "x"}) == -32601
