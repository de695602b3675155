"""No message is lost between the two processes: each request with half a character in one of its texts is
answered or refused, and the text of an open buffer is known afterwards. So is a document whose file name is not
UTF-8.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from helix_lsp.errors import Cancelled, WorkspaceError
from helix_lsp.lsp.companion import link as link_module
from helix_lsp.lsp.companion.companion import Call, Out
from helix_lsp.lsp.companion.link import Handed, Link, Request
from helix_lsp.lsp.companion.messages import FAULT, decode, encode
from tests.support.raw_client import PATIENCE, ServerProcess

HALF = "a\ud83d b\udc00"
CODE = 'def {0}():\n    """Smelts the {0} ore."""\n    return 2\n'
NAMES = (f"smelt_{number}" for number in count())
PLACE: dict[str, Any] = {"textDocument": {"uri": "APP"}, "position": {"line": 0, "character": 5}}
REQUESTS: dict[str, tuple[str, dict[str, Any]]] = {
    "a question": ("helix/ask", {"question": HALF}),
    "a session": ("helix/ask", {"question": "what does fire do?", "sessionId": HALF}),
    "a slot": ("helix/ask", {"question": "what does fire do?", "slots": [HALF]}),
    "a verbosity": ("helix/ask", {"question": "what does fire do?", "verbosity": HALF}),
    "a token": ("helix/ask", {"question": "what?", "clarify": {"token": HALF, "optionId": "1"}}),
    "an option": ("helix/ask", {"question": "what?", "clarify": {"token": "x", "optionId": HALF}}),
    "a document of a question": ("helix/ask", {**PLACE, "question": "what?", "textDocument": {"uri": f"file:///{HALF}"}}),
    "an unknown field": ("helix/ask", {"question": "what does fire do?", HALF: HALF}),
    "a session to explain": ("helix/explain", {"sessionId": HALF}),
    "a document to explain": ("helix/explain", {"textDocument": {"uri": HALF}}),
    "a document of a status": ("helix/status", {"textDocument": {"uri": f"file:///{HALF}.py"}}),
    "a session that locks": ("helix/graphLock", {"sessionId": HALF}),
    "a lock": ("helix/graphLock", {"sessionId": "s", "action": HALF}),
    "a tree": ("helix/graphLock", {"sessionId": "s", "action": "pin", "treeIds": [HALF]}),
    "trees": ("helix/trees", {"textDocument": {"uri": HALF}}),
    "a name that is mentioned": ("helix/mentions", {"name": HALF, "textDocument": {"uri": "APP"}}),
    "a hover": ("textDocument/hover", {**PLACE, "textDocument": {"uri": HALF}}),
    "a symbol": ("workspace/symbol", {"query": HALF}),
    "a new name": ("textDocument/rename", {**PLACE, "newName": HALF}),
    "a command": ("workspace/executeCommand", {"command": HALF}),
    "an argument": ("workspace/executeCommand", {"command": "helixAsk.ask", "arguments": [{"question": HALF, "show": False}]}),
    "a result id": ("textDocument/diagnostic", {"textDocument": {"uri": "APP"}, "previousResultId": HALF}),
}  # fmt: skip


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    kiln = tmp_path_factory.mktemp("kiln")
    (kiln / "app.py").write_text('def fire():\n    """Fires the kiln."""\n    return 1\n', encoding="utf-8")
    return kiln


@pytest.fixture(scope="module")
def server(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    cache = {"HELIX_ASK_CACHE_DIR": str(tmp_path_factory.mktemp("cache"))}
    with ServerProcess("--test-hooks", environment=cache) as running:
        running.initialize(folders=[root.as_uri()])
        running.open((root / "app.py").as_uri(), "", language="python")
        running.settled()
        yield running
        assert running.stop() == 0


def typed(server: ServerProcess, root: Path) -> str:
    """A name that stands in the open buffer alone, and that nobody was told of yet."""
    name = next(NAMES)
    server.change((root / "app.py").as_uri(), 1, {"text": CODE.format(name)})
    return name


def known(server: ServerProcess, name: str) -> None:
    assert (
        f"Smelts the {name} ore"
        in server.result("helix/ask", {"question": f"what does {name} do?"})["answer"]
    )


def filled(value: Any, root: Path) -> Any:
    if isinstance(value, dict):
        return {key: filled(one, root) for key, one in cast("dict[str, Any]", value).items()}
    return (root / "app.py").as_uri() if value == "APP" else value


@pytest.mark.parametrize("case", REQUESTS)
def test_half_a_character_is_answered_or_refused(case: str, server: ServerProcess, root: Path) -> None:
    method, params = REQUESTS[case]
    name = typed(server, root)
    answer = server.request(method, filled(params, root))
    assert "result" in answer or answer["error"]["code"] in (-32602, -32803, -32801), ascii(answer)
    known(server, name)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are Unicode there")
def test_a_document_whose_name_is_not_utf8(server: ServerProcess, root: Path) -> None:
    """As Neovim names it, by its bytes."""
    (Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.md"))).write_text("x\n", encoding="utf-8")
    uri = root.as_uri() + "/caf%E9.md"
    server.open(uri, "Call `fire` now.\n")
    name = typed(server, root)
    server.change(uri, 2, {"text": f"Call `{name}` now.\n"})
    place = {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 8}}
    assert f"Smelts the {name} ore" in server.result("textDocument/hover", place)["contents"]["value"]
    answer = server.result("helix/ask", {"question": f"what does {name} do?", **place})["answer"]
    assert f"Smelts the {name} ore" in answer
    assert server.result("helix/status", {"textDocument": {"uri": uri}})["index"]["unsaved"] == 2
    later = root / f"later_{name}.py"
    later.write_text(f"def later_{name}():\n    '''Comes later.'''\n", encoding="utf-8")
    server.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": later.as_uri(), "type": 1}]})
    server.settled()
    assert "Comes later" in server.result("helix/ask", {"question": f"what does later_{name} do?"})["answer"]
    server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert server.result("helix/status")["index"]["unsaved"] == 1
    known(server, typed(server, root))


@pytest.mark.parametrize("text", ["plain", HALF, "caf\udce9.md", "😀", ""])
def test_every_text_passes_between_the_processes(text: str) -> None:
    message = [1, "result", {"path": text, "all": [text, {"x": (text, b"\xff")}]}, None]
    assert decode(encode(message)) == [
        1,
        "result",
        {"path": text, "all": [text, {"x": [text, b"\xff"]}]},
        None,
    ]


def unheard(_kind: str, _values: list[Any]) -> None:
    """Nobody listens."""


def broken(_process: object, _body: bytes) -> bool:
    """A pipe that nobody reads any more."""
    return False


def cancelled() -> None:
    raise Cancelled("enough")


def test_edits_are_not_given_up_when_a_call_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    given_up: list[str] = []
    link = Link({"slow_workers": 1, "give_way_ms": 25, "switch_interval_us": 1_000})
    handed = Handed(None, [("app.py", b"x")], lambda: given_up.append("once"))

    def asked(argument: int, check: Callable[[], None] = lambda: None) -> object:
        return link.call(1, lambda _: handed, Request("status", [argument]), check, unheard)

    with pytest.raises(OverflowError):
        asked(10**20)
    assert not given_up
    with pytest.raises(WorkspaceError, match="not open"):
        asked(1)
    assert given_up == ["once"]
    monkeypatch.setattr(link_module, "_written", broken)
    with pytest.raises(Cancelled):
        asked(1, cancelled)
    assert given_up == ["once"]
    link.close(PATIENCE)


def test_an_outcome_that_cannot_be_sent_is_an_error() -> None:
    pipe = io.BytesIO()
    call = Call(7, Out(pipe), "status")
    call.end("result", 10**20)
    number, kind, name, text, standing = decode(pipe.getvalue()[4:])
    assert (number, kind, name, text, standing) == (7, "error", FAULT, "OverflowError", None)
