"""`helix/graphLock`: what it asks of the floors, and what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from helix_lsp.errors import UsageError
from helix_lsp.lsp.service.local import open_local
from helix_lsp.lsp.service.workspace_service import LockRequest, OpenTexts
from tests.lsp.test_features import begin, finish
from tests.trees.world import files


def test_the_action_reaches_the_folder():
    client = begin()
    asked = client.result("helix/graphLock", {"sessionId": "s", "action": "pin", "treeIds": ["a", "b"]})
    assert asked == {"sessionId": "s", "action": "pin", "treeIds": ["a", "b"]}
    assert client.result("helix/graphLock", {"sessionId": "s"})["action"] == "inspect"
    finish(client)


WRONG: list[dict[str, Any]] = [
    {},
    {"sessionId": 3},
    {"sessionId": "s", "action": "steal"},
    {"sessionId": "s", "action": "pin", "treeIds": "a"},
    {"sessionId": "s", "action": "pin", "treeIds": [1]},
    {"sessionId": "s", "action": "clear", "treeIds": ["a"]},
]


@pytest.mark.parametrize("params", WRONG)
def test_params_that_do_not_fit_are_refused(params: dict[str, Any]):
    client = begin()
    assert client.request("helix/graphLock", params)["error"]["code"] == -32602
    finish(client)


def test_the_real_folder_keeps_the_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    for path, data in files().items():
        (tmp_path / "pots" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "pots" / path).write_bytes(data)
    service = open_local(str(tmp_path / "pots"), {}, OpenTexts())
    try:
        service.refresh(lambda _text, _done, _total: None, lambda: None)

        def act(action: str, *tree_ids: str) -> list[str]:
            return service.graph_lock(LockRequest(session_id="s", action=action, tree_ids=tree_ids))[
                "treeIds"
            ]

        assert [act("inspect"), act("pin", "clay"), act("merge", "firing"), act("inspect")] == [
            [],
            ["clay"],
            ["clay", "firing"],
            ["clay", "firing"],
        ]
        with pytest.raises(UsageError, match="there is no tree 'oak'; there are firing, clay"):
            act("pin", "oak")
        assert [act("clear"), act("inspect")] == [[], []]
    finally:
        service.close()
