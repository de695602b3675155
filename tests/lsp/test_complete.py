"""The editor's own model over the wire: asked once, only when it offered itself, taken back when nobody
waits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.raw_client import ServerProcess

OFFERED = {"experimental": {"helixComplete": True}}
CODE = '''"""A bell tower."""


def ring_bell(times: int = 2) -> str:
    """The function rings the bell twice, with a pause of 30 ms between two strikes."""
    return "dong " * times
'''


@pytest.fixture
def root(tmp_path: Path) -> Path:
    tower = tmp_path / "tower"
    tower.mkdir()
    (tower / "bell.py").write_text(CODE, encoding="utf-8")
    (tower / "helix.toml").write_text(
        '[model]\nprovider = "command"\ncommand = ["touch", "evil"]\n', encoding="utf-8"
    )
    return tower


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The user's own settings choose the editor's model."""
    folder = tmp_path / "home" / ".config" / "helix-lsp"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text(
        '[model]\nprovider = "client"\nmodel = "pilot"\ntimeout = 60\n', encoding="utf-8"
    )
    return {
        "HOME": str(tmp_path / "home"),
        "XDG_CONFIG_HOME": "",
        "HELIX_ASK_CACHE_DIR": str(tmp_path / "cache"),
    }


def started(root: Path, home: dict[str, str], capabilities: dict[str, Any]) -> Iterator[ServerProcess]:
    with ServerProcess(environment=home) as running:
        running.initialize(
            folders=[root.as_uri()], capabilities={"window": {"workDoneProgress": True}, **capabilities}
        )
        running.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
            what="the first index",
        )
        running.answers_requests = False
        yield running
        assert running.stop() == 0


@pytest.fixture
def server(root: Path, home: dict[str, str]) -> Iterator[ServerProcess]:
    yield from started(root, home, OFFERED)


@pytest.fixture
def silent(root: Path, home: dict[str, str]) -> Iterator[ServerProcess]:
    yield from started(root, home, {})


def asked(client: ServerProcess) -> dict[str, Any]:
    """The one message to the editor."""
    return client.wait_for(lambda m: m.get("method") == "helix/complete", what="helix/complete")


def question(client: ServerProcess) -> int:
    return client.start("helix/ask", {"question": "what does ring_bell do?", "debug": True})


def told(answer: dict[str, Any]) -> str:
    return str(answer["result"]["answer"])


def test_the_editors_answer_is_read_as_any_other(server: ServerProcess):
    number = question(server)
    message = asked(server)
    params = message["params"]
    assert (params["model"], params["consent"]) == ("pilot", False)
    assert "ring_bell" in params["prompt"]
    place = re.search(r"^\[(\d+)\] bell\.py", params["prompt"], re.MULTILINE)
    assert place is not None
    text = f"The function rings the bell twice, with a pause of 30 ms between two strikes [{place[1]}]. ![x](http://evil.example/x.png)"
    server.send({"jsonrpc": "2.0", "id": message["id"], "result": {"text": text, "model": "pilot-5"}})
    answer = told(server.wait(number))
    assert "with a pause of 30 ms between two strikes" in answer
    assert "evil" not in answer
    assert sum(m.get("method") == "helix/complete" for m in server.messages) == 1


def test_a_refusal_gives_the_answer_without_a_model(server: ServerProcess):
    number = question(server)
    message = asked(server)
    server.send(
        {"jsonrpc": "2.0", "id": message["id"], "error": {"code": -32803, "message": "the user said no"}}
    )
    assert "rings the bell twice" in told(server.wait(number))


def test_a_cancelled_question_takes_the_message_back(server: ServerProcess):
    number = question(server)
    message = asked(server)
    server.notify("$/cancelRequest", {"id": number})
    assert server.wait(number)["error"]["code"] == -32800
    taken = server.wait_for(lambda m: m.get("method") == "$/cancelRequest", what="the message back")
    assert taken["params"] == {"id": message["id"]}
    server.send({"jsonrpc": "2.0", "id": message["id"], "result": {"text": "late"}})
    assert "rings the bell twice" in str(
        server.result("helix/ask", {"question": "what does ring_bell do?", "dryRun": True})
    )


def test_an_editor_that_offers_nothing_is_not_asked(silent: ServerProcess, root: Path):
    answer = silent.wait(question(silent))
    assert "rings the bell twice" in told(answer)
    assert not any(m.get("method") == "helix/complete" for m in silent.messages)
    assert not (root / "evil").exists()
