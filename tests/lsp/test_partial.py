"""Partial results: all of it in batches and in order, an empty answer, and nothing to the token after the
answer.
"""

from __future__ import annotations

import threading
from typing import Any

import pytest

from helix_lsp.ide.document_shape import FoundSection
from helix_lsp.lsp.server import ServeOptions
from tests.lsp.test_commands import AskingBackend
from tests.lsp.test_features import CONFIG, at, begin, finish
from tests.support.fake_backend import FakeBackend, FakeFolderView
from tests.support.raw_client import PATIENCE, Inside

ROOT = "file:///w/x"
PAGE = "# Bells\n\nUse `ring`.\n\n" + "".join(
    f"## Bell {number}\n\nSee `ring`.\n\n" for number in range(1, 80)
)
CODE = "def ring():\n    pass\n\n" + "".join(f"def tower_{number}():\n    ring()\n\n" for number in range(80))


def parts(client: Inside, token: object) -> list[list[Any]]:
    """The values that went to a token, in order."""
    return [note["value"] for note in client.notes("$/progress") if note["token"] == token]


@pytest.mark.parametrize(
    "method", ["workspace/symbol", "textDocument/references", "textDocument/documentSymbol"]
)
@pytest.mark.parametrize("token", ["a word", 7])
def test_it_comes_in_batches_and_is_the_same(method: str, token: object):
    client = begin(folders=(ROOT, "file:///w/y"))
    client.open(f"{ROOT}/bell.py", CODE, language="python")
    client.open("file:///w/y/other.md", PAGE)
    document = client.open(f"{ROOT}/page.md", PAGE)
    params: dict[str, Any] = {
        "workspace/symbol": {"query": "bell"},
        "textDocument/references": {**at(document, 2, 6), "context": {"includeDeclaration": True}},
        "textDocument/documentSymbol": {"textDocument": document},
    }[method]
    whole = client.result(method, params)
    assert parts(client, token) == []
    assert client.result(method, {**params, "partialResultToken": token}) == []
    found = parts(client, token)
    assert len(whole) > 64
    assert len(found) > 2
    assert [one for part in found for one in part] == whole
    assert all(part for part in found)
    finish(client)


@pytest.mark.parametrize("method", ["workspace/symbol", "textDocument/documentSymbol"])
def test_what_finds_nothing_sends_nothing(method: str):
    client = begin()
    document = client.open(f"{ROOT}/page.md", "no heading\n")
    assert client.result(method, {"query": "zzz", "textDocument": document, "partialResultToken": "t"}) == []
    assert parts(client, "t") == []
    finish(client)


def test_a_symbol_tree_comes_whole_tops_at_a_time():
    client = begin({"textDocument": {"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}})
    document = client.open(f"{ROOT}/page.md", "".join(f"# A{n}\n\n## B{n}\n\n" for n in range(40)))
    assert (
        client.result("textDocument/documentSymbol", {"textDocument": document, "partialResultToken": "t"})
        == []
    )
    tops = [one for part in parts(client, "t") for one in part]
    assert [(top["name"], [below["name"] for below in top["children"]]) for top in tops] == [
        (f"A{n}", [f"B{n}"]) for n in range(40)
    ]
    finish(client)


class Halting(FakeBackend):
    """Reading `last.md` waits until it is let go: the worker is past its last look at the cancel then."""

    there = threading.Event()
    let_go = threading.Event()
    gone_on = threading.Event()

    def view(self) -> FakeFolderView:
        return HaltingView(self.buffers())


class HaltingView(FakeFolderView):
    def sections(self, query: str) -> tuple[FoundSection, ...]:
        return tuple(sorted(super().sections(query), key=lambda one: one.path))

    def text(self, path: str) -> bytes | None:
        if path == "last.md":
            Halting.there.set()
            Halting.let_go.wait(PATIENCE)
            Halting.gone_on.set()
        return super().text(path)


def test_nothing_is_sent_after_a_cancel_that_came_in_the_middle():
    Halting.there.clear()
    Halting.let_go.clear()
    Halting.gone_on.clear()
    client = Inside(ServeOptions(test_hooks=True, open_service=Halting, config=CONFIG))
    client.initialize(folders=[ROOT])
    client.open(f"{ROOT}/first.md", "".join(f"# Bell {number}\n\n" for number in range(32 + 31)))
    client.open(f"{ROOT}/last.md", "# Bell\n")  # the last of the second batch
    number = client.start("workspace/symbol", {"query": "bell", "partialResultToken": "t"})
    client.wait_for(lambda m: m.get("method") == "$/progress")
    assert Halting.there.wait(PATIENCE)  # a worker that hears of the cancel before reads no further
    client.notify("$/cancelRequest", {"id": number})
    assert client.wait(number)["error"]["code"] == -32800
    Halting.let_go.set()
    assert Halting.gone_on.wait(PATIENCE)
    for _ in range(20):  # room for the worker to go on
        client.result("helix/test/echo", {"text": "x"})
    assert [len(part) for part in parts(client, "t")] == [32]
    finish(client)


def test_the_sections_of_an_answer_come_one_by_one_and_the_envelope_without_them():
    client = Inside(ServeOptions(test_hooks=True, open_service=AskingBackend, config=CONFIG))
    client.initialize(folders=[ROOT])
    whole = client.result("helix/ask", {"question": "why"})
    rest = client.result("helix/ask", {"question": "why", "partialResultToken": "t"})
    assert rest == {**whole, "sections": []}
    assert parts(client, "t") == [{"sections": [one]} for one in whole["sections"]]
    assert whole["sections"]
    finish(client)
