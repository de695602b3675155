"""`command/resolve`: questions to a person as forms, in both dialects, over the wire."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from helix_lsp.lsp.client import Client, answer_to, input_types, provider
from tests.lsp.test_commands import VIRTUAL, command, shown, start
from tests.lsp.test_features import at, finish
from tests.support.raw_client import Inside, ServerProcess

ROOT = "file:///w/x"
NEWEST = {"experimental": {"interactiveResolve": {"inputTypes": ["string", "enum", "list"]}}}
OLDER = {"experimental": {"interactiveInputTypes": ["string", "enum"]}}


def resolve(
    client: Inside | ServerProcess,
    name: str,
    argument: dict[str, Any] | None = None,
    answers: list[Any] | None = None,
) -> dict[str, Any]:
    params: dict[str, Any] = {"command": name, "arguments": [] if argument is None else [argument]}
    return client.result("command/resolve", params if answers is None else {**params, "formAnswers": answers})


def fill(
    client: Inside | ServerProcess,
    name: str,
    argument: dict[str, Any],
    answers: dict[str, Any],
    *,
    by_place: bool,
) -> dict[str, Any]:
    """As the generic clients do it: resolve, answer what is asked, with the reply's own argument, until
    nothing is asked.
    """
    asked: list[str] = []
    params: dict[str, Any] = {"command": name, "arguments": [argument]}
    for _ in range(5):
        params = client.result("command/resolve", params)
        fields = params.pop("formFields", None)
        if fields is None:
            return {**params, "asked": asked}
        asked += [field["id"] for field in fields]
        params["formAnswers"] = [
            answers[f["id"]] if by_place else {"id": f["id"], "value": answers[f["id"]]} for f in fields
        ]
    raise AssertionError(f"it asks for ever: {asked}")


@pytest.mark.parametrize(
    ("capabilities", "said"),
    [
        (NEWEST, {"kinds": ["command"]}),
        (OLDER, ["command"]),
        ({}, None),
        ({"experimental": {"interactiveResolve": {"inputTypes": [3]}}}, None),
    ],
)
def test_it_says_in_the_dialect_of_the_client_that_it_knows_forms(capabilities: dict[str, Any], said: Any):
    client = start({})
    finish(client)
    assert provider(Client(capabilities)).get("interactiveResolveProvider") == said


def test_the_capability_stands_under_experimental():
    from helix_lsp.config.server import ServeConfig
    from helix_lsp.lsp.server import ServeOptions
    from tests.support.fake_backend import FakeBackend

    client = Inside(ServeOptions(open_service=FakeBackend, config=ServeConfig()))
    told = client.initialize(folders=[ROOT], capabilities=NEWEST)["capabilities"]["experimental"]
    assert told["interactiveResolveProvider"] == {"kinds": ["command"]}
    assert "helix/trees" in told["helix"]["methods"]
    finish(client)


@pytest.mark.parametrize(("capabilities", "by_place"), [(NEWEST, False), (OLDER, True), (OLDER, False)])
def test_a_command_without_a_question_asks_for_it_and_then_for_its_meaning(
    capabilities: dict[str, Any], by_place: bool
):
    client = start({**VIRTUAL, **capabilities})
    made = fill(client, "helixAsk.ask", {}, {"question": " which bell ", "meaning": "a"}, by_place=by_place)
    assert made["asked"] == ["question", "meaning"]
    assert made["arguments"] == [{"question": "which bell", "clarify": {"token": "t1", "optionId": "a"}}]
    assert not [
        m for m in client.messages if m.get("method") == "window/showDocument"
    ]  # nothing is shown before it is run
    run = {"command": made["command"], "arguments": made["arguments"], "formAnswers": made["formAnswers"]}
    assert "picked a" in client.result("workspace/executeCommand", run)["sections"][0]["body"]
    assert "picked a" in client.result("workspace/textDocumentContent", {"uri": shown(client)})["text"]
    finish(client)


def test_the_form_of_a_clarification():
    client = start(NEWEST)
    document = client.open(f"{ROOT}/page.md", "?? which bell\n")
    asked = {"question": "which bell", **at(document, 0, 3)}
    form = resolve(client, "helixAsk.ask", asked)
    entries = [{"value": "a", "description": "Tower"}, {"value": "wider", "description": "Search wider"}]
    field = {
        "id": "meaning",
        "description": "Which bell?",
        "type": {"kind": "enum", "entries": entries},
        "required": True,
    }
    assert form == {"command": "helixAsk.ask", "arguments": [asked], "formFields": [field]}
    again = resolve(client, "helixAsk.ask", asked, [{"id": "meaning", "value": "no such"}])
    assert again["formFields"] == [{**field, "error": "this is not one of them"}]
    last = resolve(client, "helixAsk.ask", asked, [{"id": "meaning", "value": "wider"}])
    assert "formFields" not in last
    assert last["arguments"] == [{**asked, "clarify": {"token": "t1", "optionId": "wider"}}]
    finish(client)


@pytest.mark.parametrize("value", ["", "   ", 5, None, [], {}])
def test_an_empty_question_is_asked_for_again(value: Any):
    client = start(NEWEST)
    form = resolve(client, "helixAsk.ask", {}, [{"id": "question", "value": value}])
    assert form["formFields"][0]["id"] == "question"
    assert form["formFields"][0].get("error") == (None if value is None else "a few words are needed")
    finish(client)


def test_what_is_complete_comes_back_as_it_is():
    client = start(NEWEST)
    for name, argument in (
        ("helixAsk.ask", {"question": "why"}),
        ("helixAsk.ask", {"question": "which", "clarify": {"token": "t1", "optionId": "a"}}),
        ("helixAsk.showStatus", {}),
        ("helixAsk.showMentions", {"symbol": "ring"}),
        ("helixAsk.pinTrees", {"treeIds": ["t"]}),
        ("helixAsk.clearTrees", None),
    ):
        assert resolve(client, name, argument) == {
            "command": name,
            "arguments": [argument] if argument else [],
        }
    finish(client)


def test_a_client_that_can_ask_for_nothing_gets_no_form():
    client = start({"experimental": {"interactiveResolve": {"inputTypes": ["bool"]}}})
    for name in ("helixAsk.ask", "helixAsk.pinTrees", "helixAsk.showMentions"):
        assert "formFields" not in resolve(client, name)
    assert "formFields" not in resolve(client, "helixAsk.ask", {"question": "which"})
    finish(client)


def test_the_symbol_of_mentions_is_asked_for():
    client = start(OLDER)
    assert fill(client, "helixAsk.showMentions", {}, {"symbol": "ring"}, by_place=True)["arguments"] == [
        {"symbol": "ring"}
    ]
    finish(client)


@pytest.mark.parametrize(
    "params",
    [
        {}, {"command": 3}, {"command": "no.such"}, {"command": "helixAsk.ask", "arguments": {}}, {"command": "helixAsk.ask", "arguments": [1]},
        {"command": "helixAsk.ask", "arguments": [{}, {}]}, {"command": "helixAsk.ask", "formAnswers": "x"},
        {"command": "helixAsk.ask", "arguments": [{"question": 5}]}, {"command": "helixAsk.pinTrees", "arguments": [{"textDocument": 1}]},
    ],
    ids=json.dumps,
)  # fmt: skip
def test_wrong_params_are_refused(params: dict[str, Any]):
    client = start(NEWEST)
    assert client.request("command/resolve", params)["error"]["code"] == -32602
    finish(client)


def test_other_answers_change_nothing():
    client = start(NEWEST)
    form = resolve(client, "helixAsk.ask", {}, [{"id": "x", "value": "y"}, {"value": 3}])
    assert [(f["id"], "error" in f) for f in form["formFields"]] == [("question", False)]
    assert (
        command(client, "helixAsk.ask", {"question": "why", "show": False})["result"]["mode"]
        == "repo_grounded"
    )
    finish(client)


def test_only_the_run_is_remembered(tmp_path: Path):
    (tmp_path / "tower").mkdir()
    (tmp_path / "tower" / "bell.py").write_text("def ring_bell():\n    pass  # rings\n", encoding="utf-8")
    with ServerProcess(environment={"HELIX_ASK_CACHE_DIR": str(tmp_path / "cache")}) as server:
        server.initialize(
            folders=[(tmp_path / "tower").as_uri()],
            capabilities={**NEWEST, "window": {"workDoneProgress": True}},
        )
        server.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
            what="the first index",
        )
        form = resolve(server, "helixAsk.ask", {"question": "what does ring_bell do?", "show": False})
        assert "formFields" not in form
        assert "nothing was answered yet" in server.request("helix/explain", {})["error"]["message"]
        assert not list((tmp_path / "cache").rglob("trace-*.json"))
        command(server, "helixAsk.ask", form["arguments"][0])
        assert server.result("helix/explain", {})["answer"]
        assert len(list((tmp_path / "cache").rglob("trace-*.json"))) == 1
        server.stop()


def test_answers_by_id_and_by_place():
    assert answer_to("a", [{"id": "b", "value": 1}, {"id": "a", "value": 2}]) == 2
    by_place: list[Any] = ["first", "second"]
    assert (answer_to("a", by_place), by_place) == ("first", ["second"])
    assert answer_to("a", []) is None
    assert input_types(Client({"experimental": {"interactiveInputTypes": ["enum"]}})) == {"enum"}
