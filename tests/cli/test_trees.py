"""`helix-lsp trees` as a person and a script use it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import helix_lsp
from tests.cli.run import Shell
from tests.support.schemas import check
from tests.trees.world import files, firing, node

SCHEMAS = Path(helix_lsp.__file__).parent / "wire" / "schema"


@pytest.fixture
def pots(tmp_path: Path) -> Shell:
    here = tmp_path / "pottery"
    for path, data in files().items():
        (here / path).parent.mkdir(parents=True, exist_ok=True)
        (here / path).write_bytes(data)
    return Shell(here=here, cache=tmp_path / "cache")


def valid(text: str, name: str) -> dict[str, Any]:
    """The JSON document, after it was judged by its schema."""
    sent = json.loads(text)
    assert sent["schema"] == name
    check(sent, json.loads((SCHEMAS / f"{name}.schema.json").read_text()))
    return sent


def test_list(pots: Shell):
    assert pots.run("trees", "list").text == (
        "firing     5 nodes  docs/firing-tree.json  (topic firing, kiln control)\n"
        "clay       2 nodes  docs/clay-tree.json  (clay body)\n"
        "(2 trees, 7 nodes, 1 concept card)\n"
    )
    assert [
        tree["id"] for tree in valid(pots.run("trees", "list", "--json").text, "tree-list.v1")["trees"]
    ] == ["firing", "clay"]


def test_walk(pots: Shell):
    assert pots.run("trees", "walk", "how", "does", "kiln control work?").text == (
        "Firing walk (firing)\n"
        "  from docs/firing-tree.json; root to anchor, because of matcher kiln control\n"
        "  Hint  Firing Tree: How pots are fired.  [hint only, no evidence span; stated in docs/firing-tree.json:14]\n"
        "    Hint  Heating: Getting hot.  [hint only, no evidence span; stated in docs/firing-tree.json:24]\n"
        "      Anchor  Kiln Control: The program that heats.  [src/kiln.py:4-6]\n"
        "\n"
        "(1 of 3 nodes bound to evidence, the others are hints)\n"
    )
    sent = valid(
        pots.run("trees", "walk", "kiln control", "--mode", "full_path", "--json").text, "tree-walk.v1"
    )
    assert sent["trees"][0]["mode"] == "full_path"
    assert sent["metadata"]["treeIds"] == ["firing"]
    assert (
        pots.run("trees", "walk", "zebra").text
        == "none of 2 trees is about this; choose one with --tree or --topic\n"
    )
    assert pots.run("trees", "walk", "heating", "--topic", "firing").text.startswith("Firing walk")
    assert pots.run("trees", "walk", "zebra", "--tree", "clay").text.startswith("Clay walk")


def test_lock(pots: Shell):
    def lock(*words: str) -> str:
        done = pots.run("trees", "lock", "--session", "s", *words)
        assert done.code == 0, done.err
        return done.text

    assert lock() == "session s: no tree is locked\n"
    assert lock("--pin", "clay") == "session s: clay\n"
    assert lock("--merge", "firing") == "session s: clay, firing\n"
    sent = valid(lock("--show", "--json"), "tree-lock.v1")
    assert (sent["sessionId"], sent["treeIds"], sent["locked"]) == ("s", ["clay", "firing"], True)
    assert "Clay walk" in pots.run("trees", "walk", "zebra", "--session", "s").text
    assert lock("--clear") == "session s: no tree is locked\n"
    refused = pots.run("trees", "lock", "--session", "s", "--pin", "oak")
    assert (refused.code, refused.complaint) == (2, "there is no tree 'oak'; there are firing, clay")


def test_check(pots: Shell):
    done = pots.run("trees", "check")
    assert done.code == 0
    assert done.text.endswith("(0 full access, 0 diagnostic, 7 partial)\n")
    assert valid(pots.run("trees", "check", "--json").text, "tree-check.v1")["good"] is True
    named = pots.run("trees", "check", "firing/kiln-control")
    assert named.code == 1
    assert "  fail  inputs: no inputs are given\n" in named.text
    claims = firing()
    claims["nodes"].append(node("sure", predictability={"status": "complete"}))
    (pots.here / "docs/firing-tree.json").write_text(json.dumps(claims))
    claimed = pots.run("trees", "check", "firing")
    assert claimed.code == 1
    assert "claims full access and has it not: firing/sure: " in claimed.text
    assert pots.run("trees", "check", "nothing").code == 2


def test_a_broken_file_is_a_no_with_its_place(pots: Shell):
    (pots.here / "docs/clay-tree.json").write_text('{"nodes":\n [,]}')
    done = pots.run("trees", "check")
    assert done.code == 1
    assert "problem: docs/clay-tree.json:2: broken JSON" in done.text


def test_diff(pots: Shell):
    assert pots.run("trees", "diff").text.startswith("nothing to compare with yet")
    assert valid(pots.run("trees", "diff", "--json").text, "tree-diff.v1")["baseline"] is None
    (pots.here / "docs/clay-tree.json").unlink()
    done = pots.run("trees", "diff")
    assert "removed  tree  clay\n" in done.text
    sent = valid(pots.run("trees", "diff", "--json").text, "tree-diff.v1")
    assert {"how": "removed", "what": "tree", "name": "clay"} in sent["changes"]


def test_export(pots: Shell):
    assert pots.run("trees", "export").out == b""
    marked = firing()
    marked["nodes"][3]["diagnostic"] = True
    (pots.here / "docs/firing-tree.json").write_text(json.dumps(marked))
    done = pots.run("trees", "export")
    (line,) = done.text.splitlines()
    sent = valid(line, "training-record.v1")
    assert (sent["nodeId"], sent["access"], sent["evidence"]["range_ref"]["path"]) == (
        "kiln-control",
        "diagnostic",
        "src/kiln.py",
    )
    assert "1 record;" in done.err


def test_a_project_without_trees_says_how_to_begin(shell: Shell):
    """The page it names is one of this program, and no path of the workspace; what it says to write is a card
    and a tree.
    """
    for words in (("list",), ("walk", "bells"), ("check",)):
        done = shell.run("trees", *words)
        told = " ".join(done.text.split())
        assert (done.code, done.text.splitlines()[0]) == (0, "this workspace has no knowledge trees")
        assert (
            "in the documentation of Helix Ask, not in this workspace, under how-to/knowledge-trees.md"
            in told
        )
        assert "docs/" not in told
    assert (Path(__file__).parents[2] / "docs/how-to/knowledge-trees.md").is_file()
    (shell.here / "bell.md").write_text(
        '---\nid: bell\naliases: ["tower bell"]\n---\nDefinition: A bell hangs in the tower.\n'
    )
    (shell.here / "FILE.json").write_text(
        '{"version": 1, "rootId": "a", "nodes": [{"id": "a", "title": "Bells", "excerpt": "They ring."}]}'
    )
    (shell.here / "helix.toml").write_text(
        re.findall(r"\[trees\] (files = \[.*?\])", told)[0].join(("[trees]\n", "\n"))
    )
    done = shell.run("trees", "list")
    assert "1 tree, 1 node, 1 concept card" in done.text


def test_the_same_walk_under_any_hash_seed(pots: Shell):
    """I4."""
    runs = [
        pots.run("trees", "walk", "kiln control and clay body", "--json", env={"PYTHONHASHSEED": seed}).out
        for seed in ("1", "77")
    ]
    assert runs[0] == runs[1]


def test_a_tree_that_only_the_settings_name(pots: Shell):
    (pots.here / "configs/graph-resolvers.json").unlink()
    (pots.here / "helix.toml").write_text('[trees]\nfiles = ["docs/firing-tree.json", "../secret.json"]\n')
    done = pots.run("trees", "list")
    assert done.text.startswith("firing-tree     5 nodes  docs/firing-tree.json\n")
    assert "'../secret.json' is not a path of this workspace" in done.complaint
    assert "because of title Kiln Control" in pots.run("trees", "walk", "how does kiln control work?").text
