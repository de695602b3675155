"""Symbols, ranges, links, places, completion and rename over the wire, in three encodings; everything fits
the meta model.
"""

from __future__ import annotations

from typing import Any

import pytest

from helix_lsp.config.server import ServeConfig
from helix_lsp.lsp.server import ServeOptions
from tests.lsp.test_features import at, begin, finish
from tests.support.fake_backend import FakeBackend
from tests.support.metamodel import faults
from tests.support.raw_client import Inside

ROOT = "file:///w/x"
CODE = "def ring():\n    '''Ring.'''\n\ndef main():\n    ring()\n"
PAGE = "# 😀 Bells\n\nUse `ring` and [more](other.md#more).\n\n## 😀 Ü\n\nSee `r`.\n"
OTHER = "# More\n\n[up](page.md#-ü) \U0001f600 [up](page.md#-ü)\n"


def span(result: dict[str, Any]) -> tuple[int, int, int, int]:
    """(line, column, line, column)."""
    start, end = result["start"], result["end"]
    return start["line"], start["character"], end["line"], end["character"]


@pytest.fixture(params=["utf-8", "utf-16", "utf-32"])
def world(request: pytest.FixtureRequest):
    client = begin(
        {
            "textDocument": {
                "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
                "documentLink": {"tooltipSupport": True},
                "rename": {"prepareSupport": True},
            },
            "workspace": {"workspaceEdit": {"documentChanges": True}},
        },
        encodings=[request.param],
    )
    client.open(f"{ROOT}/bell.py", CODE, language="python")
    client.open(f"{ROOT}/other.md", OTHER)
    document = client.open(f"{ROOT}/page.md", PAGE, version=7)
    yield client, document, {"utf-8": 4, "utf-16": 2, "utf-32": 1}[request.param]
    finish(client)


def test_symbols_of_a_document_and_of_the_workspace(world: Any):
    client, document, wide = world
    tree = client.result("textDocument/documentSymbol", {"textDocument": document})
    assert [(s["name"], [c["name"] for c in s["children"]]) for s in tree] == [("😀 Bells", ["😀 Ü"])]
    assert span(tree[0]["selectionRange"]) == (0, 0, 0, 8 + wide)
    found = client.result("workspace/symbol", {"query": "mo"})
    assert [(s["name"], s["location"]["uri"], s["containerName"]) for s in found] == [
        ("More", f"{ROOT}/other.md", "other.md")
    ]
    assert client.result("textDocument/documentSymbol", {"textDocument": {"uri": f"{ROOT}/bell.py"}}) == []
    assert (
        client.result("textDocument/documentSymbol", {"textDocument": {"uri": "file:///elsewhere/a.md"}})
        is None
    )


def test_folding_and_selection(world: Any):
    client, document, wide = world
    folds = client.result("textDocument/foldingRange", {"textDocument": document})
    assert [(f["startLine"], f["endLine"]) for f in folds] == [(0, 6), (4, 6)]
    code = {"textDocument": {"uri": f"{ROOT}/bell.py"}}
    assert client.result("textDocument/foldingRange", code) is None  # so that the editor folds by itself
    positions = [{"line": 2, "character": 6}, {"line": 4, "character": 3 + wide}]
    chains = client.result("textDocument/selectionRange", {"textDocument": document, "positions": positions})
    assert span(chains[0]["range"]) == (2, 5, 2, 9)
    assert span(chains[1]["range"])[:3] == (4, 0, 4)
    while "parent" in chains[0]:
        chains[0] = chains[0]["parent"]
    assert span(chains[0]["range"]) == (0, 0, 7, 0)


def test_links_lead_to_files_lines_and_names(world: Any):
    client, document, _ = world
    links = client.result("textDocument/documentLink", {"textDocument": document})
    assert [(span(one["range"])[:2], one["target"]) for one in links] == [
        ((2, 5), f"{ROOT}/bell.py#L1"),
        ((2, 22), f"{ROOT}/other.md#L1"),
    ]
    assert client.result("documentLink/resolve", links[0])["tooltip"] == "bell.py:1"


