"""A reader that loses the race for the facts file against other connections tries again."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.store import facts_file
from helix_lsp.index.store.refusal import refused

RACES = (sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY)


def lost(code: int) -> sqlite3.OperationalError:
    """What SQLite raises after it has lost that race for some seconds."""
    error = sqlite3.OperationalError("locking protocol")
    error.sqlite_errorcode = code
    return error


def failing(times: int, code: int = sqlite3.SQLITE_PROTOCOL) -> Callable[..., sqlite3.Connection]:
    """`sqlite3.connect`, whose connections refuse their first reads so many times."""
    left = times

    class Slow(sqlite3.Connection):
        def execute(self, sql: str, /, *parameters: Any) -> sqlite3.Cursor:
            nonlocal left
            if sql == "PRAGMA schema_version" and left:
                left -= 1
                raise lost(code)
            return super().execute(sql, *parameters)

    def connect(*words: Any, **named: Any) -> sqlite3.Connection:
        return original(*words, factory=Slow, **named)

    original = sqlite3.connect
    return connect


@pytest.fixture
def facts(tmp_path: Path) -> str:
    made = str(tmp_path / "facts")
    facts_file.connect(made, IndexConfig(), writable=True).close()
    return made


@pytest.mark.parametrize("writable", [False, True])
@pytest.mark.parametrize("code", RACES)
def test_who_lost_the_race_tries_again(
    facts: str, monkeypatch: pytest.MonkeyPatch, code: int, writable: bool
) -> None:
    monkeypatch.setattr(facts_file.sqlite3, "connect", failing(2, code))
    connection = facts_file.connect(facts, IndexConfig(), writable=writable)
    assert connection.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)
    connection.close()


def test_a_race_that_is_always_lost_is_told_of(facts: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(facts_file.sqlite3, "connect", failing(1_000))
    with pytest.raises(sqlite3.OperationalError, match="locking protocol") as told:
        facts_file.connect(facts, IndexConfig(), writable=False)
    assert "another process holds it" in str(refused(told.value, "here", "cannot be opened"))
