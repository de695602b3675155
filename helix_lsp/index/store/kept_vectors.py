"""Rows of bytes by key in one small database: the vectors of passages (`session/semantic/by_meaning.py` decides where)."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from typing import Literal

_BATCH = 400
_WAIT = 0.2  # seconds for another process that writes


def read_vectors(place: str, keys: Sequence[str]) -> dict[str, bytes]:
    """What the database holds of these; nothing of one that is damaged or locked."""
    found: dict[str, bytes] = {}
    with suppress(sqlite3.Error), closing(_connect(place)) as base:
        for at in range(0, len(keys), _BATCH):
            part = keys[at : at + _BATCH]
            marks = ",".join("?" * len(part))
            rows = base.execute(f"SELECT key, data FROM vector WHERE key IN ({marks})", part)  # noqa: S608 (marks alone)
            found |= {key: data for key, data in rows if isinstance(data, bytes)}
    return found


def write_vectors(place: str, made: Mapping[str, bytes], most: int) -> Literal["kept", "refused", "damaged"]:
    """Add these and hold the sum below `most` bytes, the oldest going first; `refused` where the disk or another
    process does not let it.
    """
    try:
        with closing(_connect(place)) as base, base:
            base.execute("CREATE TABLE IF NOT EXISTS vector (key TEXT PRIMARY KEY, data BLOB NOT NULL)")
            base.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?)", made.items())
            [(held,)] = base.execute("SELECT coalesce(sum(length(data)), 0) FROM vector")
            if held > most:
                base.execute(
                    "DELETE FROM vector WHERE rowid IN (SELECT rowid FROM (SELECT rowid, sum(length(data)) OVER "
                    "(ORDER BY rowid DESC) AS above FROM vector) WHERE above > ?)",
                    (most * 9 // 10,),
                )
    except sqlite3.OperationalError:
        return "refused"
    except sqlite3.DatabaseError:
        return "damaged"
    return "kept"


def _connect(place: str) -> sqlite3.Connection:
    base = sqlite3.connect(place, timeout=_WAIT)
    base.execute("PRAGMA synchronous=OFF")  # what is lost is made again
    return base
