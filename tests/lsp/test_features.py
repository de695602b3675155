"""The features over the wire, on a small backend: hover, definition, ask, status, folders, indexing, and what
may never leak.
"""

from __future__ import annotations

from typing import Any

import pytest

from helix_lsp.config.server import ServeConfig
from helix_lsp.lsp.server import ServeOptions
from tests.support.fake_backend import SECRET, FakeBackend
from tests.support.metamodel import faults
from tests.support.raw_client import Inside, ServerProcess

ROOT = "file:///w/x"
CONFIG = ServeConfig(watch_debounce_ms=10)
UNHURRIED = ServeConfig(
    watch_debounce_ms=500
)  # a burst stays one, also where this process has to wait in the middle of it
LINKS = {
    "textDocument": {
        "definition": {"linkSupport": True},
        "hover": {"contentFormat": ["markdown", "plaintext"]},
    }
}
WATCHES = {
    "workspace": {"didChangeWatchedFiles": {"dynamicRegistration": True}},
    "window": {"workDoneProgress": True},
}


def begin(
    capabilities: dict[str, Any] | None = None,
    folders: tuple[str, ...] = (ROOT,),
    hooks: bool = True,
    config: ServeConfig = CONFIG,
    **options: Any,
) -> Inside:
    """A server that has shaken hands."""
    client = Inside(ServeOptions(test_hooks=hooks, open_service=FakeBackend, config=config))
    client.initialize(folders=folders, capabilities=capabilities, **options)
    return client


def finish(client: Inside) -> None:
    """Goodbye; every message is judged against the meta model."""
    assert client.stop() == 0
    assert client.exits == []
    assert client.problem is None
    assert faults(client.messages, client.methods) == []
    assert not client.notes("window/showMessage")


def at(document: dict[str, str], line: int, character: int) -> dict[str, Any]:
    """Params of a request at a position."""
    return {"textDocument": document, "position": {"line": line, "character": character}}


def test_hover_in_the_encoding_of_the_client():
    for encoding, column in (("utf-8", 5), ("utf-16", 3), ("utf-32", 2)):
        client = begin(LINKS, encodings=[encoding])
        document = client.open(f"{ROOT}/a%20b.md", "x\f\u2028\n😀 wörd")
        hover = client.result("textDocument/hover", at(document, 1, column))
        assert hover["range"]["start"] == {"line": 1, "character": column}
        assert hover["contents"] == {
            "kind": "markdown",
            "value": f"**word** `wörd` [a b.md:1]({document['uri']}#L1)",
        }
        finish(client)


def test_a_client_that_shows_plain_text_gets_plain_text():
    client = begin({"textDocument": {"hover": {"contentFormat": ["plaintext"]}}})
    document = client.open(f"{ROOT}/a.md", "word")
    assert client.result("textDocument/hover", at(document, 0, 1))["contents"] == {
        "kind": "plaintext",
        "value": "word word a.md:1",
    }
    finish(client)


def test_definition_as_a_link_and_as_a_location():
    for capabilities, key in ((LINKS, "targetUri"), ({}, "uri")):
        client = begin(capabilities)
        document = client.open("file:///w/x/%61.md", "one two\none")
        found = client.result("textDocument/definition", at(document, 1, 1))
        assert found[0][key] == document["uri"]  # the client's own spelling
        if key == "targetUri":
            assert found[0]["originSelectionRange"]["start"] == {"line": 1, "character": 0}
            assert found[0]["targetSelectionRange"]["end"] == {"line": 0, "character": 3}
        assert client.result("textDocument/definition", at(document, 0, 99)) != []
        finish(client)


def test_a_document_out_of_step_is_not_answered_from():
    client = begin()
    document = client.open(f"{ROOT}/a.md", "word here")
    place = {"line": 0, "character": 4}
    client.change(
        document["uri"], 2, {"range": {"start": place, "end": {"line": 0, "character": 1}}, "text": "Z"}
    )
    assert client.text(document["uri"]) == "word here"
    assert client.result("textDocument/hover", at(document, 0, 1)) is None
    assert client.result("helix/status")["open"] == []
    client.change(document["uri"], 3, {"text": "whole"})
    assert "whole" in client.result("textDocument/hover", at(document, 0, 1))["contents"]["value"]
    assert any("close and open the file" in note["message"] for note in client.notes("window/logMessage"))
    finish(client)


