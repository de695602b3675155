"""What a client or a repository sends to break out or break down: refused in one line, and the door goes on.

Carries I11: nothing of a repository widens what is allowed.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError

from helix_lsp.errors import UsageError, WorkspaceError
from helix_lsp.mcp.serve import read_address
from helix_lsp.mcp.server import Allowed
from tests.mcp.door import Place, told

WRONG: list[tuple[str, dict[str, Any], str]] = [
    ("find", {}, "find needs `query`"),
    ("find", {"query": ""}, "empty"),
    ("find", {"query": 3}, "`query` of find must be a text"),
    ("find", {"query": "x", "budget": "many"}, "whole number"),
    ("find", {"query": "x", "budget": 10**9}, "the budget is"),
    ("find", {"query": "x" * 50_000}, "characters long"),
    ("find", {"query": "a\0b"}, "zero byte"),
    ("find", {"query": "x", "shell": "rm -rf"}, "find has no argument 'shell'"),
    ("find", {"query": "x", "whole": "yes"}, "true or false"),
    ("uses", {"name": "ring", "path": "../.."}, "not a path below the root"),
    ("uses", {"name": "ring", "cursor": "%%%"}, "cursor"),
    ("uses", {"name": "ring", "limit": -1}, "whole number"),
    ("ask", {"question": "what?", "choose": "1"}, "not a choice that was offered"),
    ("check", {"text": "# heading"}, "no claim"),
    ("changed", {"base": "--upload-pack=touch x"}, "--upload-pack"),
    ("changed", {"base": "no-such-branch"}, "no-such-branch"),
    ("ask", {"question": "what does ring do?", "root": "/"}, "not allowed"),
    ("ask", {"question": "what does ring do?", "root": "."}, "absolute path"),
    ("ask", {"question": "what does ring do?", "root": 7}, "must be a text"),
    ("ask", {"question": "what does ring do?", "root": "/nowhere/at/all"}, "not allowed"),
]


async def test_wrong_arguments_are_refused_in_one_line_and_the_next_call_is_answered(place: Place) -> None:
    async with Client(place.stdio()) as client:
        for tool, arguments, words in WRONG:
            result = await client.call_tool(tool, arguments)
            assert result.is_error, (tool, arguments)
            assert words in told(result), told(result)
            assert "\n" not in told(result)
            assert "Traceback" not in told(result)
        with pytest.raises(MCPError, match="there is no tool 'delete'"):
            await client.call_tool("delete", {})
        with pytest.raises(MCPError, match="there is no resource"):
            await client.read_resource("file:///etc/passwd")
        with pytest.raises(MCPError, match="there is no resource"):
            await client.read_resource("helix://schema/../../../pyproject")
        with pytest.raises(MCPError, match="there is no root"):
            await client.read_resource("helix://roots/2/index-status")
        good = await client.call_tool("uses", {"name": "ring"})
        assert not good.is_error


@pytest.mark.parametrize(
    "ref",
    [
        {"path": "../cache/secret"},
        {"path": "/etc/hostname"},
        {"path": "link"},
        {"path": "bell.py", "end_byte": 10**12},
        {"path": "bell.py", "start_byte": -5},
        {"path": "bell.py", "surprise": 1},
        {"path": "bell.py", "content_sha256": "0" * 64},
    ],
)
async def test_what_may_not_be_read_is_refused_as_data(place: Place, ref: dict[str, Any]) -> None:
    (place.cache / "secret").write_text("hidden treasure\n")
    (place.root / "link").symlink_to(place.cache / "secret")
    whole = {"start_byte": 0, "end_byte": 6, "start_line": 1, "end_line": 1, "content_sha256": "1" * 64} | ref
    async with Client(place.stdio()) as client:
        result = await client.call_tool("prove", {"ref": whole})
    data = result.structured_content
    assert data is not None
    assert not result.is_error
    assert data["status"] in ("stale", "refused")
    assert "text" not in data
    assert "treasure" not in told(result)


def test_a_root_is_compared_by_its_real_path(tmp_path: Path) -> None:
    inside, outside = tmp_path / "in", tmp_path / "in-other"
    for folder in (inside / "below", outside):
        folder.mkdir(parents=True)
    (inside / "out").symlink_to(outside)
    (tmp_path / "alias").symlink_to(inside)
    allowed = Allowed([str(tmp_path / "alias")], "")
    assert allowed.folders == (str(inside.resolve()),)
    assert allowed.root("") == allowed.root(str(tmp_path / "alias")) == str(inside.resolve())
    assert allowed.root(str(inside / "below")) == str((inside / "below").resolve())
    for wrong in (inside / "out", outside, inside / ".." / "in-other", tmp_path, Path("/"), inside / "gone"):
        with pytest.raises(WorkspaceError, match="not allowed"):
            allowed.root(str(wrong))


def test_of_several_roots_one_must_be_named(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    allowed = Allowed([str(tmp_path / "one"), str(tmp_path / "two")], "")
    with pytest.raises(WorkspaceError, match="say which root"):
        allowed.root("")
    assert allowed.root(str(tmp_path / "two")).endswith("two")


async def test_settings_of_a_repository_allow_nothing_more(place: Place) -> None:
    elsewhere = place.cache / "elsewhere"
    elsewhere.mkdir()
    text = f'[mcp]\nroots = ["{elsewhere}"]\n[model]\nprovider = "openai"\nendpoint = "http://127.0.0.1:9"\n'
    (place.root / "helix.toml").write_text(text)
    async with Client(place.stdio()) as client:
        refused = await client.call_tool("find", {"query": "ring", "root": str(elsewhere)})
        assert refused.is_error
        answered = await client.call_tool("ask", {"question": "what does ring do?"})
        assert answered.structured_content is not None
        assert answered.structured_content["model"]["status"] in ("off", "dry", "none")


@pytest.mark.parametrize(
    "address",
    ["0.0.0.0:8000", "192.168.1.4:8000", "example.org:8000", "[::]:8000", "8000", "127.0.0.1", "127.0.0.1:99999",
     "127.0.0.1:-1", ":8000", "127.0.0.1.example.org:80", "169.254.169.254:80", "127.0.0.1:٣"],
)  # fmt: skip
def test_an_address_that_others_reach_is_refused(address: str) -> None:
    with pytest.raises(UsageError, match="--http"):
        read_address(address)


@pytest.mark.parametrize("address", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000", "127.8.8.8:0"])
def test_a_loopback_address_is_taken(address: str) -> None:
    assert read_address(address)[1] in (0, 8000)


def lines_to(place: Place, lines: list[bytes], awaited: set[int]) -> dict[int, dict[str, Any]]:
    """What the door answers to raw lines, by id; its input ends when all that is awaited was read."""
    door = subprocess.Popen(
        place.command(),
        env=place.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    watchdog = threading.Timer(120, door.kill)
    watchdog.start()
    try:
        assert door.stdin is not None
        assert door.stdout is not None
        door.stdin.write(b"".join(line + b"\n" for line in lines))
        door.stdin.flush()
        answers: dict[int, dict[str, Any]] = {}
        while awaited - set(answers) and (line := door.stdout.readline()):
            answer = json.loads(line)
            answers[answer.get("id")] = answer
        _, said = door.communicate(timeout=60)
    finally:
        watchdog.cancel()
        door.kill()
    assert b"Traceback" not in said, said
    assert door.returncode == 0
    return answers


def request(number: int, method: str, **params: Any) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()


HELLO = request(
    1, "initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "old", "version": "1"}
)
READY = b'{"jsonrpc":"2.0","method":"notifications/initialized"}'


def test_a_client_of_2025_06_18_and_an_even_older_one_are_answered(place: Place) -> None:
    for version in ("2025-06-18", "2024-11-05"):
        hello = HELLO.replace(b"2025-06-18", version.encode())
        answers = lines_to(place, [hello, READY, request(2, "tools/list")], {1, 2})
        assert answers[1]["result"]["protocolVersion"] == version
        assert len(answers[2]["result"]["tools"]) == 6


def test_malformed_frames_and_metadata_end_nothing(place: Place) -> None:
    call = {"name": "uses", "arguments": {"name": "ring"}}
    by_id = lines_to(
        place,
        [
            HELLO,
            READY,
            b"not json",
            b"[]",
            b'{"jsonrpc":"1.0","id":5,"method":"ping"}',
            b"\xff\xfe",
            request(6, "tools/call", **call, _meta={"progressToken": {"a": 1}}),
            request(7, "tools/call", **call, _meta="x"),
            request(8, "tools/call", name=["uses"]),
            request(9, "tools/call", name="uses", arguments=["ring"]),
            request(10, "no/such/method"),
            request(11, "tools/list"),
        ],
        {7, 8, 9, 10, 11},
    )
    for number in (7, 8, 9, 10):
        assert "error" in by_id[number], by_id[number]
    assert len(by_id[11]["result"]["tools"]) == 6


def test_without_the_extra_one_line_names_it(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['mcp'] = None; from helix_lsp.cli.main import main; sys.exit(main(['mcp']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"HELIX_ASK_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "pip install '.[mcp]'" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [(("--http", "0.0.0.0:1"), "this machine alone"), (("--root", "/nowhere"), "cannot be used"), (("--root", "/"), "whole disk")],
)  # fmt: skip
def test_a_door_that_must_not_open_says_why(place: Place, words: tuple[str, ...], said: str) -> None:
    done = subprocess.run(
        [*place.command()[: -2 if words[0] == "--root" else None], *words],
        env=place.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_call_that_is_cancelled_gets_no_answer_and_holds_up_no_other(place: Place) -> None:
    for n in range(400):
        (place.root / f"many_{n}.py").write_text(f"def many_{n}():\n    return {n}\n" * 40)
    slow = request(2, "tools/call", name="uses", arguments={"name": "ring"})
    stop = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}'
    quick = request(3, "tools/call", name="uses", arguments={"name": "ring"})
    by_id = lines_to(place, [HELLO, READY, slow, stop, quick], {3})
    assert by_id[3]["result"]["structuredContent"]["total"] == 27
    assert "structuredContent" not in by_id.get(2, {}).get("result", {})
