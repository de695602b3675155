"""What the system refuses behind a request is an error that the client sees, and is counted; an empty answer
stands for nothing there.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from helix_lsp.config.server import ServeConfig
from helix_lsp.index.store.readers import Readers
from helix_lsp.lsp.failure import INTERNAL_ERROR, REQUEST_FAILED, failure_of
from helix_lsp.lsp.server import ServeOptions
from helix_lsp.session.disk import disk
from helix_lsp.session.doctor import doctor
from tests.support.raw_client import Inside

CODE = "def ring_all(bells):\n    '''Ring them.'''\n    return bells\n"
DOCUMENT = "# Tower\n\nCall `ring_all` to ring them.\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HELIX_ASK_CACHE_DIR", str(tmp_path / "cache"))
    tower = tmp_path / "tower"
    tower.mkdir()
    (tower / "bell.py").write_text(CODE, encoding="utf-8")
    (tower / "a.md").write_text(DOCUMENT, encoding="utf-8")
    return tower


def _served(root: Path) -> tuple[Inside, dict[str, Any]]:
    client = Inside(ServeOptions(config=ServeConfig(companion=False)))
    client.initialize(
        folders=[root.as_uri()], capabilities={"experimental": {"serverStatusNotification": True}}
    )
    document = client.open((root / "a.md").as_uri(), DOCUMENT)
    client.wait_for(lambda m: m.get("method") == "experimental/serverStatus" and m["params"]["quiescent"])
    return client, {"textDocument": document, "position": {"line": 2, "character": 8}}


def _refused(kind: BaseException) -> Any:
    def lent(_: Readers) -> Any:
        raise kind

    return patch.object(Readers, "lent", lent)


def _cannot_open() -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
    return error


@pytest.mark.parametrize(
    ("refusal", "words"),
    [
        (_cannot_open(), "could not be read"),
        (sqlite3.OperationalError("disk I/O error"), "disk I/O error"),
        (MemoryError(), "not enough memory"),
    ],
)
def test_a_read_of_the_index_that_fails_is_an_error(root: Path, refusal: BaseException, words: str) -> None:
    client, here = _served(root)
    with _refused(refusal):
        hover, symbols = (
            client.request("textDocument/hover", here),
            client.request("workspace/symbol", {"query": ""}),
        )
    assert hover["error"]["code"] == REQUEST_FAILED
    if "error" in symbols:
        assert symbols["error"]["code"] == REQUEST_FAILED
    else:  # what was read before may be remembered: then all of it is there
        assert symbols["result"] == client.result("workspace/symbol", {"query": ""}) != []
    assert words in hover["error"]["message"]
    assert "ring_all(bells)" in client.result("textDocument/hover", here)["contents"]["value"]
    problems = client.result("helix/status", {})["problems"]
    assert any("requests failed within a week; the last at" in line for line in problems), problems
    client.stop()
    assert any(
        one.name == "requests" and "requests failed within a week" in one.text
        for one in doctor(str(root)).findings
    )
    assert client.notes("window/showMessage") == []


@pytest.mark.parametrize("number", [errno.EMFILE, errno.EIO, errno.ENOMEM])
def test_a_file_that_the_system_does_not_give_is_an_error(root: Path, number: int) -> None:
    client, here = _served(root)

    def refuse(*_: object) -> int:
        raise OSError(number, os.strerror(number))

    with patch.object(disk, "OPENER", refuse):
        answer = client.request("textDocument/hover", here)
    assert answer["error"]["code"] == REQUEST_FAILED
    assert "bell.py" in answer["error"]["message"]
    assert "ring_all(bells)" in client.result("textDocument/hover", here)["contents"]["value"]
    client.stop()


def test_what_the_system_refuses_is_told_from_a_fault_of_ours() -> None:
    refused = [
        OSError(errno.EMFILE, "Too many open files"),
        MemoryError(),
        sqlite3.OperationalError("disk I/O error"),
    ]
    assert [failure_of(error, "textDocument/hover").code for error in refused] == [REQUEST_FAILED] * 3
    assert "ulimit -n" in failure_of(refused[0], "textDocument/hover").message
    ours = failure_of(KeyError("secret"), "textDocument/hover")
    assert (ours.code, ours.counted, "secret" in ours.message) == (INTERNAL_ERROR, True, False)