def test_a_change_that_cannot_be_read_marks_the_document():
    client = begin()
    document = client.open(f"{ROOT}/a.md", "word here")
    client.change(document["uri"], 2, {"range": {"start": {"line": -1, "character": 0}}, "text": "x"})
    client.notify("textDocument/didChange", {"textDocument": {"uri": 5}})
    assert client.result("textDocument/hover", at(document, 0, 1)) is None
    assert any("could not be read" in note["message"] for note in client.notes("window/logMessage"))
    client.open(document["uri"], "fresh")
    assert "fresh" in client.result("textDocument/hover", at(document, 0, 1))["contents"]["value"]
    finish(client)


def test_ask_sends_its_live_events_to_the_token_and_nowhere_else():
    client = begin()
    document = client.open(f"{ROOT}/a.md", "ünd hier")
    place = at(document, 0, 4)
    result = client.result("helix/ask", {"question": "why so", "workDoneToken": "t", "debug": True, **place})
    assert result == {"question": "why so", "path": "a.md", "offset": 5, "debug": True}
    values = [note["value"] for note in client.notes("$/progress")]
    assert [value["kind"] for value in values] == ["begin", "report", "report", "end"]
    assert [value["message"] for value in values[1:3]] == ["retrieval: why", "sealing: done"]
    client.result("helix/ask", {"question": "again"})
    assert len(client.notes("$/progress")) == 4
    finish(client)


def test_odd_keys_arrive_as_they_were_sent():
    client = begin()
    odd = {
        "text": "x",
        "from": 1,
        "a-b": 2,
        "_x": 3,
        "type_name": "T",
        "jsonrpc": {"id": None},
        "": [],
        "method": "m",
        "deep": {"class": {}},
    }
    assert client.result("helix/test/echo", odd) == odd
    half = {"text": "x", "\ud800": "\udfff"}  # of a character: no text has it
    assert client.result("helix/test/echo", half) == {"text": "x", "\ufffd": "\ufffd"}
    finish(client)


def test_the_hooks_are_there_only_with_the_flag():
    plain, hooked = begin(hooks=False), begin()
    for method in ("text", "echo", "slow", "folders"):
        assert plain.request(f"helix/test/{method}", {"text": "x"})["error"]["code"] == -32601
    assert hooked.result("helix/test/folders") == {"folders": [ROOT]}
    assert hooked.result("helix/test/slow", {"seconds": 0.01}) == {"seconds": 0.01}
    assert hooked.request("helix/test/text", {"textDocument": {"uri": "nope"}})["error"]["code"] == -32602
    finish(plain)
    finish(hooked)


def test_what_it_says_it_can_do():
    client = Inside(ServeOptions(open_service=FakeBackend))
    can = client.initialize()["capabilities"]
    assert can["textDocumentSync"] == {"openClose": True, "change": 2, "save": {"includeText": False}}
    assert can["experimental"]["helix"]["methods"] == [
        "helix/ask",
        "helix/examples",
        "helix/explain",
        "helix/folders",
        "helix/graphLock",
        "helix/mentions",
        "helix/proof",
        "helix/status",
        "helix/symbols",
        "helix/trees",
    ]
    assert can["experimental"]["helix"]["contracts"]["range-ref"] == 1
    assert client.request("helix/status")["error"] == {
        "code": -32803,
        "message": "no folder is open; open a folder in the editor and ask again",
    }
    finish(client)


def test_folders_come_and_go_and_the_innermost_one_answers():
    inner = {"uri": f"{ROOT}/inner", "name": "i"}
    client = begin(folders=(ROOT, "file:///w/y"))
    document = client.open(f"{ROOT}/inner/a.md", "word")
    assert client.result("helix/status", {"textDocument": document})["open"] == ["inner/a.md"]
    by_name = {
        uri: client.result("helix/status", {"textDocument": {"uri": uri}})["open"]
        for uri in (ROOT, "file:///w/y")
    }
    assert by_name == {ROOT: ["inner/a.md"], "file:///w/y": []}
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        {"event": {"added": [inner], "removed": [{"uri": "file:///w/y", "name": "y"}]}},
    )
    assert client.result("helix/test/folders") == {"folders": [ROOT, inner["uri"]]}
    assert client.result("helix/status", {"textDocument": document})["open"] == ["a.md"]
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [inner], "removed": [inner]}})
    assert client.result("helix/test/folders") == {"folders": [ROOT, inner["uri"]]}
    client.notify("textDocument/didClose", {"textDocument": document})
    assert client.result("helix/status", {"textDocument": document})["open"] == []
    finish(client)


