"""One committed state of a facts file, copied while another process may write it (SQLite's own backup), and whether a
file that came from elsewhere is a facts file at all.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.store.facts_file import check, connect
from helix_lsp.index.store.refusal import Damaged
from helix_lsp.index.store.schema import APPLICATION_ID, SCHEMA, TABLES

_PAGES = 4_096  # copied between two looks at who else waits; chosen by hand, not measured
_WAIT = 0.5  # seconds for a source that is being committed


def copy_facts(source: str, target: str) -> bool:
    """From one `file:` URI to another, which names no file yet. False when the source is not facts file of
    this version or cannot be read.

    What then is at the target is the caller's to remove.
    """
    try:
        with (
            closing(sqlite3.connect(f"{source}?mode=ro", uri=True, timeout=_WAIT)) as theirs,
            closing(sqlite3.connect(f"{target}?mode=rwc", uri=True, timeout=_WAIT)) as ours,
        ):
            marks = [
                theirs.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
            ]
            if marks != [APPLICATION_ID, SCHEMA]:
                return False
            theirs.backup(ours, pages=_PAGES)
    except sqlite3.Error:
        return False
    return True


def foreign(facts: str, cfg: IndexConfig) -> str:
    """Why a file from elsewhere is not taken for a facts file, `` where it is: another version's, pages that are
    damaged, or anything in it beside our tables, such as a trigger.
    """
    try:
        with closing(connect(facts, cfg, writable=False)) as connection:
            check(connection, cfg)
            if _made(connection) != {_plain(sql) for sql in TABLES.split(";\n") if sql.strip()}:
                return "it holds other tables than an index"
            if [row[0] for row in connection.execute("PRAGMA quick_check(1)")] != ["ok"]:
                return "its pages are damaged"
    except (sqlite3.Error, Damaged) as error:
        return str(error)
    return ""


def _made(connection: sqlite3.Connection) -> set[str]:
    """The statements of everything that a file holds, but for what SQLite makes itself."""
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    return {_plain(sql) for (sql,) in rows if sql}


def _plain(sql: str) -> str:
    return " ".join(sql.split()).rstrip(";")
