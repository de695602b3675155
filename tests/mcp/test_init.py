"""`helix-lsp init CLIENT`: the printed configuration is the written one, a client that reads it gets answers, and
nothing of a project is lost. Carries I11.
"""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from mcp import Client as Asking
from mcp import StdioServerParameters

from helix_lsp.cli.arguments import build_parser, named
from helix_lsp.cli.init import CLIENTS, SKILL, Client
from tests.cli.run import Done, Shell
from tests.mcp.door import Place

ROOT = Path(__file__).resolve().parents[2]
EACH = pytest.mark.parametrize("client", CLIENTS, ids=lambda one: one.id)
IN_JSON = pytest.mark.parametrize(
    "client", [one for one in CLIENTS if one.config.endswith(".json")], ids=lambda one: one.id
)


def test_the_help_names_every_client():
    known = ", ".join(f"{client.id} ({client.title})" for client in CLIENTS)
    assert f"one of {known}" in " ".join(named(build_parser(), "init").format_help().split())


def init(place: Place, client: Client, *words: str) -> Done:
    return Shell(here=place.root, cache=place.cache).run("init", client.id, *words)


def entry(place: Place, client: Client) -> dict[str, Any]:
    """Our entry as the client reads it."""
    text = (place.root / client.config).read_text("utf-8")
    said = tomllib.loads(text) if client.config.endswith(".toml") else json.loads(text)
    return said[client.table]["helix"]


@EACH
def test_what_is_printed_is_what_is_written_and_a_second_time_changes_nothing(
    place: Place, client: Client
) -> None:
    printed = init(place, client)
    assert (printed.code, (place.root / client.config).exists()) == (0, False)
    assert init(place, client, "--write").code == 0
    files = [client.config, *([client.skill] if client.skill else [])]
    texts = {name: (place.root / name).read_text("utf-8") for name in files}
    assert all(f"# {name}\n{text}" in printed.text for name, text in texts.items())
    assert SKILL in printed.text
    again = init(place, client, "--write")
    assert again.text.count("there already") == len(files)
    assert {name: (place.root / name).read_text("utf-8") for name in files} == texts


@pytest.mark.parametrize("which", ["claude", "codex"])
async def test_a_client_that_follows_its_file_gets_answers(place: Place, which: str) -> None:
    client = next(one for one in CLIENTS if one.id == which)
    assert init(place, client, "--write").code == 0
    said = entry(place, client)
    started = StdioServerParameters(
        command=said["command"], args=said["args"], env=place.environment, cwd=str(place.root)
    )
    async with Asking(started) as agent:
        found = await agent.call_tool("find", {"query": "ring the bell"})
    assert found.structured_content is not None
    assert found.structured_content["items"][0]["ref"]["path"] == "bell.py"


@IN_JSON
def test_what_else_a_file_holds_stays(place: Place, client: Client) -> None:
    other = {"theme": "dark", client.table: {"other": {"command": "x"}}, "last": [1, 2]}
    file = place.root / client.config
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps(other, indent="\t") + "\n")
    file.chmod(0o600)
    assert init(place, client, "--write").code == 0
    said = json.loads(file.read_text())
    assert said[client.table].pop("helix") == {**dict(client.more), **said_entry(client, place)}
    assert (said, list(said)) == (other, list(other))
    assert file.read_text().startswith('{\n\t"theme"')
    if os.name == "posix":
        assert file.stat().st_mode & 0o777 == 0o600


def said_entry(client: Client, place: Place) -> dict[str, Any]:
    """The entry that is printed for a project without files, without further fields."""
    printed = init(place, client).text
    body = json.loads(printed[printed.index("{") : printed.rindex("}\n") + 1].split("\n# ")[0])
    return {k: v for k, v in body[client.table]["helix"].items() if k not in dict(client.more)}


def test_a_table_is_added_to_toml_and_comments_stay(place: Place) -> None:
    codex = next(one for one in CLIENTS if one.id == "codex")
    file = place.root / codex.config
    file.parent.mkdir()
    before = '# mine\nmodel = "m"\n\n[mcp_servers.other]\ncommand = "x"\n'
    file.write_text(before)
    assert init(place, codex, "--write").code == 0
    assert file.read_text().startswith(before)
    assert set(tomllib.loads(file.read_text())["mcp_servers"]) == {"other", "helix"}


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        (".mcp.json", '{"mcpServers": {"helix": {"command": "mine"}}}', "another `helix`"),
        (".mcp.json", '{\n  // mine\n  "mcpServers": {}\n}', "comments"),
        (".mcp.json", '{"mcpServers": []}', "does not hold a table `mcpServers`"),
        (".mcp.json", "[]", "does not hold a table `mcpServers`"),
        (".claude/skills/helix-ask/SKILL.md", "mine", "says something else"),
    ],
)
def test_what_stands_in_the_way_is_named_and_nothing_is_written(
    place: Place, name: str, text: str, said: str
) -> None:
    """Not even the file that nothing stands in the way of."""
    file = place.root / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    before = sorted(p.name for p in place.root.iterdir())
    done = init(place, CLIENTS[0], "--write")
    assert (done.code, said in done.err, name in done.err) == (2, True, True)
    assert (file.read_text(), sorted(p.name for p in place.root.iterdir())) == (text, before)


@pytest.mark.skipif(os.name == "nt", reason="links need a permission on Windows")
@pytest.mark.parametrize("name", [".mcp.json", ".claude"])
def test_nothing_is_written_through_a_link(place: Place, tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (place.root / name).symlink_to(outside if name == ".claude" else outside / "a.json")
    done = init(place, CLIENTS[0], "--write")
    assert (done.code, "through a link" in done.err, list(outside.iterdir())) == (2, True, [])


def test_an_agent_that_is_not_known_is_told_which_are(place: Place) -> None:
    done = Shell(here=place.root, cache=place.cache).run("init", "emacs")
    assert (done.code, "claude, cursor, codex, vscode, zed" in done.complaint) == (2, True)


@EACH
def test_the_page_shows_the_same(client: Client) -> None:
    page = (ROOT / "docs" / "how-to" / "use-from-an-agent.md").read_text("utf-8")
    assert client.config_text("helix-lsp") in page
    assert client.config in page
