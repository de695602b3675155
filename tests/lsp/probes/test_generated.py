"""Every request and notification of the meta model with the least params that fit it and with many that do
not, to a client that offers much and to one that offers nothing. What comes back is judged by the meta model
when the module ends. Carries G2 and G3.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.probes import kinds
from tests.lsp.probes.wire import NOTHING, Wire

TO_SERVER = {name: one for name, one in kinds.REQUESTS.items() if one["messageDirection"] != "serverToClient"}
TO_CLIENT = {name: one for name, one in kinds.REQUESTS.items() if one["messageDirection"] == "serverToClient"}
NOTES = {name: one for name, one in kinds.NOTES.items() if one["messageDirection"] != "serverToClient"}
ASKED = [name for name in TO_SERVER if name not in ("initialize", "shutdown")]
ELSEWHERE = "file:///elsewhere.md"
REFUSALS = (-32602, -32601, -32803, -32802, -32801)
MUCH: dict[str, Any] = {
    "workspace": {
        "applyEdit": True, "workspaceEdit": {"documentChanges": True}, "configuration": True, "workspaceFolders": True,
        "didChangeWatchedFiles": {"dynamicRegistration": True},
        "didChangeConfiguration": {"dynamicRegistration": True}, "diagnostics": {"refreshSupport": True}, "codeLens": {"refreshSupport": True},
        "textDocumentContent": {},
    },
    "textDocument": {
        "hover": {"contentFormat": ["markdown"]}, "definition": {"linkSupport": True}, "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}, "resolveSupport": {"properties": ["edit"]},
            "dataSupport": True},
        "rename": {"prepareSupport": True}, "diagnostic": {}, "publishDiagnostics": {"relatedInformation": True},
    },
    "window": {"workDoneProgress": True, "showDocument": {"support": True}},
    "experimental": {"serverStatusNotification": True},
}  # fmt: skip


@pytest.fixture(scope="module", params=["much", "nothing"])
def peer(request: pytest.FixtureRequest, root: Path) -> Iterator[Wire]:
    with Wire(forked=True) as wire:
        answer = wire.initialize(root, MUCH if request.param == "much" else {})
        assert kinds.faults(answer["result"], TO_SERVER["initialize"]["result"]) == []
        wire.offers = answer["result"]["capabilities"]  # type: ignore[attr-defined]
        wire.guide = (root / "docs" / "guide.md").as_uri()  # type: ignore[attr-defined]
        text = (root / "docs" / "guide.md").read_text(encoding="utf-8")
        wire.note(
            "textDocument/didOpen",
            {"textDocument": {"uri": wire.guide, "languageId": "markdown", "version": 1, "text": text}},
        )  # type: ignore[attr-defined]
        assert "result" in wire.call("workspace/symbol", {"query": "prices"})
        yield wire
        wire.account()
        assert wire.end() == 0
        if request.param == "nothing":
            assert [
                m for m in wire.messages if "method" in m and "id" in m
            ] == []  # nobody offered to answer any


def offered(peer: Wire, method: str) -> bool:
    here: Any = peer.offers  # type: ignore[attr-defined]
    for part in TO_SERVER[method].get("serverCapability", "?").split("."):
        here = here.get(part) if isinstance(here, dict) else None
    return here not in (None, False)


@pytest.mark.parametrize("method", ASKED)
def test_the_least_that_fits(peer: Wire, method: str):
    params = kinds.least(TO_SERVER[method]["params"], peer.guide)  # type: ignore[attr-defined]
    answer = peer.call(method, params)
    assert answer.get("error", {}).get("code") in (None, *REFUSALS)
    if offered(peer, method):
        assert answer.get("error", {}).get("code") != -32601


@pytest.mark.parametrize("method", ASKED)
def test_what_does_not_fit(peer: Wire, method: str):
    spoiled = kinds.spoiled(TO_SERVER[method]["params"], peer.guide)  # type: ignore[attr-defined]
    sent = {
        peer.ask(method, NOTHING if params is kinds.NO_PARAMS else params): label for label, params in spoiled
    }
    assert len(sent) >= 6
    codes = {label: peer.answer(ident).get("error", {}).get("code") for ident, label in sent.items()}
    assert {label: code for label, code in codes.items() if code not in (-32602, -32600, -32601)} == {}


@pytest.mark.parametrize("method", [name for name in NOTES if name != "exit"])
def test_notifications_are_never_answered(peer: Wire, method: str):
    before, kind = len(peer.messages), NOTES[method].get("params")
    for params in (
        [NOTHING, None]
        if kind is None
        else [kinds.least(kind, ELSEWHERE), *(bad for _, bad in kinds.spoiled(kind, ELSEWHERE))]
    ):
        peer.note(method, NOTHING if params is kinds.NO_PARAMS else params)
    peer.sound()
    assert peer.nameless(before) == []


@pytest.mark.parametrize("method", [*NOTES, *TO_CLIENT, "window/showMessage", "$/logTrace", "$/zork", "zork"])
def test_what_is_no_request_is_refused(peer: Wire, method: str):
    kind = (NOTES | TO_CLIENT).get(method, {}).get("params")
    assert peer.code_of(method, {} if kind is None else kinds.least(kind, ELSEWHERE)) in (-32601, -32600)


@pytest.mark.parametrize("method", [*TO_SERVER, "helix/ask", "helix/status", "zork"])
def test_a_request_without_an_id_does_nothing(peer: Wire, method: str):
    before, kind = len(peer.messages), TO_SERVER.get(method, {}).get("params")
    params = {"question": "What is Basket?"} if kind is None else kinds.least(kind, peer.guide)  # type: ignore[attr-defined]
    peer.note(method, params)
    peer.sound()  # not shut down, not initialized once more
    assert peer.nameless(before) == []


ODD: list[Any] = [
    None, [], [1], "x", 5, {}, {"question": None}, {"question": 5}, {"textDocument": 5}, {"textDocument": {"uri": 5}}, {"position": 5},
    {"workDoneToken": {}}, {"workDoneToken": 1.5},
    {"question": "a", "position": {"line": -1, "character": 0}, "textDocument": {"uri": ELSEWHERE}}, {"question": "a", "slots": 5},
    {"question": "a", "slots": [5]},
    {"question": "a", "verbosity": "loud"}, {"question": "a", "clarify": {}}, {"question": "a", "sessionId": 5}, {"question": "a", "debug": "x"},
    {"partialResultToken": []}, {"action": "zork"}, {"action": 5}, {"symbol": 5}, {"treeIds": "x"},
]  # fmt: skip


@pytest.mark.parametrize("params", ODD, ids=json.dumps)
def test_our_own_methods_with_odd_params(peer: Wire, params: Any):
    own = [
        name for name in peer.offers["experimental"]["helix"]["methods"] if not name.startswith("helix/test/")
    ]  # type: ignore[attr-defined]
    assert len(own) >= 3
    sent = {method: peer.ask(method, params) for method in own}
    codes = {method: peer.answer(ident).get("error", {}).get("code") for method, ident in sent.items()}
    assert {
        method: code for method, code in codes.items() if code not in (None, -32602, -32600, -32803)
    } == {}
