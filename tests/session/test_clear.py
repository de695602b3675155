"""An index is thrown away although something still puts files into its folders, and what is not derived from
the files stays.
"""

from __future__ import annotations

import errno
import shutil
from pathlib import Path

import pytest

from helix_lsp.errors import StorageError
from helix_lsp.session.kept import kept_indexes as clear
from helix_lsp.session.kept import telemetry
from helix_lsp.session.kept.kept_indexes import clear_index
from helix_lsp.session.kept.lock import LOCK_NAME


def _index(folder: Path) -> Path:
    (folder / "text").mkdir()
    for name in ("facts.db", "text/meta.json", LOCK_NAME, telemetry.NAME):
        (folder / name).write_text("x")
    return folder


def _late(monkeypatch: pytest.MonkeyPatch, times: int) -> list[str]:
    """So many times a file is put down between the emptying of a folder and its removal."""
    tries: list[str] = []
    remove = shutil.rmtree

    def rmtree(folder: str) -> None:
        tries.append(folder)
        if len(tries) <= times:
            raise OSError(errno.ENOTEMPTY, "Directory not empty", folder)
        remove(folder)

    monkeypatch.setattr(shutil, "rmtree", rmtree)
    monkeypatch.setattr(clear, "_REST", 0.0)
    return tries


def test_what_is_put_down_meanwhile_goes_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = _index(tmp_path)
    tries = _late(monkeypatch, 2)
    clear_index(str(index))
    assert len(tries) == 3
    assert {p.name for p in index.iterdir()} == {LOCK_NAME, telemetry.NAME}


def test_who_never_stops_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    index = _index(tmp_path)
    tries = _late(monkeypatch, 99)
    with pytest.raises(StorageError, match="remove it by hand"):
        clear_index(str(index))
    assert len(tries) == 5
