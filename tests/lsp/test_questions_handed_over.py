"""One state for two processes, while a question is on its way: its lines, the editor's own model, what takes it
back, and the locks that it walks. Each message is held back in turn; what `test_one_state.py` says holds.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.tower import QUESTION, RING, TOLLS, Tower, said_in, serving, written
from tests.support.raw_client import PATIENCE, ServerProcess
from tests.trees.world import files

MODEL = '[model]\nprovider = "client"\nmodel = "pilot"\ntimeout = {}\n'
PATIENT, HASTY = 600, 0.1
"""Seconds that the editor's model has."""


LOCKED = "'locked': ['clay']"


def modelled(folder: Path, seconds: float) -> dict[str, str]:
    """The user's own settings choose the editor's model."""
    (folder / "helix-lsp").mkdir(parents=True)
    (folder / "helix-lsp" / "config.toml").write_text(MODEL.format(seconds), encoding="utf-8")
    return {"XDG_CONFIG_HOME": str(folder)}


@pytest.fixture(scope="module")
def offering(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose editor has a model, which the test answers for."""
    base = tmp_path_factory.mktemp("offering")
    settings, offered = modelled(base / "config", PATIENT), {"helixComplete": True}
    with serving(base / "cache", settings=settings, offered=offered) as server:
        yield server


@pytest.fixture
def asking(offering: ServerProcess, tmp_path: Path) -> Iterator[Tower]:
    made = Tower(offering, written(tmp_path / "tower"))
    made.add()
    made.settled()
    offering.answers_requests = False
    yield made
    offering.answers_requests = True
    made.leave()


def messages(tower: Tower) -> list[dict[str, Any]]:
    """To the editor's model, so far."""
    return [m for m in tower.server.messages if m.get("method") == "helix/complete"]


def next_message(tower: Tower, before: int) -> dict[str, Any]:
    tower.server.wait_for(lambda _: len(messages(tower)) > before, what="helix/complete")
    return messages(tower)[before]


def reply(tower: Tower, message: dict[str, Any]) -> None:
    text = "The function rings the bell that many times [1]."
    tower.server.send({"jsonrpc": "2.0", "id": message["id"], "result": {"text": text, "model": "pilot-5"}})


def add_toll(tower: Tower) -> None:
    """Whatever waits, a new file is indexed and drawn."""
    tower.write_toll()
    tower.until("status", lambda said: said["fresh"] and said["files"] == 3)
    assert tower.missing() == tower.missing(TOLLS) == []


@pytest.mark.parametrize("point", ["ask model", "ask said"])
def test_while_the_editors_model_is_asked_nothing_else_waits(point: str, asking: Tower) -> None:
    before = len(messages(asking))
    asking.hold(point)
    number = asking.start("ask")
    if point == "ask said":
        reply(asking, next_message(asking, before))
    asking.held(point)
    add_toll(asking)
    asking.release(point)
    if point == "ask model":
        reply(asking, next_message(asking, before))
    answer = asking.server.wait(number)["result"]
    assert "that many times" in str(answer)
    assert len(messages(asking)) == before + 1
    assert asking.missing(TOLLS) == []
    asking.settled()
    assert asking.quiescent


@pytest.mark.parametrize("point", ["ask model", "ask said", "ask cancel"])
def test_a_question_that_is_taken_back_takes_its_message_back(point: str, asking: Tower) -> None:
    before = len(messages(asking))
    asking.hold(point)
    number = asking.start("ask")
    if point != "ask model":
        message = next_message(asking, before)
        if point == "ask said":
            reply(asking, message)
    if point != "ask cancel":
        asking.held(point)
    asking.server.notify("$/cancelRequest", {"id": number})
    assert asking.server.wait(number)["error"]["code"] == -32800
    if point == "ask cancel":
        asking.held(point)
    add_toll(asking)
    asking.release(point)
    asking.settled()
    assert len(messages(asking)) == before + (point != "ask model")
    if point == "ask cancel":
        taken = [note["id"] for note in asking.server.notes("$/cancelRequest")]
        assert messages(asking)[before]["id"] in taken
    assert asking.quiescent


def test_a_model_that_is_given_up_holds_nothing_up(tmp_path: Path) -> None:
    root, settings = written(tmp_path / "tower"), modelled(tmp_path / "config", HASTY)
    offered = {"helixComplete": True}
    with serving(tmp_path / "cache", roots=[root], settings=settings, offered=offered) as server:
        tower = Tower(server, root)
        tower.open()
        tower.settled()
        server.answers_requests = False
        tower.hold("ask give up")
        number = tower.start("ask")
        message = next_message(tower, 0)
        tower.held("ask give up")
        add_toll(tower)
        tower.release("ask give up")
        assert "that many times" in said_in(server.wait(number))
        server.wait_for(
            lambda m: m.get("method") == "$/cancelRequest" and m["params"]["id"] == message["id"],
            what="the message taken back",
        )
        reply(tower, message)
        tower.settled()
        assert tower.quiescent


@pytest.mark.parametrize("cancelled", [False, True])
def test_the_lines_of_a_question_come_before_its_answer_and_hold_nothing_up(
    cancelled: bool, tower: Tower
) -> None:
    tower.hold("ask line")
    token = f"lines-{cancelled}"
    params = {"textDocument": {"uri": tower.uri}, "question": QUESTION, "workDoneToken": token}
    number = tower.server.start("helix/ask", params)
    tower.held("ask line")
    add_toll(tower)
    if cancelled:
        tower.server.notify("$/cancelRequest", {"id": number})
    else:
        tower.release("ask line")
    tower.server.wait(number)
    tower.release("ask line")
    tower.settled()
    seen = list(tower.server.messages)
    answered = next(at for at, m in enumerate(seen) if "method" not in m and m.get("id") == number)
    lines = [
        at for at, m in enumerate(seen) if m.get("method") == "$/progress" and m["params"]["token"] == token
    ]
    assert len([at for at in lines if at > answered]) == 0
    assert cancelled or len(lines) > 2
    assert tower.quiescent


ASKED_OF = ("ask line", "ask result", "ask followed")
"""Held here, the companion has the question."""


@pytest.mark.parametrize(
    ("point", "last"),
    [
        *((point, "") for point in ("ask call", "ask edits", *ASKED_OF)),
        *((point, "ask cancel") for point in ASKED_OF),
    ],
)
def test_a_question_that_is_taken_back_leaves_nothing_behind(point: str, last: str, tower: Tower) -> None:
    """What it found changed is looked at all the same."""
    tower.hold(point)
    number = tower.start("ask")
    tower.held(point)
    if last:
        tower.hold(last)
    os.utime(tower.root / "bell.py", ns=(1, 1))
    tower.server.notify("$/cancelRequest", {"id": number})
    assert tower.server.wait(number)["error"]["code"] == -32800
    tower.release(point)
    tower.until_fresh("status")
    tower.until_fresh("ask")
    tower.release(last)
    tower.settled()
    assert tower.quiescent
    tower.nothing_says_less()


def test_a_question_that_is_refused_is_refused_over_a_state_that_is_drawn(tower: Tower) -> None:
    """What the companion says of its index counts with an error too: nothing else tells of the new file."""
    tower.hold("refresh share")
    tower.hold("refresh result")
    tower.hold("ask error")
    tower.write_toll()
    tower.held("refresh share")
    empty = {"textDocument": {"uri": tower.uri}, "question": " "}
    number = tower.server.start("helix/ask", empty)
    tower.held("ask error")
    assert tower.missing(TOLLS)
    tower.release("ask error")
    assert "error" in tower.server.wait(number)
    limit = time.monotonic() + PATIENCE
    while tower.missing(TOLLS):
        assert time.monotonic() < limit
        assert "error" in tower.server.request("helix/ask", empty)
    assert tower.missing() == []


def pin(tower: Tower, tree: str) -> int:
    params = {"textDocument": {"uri": tower.uri}, "sessionId": "s", "action": "pin", "treeIds": [tree]}
    return tower.server.start("helix/graphLock", params)


def walked(tower: Tower, question: str = QUESTION) -> str:
    """Everything that an answer of the session holds."""
    params = {"textDocument": {"uri": tower.uri}, "question": question, "sessionId": "s", "debug": True}
    return str(tower.server.result("helix/ask", params))


def plant(tower: Tower) -> None:
    """Two trees, with their events."""
    for path, data in files().items():
        (tower.root / path).parent.mkdir(parents=True, exist_ok=True)
        (tower.root / path).write_bytes(data)
    changes = [{"uri": (tower.root / path).as_uri(), "type": 1} for path in files()]
    tower.server.notify("workspace/didChangeWatchedFiles", {"changes": changes})


@pytest.mark.parametrize("point", ["lock call", "lock result"])
def test_a_question_walks_the_trees_that_are_locked(point: str, tower: Tower) -> None:
    """From the reply on in any case."""
    plant(tower)
    tower.settled()
    tower.hold(point)
    number = pin(tower, "clay")
    tower.held(point)
    tower.until_fresh("ask")
    assert (LOCKED in walked(tower)) == (point == "lock result")
    tower.release(point)
    assert tower.server.wait(number)["result"]["treeIds"] == ["clay"]
    assert LOCKED in walked(tower)


@pytest.mark.parametrize("point", ["refresh share", "refresh result", "refresh followed"])
def test_a_tree_can_be_locked_once_a_reply_says_that_it_is_indexed(point: str, tower: Tower) -> None:
    tower.hold(point)
    plant(tower)
    tower.held(point)
    tower.until("status", lambda said: said["fresh"] and said["files"] > 4)
    assert tower.server.wait(pin(tower, "clay"))["result"]["treeIds"] == ["clay"]
    tower.release(point)


def test_a_doubt_that_is_taken_back_counts(tower: Tower) -> None:
    """A hover waits for a moment only until the companion has heard of it."""
    tower.hold("doubt result")
    tower.hold("doubt cancel")
    tower.hold("refresh call")
    (tower.root / "bell.py").write_text("ring = 1\n", encoding="utf-8")
    drawn = tower.start_hover(RING)
    tower.held("doubt cancel")
    said = tower.start("status")
    tower.release("doubt cancel")
    tower.server.wait(drawn)
    assert not tower.server.wait(said)["result"]["index"]["fresh"]
    assert not tower.quiescent
    tower.release("refresh call")
    tower.until("status", lambda said: said["fresh"])
    assert "that many times" not in tower.hover(RING)