def test_references_and_implementation(world: Any):
    client, document, wide = world
    found = client.result(
        "textDocument/references", {**at(document, 2, 6), "context": {"includeDeclaration": True}}
    )
    assert [(f["uri"].rpartition("/")[2], span(f["range"])) for f in found] == [
        ("bell.py", (0, 4, 0, 8)),
        ("bell.py", (4, 4, 4, 8)),
        ("page.md", (2, 5, 2, 9)),
    ]
    links = client.result(
        "textDocument/references", {**at(document, 4, 1), "context": {"includeDeclaration": False}}
    )
    anchor = 3 if wide == 4 else 2  # `-ü` in bytes, else in units
    assert [span(f["range"])[:2] for f in links] == [(2, 13), (2, 13 + anchor + 3 + wide + 13)]
    places = client.result("textDocument/implementation", at(document, 0, 1))
    assert [(p["uri"].rpartition("/")[2], span(p["range"])) for p in places] == [("bell.py", (0, 4, 0, 8))]


def test_completion_replaces_what_was_typed(world: Any):
    client, document, _ = world
    found = client.result("textDocument/completion", at(document, 6, 6))
    assert not found["isIncomplete"]
    assert [(i["label"], span(i["textEdit"]["range"])) for i in found["items"]] == [("ring", (6, 5, 6, 6))]
    assert client.result("textDocument/completion", at(document, 6, 1))["items"] == []


def test_rename_of_a_heading_takes_the_links_along(world: Any):
    client, document, _ = world
    ready = client.result("textDocument/prepareRename", at(document, 4, 1))
    assert (ready["placeholder"], span(ready["range"])[:2]) == ("😀 Ü", (4, 3))
    edit = client.result("textDocument/rename", {**at(document, 4, 1), "newName": "Ring it"})
    changes = {c["textDocument"]["uri"].rpartition("/")[2]: c for c in edit["documentChanges"]}
    assert changes["page.md"]["textDocument"]["version"] == 7
    assert [e["newText"] for e in changes["other.md"]["edits"]] == ["ring-it", "ring-it"]
    assert span(changes["other.md"]["edits"][0]["range"])[:2] == (2, 13)
    assert client.result("textDocument/prepareRename", at(document, 2, 1)) is None
    assert (
        client.request("textDocument/rename", {**at(document, 4, 1), "newName": " "})["error"]["code"]
        == -32602
    )


def test_a_client_of_few_words_gets_flat_symbols_and_plain_changes():
    client = begin()
    document = client.open(f"{ROOT}/page.md", PAGE)
    flat = client.result("textDocument/documentSymbol", {"textDocument": document})
    assert [(s["name"], s.get("containerName")) for s in flat] == [("😀 Bells", None), ("😀 Ü", "😀 Bells")]
    edit = client.result("textDocument/rename", {**at(document, 4, 1), "newName": "New"})
    assert list(edit) == ["changes"]
    link = client.result("textDocument/documentLink", {"textDocument": document})
    assert link == []
    finish(client)


def test_what_is_offered_depends_on_the_client():
    plain = Inside(ServeOptions(open_service=FakeBackend, config=ServeConfig()))
    can = plain.initialize()["capabilities"]
    assert "codeActionProvider" not in can
    assert "textDocumentContent" not in can["workspace"]
    assert can["renameProvider"] is True
    assert plain.stop() == 0
    literal = {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}}
    full = Inside(ServeOptions(open_service=FakeBackend, config=ServeConfig()))
    can = full.initialize(
        capabilities={"textDocument": {"codeAction": literal}, "workspace": {"textDocumentContent": {}}}
    )["capabilities"]
    assert can["codeActionProvider"]["codeActionKinds"] == ["helixAsk", "quickfix", "source.fixAll.helix"]
    assert can["workspace"]["textDocumentContent"] == {"schemes": ["helix-answer"]}
    assert full.stop() == 0
    assert faults(plain.messages + full.messages, {**plain.methods, **full.methods}) == []


def test_names_and_questions_for_a_box_and_the_folder_that_is_meant(world: Any):
    client, document, _ = world
    found = client.result("helix/symbols", {"query": "ri"})["symbols"]
    assert found == [
        {
            "name": "ring",
            "kind": "function",
            "path": "bell.py",
            "uri": f"{ROOT}/bell.py",
            "position": {"line": 0, "character": 4},
        }
    ]
    assert client.result("helix/symbols", {"query": "ri", "textDocument": document})["symbols"] == found
    assert client.result("helix/examples", {})["questions"][0] == "what does `ring` do?"
    assert client.result("helix/folders", {"question": "where is Ring rung?"}) == {
        "folders": [{"uri": ROOT, "names": 1, "words": 1}]
    }
    for method, bad in (("helix/symbols", {}), ("helix/folders", {"question": 3})):
        assert client.request(method, bad)["error"]["code"] == -32602
