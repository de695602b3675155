"""The life of a session, from the first message to the exit code. Carries G1."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.probes.wire import NOTHING, Wire
from tests.support.tuning import tuned_environment

URI = "file:///nowhere/a.md"
AT = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
OPEN = {"textDocument": {"uri": URI, "languageId": "markdown", "version": 1, "text": "é𝒳b"}}
PLAIN = {"processId": None, "rootUri": None, "capabilities": {}}
REGISTERS = {
    "workspace": {
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "didChangeConfiguration": {"dynamicRegistration": True},
    }
}
REQUESTS = [
    ("textDocument/hover", AT),
    ("textDocument/hover", {"bogus": 1}),
    ("no/such", {}),
    ("helix/ask", {"question": "x"}),
    ("$/unknown", {}),
    ("shutdown", NOTHING),
]


@pytest.fixture(scope="module")
def early():
    """Nobody ever says `initialize` to this one."""
    with Wire(forked=True) as wire:
        yield wire
        wire.account()


@pytest.fixture(scope="module")
def late():
    """Shut down, and not gone yet."""
    with Wire() as wire:
        wire.initialize()
        wire.call("shutdown")
        yield wire
        wire.account()
        wire.note("exit")
        assert wire.code() == 0


@pytest.mark.parametrize(("method", "params"), [*REQUESTS, ("initialized", {})])
def test_before_initialize(early: Wire, method: str, params: Any):
    assert early.code_of(method, params) == -32002


@pytest.mark.parametrize(("method", "params"), [*REQUESTS, ("initialize", PLAIN)])
def test_after_shutdown(late: Wire, method: str, params: Any):
    late.note("textDocument/didOpen", OPEN)
    assert late.code_of(method, params) == -32600


def test_notifications_before_initialize_are_dropped(fresh: Wire):
    for method, params in (
        ("textDocument/didOpen", OPEN),
        ("initialized", {}),
        ("$/cancelRequest", {"id": 4}),
        ("$/setTrace", {"value": "off"}),
        ("no/such", {}),
        ("shutdown", NOTHING),
        ("initialize", PLAIN),
        ("$/progress", {"token": 1, "value": 2}),
        ("workspace/didChangeConfiguration", {"settings": {}}),
    ):
        fresh.note(method, params)
    fresh.initialize(capabilities=REGISTERS)
    assert fresh.messages[0]["id"] in fresh.asked  # silent until then
    assert fresh.code_of("helix/test/text", {"textDocument": {"uri": URI}}) == -32602
    fresh.sound()
    fresh.account()


REFUSED: list[Any] = [
    NOTHING, None, [], [1], "x", 5, {}, {"capabilities": None}, {"capabilities": []}, {"capabilities": "x"}, PLAIN | {"processId": "1"},
    PLAIN | {"processId": 1.5}, PLAIN | {"processId": []},
    PLAIN | {"processId": True}, PLAIN | {"workspaceFolders": {}}, PLAIN | {"workspaceFolders": "x"}, PLAIN | {"workspaceFolders": [None]},
    PLAIN | {"workspaceFolders": [{"name": "x"}]},
]  # fmt: skip


def test_params_that_are_none_are_refused_and_the_next_ones_count(fresh: Wire):
    assert [params for params in REFUSED if fresh.code_of("initialize", params) not in (-32602, -32600)] == []
    assert "result" in fresh.initialize()
    assert fresh.code_of("initialize", PLAIN) == -32600
    fresh.account()
    assert fresh.end() == 0


LENIENT: list[dict[str, Any]] = [
    {"rootPath": 5, "trace": "loud", "locale": 5, "clientInfo": {}, "initializationOptions": "x", "workDoneToken": {},
        "unknown": {"id": 4, "method": "x", "jsonrpc": "3"}},
    {"rootUri": 5, "trace": None, "clientInfo": None, "initializationOptions": {"helixAsk": 5, "index": {"cache_dir": "/etc"}},
        "workspaceFolders": []},
    {"rootUri": "not a uri", "rootPath": "", "trace": 5, "clientInfo": "x",
        "initializationOptions": {"helixAsk": {"retrieval": "x", "nope": {"a": 1}}}},
    {"rootUri": "file:///does/not/exist", "initializationOptions": None, "workDoneToken": "t"},
    {"workspaceFolders": [{"uri": "vscode-vfs://github/a/b", "name": "x"}, {"uri": "", "name": ""}, {"uri": "file:///dev/null", "name": "n"},
        {"uri": "file:///", "name": "n"}]},
    {"capabilities": {"textDocument": 5, "general": [], "window": None, "workspace": {"workspaceFolders": "yes"}, "experimental": 5,
        "future": {"deep": [[[1]]]}}},
    {"capabilities": {"general": {"positionEncodings": "utf-8"},
        "textDocument": {"hover": {"contentFormat": 5}, "documentSymbol": True, "codeAction": {"codeActionLiteralSupport": 4}}}},
    {"capabilities": {"general": {"positionEncodings": [5, None, "utf-16"]}, "experimental": {"helix": "x", "serverStatusNotification": "x"}}},
    {"processId": os.getpid(), "initializationOptions": [1]},
]  # fmt: skip


@pytest.mark.parametrize("more", LENIENT, ids=range(len(LENIENT)))
def test_odd_fields_harm_nothing(fresh: Wire, more: dict[str, Any]):
    assert "result" in fresh.call("initialize", PLAIN | more)
    fresh.note("initialized", {})
    fresh.note("textDocument/didOpen", OPEN)
    document = {"textDocument": {"uri": URI}}
    span = {"start": AT["position"], "end": AT["position"]}
    asked = {
        "textDocument/hover": AT,
        "textDocument/definition": AT,
        "textDocument/completion": AT,
        "textDocument/documentSymbol": document,
        "textDocument/codeAction": document | {"range": span, "context": {"diagnostics": []}},
    }
    assert [
        method for method, params in asked.items() if fresh.code_of(method, params) not in (None, -32803)
    ] == []
    fresh.sound()
    fresh.account()
    assert fresh.end() == 0


def test_initialized_twice_registers_once(fresh: Wire, root: Path):
    fresh.initialize(root, REGISTERS, ready=False)
    fresh.sound()
    assert fresh.methods().count("client/registerCapability") == 0
    for params in ({}, None, NOTHING, {}):
        fresh.note("initialized", params)
    fresh.sound()
    assert fresh.methods().count("client/registerCapability") == 1
    fresh.account()


def test_a_whole_session_in_one_write(fresh: Wire):
    first, second, third, last = (
        fresh.expect(method) for method in ("initialize", "initialize", "helix/test/echo", "shutdown")
    )
    fresh.send(
        {"jsonrpc": "2.0", "id": first, "method": "initialize", "params": PLAIN},
        {"jsonrpc": "2.0", "id": second, "method": "initialize", "params": PLAIN},
        {"jsonrpc": "2.0", "method": "initialized", "params": {}},
        {"jsonrpc": "2.0", "id": third, "method": "helix/test/echo", "params": {"text": "t"}},
        {"jsonrpc": "2.0", "id": last, "method": "shutdown"},
        {"jsonrpc": "2.0", "method": "exit"},
    )
    assert fresh.code() == 0
    fresh.account()
    assert fresh.answer(second)["error"]["code"] == -32600


CODES = [
    ("exit", 1), ("eof", 1), ("initialize exit", 1), ("initialize eof", 1), ("initialize ready exit", 1), ("initialize ready eof", 1),
    ("initialize shutdown exit", 0),
    ("initialize shutdown eof", 0), ("initialize ready shutdown shutdown exit", 0), ("initialize exit exit", 1),
]  # fmt: skip


@pytest.mark.parametrize(("steps", "code"), CODES, ids=[steps for steps, _ in CODES])
def test_exit_codes(fresh: Wire, steps: str, code: int):
    for step in steps.split():
        match step:
            case "initialize":
                fresh.call("initialize", PLAIN)
            case "shutdown":
                fresh.call("shutdown", None)
            case "eof":
                fresh.hang_up()
            case _:
                fresh.note("initialized" if step == "ready" else step, None)
    assert fresh.code() == code
    assert fresh.none_left()


@pytest.mark.parametrize("value", [2**31 - 1, 2**40, 2**70, -7])
def test_a_parent_that_cannot_be(value: int):
    with Wire(forked=True, **tuned_environment(serve__parent_poll_ms=100)) as wire:
        assert wire.code_of("initialize", PLAIN | {"processId": value}) in (None, -32602)
        assert wire.code() == 1
        assert "Traceback" not in wire.log()


@pytest.mark.parametrize("by", ["processId", "flag"])
def test_the_parent_dies(by: str):
    parent = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    arguments = ("--stdio", "--test-hooks", f"--clientProcessId={parent.pid}") if by == "flag" else ()
    try:
        with Wire(*arguments, **tuned_environment(serve__parent_poll_ms=100)) as wire:
            wire.initialize(processId=parent.pid if by == "processId" else None)
            wire.sound()
            parent.kill()  # not waited for: a zombie is dead
            assert wire.code() == 1
            assert wire.none_left()
    finally:
        parent.kill()
        parent.wait()


NAMES = ("utf-8", "utf-16", "utf-32")
OFFERS = [
    ["utf-8"],
    ["utf-16"],
    ["utf-32"],
    ["utf-32", "utf-16"],
    ["utf-16", "utf-32", "utf-8"],
    ["zork", "utf-32"],
    ["zork", "utf8", "UTF-8"],
    [],
]


@pytest.mark.parametrize("offered", OFFERS, ids=repr)
def test_encodings(fresh: Wire, offered: list[str]):
    answer = fresh.initialize(capabilities={"general": {"positionEncodings": offered}})
    chosen = answer["result"]["capabilities"].get("positionEncoding", "utf-16")
    assert chosen in ([name for name in offered if name in NAMES] or ["utf-16"])
    fresh.note("textDocument/didOpen", OPEN)
    column = {"utf-8": 6, "utf-16": 3, "utf-32": 2}[chosen]
    span = {"start": {"line": 0, "character": column}, "end": {"line": 0, "character": column + 1}}
    fresh.note(
        "textDocument/didChange",
        {"textDocument": {"uri": URI, "version": 2}, "contentChanges": [{"range": span, "text": "!"}]},
    )
    assert fresh.text(URI) == "é𝒳!"


def test_folders(fresh: Wire, root: Path):
    uri = root.as_uri()
    twice = [
        {"uri": uri, "name": "a"},
        {"uri": uri, "name": "b"},
        {"uri": uri + "/", "name": "c"},
        {"uri": uri + "/docs", "name": "inner"},
    ]
    fresh.initialize(capabilities={"workspace": {"workspaceFolders": True}}, workspaceFolders=twice)

    def change(added: list[str], removed: list[str]) -> list[str]:
        event = {
            name: [{"uri": one, "name": "n"} for one in uris]
            for name, uris in (("added", added), ("removed", removed))
        }
        fresh.note("workspace/didChangeWorkspaceFolders", {"event": event})
        return fresh.call("helix/test/folders", {})["result"]["folders"]

    assert change([], []) == [uri, uri + "/docs"]
    assert change([], [uri + "/docs"]) == [uri]
    assert change([uri], [uri]) == [uri]
    assert change(["untitled:x", "http://x/y"], ["file:///not/there"]) == [uri]
    for _ in range(10):
        assert change([], [uri]) == []
        assert change([uri], []) == [uri]
    assert "result" in fresh.call("helix/ask", {"question": "What does Basket.add do?"})
    fresh.account()
    assert fresh.end() == 0
