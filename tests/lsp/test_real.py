"""The whole server on real repositories: `helix-lsp serve` as a process, judged by a client that shares none
of its code.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from helix_lsp.text.digest import sha256_hex
from tests.support.metamodel import faults
from tests.support.raw_client import PATIENCE, ROOT, ServerProcess
from tests.support.schemas import check_contract
from tests.support.tuning import tuned_environment

SCHEMAS = Path(ROOT) / "helix_lsp" / "wire" / "schema"
CODE = '''"""A bell tower."""


class Bell:
    """Hangs in a tower."""

    def ring(self, times: int) -> str:
        """Ring the bell that many times."""
        return "dong " * times


def ring_all(bells):
    """Ring every bell once."""
    return [bell.ring(1) for bell in bells]
'''
DOCUMENT = "# Tower 🔔\n\n🔔 Call `ring_all` to ring them.\n\nOr `Bell.ring` for one.\n"
CAPABILITIES = {
    "window": {"workDoneProgress": True},
    "textDocument": {"definition": {"linkSupport": True}, "hover": {"contentFormat": ["markdown"]}},
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    tower = tmp_path / "a tower"
    (tower / "docs").mkdir(parents=True)
    (tower / "bell.py").write_text(CODE, encoding="utf-8")
    (tower / "docs" / "use.md").write_text(DOCUMENT, encoding="utf-8")
    return tower


@pytest.fixture
def server(root: Path, tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(
        "--test-hooks", environment={"HELIX_ASK_CACHE_DIR": str(tmp_path / "cache")}
    ) as running:
        running.initialize(folders=[root.as_uri()], encodings=["utf-16"], capabilities=CAPABILITIES)
        running.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
            what="the first index",
        )
        yield running
        assert running.stop() == 0
        assert faults(running.messages, running.methods) == []
        assert running.notes("window/showMessage") == []


def at(uri: str, line: int, character: int) -> dict[str, Any]:
    """Params of a request at a position."""
    return {"textDocument": {"uri": uri}, "position": {"line": line, "character": character}}


def test_hover_and_definition_from_a_document(server: ServerProcess, root: Path):
    uri = (root / "docs" / "use.md").as_uri()
    server.open(uri, DOCUMENT)
    hover = server.result("textDocument/hover", at(uri, 2, 12))
    assert "ring_all(bells)" in hover["contents"]["value"]
    assert f"]({(root / 'bell.py').as_uri()}#L12)" in hover["contents"]["value"]
    assert hover["range"] == {"start": {"line": 2, "character": 9}, "end": {"line": 2, "character": 17}}
    link = server.result("textDocument/definition", at(uri, 4, 6))[0]
    assert link["targetUri"] == (root / "bell.py").as_uri()
    assert link["targetSelectionRange"]["start"] == {"line": 6, "character": 8}
    assert link["originSelectionRange"]["start"]["line"] == 4


def test_a_buffer_counts_before_the_disk(server: ServerProcess, root: Path):
    code, document = (root / "bell.py").as_uri(), (root / "docs" / "use.md").as_uri()
    server.open(document, DOCUMENT)
    server.open(code, CODE, language="python")
    start = {"line": 0, "character": 0}
    server.change(code, 2, {"range": {"start": start, "end": start}, "text": "import os\n\n"})
    link = server.result("textDocument/definition", at(document, 2, 12))[0]
    assert link["targetSelectionRange"]["start"] == {"line": 13, "character": 4}
    assert server.result("helix/status")["index"]["unsaved"] == 1
    server.notify("textDocument/didClose", {"textDocument": {"uri": code}})
    assert (
        server.result("textDocument/definition", at(document, 2, 12))[0]["targetSelectionRange"]["start"][
            "line"
        ]
        == 11
    )


def test_line_ends_that_an_editor_evens_out_are_no_edit(server: ServerProcess, root: Path):
    mixed = root / "docs" / "mixed.md"
    mixed.write_bytes(b"# Mixed\r\n\nCall `ring_all` here.\r\n")
    server.open(mixed.as_uri(), "# Mixed\n\nCall `ring_all` here.\n")
    hover = server.result("textDocument/hover", at(mixed.as_uri(), 2, 8))
    assert hover["range"]["start"] == {"line": 2, "character": 6}
    assert server.result("helix/status")["index"]["unsaved"] == 0
    end = {"line": 2, "character": 21}
    server.change(mixed.as_uri(), 2, {"range": {"start": end, "end": end}, "text": " Now."})
    assert server.result("textDocument/hover", at(mixed.as_uri(), 2, 8))["range"] == hover["range"]
    assert server.result("helix/status")["index"]["unsaved"] == 1
    mixed.write_bytes(b"# Mixed\n\nCall `ring_all` here. Now.\n")
    server.notify("textDocument/didSave", {"textDocument": {"uri": mixed.as_uri()}})
    server.result("textDocument/hover", at(mixed.as_uri(), 2, 8))
    assert server.result("helix/status")["index"]["unsaved"] == 0


def test_ask_gives_a_sealed_envelope_and_tells_how_it_goes(server: ServerProcess, root: Path):
    envelope = server.result("helix/ask", {"question": "what does ring_all do?", "workDoneToken": "t"})
    check_contract(envelope, "answer-envelope.v1")
    assert "bell.py" in envelope["answer"]
    for citation in envelope["citations"]:
        reference = citation["range_ref"]
        cited = (root / reference["path"]).read_bytes()[reference["start_byte"] : reference["end_byte"]]
        assert reference["content_sha256"] == sha256_hex(cited)
    values = [note["value"] for note in server.notes("$/progress") if note["token"] == "t"]
    assert (values[0]["kind"], values[-1]["kind"]) == ("begin", "end")
    assert len(values) > 5
    assert "trace" not in envelope
    again = server.result("helix/ask", {"question": "what does ring_all do?", "debug": True})
    assert again["digest"] == envelope["digest"]
    assert again["trace"]


def test_a_question_that_is_none_is_refused_in_one_line(server: ServerProcess):
    for question in ("", "   ", "x" * 100_000):
        error = server.request("helix/ask", {"question": question})["error"]
        assert error["code"] == -32602
        assert "\n" not in error["message"]


def test_status_is_the_published_contract(server: ServerProcess, root: Path):
    status = server.result("helix/status")
    check_contract(status, "index-status.v1")
    assert (status["root"], status["files"]) == (str(root.resolve()), 2)


def test_a_saved_change_is_found(server: ServerProcess, root: Path):
    (root / "clock.py").write_text("def strike_noon():\n    '''Strike twelve.'''\n", encoding="utf-8")
    server.notify("textDocument/didSave", {"textDocument": {"uri": (root / "clock.py").as_uri()}})
    server.wait_for(
        lambda m: m.get("method") == "window/logMessage" and "3 files" in m["params"]["message"],
        what="the refresh",
    )
    assert "clock.py" in server.result("helix/ask", {"question": "what does strike_noon do?"})["answer"]


def test_hover_names_the_links_of_a_root_that_is_a_symlink(root: Path, tmp_path: Path):
    link = tmp_path / "link"
    link.symlink_to(root)
    with ServerProcess(environment={"HELIX_ASK_CACHE_DIR": str(tmp_path / "cache")}) as server:
        server.initialize(folders=[link.as_uri()], capabilities=CAPABILITIES)
        server.wait_for(lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end")
        for spelled in (link, root):
            uri = (spelled / "docs" / "use.md").as_uri()
            server.open(uri, DOCUMENT)
            found = server.result("textDocument/definition", at(uri, 2, 12))
            assert found[0]["targetUri"] == (link / "bell.py").as_uri()
        assert server.stop() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_ended_while_indexing_it_leaves_no_process_and_a_sound_index(number: signal.Signals, tmp_path: Path):
    big = tmp_path / "big"
    big.mkdir()
    for count in range(400):
        (big / f"m{count}.py").write_text(
            "".join(f"def f{count}_{n}():\n    return {n}\n" for n in range(60)), encoding="utf-8"
        )
    environment = {"HELIX_ASK_CACHE_DIR": str(tmp_path / "cache"), **tuned_environment(index__batch_files=50)}
    with ServerProcess(environment=environment, started=True) as server:
        server.initialize(folders=[big.as_uri()], capabilities=CAPABILITIES)
        server.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"].get("percentage", 0) > 20,
            3 * PATIENCE,
            "some progress",
        )
        children = psutil.Process(server.process.pid).children(recursive=True)
        server.process.send_signal(number)
        assert server.process.wait(PATIENCE) in (143, -9)
        assert psutil.wait_procs(children, timeout=PATIENCE)[1] == []
    with ServerProcess(environment=environment) as server:
        server.initialize(folders=[big.as_uri()], capabilities=CAPABILITIES)
        server.wait_for(
            lambda m: m.get("method") == "$/progress" and m["params"]["value"]["kind"] == "end",
            3 * PATIENCE,
            "the index",
        )
        status = server.result("helix/status")
        assert (status["files"], status["problems"], status["index"]["fresh"]) == (400, [], True)
        assert server.stop() == 0


@pytest.mark.parametrize("which", ["missing", "a file", "the top"])
def test_a_root_that_cannot_be_used_is_one_clear_line(which: str, tmp_path: Path):
    (tmp_path / "file").write_text("x")
    root = {"missing": tmp_path / "no", "a file": tmp_path / "file", "the top": Path("/")}[which]
    with ServerProcess(environment={"HELIX_ASK_CACHE_DIR": str(tmp_path / "cache")}) as server:
        server.initialize(folders=[root.as_uri()])
        error = server.request("helix/ask", {"question": "what?"})["error"]
        assert error["code"] == -32803
        assert str(root) in error["message"]
        assert server.result("textDocument/hover", at((root / "a.md").as_uri(), 0, 0)) is None
        assert server.stop() == 0
        assert "Traceback" not in server.logged()
