"""Commands, code actions that ask, answer documents, clarification in its forms, settings and the status line
over the wire.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from helix_lsp.ask.question.question import Question
from helix_lsp.lsp.answer_document import answer_document, trace_document
from helix_lsp.lsp.server import ServeOptions
from helix_lsp.lsp.service.workspace_service import Check, OpenTexts
from tests.lsp.test_features import CONFIG, at, begin, finish
from tests.support.fake_backend import FakeBackend
from tests.support.raw_client import PATIENCE, Inside

if TYPE_CHECKING:
    from helix_lsp.lsp.service.drawing import FolderView

ROOT = "file:///w/x"
LITERALS = {"codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}
SHOWS = {"window": {"showDocument": {"support": True}}}
VIRTUAL = {**SHOWS, "workspace": {"textDocumentContent": {}}}
PAGE = "# Bells\n\nUse `ring` now.\n\n?? where are bells rung\n"
CLARIFY = {
    "asks": "Which bell?",
    "reason": "two",
    "token": "t1",
    "options": [
        {
            "id": "a",
            "label": "Tower",
            "detail": "",
            "question": "the tower bell",
            "strength": 1,
            "evidence_refs": [],
        },
        {
            "id": "wider",
            "label": "Search wider",
            "detail": "",
            "question": "",
            "strength": 0,
            "evidence_refs": [],
        },
    ],
}


class AskingBackend(FakeBackend):
    """Answers with an envelope; `which` gives the question back until an option is picked."""

    def ask(
        self, question: Question, seen: FolderView | None, events: Callable[[str], None], check: Check
    ) -> dict[str, Any]:
        del seen, events, check
        picked = question.choice.option if question.choice is not None else ""
        body = f"{question.text} picked {picked}. ![x](http://e.x/i.png) (a.md:3)\n\n```py\nx = 1\n```"
        out: dict[str, Any] = {
            "question": question.text,
            "mode": "repo_grounded",
            "sections": [{"title": "T", "body": body, "citations": [1]}],
        }
        out["citations"] = [{"id": 1, "range_ref": {"path": "a.md", "start_line": 3}}]
        out["index"] = {"fresh": True, "generation": 4, "behind": 0, "reason": ""}
        if question.text.startswith("which") and not picked:
            out |= {"mode": "clarify", "clarify": CLARIFY, "sections": [], "citations": []}
        return out


def start(capabilities: dict[str, Any], backend: Any = AskingBackend, **options: Any) -> Inside:
    client = Inside(ServeOptions(test_hooks=True, open_service=backend, config=CONFIG))
    client.initialize(folders=[ROOT], capabilities=capabilities, **options)
    return client


def command(client: Inside, name: str, *arguments: Any) -> dict[str, Any]:
    return client.request("workspace/executeCommand", {"command": name, "arguments": list(arguments)})


def shown(client: Inside, number: int = 1) -> str:
    """The URI of the nth document that was shown."""

    def all_shown() -> list[str]:
        return [m["params"]["uri"] for m in list(client.messages) if m.get("method") == "window/showDocument"]

    client.wait_for(lambda _: len(all_shown()) >= number, what="a shown document")
    return all_shown()[number - 1]


def test_an_answer_is_a_virtual_document_where_the_client_has_them():
    client = start(VIRTUAL)
    envelope = command(client, "helixAsk.ask", {"question": "why *so*"})["result"]
    assert envelope["mode"] == "repo_grounded"
    uri = shown(client)
    assert uri == "helix-answer:/answer-1.md"
    text = client.result("workspace/textDocumentContent", {"uri": uri})["text"]
    assert text == (
        "# why `*so*`\n\n## T\n\nwhy `*so*` picked . `![x](http://e.x/i.png)` ([a.md:3](file:///w/x/a.md#L3))\n\n"
        "```py\nx = 1\n```\n\n## Evidence\n\n1. [a.md:3](file:///w/x/a.md#L3)\n\n---\n\n*repo_grounded; index generation 4, fresh*\n"
    )
    assert (
        client.request("workspace/textDocumentContent", {"uri": "helix-answer:/nope"})["error"]["code"]
        == -32602
    )
    command(client, "helixAsk.ask", {"question": "quiet", "show": False})
    assert len([m for m in client.messages if m.get("method") == "window/showDocument"]) == 1
    finish(client)


def test_an_answer_is_a_file_where_the_client_only_shows_files():
    client = start(SHOWS)
    command(client, "helixAsk.ask", {"question": "why"})
    assert shown(client) == f"{ROOT}/answer-1.md"
    finish(client)
    client = start({})
    command(client, "helixAsk.ask", {"question": "why"})
    client.wait_for(
        lambda m: m.get("method") == "window/logMessage" and "answer-1.md" in m["params"]["message"]
    )
    finish(client)


def test_wrong_commands_and_arguments_are_refused():
    client = start(VIRTUAL)
    for name, arguments in (
        ("no.such", []),
        ("helixAsk.ask", [1]),
        ("helixAsk.ask", [{}, {}]),
        ("helixAsk.ask", [{}]),
    ):
        assert command(client, name, *arguments)["error"]["code"] == -32602
    assert command(client, "helixAsk.showStatus")["result"] == {"refreshes": 1, "open": []}
    assert command(client, "helixAsk.pinTrees", {"treeIds": ["t"]})["result"]["action"] == "pin"
    assert command(client, "helixAsk.clearTrees")["result"]["sessionId"] == "editor"
    assert client.request("helix/explain", {"sessionId": "nobody"})["error"]["code"] == -32602
    assert command(client, "helixAsk.explainLast")["result"]["trace"] == []
    assert shown(client).startswith("helix-answer:/trace-")
    finish(client)


def actions(
    client: Inside, document: dict[str, str], line: int, first: int, last: int, **context: Any
) -> list[dict[str, Any]]:
    span = {"start": {"line": line, "character": first}, "end": {"line": line, "character": last}}
    params = {"textDocument": document, "range": span, "context": {"diagnostics": [], **context}}
    return client.result("textDocument/codeAction", params)


def test_questions_suggest_themselves():
    client = start({"textDocument": LITERALS})
    client.open(f"{ROOT}/bell.py", "def ring():\n    pass\n", language="python")
    document = client.open(f"{ROOT}/page.md", PAGE)
    titles = {line: [a["title"] for a in actions(client, document, line, 5, 5)] for line in (0, 2, 4)}
    assert titles == {0: ["Ask about “Bells”"], 2: ["Ask about ring"], 4: ["Ask: where are bells rung"]}
    asked = actions(client, document, 4, 0, 0)[0]
    assert asked["isPreferred"] is True
    assert asked["command"]["arguments"][0]["question"] == "where are bells rung"
    selected = actions(client, document, 2, 0, 3)
    assert selected[0]["title"] == "Ask about the selection: Use"
    assert actions(client, document, 4, 0, 0, only=["quickfix"]) == []
    assert len(actions(client, document, 4, 0, 0, only=["helixAsk"])) == 1
    finish(client)


def questions(offered: list[dict[str, Any]]) -> list[str]:
    """What these actions ask."""
    return [action["command"]["arguments"][0]["question"] for action in offered]


def test_a_clarification_is_offered_where_the_question_was_asked():
    client = start({"textDocument": LITERALS, **VIRTUAL})
    document = client.open(f"{ROOT}/page.md", PAGE)
    assert client.result("helix/ask", {"question": "which bell", **at(document, 4, 1)})["mode"] == "clarify"
    offered = actions(client, document, 4, 0, 0)
    assert [a["title"] for a in offered[:2]] == ["Helix Ask: Tower", "Helix Ask: Search wider"]
    assert questions(offered[2:]) == ["where are bells rung"]
    assert not any(a["title"].startswith("Helix Ask:") for a in actions(client, document, 0, 0, 0))
    run = offered[0]["command"]
    answered = client.result(
        "workspace/executeCommand", {"command": run["command"], "arguments": run["arguments"]}
    )
    assert "picked a" in answered["sections"][0]["body"]
    assert questions(actions(client, document, 4, 0, 0)) == ["where are bells rung"]
    finish(client)


def test_the_answer_document_numbers_the_options():
    client = start(VIRTUAL)
    command(client, "helixAsk.ask", {"question": "which"})
    text = client.result("workspace/textDocumentContent", {"uri": shown(client)})["text"]
    assert "## Which bell?\n\n1. **Tower** the tower bell\n2. **Search wider** " in text
    assert not [m for m in client.messages if m.get("method") == "window/showMessageRequest"]
    finish(client)


def test_a_message_request_comes_only_for_a_command_and_a_client_that_asked_for_it():
    client = start({**VIRTUAL, "experimental": {"helixClarifyRequest": True}})
    client.answers_requests = False
    client.result("helix/ask", {"question": "which"})
    command(client, "helixAsk.ask", {"question": "which"})
    request = client.wait_for(lambda m: m.get("method") == "window/showMessageRequest")
    assert [a["title"] for a in request["params"]["actions"]] == ["Tower", "Search wider"]
    client.send({"jsonrpc": "2.0", "id": request["id"], "result": {"title": "Tower"}})
    text = client.result("workspace/textDocumentContent", {"uri": shown(client, 2)})["text"]
    assert "picked a" in text
    assert len([m for m in client.messages if m.get("method") == "window/showMessageRequest"]) == 1
    finish(client)


def test_rebuilding_makes_the_index_anew():
    client = start({"experimental": {"serverStatusNotification": True}})
    client.wait_for(
        lambda m: m.get("method") == "window/logMessage" and "refreshed 1" in m["params"]["message"]
    )
    assert command(client, "helixAsk.rebuildIndex")["result"] is None
    client.wait_for(
        lambda m: m.get("method") == "window/logMessage" and "refreshed 11" in m["params"]["message"]
    )
    client.wait_for(
        lambda m: (
            m.get("method") == "experimental/serverStatus"
            and m["params"] == {"health": "ok", "quiescent": True}
        )
    )
    notes = client.notes("experimental/serverStatus")
    assert notes[0] == {"health": "ok", "quiescent": False, "message": "opening"}
    finish(client)


def test_a_folder_in_trouble_shows_in_the_status_line():
    client = begin({"experimental": {"serverStatusNotification": True}}, folders=(ROOT, "file:///w/bad"))
    client.wait_for(
        lambda m: m.get("method") == "experimental/serverStatus" and m["params"]["health"] == "error"
    )
    gone = [{"uri": "file:///w/bad", "name": "b"}]
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": gone}})
    client.result("helix/status")
    assert client.notes("experimental/serverStatus")[-1]["health"] == "ok"
    finish(client)


def test_a_folder_that_is_closed_while_it_is_indexed_leaves_nothing_in_the_status_line():
    shows = {"experimental": {"serverStatusNotification": True}, "window": {"workDoneProgress": True}}
    client = begin(shows, folders=("file:///w/slow",))
    client.wait_for(
        lambda m: (
            m.get("method") == "experimental/serverStatus" and "reading" in m["params"].get("message", "")
        )
    )
    gone = [{"uri": "file:///w/slow", "name": "b"}]
    client.notify("workspace/didChangeWorkspaceFolders", {"event": {"added": [], "removed": gone}})
    client.wait_for(
        lambda m: (
            m.get("method") == "$/progress" and "cancelled" in str(m["params"]["value"].get("message", ""))
        )
    )
    client.request("helix/status")  # by then the loop has heard what the indexing said
    assert client.notes("experimental/serverStatus")[-1] == {"health": "ok", "quiescent": True}
    finish(client)


class Recording(FakeBackend):
    seen: list[Mapping[str, Any]]

    def __init__(self, path: str, settings: Mapping[str, Any], texts: OpenTexts) -> None:
        super().__init__(path, settings, texts)
        type(self).seen.append(settings)


def test_settings_are_pulled_and_open_the_folder_again():
    Recording.seen = []
    pulls = {"workspace": {"configuration": True, "didChangeConfiguration": {"dynamicRegistration": True}}}
    client = Inside(ServeOptions(test_hooks=True, open_service=Recording, config=CONFIG))
    client.answers_requests = False
    client.initialize(folders=[ROOT], capabilities=pulls)
    document = client.open(f"{ROOT}/a.md", "word")
    asked = client.wait_for(lambda m: m.get("method") == "workspace/configuration")
    assert asked["params"]["items"] == [{"scopeUri": ROOT, "section": "helixAsk"}]
    client.send({"jsonrpc": "2.0", "id": asked["id"], "result": [{"search": {"k": 3}}]})
    until = time.monotonic() + PATIENCE
    while len(Recording.seen) < 2 and time.monotonic() < until:
        client.result("helix/test/folders")
    assert Recording.seen == [{}, {"helixAsk": {"search": {"k": 3}}}]
    assert client.result("helix/status")["open"] == ["a.md"]  # buffers come along
    assert client.result("textDocument/hover", at(document, 0, 1)) is not None
    client.notify("workspace/didChangeConfiguration", {"settings": None})
    second = client.wait_for(
        lambda m: m.get("method") == "workspace/configuration" and m["id"] != asked["id"]
    )
    client.send({"jsonrpc": "2.0", "id": second["id"], "result": [{"search": {"k": 3}}]})
    client.result("helix/status")
    assert len(Recording.seen) == 2  # nothing new, nothing opened
    finish(client)


def test_settings_are_pushed_to_a_client_that_cannot_be_asked():
    Recording.seen = []
    client = start({}, backend=Recording)
    client.notify("workspace/didChangeConfiguration", {"settings": {"helixAsk": {"ask": {}}}})
    client.notify("workspace/didChangeConfiguration", {"settings": 5})
    assert client.result("helix/status")["open"] == []
    assert Recording.seen[-1] == {"helixAsk": {"ask": {}}}
    finish(client)


def test_files_made_moved_and_removed_in_the_editor_refresh_the_index():
    client = start({})
    for count, (method, files) in enumerate(
        [
            ("Create", [{"uri": f"{ROOT}/a"}]),
            ("Delete", [{"uri": f"{ROOT}/a"}]),
            ("Rename", [{"oldUri": f"{ROOT}/a", "newUri": f"{ROOT}/b"}]),
        ],
        1,
    ):
        client.wait_for(
            lambda m, n=count: (
                m.get("method") == "window/logMessage" and m["params"]["message"].endswith(f"refreshed {n}")
            )
        )
        client.notify(f"workspace/did{method}Files", {"files": files})
    client.wait_for(
        lambda m: m.get("method") == "window/logMessage" and m["params"]["message"].endswith("refreshed 4")
    )
    finish(client)


def test_documents_are_safe_whatever_the_repository_says():
    hostile = {
        "question": "<img src=x>",
        "sections": [{"title": "![t](http://x)", "body": "````\nno end", "citations": []}],
    }
    text = answer_document(hostile, lambda path: path)
    bare = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    assert "<img" not in bare
    assert "![" not in bare
    assert text.count("````") == 2
    step = {
        "number": 1,
        "rung": "r",
        "status": "s",
        "elapsed_us": 1500,
        "events": ["<b>"],
        "facts": [{"label": "l", "text": "![i](x)"}],
    }
    assert trace_document({"question": "q", "trace": [step]}).endswith(
        "## 1 r: s, 1.5 ms\n\n- `<b>`\n- l: `![i](x)`\n"
    )


def test_the_fence_of_a_document_names_a_language_and_a_line_and_nothing_else():
    def document(info: str) -> str:
        body = f"```{info}\n> a\n```"
        return answer_document(
            {"question": "q", "sections": [{"title": "", "body": body, "citations": []}]}, lambda path: path
        )

    assert "```python {3}\n> a\n```" in document("python {3}")
    assert "``` {1}\n" in document(" {1}")
    assert "```pythonb\n" in document("python<b>")
    assert "```python\n" in document("python {<b>}")