def test_rooturi_and_rootpath_count_without_folders():
    for root in ({"rootUri": ROOT}, {"rootPath": "/w/x"}, {"rootUri": ROOT, "workspaceFolders": None}):
        client = Inside(ServeOptions(test_hooks=True, open_service=FakeBackend))
        client.result("initialize", {"capabilities": {}, **root})
        assert client.result("helix/test/folders") == {"folders": [ROOT]}
        finish(client)


def test_indexing_shows_its_progress_and_can_be_cancelled():
    client = begin(WATCHES, folders=("file:///w/slow",))
    client.wait_for(lambda m: m.get("method") == "window/workDoneProgress/create")
    report = client.wait_for(
        lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "report"
    )
    assert 0 <= report["params"]["value"]["percentage"] <= 100
    assert client.result("helix/status")["refreshes"] == 0  # answered while the first index is being built
    client.notify("window/workDoneProgress/cancel", {"token": report["params"]["token"]})
    client.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end")
    assert client.result("helix/status")["refreshes"] == 0
    finish(client)


def test_changes_on_disk_refresh_once_for_a_burst():
    client = begin(WATCHES, config=UNHURRIED)
    registered = client.wait_for(lambda m: m.get("method") == "client/registerCapability")
    assert registered["params"]["registrations"][0]["method"] == "workspace/didChangeWatchedFiles"
    client.wait_for(
        lambda m: m.get("method") == "window/logMessage" and "refreshed 1" in m["params"]["message"]
    )
    for number in range(200):
        client.notify(
            "workspace/didChangeWatchedFiles", {"changes": [{"uri": f"{ROOT}/{number}.md", "type": 2}]}
        )
    client.wait_for(
        lambda m: m.get("method") == "window/logMessage" and "refreshed 2" in m["params"]["message"]
    )
    client.notify("textDocument/didSave", {"textDocument": {"uri": f"{ROOT}/a.md"}})
    client.wait_for(
        lambda m: m.get("method") == "window/logMessage" and "refreshed 3" in m["params"]["message"]
    )
    assert 3 <= client.result("helix/status")["refreshes"] <= 5
    finish(client)


def test_a_client_without_watching_and_progress_is_asked_for_neither():
    client = begin()
    client.wait_for(lambda m: m.get("method") == "window/logMessage")
    assert [m for m in client.messages if "method" in m and "id" in m] == []
    assert client.notes("$/progress") == []
    finish(client)


def test_a_client_that_never_answers_our_requests_is_served():
    client = Inside(ServeOptions(test_hooks=True, open_service=FakeBackend, config=CONFIG))
    client.answers_requests = False
    client.initialize(folders=[ROOT], capabilities=WATCHES)
    assert client.result("helix/ask", {"question": "q"})["question"] == "q"
    finish(client)


def test_a_folder_that_cannot_be_opened_says_why():
    client = begin(folders=("file:///w/bad",))
    answer = client.request("helix/ask", {"question": "q"})
    assert answer["error"] == {"code": -32803, "message": "/w/bad is not a folder; choose another"}
    client.wait_for(
        lambda m: m.get("method") == "window/logMessage"
    )  # the same fault, told by another thread
    assert client.notes("window/logMessage") == [
        {"type": 1, "message": "Helix Ask: /w/bad is not a folder; choose another"}
    ]
    finish(client)


@pytest.mark.parametrize("method", ["textDocument/hover", "helix/ask"])
def test_nothing_leaks_from_a_failure_or_a_bad_message(method: str):
    with ServerProcess(script=("tests/support/fake_backend.py",)) as server:
        server.result(
            "initialize", {"capabilities": {}, "rootUri": ROOT, "initializationOptions": {"key": SECRET}}
        )
        document = server.open(f"{ROOT}/{SECRET}.md", f"boom {SECRET}")
        error = server.request(method, {**at(document, 0, 1), "question": "boom"})["error"]
        assert error["message"].startswith("internal error, reference ")
        assert set(error["data"]) == {"reference"}
        bad = server.request(method, {"textDocument": SECRET, "position": SECRET})["error"]
        assert bad["code"] == -32602
        server.change(document["uri"], 1)
        server.notify("textDocument/didChange", {"textDocument": SECRET})
        server.raw(b"Content-Length: %d\r\n\r\n" % len(SECRET) + SECRET.encode())
        server.wait_for(lambda m: m.get("id", 0) is None)
        assert server.stop() == 0
        log = server.logged()
        assert error["data"]["reference"] in log  # what we look up when a user reports the reference
        assert "a stray line on stdout" in log  # and stdout stayed clean
        assert SECRET not in log
        assert SECRET not in str(server.messages)
