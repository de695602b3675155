"""Vectors on disk, keyed by what they were made of: one small database in the folder of the index.

Invariants: bounded in bytes, the oldest go first; a database that is damaged, locked or cannot be written
costs its vectors and nothing else; a key holds the model, its policy and the text, so a vector never answers
for another text or another model.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress

from helix_lsp.tuning.meaning import MEANING

NAME = "vectors.sqlite"
_BATCH = 400
_WAIT = 0.2  # seconds for another process that writes


class Kept:
    """`folder` "" keeps nothing on disk. The newest stay in memory, so that one process reads a row once."""

    def __init__(self, folder: str, *, most: int = MEANING.kept_bytes, memory: int = 4_000) -> None:
        self._place = os.path.join(folder, NAME) if folder else ""
        self._most, self._memory = most, memory
        self._held: dict[str, bytes] = {}
        self._mutex = threading.Lock()

    def read(self, keys: Sequence[str]) -> dict[str, bytes]:
        """What is kept of these."""
        with self._mutex:
            found = {key: self._held[key] for key in keys if key in self._held}
            wanted = [key for key in dict.fromkeys(keys) if key not in found]
            if not wanted or not os.path.isfile(self._place):
                return found
            with suppress(sqlite3.Error, OSError), closing(self._connect()) as base:
                for at in range(0, len(wanted), _BATCH):
                    part = wanted[at : at + _BATCH]
                    marks = ",".join("?" * len(part))
                    for key, data in base.execute(
                        f"SELECT key, data FROM vector WHERE key IN ({marks})",  # noqa: S608 (marks alone)
                        part,
                    ):
                        if isinstance(data, bytes):
                            found[key] = self._held[key] = data
            self._bound()
            return found

    def write(self, made: Mapping[str, bytes]) -> bool:
        """Keep these; False where the disk does not take them."""
        with self._mutex:
            self._held |= made
            self._bound()
            if not made or not self._place:
                return True
            try:
                self._store(made)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    return False
                with suppress(OSError):  # damaged: all of it can be made again
                    os.unlink(self._place)
                return False
            except OSError:
                return False
            return True

    def _store(self, made: Mapping[str, bytes]) -> None:
        os.close(os.open(self._place, os.O_WRONLY | os.O_CREAT, 0o600))  # readable by its owner alone
        with closing(self._connect()) as base, base:
            base.execute("CREATE TABLE IF NOT EXISTS vector (key TEXT PRIMARY KEY, data BLOB NOT NULL)")
            base.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?)", made.items())
            [(held,)] = base.execute("SELECT coalesce(sum(length(data)), 0) FROM vector")
            if held > self._most:
                base.execute(
                    "DELETE FROM vector WHERE rowid IN (SELECT rowid FROM (SELECT rowid, sum(length(data)) OVER "
                    "(ORDER BY rowid DESC) AS above FROM vector) WHERE above > ?)",
                    (self._most * 9 // 10,),
                )

    def _connect(self) -> sqlite3.Connection:
        base = sqlite3.connect(self._place, timeout=_WAIT)
        base.execute("PRAGMA synchronous=OFF")  # what is lost is made again
        return base

    def _bound(self) -> None:
        while len(self._held) > self._memory:
            self._held.pop(next(iter(self._held)))
