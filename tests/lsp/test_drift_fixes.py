"""Quick fixes of stale references on the real server: what is offered, that an edit fits the text that was
checked, and that it helps.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from helix_lsp.align.drift.find import NAME
from tests.lsp.drift_world import BELL, GUIDE, PULLS, repository, serving, told
from tests.support.raw_client import ServerProcess

STALE = BELL.replace("hang_bell", "hang_high").replace("ring_twice", "ring_often")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[tuple[ServerProcess, str, dict[str, Any]]]:
    """(server, the guide's URI, its report with two stale references)"""
    root = repository(tmp_path)
    with serving(root, tmp_path / "cache", PULLS) as running:
        guide = (root / "docs/guide.md").as_uri()
        running.open((root / "bell.py").as_uri(), STALE, language="python")
        running.open(guide, GUIDE, version=4)
        yield running, guide, told(running, guide, 2)


def actions(server: ServerProcess, uri: str, item: dict[str, Any], *only: str) -> list[dict[str, Any]]:
    """Our fixes at a finding."""
    context: dict[str, Any] = {"diagnostics": [item]} | ({"only": list(only)} if only else {})
    found = server.result(
        "textDocument/codeAction", {"textDocument": {"uri": uri}, "range": item["range"], "context": context}
    )
    return [one for one in found if one["kind"] != "helixAsk"]


def applied(text: str, edits: list[dict[str, Any]]) -> str:
    """The text after edits (utf-16), last first."""
    lines = text.split("\n")

    def at(place: dict[str, int]) -> int:
        units = lines[place["line"]].encode("utf-16-le")[: 2 * place["character"]]
        return sum(len(line) + 1 for line in lines[: place["line"]]) + len(units.decode("utf-16-le"))

    for edit in sorted(
        edits, key=lambda e: (e["range"]["start"]["line"], e["range"]["start"]["character"]), reverse=True
    ):
        text = text[: at(edit["range"]["start"])] + edit["newText"] + text[at(edit["range"]["end"]) :]
    return text


def changed(action: dict[str, Any], uri: str, text: str) -> str:
    """What the action makes of the open document; it must carry its version."""
    [change] = action["edit"]["documentChanges"]
    assert change["textDocument"] == {"uri": uri, "version": 4}
    return applied(text, change["edits"])


def test_the_new_name_is_put_in_and_the_finding_goes(server: tuple[ServerProcess, str, dict[str, Any]]):
    client, guide, report = server
    fixes = actions(client, guide, report["items"][0], "quickfix")
    assert [one["title"] for one in fixes] == [
        "Replace with `hang_high`, its new name",
        "Leave this line alone",
        "Leave `hang_bell` alone everywhere",
        "Add to the baseline of known findings",
    ]
    assert fixes[0]["isPreferred"] is True
    assert all(one["diagnostics"][0]["range"] == report["items"][0]["range"] for one in fixes)
    text = changed(fixes[0], guide, GUIDE)
    assert text == GUIDE.replace("`hang_bell`", "`hang_high`")
    client.change(guide, 5, {"text": text})
    assert [i["data"]["reference"] for i in told(client, guide, 1)["items"]] == ["Bell.ring_twice"]


def test_all_certain_renames_in_one_edit(server: tuple[ServerProcess, str, dict[str, Any]]):
    client, guide, report = server
    [whole] = actions(client, guide, report["items"][0], "source.fixAll")
    assert whole["kind"] == "source.fixAll.helix"
    text = changed(whole, guide, GUIDE)
    assert text == GUIDE.replace("`hang_bell`", "`hang_high`").replace("Bell.ring_twice", "Bell.ring_often")
    client.change(guide, 5, {"text": text})
    told(client, guide, 0)


def test_a_line_can_be_left_alone(server: tuple[ServerProcess, str, dict[str, Any]]):
    client, guide, report = server
    text = changed(actions(client, guide, report["items"][0], "quickfix")[1], guide, GUIDE)
    assert text.endswith("`Bell.ring_twice`. <!-- helix-drift: ignore -->\n")
    client.change(guide, 5, {"text": text})
    told(client, guide, 0)


def test_a_word_goes_to_the_settings_and_counts_before_it_is_saved(
    server: tuple[ServerProcess, str, dict[str, Any]],
):
    client, guide, report = server
    word = actions(client, guide, report["items"][0], "quickfix")[2]
    assert "edit" not in word
    resolved = client.result("codeAction/resolve", word)
    made, change = resolved["edit"]["documentChanges"]
    assert (made["kind"], made["uri"]) == ("create", change["textDocument"]["uri"])
    assert resolved["diagnostics"] == word["diagnostics"]
    client.open(made["uri"], applied("", change["edits"]), language="toml")
    assert [i["data"]["reference"] for i in told(client, guide, 1)["items"]] == ["Bell.ring_twice"]
    second = client.result(
        "codeAction/resolve", actions(client, guide, told(client, guide, 1)["items"][0], "quickfix")[-2]
    )
    [change] = second["edit"]["documentChanges"]
    assert change["textDocument"]["version"] == 1
    text = applied('[drift]\nignore_words = ["hang_bell"]\n', change["edits"])
    assert text == '[drift]\nignore_words = ["Bell.ring_twice", "hang_bell"]\n'
    client.change(made["uri"], 2, {"text": text})
    told(client, guide, 0)


def test_a_finding_goes_to_the_baseline(server: tuple[ServerProcess, str, dict[str, Any]]):
    client, guide, report = server
    resolved = client.result("codeAction/resolve", actions(client, guide, report["items"][0], "quickfix")[3])
    made, change = resolved["edit"]["documentChanges"]
    assert made["uri"].endswith(NAME)
    text = applied("", change["edits"])
    assert json.loads(text)["findings"] == [{"path": "docs/guide.md", "reference": "hang_bell"}]
    client.open(made["uri"], text, language="json")
    assert [i["data"]["reference"] for i in told(client, guide, 1)["items"]] == ["Bell.ring_twice"]


def test_a_resolved_action_whose_finding_is_gone_is_refused(
    server: tuple[ServerProcess, str, dict[str, Any]],
):
    client, guide, report = server
    word = actions(client, guide, report["items"][0], "quickfix")[2]
    client.change(guide, 5, {"text": "# Empty\n"})
    told(client, guide, 0)
    assert client.request("codeAction/resolve", word)["error"]["code"] == -32602
    assert (
        client.request("codeAction/resolve", {"title": "x", "data": {"fix": "other"}})["error"]["code"]
        == -32602
    )


def test_lenses_mentions_and_proof(server: tuple[ServerProcess, str, dict[str, Any]], tmp_path: Path):
    client, guide, _ = server
    bell = guide.replace("docs/guide.md", "bell.py")
    lenses = client.result("textDocument/codeLens", {"textDocument": {"uri": bell}})
    assert [one["range"]["start"] for one in lenses] == [{"line": 6, "character": 8}]
    assert all("command" not in one for one in lenses)
    resolved = client.result("codeLens/resolve", lenses[0])
    assert (resolved["command"]["title"], resolved["command"]["command"]) == (
        "1 document",
        "helixAsk.showMentions",
    )
    argument = {**resolved["command"]["arguments"][0], "show": False}
    shown = client.result(
        "workspace/executeCommand", {"command": "helixAsk.showMentions", "arguments": [argument]}
    )
    named = client.result("helix/mentions", {"symbol": "Bell.ring_once"})
    assert shown["mentions"] == named["mentions"]
    [mention] = named["mentions"]
    assert (
        mention["uri"],
        mention["section"],
        mention["said"],
        mention["documents"] if "documents" in mention else named["documents"],
    ) == (guide, "Bells 😀", "code span", 1)
    assert mention["range"] == {"start": {"line": 2, "character": 6}, "end": {"line": 2, "character": 20}}
    assert [one["range"]["start"] for one in named["definitions"]] == [{"line": 6, "character": 8}]
    there = client.result(
        "helix/mentions", {"textDocument": {"uri": guide}, "position": {"line": 2, "character": 8}}
    )
    assert there["mentions"] == named["mentions"]
    assert (
        client.result(
            "helix/mentions", {"textDocument": {"uri": guide}, "position": {"line": 1, "character": 0}}
        )["mentions"]
        == []
    )
    proof = client.result(
        "helix/proof", {"textDocument": {"uri": guide}, "position": {"line": 2, "character": 8}}
    )
    assert (proof["symbol"], proof["definition"]["uri"], proof["mentioned"]) == ("Bell.ring_once", bell, 1)
    assert proof["origin"] == mention["range"]
    assert (
        client.result(
            "helix/proof", {"textDocument": {"uri": guide}, "position": {"line": 1, "character": 0}}
        )
        is None
    )
    for bad in (
        {},
        {"symbol": " "},
        {"symbol": "a", "position": {"line": 0, "character": 0}},
        {"position": {"line": 0, "character": 0}},
    ):
        assert client.request("helix/mentions", bad)["error"]["code"] == -32602
    assert client.request("helix/proof", {"textDocument": {"uri": guide}})["error"]["code"] == -32602


def test_lenses_can_be_switched_off(tmp_path: Path):
    root = repository(tmp_path)
    with serving(root, tmp_path / "cache", PULLS, HELIX_ASK_IDE_CODE_LENS="false") as client:
        assert (
            client.result("textDocument/codeLens", {"textDocument": {"uri": (root / "bell.py").as_uri()}})
            == []
        )


def test_a_client_of_few_words_gets_plain_edits_at_once(tmp_path: Path):
    root = repository(tmp_path)
    plain = {
        "textDocument": {
            "diagnostic": {},
            "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix"]}}},
        }
    }
    with serving(root, tmp_path / "cache", plain) as client:
        guide = (root / "docs/guide.md").as_uri()
        client.open((root / "bell.py").as_uri(), STALE, language="python")
        client.open(guide, GUIDE)
        item = told(client, guide, 2)["items"][0]
        assert "relatedInformation" not in item
        fixes = actions(client, guide, item)
        assert fixes[0]["isPreferred"] is True
        assert list(fixes[0]["edit"]) == ["changes"]
        assert not any(
            "alone everywhere" in one["title"] for one in fixes
        )  # helix.toml would have to be made


def test_a_fix_that_is_asked_for_with_the_last_key_is_offered(
    server: tuple[ServerProcess, str, dict[str, Any]],
):
    """The text is newer than what is known of it for a moment: that is no reason to say that there is
    nothing.
    """
    client, guide, report = server
    text = GUIDE
    for version in range(5, 15):
        text += f"Another line {version}.\n"
        client.change(guide, version, {"text": text})
        fixes = actions(client, guide, report["items"][0], "quickfix")
        assert fixes, version
        assert "hang_high" in str(fixes[0]["edit"])
