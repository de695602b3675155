"""Lifecycle and framing, one probe a row: what is sent, and what each id is answered with. Carries G1: every
request answered exactly once.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest

from helix_lsp.config.server import ServeConfig
from helix_lsp.lsp.server import ServeOptions
from tests.support.fake_backend import FakeBackend
from tests.support.metamodel import faults
from tests.support.raw_client import Inside

ROOT = "file:///work"
DOC = {"textDocument": {"uri": f"{ROOT}/a.md"}, "position": {"line": 0, "character": 1}}
OK = "result"
NO_ID = None


def call(number: Any, method: str, params: Any = None, **more: Any) -> dict[str, Any]:
    """A request, with whatever else a probe wants in its envelope."""
    message = {"jsonrpc": "2.0", "id": number, "method": method, **more}
    return message if params is None else {**message, "params": params}


def note(method: str, params: Any = None) -> dict[str, Any]:
    """A notification."""
    return {"jsonrpc": "2.0", "method": method} | ({} if params is None else {"params": params})


def frame(message: Any, head: bytes = b"Content-Length: %d\r\n\r\n", shift: int = 0) -> bytes:
    """A frame whose header may lie by `shift` bytes."""
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return head % (len(body) + shift) + body


def echo(number: Any) -> dict[str, Any]:
    """A request that a worker answers."""
    return call(number, "helix/test/echo", {"text": "x"})


def deep(levels: int) -> bytes:
    """An echo whose params nest that deep."""
    return (
        b'{"jsonrpc":"2.0","id":900,"method":"helix/test/echo","params":{"text":"x","a":'
        + b"[" * levels
        + b"]" * levels
        + b"}}"
    )


@dataclass(frozen=True)
class Probe:
    """`expect`: (id, code or OK), each exactly once. `state`: new, ready or down."""

    name: str
    send: list[Any]
    expect: list[tuple[Any, Any]]
    state: str = "ready"


PROBES = [
    # life cycle
    Probe("a request before initialize", [call(900, "helix/status")], [(900, -32002)], "new"),
    Probe("an unknown request before initialize", [call(900, "no/such")], [(900, -32002)], "new"),
    Probe("shutdown before initialize", [call(900, "shutdown")], [(900, -32002)], "new"),
    Probe("a notification before initialize is dropped", [note("textDocument/didOpen", {"x": 1})], [], "new"),
    Probe("initialize without params", [call(900, "initialize")], [(900, -32602)], "new"),
    Probe("initialize with a list", [call(900, "initialize", [1])], [(900, -32602)], "new"),
    Probe(
        "initialize without capabilities",
        [call(900, "initialize", {"processId": None})],
        [(900, -32602)],
        "new",
    ),
    Probe(
        "initialize with a processId of text",
        [call(900, "initialize", {"processId": "1", "capabilities": {}})],
        [(900, -32602)],
        "new",
    ),
    Probe(
        "initialize with folders of numbers",
        [call(900, "initialize", {"capabilities": {}, "workspaceFolders": [1]})],
        [(900, -32602)],
        "new",
    ),
    Probe(
        "initialize with capabilities nobody knows",
        [call(900, "initialize", {"capabilities": {"zork": {"a": [1]}}, "q": 1})],
        [(900, OK)],
        "new",
    ),
    Probe("a second initialize", [call(900, "initialize", {"capabilities": {}})], [(900, -32600)]),
    Probe("a request after shutdown", [call(900, "helix/status")], [(900, -32600)], "down"),
    Probe("an unknown request after shutdown", [call(900, "no/such")], [(900, -32600)], "down"),
    Probe("a second shutdown", [call(900, "shutdown")], [(900, -32600)], "down"),
    Probe("a notification after shutdown is dropped", [note("textDocument/didClose", {"x": 1})], [], "down"),
    # envelope
    Probe("an unknown method", [call(900, "no/such", {})], [(900, -32601)]),
    Probe("an unknown $/ request", [call(900, "$/no", {})], [(900, -32601)]),
    Probe("an unknown $/ notification", [note("$/no", {})], []),
    Probe("an unknown notification", [note("no/such", {})], []),
    Probe("pygls's own methods are not there", [call(900, "notebookDocument/didOpen", {})], [(900, -32601)]),
    Probe("an unknown command", [call(900, "workspace/executeCommand", {"command": "x"})], [(900, -32602)]),
    Probe("no jsonrpc", [{"id": 900, "method": "helix/status"}], [(900, -32600)]),
    Probe("jsonrpc 1.0", [call(900, "helix/status", jsonrpc="1.0")], [(900, -32600)]),
    Probe("no method", [{"jsonrpc": "2.0", "id": 900}], [(900, -32600)]),
    Probe("a method of numbers", [{"jsonrpc": "2.0", "id": 900, "method": 5}], [(900, -32600)]),
    Probe("an id of null", [call(None, "helix/status")], [(NO_ID, -32600)]),
    Probe("an id that is an object", [call({"a": 1}, "helix/status")], [(NO_ID, -32600)]),
    Probe("an id that is true", [call(True, "helix/status")], [(NO_ID, -32600)]),
    Probe("an id of 1.5", [call(1.5, "helix/status")], [(NO_ID, -32600)]),
    Probe(
        "an id of 900.0 is an integer",
        [frame(json.dumps(echo(900)).replace("900", "900.0").encode())],
        [(900, OK)],
    ),
    Probe("an id of text", [echo("abc")], [("abc", OK)]),
    Probe("an empty id", [echo("")], [("", OK)]),
    Probe("a negative id", [echo(-4)], [(-4, OK)]),
    Probe("a huge id", [echo(2**70)], [(2**70, OK)]),
    Probe("a batch", [[echo(900)]], [(NO_ID, -32600)]),
    Probe("a message that is a string", ["hello"], [(NO_ID, -32600)]),
    Probe("a message that is null", [frame(b"null")], [(NO_ID, -32600)]),
    Probe("an answer to nothing", [{"jsonrpc": "2.0", "id": 77, "result": None}], []),
    Probe(
        "an error answer to nothing", [{"jsonrpc": "2.0", "id": 77, "error": {"code": 1, "message": "x"}}], []
    ),
    Probe("an error answer that is no object", [{"jsonrpc": "2.0", "id": 77, "error": 5}], []),
    # params
    Probe(
        "bad params of a standard request", [call(900, "textDocument/hover", {"bogus": 1})], [(900, -32602)]
    ),
    Probe("no params of a standard request", [call(900, "textDocument/hover")], [(900, -32602)]),
    Probe("params that are a list", [call(900, "textDocument/hover", [1])], [(900, -32602)]),
    Probe("params that are text", [call(900, "textDocument/hover", "x")], [(900, -32602)]),
    Probe(
        "a line of text",
        [call(900, "textDocument/hover", {**DOC, "position": {"line": "0", "character": 0}})],
        [(900, -32602)],
    ),
    Probe(
        "a negative line",
        [call(900, "textDocument/hover", {**DOC, "position": {"line": -1, "character": 0}})],
        [(900, -32602)],
    ),
    Probe(
        "a line of 0.5",
        [call(900, "textDocument/hover", {**DOC, "position": {"line": 0.5, "character": 0}})],
        [(900, -32602)],
    ),
    Probe("a custom request without params", [call(900, "helix/status")], [(900, OK)]),
    Probe("a custom request with null params", [{**call(900, "helix/status"), "params": None}], [(900, OK)]),
    Probe("a custom request with a list", [call(900, "helix/status", [1])], [(900, -32602)]),
    Probe("ask without a question", [call(900, "helix/ask", {})], [(900, -32602)]),
    Probe("ask with a question of numbers", [call(900, "helix/ask", {"question": 4})], [(900, -32602)]),
    Probe(
        "ask with a verbosity nobody knows",
        [call(900, "helix/ask", {"question": "a", "verbosity": "loud"})],
        [(900, -32602)],
    ),
    Probe(
        "ask with a token that is an object",
        [call(900, "helix/ask", {"question": "a", "workDoneToken": {}})],
        [(900, -32602)],
    ),
    Probe(
        "ask at a position of no document",
        [call(900, "helix/ask", {"question": "a", "position": DOC["position"]})],
        [(900, -32602)],
    ),
    Probe(
        "a nested key called jsonrpc",
        [call(900, "helix/test/echo", {"text": "x", "package": {"jsonrpc": "3", "id": 4}})],
        [(900, OK)],
    ),
    Probe("bad params of a notification", [note("textDocument/didOpen", {"textDocument": 5})], []),
    Probe(
        "didChange of what is not open",
        [note("textDocument/didChange", {"textDocument": {"uri": "x", "version": 1}, "contentChanges": []})],
        [],
    ),
    Probe(
        "didClose of what is not open", [note("textDocument/didClose", {"textDocument": {"uri": "x"}})], []
    ),
    Probe(
        "cancel of nothing",
        [note("$/cancelRequest", {"id": 5}), note("$/cancelRequest", {"id": {}}), note("$/cancelRequest")],
        [],
    ),
    Probe("cancel of unknown progress", [note("window/workDoneProgress/cancel", {"token": "q"})], []),
    Probe(
        "hover outside every folder",
        [call(900, "textDocument/hover", {**DOC, "textDocument": {"uri": "file:///etc/hostname"}})],
        [(900, OK)],
    ),
    Probe(
        "hover on no file",
        [call(900, "textDocument/hover", {**DOC, "textDocument": {"uri": "untitled:1"}})],
        [(900, OK)],
    ),
    Probe("hover on what is not open", [call(900, "textDocument/hover", DOC)], [(900, OK)]),
    # failures
    Probe("a failure inside", [call(900, "helix/ask", {"question": "boom"})], [(900, -32603)]),
    Probe("the user's fault", [call(900, "helix/ask", {"question": "refuse"})], [(900, -32602)]),
    Probe("the world's fault", [call(900, "helix/ask", {"question": "closed"})], [(900, -32803)]),
    Probe(
        "an id that still runs",
        [call(900, "helix/test/slow", {"seconds": 0.2}), call(900, "helix/status")],
        [(900, -32600), (900, OK)],
    ),
    # frames
    Probe("lower-case header", [frame(echo(900), b"content-length: %d\r\n\r\n")], [(900, OK)]),
    Probe("header without a blank", [frame(echo(900), b"CONTENT-LENGTH:%d\r\n\r\n")], [(900, OK)]),
    Probe(
        "two headers",
        [
            frame(
                echo(900),
                b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: %d\r\n\r\n",
            )
        ],
        [(900, OK)],
    ),
    Probe(
        "charset utf8",
        [frame(echo(900), b"Content-Length: %d\r\nContent-Type: a/b; charset=utf8\r\n\r\n")],
        [(900, OK)],
    ),
    Probe(
        "another charset",
        [frame(echo(900), b"Content-Length: %d\r\nContent-Type: a/b; charset=utf-16\r\n\r\n")],
        [(NO_ID, -32700)],
    ),
    Probe("an unknown header", [frame(echo(900), b"X-Trace: 4\r\nContent-Length: %d\r\n\r\n")], [(900, OK)]),
    Probe("bare line feeds", [frame(echo(900), b"Content-Length: %d\n\n")], [(900, OK)]),
    Probe("blank lines between frames", [b"\r\n\r\n" + frame(echo(900))], [(900, OK)]),
    Probe("no length", [b"X: 1\r\n\r\n", frame(echo(900))], [(NO_ID, -32700), (900, OK)]),
    Probe(
        "a length of text", [b"Content-Length: five\r\n\r\n", frame(echo(900))], [(NO_ID, -32700), (900, OK)]
    ),
    Probe(
        "a negative length", [b"Content-Length: -5\r\n\r\n", frame(echo(900))], [(NO_ID, -32700), (900, OK)]
    ),
    Probe(
        "two lengths",
        [b"Content-Length: 5\r\nContent-Length: 7\r\n\r\n", frame(echo(900))],
        [(NO_ID, -32700), (900, OK)],
    ),
    Probe(
        "a length of 10 GB",
        [b"Content-Length: 10000000000\r\n\r\n", frame(echo(900))],
        [(NO_ID, -32700), (900, OK)],
    ),
    Probe(
        "a length of 400 digits",
        [b"Content-Length: " + b"9" * 400 + b"\r\n\r\n", frame(echo(900))],
        [(NO_ID, -32700), (900, OK)],
    ),
    Probe(
        "a message above the cap",
        [frame(call(1, "x", "y" * 300_000)), frame(echo(900))],
        [(NO_ID, -32700), (900, OK)],
    ),
    Probe("a header without an end", [b"Z" * 20_000, frame(echo(900))], [(NO_ID, -32700), (900, OK)]),
    Probe("an empty body", [b"Content-Length: 0\r\n\r\n", frame(echo(900))], [(NO_ID, -32700), (900, OK)]),
    Probe("a body cut short", [frame(echo(901), shift=-9), frame(echo(900))], [(NO_ID, -32700), (900, OK)]),
    Probe("a body too long", [frame(echo(901), shift=9) + frame(echo(900))], [(901, OK), (900, OK)]),
    Probe("junk before a header", [b"oops " + frame(echo(900))], [(900, OK)]),
    *(
        Probe(
            f"a header of {size} and no body",
            [b"Content-Length : %d\r\n\r\n" % size, frame(echo(900)), frame(echo(901))],
            [*([(NO_ID, -32700)] * (size > 0)), (900, OK), (901, OK)],
        )
        for size in (1, 14, 20, 22, 24)
    ),
    Probe("broken JSON", [frame(b'{"jsonrpc'), frame(echo(900))], [(NO_ID, -32700), (900, OK)]),
    Probe("broken UTF-8", [frame(b'{"a":"\xff\xfe"}'), frame(echo(900))], [(NO_ID, -32700), (900, OK)]),
    Probe(
        "UTF-16",
        [frame(json.dumps(echo(900)).encode("utf-16")), frame(echo(900))],
        [(NO_ID, -32700), (900, OK)],
    ),
    Probe("a byte order mark", [frame(b"\xef\xbb\xbf" + json.dumps(echo(900)).encode())], [(900, OK)]),
    Probe(
        "NaN in params",
        [frame(b'{"jsonrpc":"2.0","id":900,"method":"helix/test/echo","params":{"text":NaN}}')],
        [(900, -32700)],
    ),
    Probe("NaN as id", [frame(b'{"jsonrpc":"2.0","id":NaN,"method":"helix/test/echo"}')], [(NO_ID, -32700)]),
    Probe(
        "a number beyond a double",
        [frame(b'{"jsonrpc":"2.0","id":900,"method":"helix/test/echo","params":{"text":1e999}}')],
        [(900, -32700)],
    ),
    Probe(
        "a number of 5,000 digits",
        [frame(b'{"jsonrpc":"2.0","id":900,"method":"helix/test/echo","params":{"a":' + b"1" * 5000 + b"}}")],
        [(NO_ID, -32700)],
    ),
    Probe("nested 150 deep", [frame(deep(150))], [(900, OK)]),
    Probe("nested 300 deep", [frame(deep(300))], [(900, -32700)]),
    Probe("nested 90,000 deep", [frame(deep(90_000))], [(900, -32700)]),
    Probe("nested 90,000 deep and never closed", [frame(b"[" * 90_000)], [(NO_ID, -32700)]),
    Probe(
        "brackets in text are no depth",
        [frame(call(900, "helix/test/echo", {"text": '[{"' * 400}))],
        [(900, OK)],
    ),
    Probe(
        "a lone surrogate",
        [frame(b'{"jsonrpc":"2.0","id":900,"method":"helix/test/echo","params":{"text":"\\ud800"}}')],
        [(900, OK)],
    ),
    Probe(
        "a lone surrogate in raw bytes",
        [frame(b'{"jsonrpc":"2.0","id":900,"method":"helix/test/echo","params":{"text":"\xed\xa0\x80"}}')],
        [(900, OK)],
    ),
]


@pytest.mark.parametrize("probe", PROBES, ids=[probe.name for probe in PROBES])
def test_probe(probe: Probe):
    options = ServeOptions(
        test_hooks=True, open_service=FakeBackend, config=ServeConfig(max_message_bytes=200_000)
    )
    client = Inside(options)
    if probe.state != "new":
        client.initialize(folders=[ROOT])
    if probe.state == "down":
        client.request("shutdown")
    before = len(client.messages)
    for item in probe.send:
        client.raw(item) if isinstance(item, bytes) else client.send(item)
    for number, _ in probe.expect:
        client.wait_for(
            lambda m, n=number: m in client.messages[before:] and "method" not in m and m.get("id") == n,
            what=f"the answer to {number!r}",
        )
    if len(probe.expect) > 1 and probe.expect[0][0] == probe.expect[1][0]:
        client.wait_for(lambda m: m.get("id") == probe.expect[0][0] and "result" in m)
    client.send(call("last", "helix/test/echo", {"text": "still here"}))
    client.wait("last")
    answers = [m for m in client.messages[before:] if "method" not in m and m.get("id") != "last"]
    got = [(m.get("id"), m["error"]["code"] if "error" in m else OK) for m in answers]
    assert sorted(got, key=repr) == sorted(probe.expect, key=repr)
    assert not client.notes("window/showMessage")
    assert faults(client.messages, client.methods) == []
    client.notify("exit")
    down = probe.state == "down"
    assert client.code() == (0 if down else 1)
    assert client.exits == []
