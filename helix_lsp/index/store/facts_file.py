"""The facts file as a file: connecting to it, making it, telling whether it is ours, and what it says of
itself (the table meta).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import msgspec

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.mirror import row_hash
from helix_lsp.index.store.pack import Sums
from helix_lsp.index.store.refusal import Damaged
from helix_lsp.index.store.schema import (
    APPLICATION_ID,
    PRAGMAS,
    SCHEMA,
    TABLES,
    WRITER_PRAGMAS,
    extractor_version,
)

_REFUSED = (sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM)
_AGAIN = (sqlite3.SQLITE_PROTOCOL, sqlite3.SQLITE_BUSY)
_TRIES = 3  # of ten seconds each at most


def connect(facts: str, cfg: IndexConfig, *, writable: bool) -> sqlite3.Connection:
    """A new connection; a reader falls back to read-only access, then to a frozen view, where nothing can be
    written.
    """
    uri = Path(facts).absolute().as_uri()
    modes = ("?mode=rwc",) if writable else ("?mode=rw", "?mode=ro", "?mode=ro&immutable=1")
    for mode in modes[:-1]:
        try:
            return _connected(uri + mode, cfg, writable=writable)
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF not in _REFUSED:
                raise
    return _connected(uri + modes[-1], cfg, writable=writable)


def _connected(uri: str, cfg: IndexConfig, *, writable: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri, uri=True, timeout=cfg.busy_timeout_ms / 1_000, isolation_level=None, check_same_thread=False
    )
    try:
        for pragma in PRAGMAS:
            connection.execute(pragma)
        if not writable:
            connection.execute("PRAGMA query_only=ON")
        _again(connection, "PRAGMA schema_version")
    except BaseException:
        connection.close()
        raise
    return connection


def _again(connection: sqlite3.Connection, sql: str) -> None:
    """A statement of the start. Where connections begin at the same time, one that loses again and again for some ten
    seconds is refused with SQLITE_PROTOCOL, and where another one recovers the log or closes it, with a form of
    SQLITE_BUSY. That is not a fault of the file, so it is tried again.
    """
    for left in reversed(range(_TRIES)):
        try:
            connection.execute(sql).fetchone()
        except sqlite3.OperationalError as error:
            if not left or getattr(error, "sqlite_errorcode", 0) & 0xFF not in _AGAIN:
                raise
        else:
            return


def is_empty(connection: sqlite3.Connection) -> bool:
    """True when the file holds no table and nobody has claimed it."""
    tables = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return tables == 0 and connection.execute("PRAGMA application_id").fetchone()[0] == 0


def make(connection: sqlite3.Connection, cfg: IndexConfig) -> None:
    """Make the tables in an empty file, or check that the file is ours; raises `Damaged` for any other
    file.
    """
    empty = is_empty(connection)
    for pragma in WRITER_PRAGMAS:
        _again(connection, pragma)
    if not empty:
        check(connection, cfg)
        return
    values = {"extractor": extractor_version(cfg).encode(), "generation": b"0", "logged": b"0"}
    with transaction(connection):
        for statement in TABLES.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id={APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version={SCHEMA}")
        put_meta(connection, {**values, "sums": msgspec.msgpack.encode(Sums())})


def check(connection: sqlite3.Connection, cfg: IndexConfig) -> None:
    """Raises `Damaged` when the file is another program's, another version's, or was made by another
    extractor.
    """
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION_ID:
        raise Damaged("the file belongs to another program")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version != SCHEMA:
        raise Damaged(f"the file has schema version {version}, not {SCHEMA}")
    if meta(connection, "extractor") != extractor_version(cfg).encode():
        raise Damaged("the facts were made by another version of the extractor or with other options")


def meta(connection: sqlite3.Connection, key: str) -> bytes:
    """A value of the table meta; raises `Damaged` when it is missing or does not match its hash."""
    row = connection.execute("SELECT value, hash FROM meta WHERE key = ?", (key,)).fetchone()
    if row is None or not isinstance(row[0], bytes) or row_hash(key, row[0]) != row[1]:
        raise Damaged(f"the entry `{key}` is missing or damaged")
    return row[0]


def number(connection: sqlite3.Connection, key: str) -> int:
    """The same for a number."""
    try:
        return int(meta(connection, key))
    except ValueError:
        raise Damaged("a number is damaged") from None


def put_meta(connection: sqlite3.Connection, values: dict[str, bytes]) -> None:
    """Write entries of the table meta with their hashes."""
    connection.executemany(
        "INSERT OR REPLACE INTO meta (key, value, hash) VALUES (?, ?, ?)",
        [(k, v, row_hash(k, v)) for k, v in values.items()],
    )


@contextmanager
def transaction(connection: sqlite3.Connection, kind: str = "IMMEDIATE") -> Generator[None]:
    """One transaction; what raises inside undoes all of it."""
    connection.execute(f"BEGIN {kind}")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            with suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise


# One committed state of a facts file, copied while another process may write it (SQLite's own backup), and
# whether a file that came from elsewhere is a facts file at all.

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
