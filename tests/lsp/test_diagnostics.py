"""Pull, workspace and push diagnostics of the real server: what is told, when it is told again, and what
stays silent.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.drift_world import BELL, GUIDE, PULLS, commit, git, pull, put, repository, serving, told, where
from tests.support.raw_client import PATIENCE, ServerProcess

PUSHES: dict[str, Any] = {
    "textDocument": {"publishDiagnostics": {"versionSupport": True, "relatedInformation": True}}
}
HANG = (15, 4, 13)  # the name of `hang_bell` in BELL


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return repository(tmp_path)


@pytest.fixture
def server(root: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    with serving(root, tmp_path / "cache", PULLS) as running:
        yield running


def refreshes(server: ServerProcess) -> int:
    return sum(m.get("method") == "workspace/diagnostic/refresh" for m in list(server.messages))


def until(what: str, holds: Any) -> None:
    limit = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < limit, what
        time.sleep(0.02)


def test_an_edit_in_code_reaches_the_document_that_mentions_it_and_back(server: ServerProcess, root: Path):
    guide, bell = (root / "docs/guide.md").as_uri(), (root / "bell.py").as_uri()
    server.open(guide, GUIDE)
    server.open(bell, BELL, language="python")
    fine = told(server, guide, 0)
    assert pull(server, guide, fine["resultId"]) == {"kind": "unchanged", "resultId": fine["resultId"]}
    before = refreshes(server)
    put(server, bell, 2, *HANG, "hang_high")
    until("a refresh", lambda: refreshes(server) > before)
    stale = told(server, guide, 1)
    item = stale["items"][0]
    assert (item["source"], item["code"], item["severity"], where(item)) == (
        "helix",
        "name-gone",
        2,
        (6, 6, 15),
    )
    assert item["data"]["suggestions"] == ["hang_high"]
    assert item["data"]["certain"] is True
    assert "hang_bell" in item["message"]
    places = {one["message"]: one["location"] for one in item["relatedInformation"]}
    assert places["`hang_high` is here now"]["range"]["start"] == {"line": 15, "character": 4}
    assert all(place["uri"] == bell for place in places.values())
    assert pull(server, guide, stale["resultId"])["kind"] == "unchanged"
    put(server, bell, 3, *HANG, "hang_bell")
    assert told(server, guide, 0)["resultId"] == fine["resultId"]


def test_an_edit_elsewhere_asks_for_no_refresh(server: ServerProcess, root: Path):
    guide, rope = (root / "docs/guide.md").as_uri(), (root / "rope.py").as_uri()
    server.open(guide, GUIDE)
    server.open(rope, (root / "rope.py").read_text(), language="python")
    told(server, guide, 0)
    server.settled()  # one refresh may follow when history has been opened
    before = refreshes(server)
    put(server, rope, 2, 0, 4, 12, "untie_rope")
    server.settled()
    assert refreshes(server) == before
    other = (root / "docs/other.md").as_uri()
    server.open(other, (root / "docs/other.md").read_text())
    told(server, other, 1)
    assert refreshes(server) == before


def test_an_edited_document_is_judged_where_its_text_now_stands(server: ServerProcess, root: Path):
    guide, bell = (root / "docs/guide.md").as_uri(), (root / "bell.py").as_uri()
    server.open(bell, BELL.replace("hang_bell", "hang_high"), language="python")
    server.open(guide, GUIDE)
    server.change(guide, 2, {"text": GUIDE.replace("Then `hang_bell`", "\r\n\r\n😀 é `hang_bell`")})
    assert where(told(server, guide, 1)["items"][0]) == (8, 6, 15)
    server.change(guide, 3, {"text": "# Nothing\n"})
    told(server, guide, 0)


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 8), ("utf-16", 5), ("utf-32", 4)])
def test_ranges_are_exact_in_every_encoding(encoding: str, column: int, root: Path, tmp_path: Path):
    with serving(root, tmp_path / "cache", PULLS, encoding=encoding) as server:
        bell, guide = (root / "bell.py").as_uri(), (root / "docs/guide.md").as_uri()
        server.open(bell, BELL.replace("hang_bell", "hang_high"), language="python")
        server.open(guide, "# A\n\n😀é `hang_bell`\n")
        assert where(told(server, guide, 1)["items"][0]) == (2, column, column + 9)


def test_the_workspace_comes_in_parts_and_only_what_is_new(server: ServerProcess, root: Path):
    bell = (root / "bell.py").as_uri()
    server.open(
        bell, BELL.replace("hang_bell", "hang_high").replace("ring_twice", "ring_often"), language="python"
    )
    guide = (root / "docs/guide.md").as_uri()
    told(server, guide, 2)
    (root / "docs" / "fresh.md").write_text("Use `hang_bell`.\n")
    params = {"previousResultIds": [], "partialResultToken": "part", "workDoneToken": "work"}
    assert server.result("workspace/diagnostic", params) == {"items": []}
    items = [
        one
        for note in server.notes("$/progress")
        if note["token"] == "part"
        for one in note["value"]["items"]
    ]
    assert [(one["uri"], one["kind"], len(one["items"])) for one in items] == [(guide, "full", 2)]
    kinds = [note["value"]["kind"] for note in server.notes("$/progress") if note["token"] == "work"]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    held = [
        {"uri": guide, "value": items[0]["resultId"]},
        {"uri": (root / "docs/gone.md").as_uri(), "value": "x"},
    ]
    again = server.result("workspace/diagnostic", {"previousResultIds": held})["items"]
    assert {one["uri"]: (one["kind"], one.get("items")) for one in again} == {
        guide: ("unchanged", None),
        (root / "docs/gone.md").as_uri(): ("full", []),
    }


def test_the_workspace_is_not_called_fine_before_anybody_looked(root: Path, tmp_path: Path):
    (root / "bell.py").write_text(BELL.replace("hang_bell", "hang_high"))
    commit(root, "hang it higher")
    with serving(root, tmp_path / "cache", PULLS) as server:
        limit = time.monotonic() + PATIENCE
        while (
            "error" in (answer := server.request("workspace/diagnostic", {"previousResultIds": []}))
            and time.monotonic() < limit
        ):
            assert (answer["error"]["code"], answer["error"]["data"]) == (
                -32802,
                {"retriggerRequest": True},
            ), answer
            time.sleep(0.03)
    assert [(one["uri"], len(one["items"])) for one in answer["result"]["items"]] == [
        ((root / "docs/guide.md").as_uri(), 1)
    ]


def test_a_cancelled_workspace_pull_is_answered_as_cancelled(server: ServerProcess, root: Path):
    told(server, (root / "docs/guide.md").as_uri(), 0)
    number = server.start("workspace/diagnostic", {"previousResultIds": []})
    server.notify("$/cancelRequest", {"id": number})
    answer = server.wait(number)
    assert "result" in answer or answer["error"]["code"] == -32800
    assert len(server.answers(number)) == 1


def test_a_rename_that_was_committed_is_told_with_its_commit(root: Path, tmp_path: Path):
    (root / "bell.py").write_text(BELL.replace("hang_bell", "hang_high"))
    commit(root, "rename")
    with serving(root, tmp_path / "cache", PULLS) as server:
        item = told(server, (root / "docs/guide.md").as_uri(), 1)["items"][0]
        assert item["data"]["suggestions"] == ["hang_high"]
        assert len(item["data"]["lastCommit"]) == 40


def test_another_branch_brings_its_own_findings(server: ServerProcess, root: Path):
    guide = (root / "docs/guide.md").as_uri()
    told(server, guide, 0)
    git(root, "checkout", "-q", "-b", "other")
    (root / "bell.py").write_text(BELL.replace("hang_bell", "hang_high"))
    commit(root, "rename")
    server.notify(
        "workspace/didChangeWatchedFiles", {"changes": [{"uri": (root / "bell.py").as_uri(), "type": 2}]}
    )
    told(server, guide, 1)
    git(root, "checkout", "-q", "main")
    server.notify(
        "workspace/didChangeWatchedFiles", {"changes": [{"uri": (root / "bell.py").as_uri(), "type": 2}]}
    )
    told(server, guide, 0)


def test_what_settings_ignore_is_not_told(root: Path, tmp_path: Path):
    (root / "bell.py").write_text("x = 1\n")
    commit(root, "gone")
    ignores = {"HELIX_ASK_DRIFT_IGNORE_WORDS": "hang_bell,Bell.ring_once,Bell.ring_twice"}
    with serving(root, tmp_path / "cache", PULLS, **ignores) as server:
        told(server, (root / "docs/guide.md").as_uri(), 0)
        told(server, (root / "docs/other.md").as_uri(), 0)
    with serving(root, tmp_path / "cache", PULLS, HELIX_ASK_DRIFT_IGNORE_PATHS="docs/g*") as server:
        told(server, (root / "docs/guide.md").as_uri(), 0)
    with serving(root, tmp_path / "cache", PULLS, HELIX_ASK_DRIFT_MIN_CONFIDENCE="1") as server:
        told(server, (root / "docs/guide.md").as_uri(), 0)
    with serving(root, tmp_path / "cache", PULLS) as server:
        assert len(told(server, (root / "docs/guide.md").as_uri(), 3)["items"]) == 3
    with serving(root, tmp_path / "cache", PULLS, HELIX_ASK_IDE_DIAGNOSTICS="false") as server:
        assert pull(server, (root / "docs/guide.md").as_uri())["items"] == []


def test_a_client_that_does_not_pull_is_sent_the_diagnostics_of_its_open_documents(
    root: Path, tmp_path: Path
):
    with serving(root, tmp_path / "cache", PUSHES) as server:
        guide, bell = (root / "docs/guide.md").as_uri(), (root / "bell.py").as_uri()
        server.open(guide, GUIDE, version=3)
        server.open(bell, BELL, language="python")
        until(
            "a first report",
            lambda: any(n["uri"] == guide for n in server.notes("textDocument/publishDiagnostics")),
        )
        put(server, bell, 2, *HANG, "hang_high")

        def last() -> dict[str, Any]:
            return [n for n in server.notes("textDocument/publishDiagnostics") if n["uri"] == guide][-1]

        until("a finding", lambda: len(last()["diagnostics"]) == 1)
        assert last()["version"] == 3
        assert where(last()["diagnostics"][0]) == (6, 6, 15)
        server.notify("textDocument/didClose", {"textDocument": {"uri": guide}})
        until("cleared", lambda: last()["diagnostics"] == [])
        uris = {n["uri"] for n in server.notes("textDocument/publishDiagnostics")}
        assert uris <= {guide, bell}
        assert "diagnosticProvider" not in server.wait(1)["result"]["capabilities"]


def test_a_pull_brings_along_the_documents_that_the_same_edit_made_wrong(root: Path, tmp_path: Path):
    takes = {
        **PULLS,
        "textDocument": {**PULLS["textDocument"], "diagnostic": {"relatedDocumentSupport": True}},
    }
    with serving(root, tmp_path / "cache", takes) as server:
        guide, bell = (root / "docs/guide.md").as_uri(), (root / "bell.py").as_uri()
        server.open(guide, GUIDE)
        server.open(bell, BELL, language="python")
        told(server, guide, 0)
        own = told(server, bell, 0)["resultId"]
        put(server, bell, 2, *HANG, "hang_high")
        report = pull(server, bell, own)
        assert report["kind"] == "full"  # some clients look at related documents of full reports only
        assert [where(item) for item in report["relatedDocuments"][guide]["items"]] == [(6, 6, 15)]
        assert "relatedDocuments" not in pull(server, bell, own)
        assert pull(server, guide, report["relatedDocuments"][guide]["resultId"])["kind"] == "unchanged"


def lens_refreshes(server: ServerProcess) -> int:
    return sum(m.get("method") == "workspace/codeLens/refresh" for m in list(server.messages))


def lens_lines(server: ServerProcess, uri: str) -> list[int]:
    return [
        one["range"]["start"]["line"]
        for one in server.result("textDocument/codeLens", {"textDocument": {"uri": uri}})
    ]


def test_lenses_are_asked_for_again_only_when_code_may_be_mentioned_otherwise(
    server: ServerProcess, root: Path
):
    guide, bell = (root / "docs/guide.md").as_uri(), (root / "bell.py").as_uri()
    server.open(guide, GUIDE)
    server.open(bell, BELL, language="python")
    told(server, guide, 0)
    before = refreshes(server)
    put(server, bell, 2, *HANG, "hang_high")
    server.settled()
    assert refreshes(server) > before
    assert lens_refreshes(server) == 0, "this client has never asked for a lens"
    assert lens_lines(server, bell) == [6, 10]
    put(server, bell, 3, *HANG, "hang_bell")
    server.settled()
    assert lens_refreshes(server) == 1, "a name came back"
    assert lens_lines(server, bell) == [6, 10, 15]
    put(server, guide, 2, 6, 5, 16, "It")  # a document says less
    server.settled()
    assert lens_refreshes(server) == 2, "a document was edited"
    assert lens_lines(server, bell) == [6, 10]
    put(server, bell, 4, 8, 15, 21, "not loudly")
    server.settled()
    assert lens_refreshes(server) == 2, "the body of a method: no name and no document changes"
    put(server, bell, 5, 10, 8, 18, "ring_often")
    server.settled()
    assert lens_refreshes(server) == 3, "a name went"
    assert lens_lines(server, bell) == [6]
