"""`helix/trees` and pinning through a form, against the real floors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.lsp.test_forms import NEWEST, OLDER, fill, resolve
from tests.support.metamodel import faults
from tests.support.raw_client import ServerProcess
from tests.support.schemas import check_contract
from tests.trees.world import files


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[ServerProcess]:
    for path, data in files().items():
        (tmp_path / "pots" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pots" / path).write_bytes(data)
    with ServerProcess(environment={"HELIX_ASK_CACHE_DIR": str(tmp_path / "cache")}) as running:
        running.initialize(
            folders=[(tmp_path / "pots").as_uri()],
            capabilities={**request.param, "window": {"workDoneProgress": True}},
        )
        running.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
            what="the first index",
        )
        yield running
        assert running.stop() == 0
        assert faults(running.messages, running.methods) == []


@pytest.mark.parametrize("server", [{}], indirect=True)
def test_all_trees_are_listed_before_any_question(server: ServerProcess):
    found = server.result("helix/trees", {})
    check_contract(found, "tree-list.v1")
    assert {tree["id"] for tree in found["trees"]} == {"clay", "firing"}
    assert found["cards"]
    assert server.request("helix/trees", {"textDocument": 3})["error"]["code"] == -32602


@pytest.mark.parametrize("server", [NEWEST], indirect=True)
def test_several_trees_are_offered_to_a_client_that_takes_a_list(server: ServerProcess):
    form = resolve(server, "helixAsk.pinTrees")["formFields"][0]
    entries = form["type"]["elementType"]["entries"]
    assert (form["type"]["kind"], {one["value"] for one in entries}) == ("list", {"clay", "firing"})
    wrong = resolve(server, "helixAsk.pinTrees", {}, [{"id": "treeIds", "value": ["oak"]}])["formFields"][0]
    assert wrong["error"] == "there is no such tree"
    run = fill(server, "helixAsk.pinTrees", {}, {"treeIds": ["firing", "clay"]}, by_place=False)
    lock = server.result(
        "workspace/executeCommand", {"command": run["command"], "arguments": run["arguments"]}
    )
    assert lock["treeIds"] == ["firing", "clay"]


@pytest.mark.parametrize("server", [OLDER], indirect=True)
def test_one_tree_is_offered_to_others(server: ServerProcess):
    run = fill(server, "helixAsk.pinTrees", {"sessionId": "s"}, {"treeIds": "clay"}, by_place=True)
    assert run["arguments"] == [{"sessionId": "s", "treeIds": ["clay"]}]


@pytest.mark.parametrize("server", [NEWEST], indirect=True)
def test_a_clear_question_passes_without_a_form(server: ServerProcess):
    asked = {"question": "what is the firing temperature?"}
    assert resolve(server, "helixAsk.ask", asked) == {"command": "helixAsk.ask", "arguments": [asked]}
