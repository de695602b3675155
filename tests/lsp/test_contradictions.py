"""A sentence that the code contradicts, on the real server: the diagnostic with the place in the code, the fix, and
what an edit on either side changes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from helix_lsp.lsp.convert import path_of
from tests.lsp.drift_world import PULLS, put, repository, serving, told, where
from tests.lsp.test_drift_fixes import actions, changed
from tests.support.raw_client import ServerProcess

CODE = 'MAX_RINGS = 5\n"""How often a bell rings."""\n'
GUIDE = "# Bells 😀\n\nThe constant `MAX_RINGS` is 7.\n"


def test_a_value_is_told_with_both_places_mended_and_kept_right_under_edits(tmp_path: Path):
    root = repository(tmp_path, {"bell.py": CODE, "docs/guide.md": GUIDE})
    code, guide = (root / "bell.py").as_uri(), (root / "docs/guide.md").as_uri()
    with serving(root, tmp_path / "cache", PULLS) as server:
        server.open(code, CODE, language="python")
        server.open(guide, GUIDE, version=4)
        [item] = told(server, guide, 1)["items"]
        assert where(item) == (2, 28, 29)
        assert (item["code"], item["severity"]) == ("contradicted-value", 2)
        assert item["message"] == "`7`: the code sets MAX_RINGS to 5, not to 7"
        [place] = item["relatedInformation"]
        assert place["location"] == {
            "uri": code, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 13}},
        }  # fmt: skip
        offered = {one["title"]: one for one in actions(server, guide, item)}
        fix = offered["Put in 5, as the code has it"]
        assert changed(fix, guide, GUIDE) == GUIDE.replace("is 7", "is 5")
        assert "Leave this line alone" in offered
        put(server, code, 2, 0, 12, 13, "7")
        told(server, guide, 0)
        put(server, code, 3, 0, 12, 13, "8")
        [item] = told(server, guide, 1)["items"]
        assert item["message"] == "`7`: the code sets MAX_RINGS to 8, not to 7"
        put(server, guide, 5, 2, 28, 29, "8")
        told(server, guide, 0)


PAGE = """# Bells

The constant `MAX_RINGS` is 7. Bells are loud.

The constant `MAX_RINGS` is 5. The constant `OTHER_RINGS` is 9.
"""


def test_a_document_and_a_paragraph_are_held_against_the_code_and_shown_as_a_page(tmp_path: Path):
    root = repository(tmp_path, {"bell.py": CODE, "docs/page.md": PAGE})
    page = (root / "docs/page.md").as_uri()
    with serving(root, tmp_path / "cache", PULLS) as server:
        server.open(page, PAGE)
        whole = checked(server, {"textDocument": {"uri": page}})
        assert [(one["status"], one["at"]["line"]) for one in whole["claims"]] == [
            ("CONTRADICTED", 3), ("PASS", 5), ("REVIEW", 5),
        ]  # fmt: skip
        assert whole["unread_sentences"] == 1
        shown = server.wait_for(lambda m: m.get("method") == "window/showDocument", what="the page")["params"]
        text = Path(path_of(shown["uri"]) or "").read_text(encoding="utf-8")
        assert (
            "1 contradicted by code, 1 borne out, 1 that nobody can tell. 1 sentence makes no claim" in text
        )
        against = text.partition("## Contradicted by code")[2].partition("## ")[0]
        assert "/docs/page.md#L3)" in against
        assert "/bell.py#L1) `MAX_RINGS = 5`" in against
        place = {"line": 4, "character": 2}
        second = checked(server, {"textDocument": {"uri": page}, "position": place, "show": False})
        assert [one["status"] for one in second["claims"]] == ["PASS", "REVIEW"]
        assert second["unread_sentences"] == 0
        assert sum(m.get("method") == "window/showDocument" for m in server.messages) == 1


def test_what_cannot_be_checked_is_refused_with_the_reason(tmp_path: Path):
    root = repository(tmp_path, {"bell.py": CODE, "docs/page.md": PAGE})
    with serving(root, tmp_path / "cache", PULLS) as server:
        run = {"command": "helixAsk.checkClaims"}
        missing = server.request("workspace/executeCommand", run)
        assert missing["error"]["code"] == -32602
        outside = {"textDocument": {"uri": (tmp_path / "other.md").as_uri()}}
        elsewhere = server.request("workspace/executeCommand", run | {"arguments": [outside]})
        assert "no open folder" in elsewhere["error"]["message"]
        gone = {"textDocument": {"uri": (root / "gone.md").as_uri()}}
        absent = server.request("workspace/executeCommand", run | {"arguments": [gone]})
        assert "no such file in this project" in absent["error"]["message"]


def checked(server: ServerProcess, argument: dict[str, Any]) -> dict[str, Any]:
    return server.result(
        "workspace/executeCommand", {"command": "helixAsk.checkClaims", "arguments": [argument]}
    )
