"""Vectors on disk, keyed by what they were made of, in the folder of the index.

Invariants: bounded in bytes, the oldest go first; a database that is damaged, locked or cannot be written
costs its vectors and nothing else; a key holds the model, its policy and the text, so a vector never answers
for another text or another model.
"""

from __future__ import annotations

import math
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from helix_lsp.index.store.kept_vectors import read_vectors, write_vectors
from helix_lsp.tuning.meaning import MEANING

NAME = "vectors.sqlite"


class Kept:
    """`folder` "" keeps nothing on disk. The newest stay in memory, so that one process reads a row once."""

    def __init__(self, folder: str, *, most: int = MEANING.kept_bytes, memory: int = 4_000) -> None:
        self._place = Path(folder) / NAME if folder else None
        self._most, self._memory = most, memory
        self._held: dict[str, bytes] = {}
        self._mutex = threading.Lock()
        self._needed, self._found = 0, 0
        self.last_asked = -math.inf  # when somebody last waited for vectors, of time.monotonic

    def read(self, keys: Sequence[str]) -> dict[str, bytes]:
        """What is kept of these."""
        with self._mutex:
            found = {key: self._held[key] for key in keys if key in self._held}
            wanted = [key for key in dict.fromkeys(keys) if key not in found]
            if wanted and self._place is not None and self._place.is_file():
                read = read_vectors(str(self._place), wanted)
                found |= read
                self._hold(read)
            return found

    def note(self, needed: int, found: int) -> None:
        """A question needed so many vectors, and so many of them were kept."""
        with self._mutex:
            self._needed, self._found = self._needed + needed, self._found + found

    def taken(self) -> tuple[int, int]:
        """What was noted since the last call."""
        with self._mutex:
            noted = self._needed, self._found
            self._needed, self._found = 0, 0
            return noted

    def write(self, made: Mapping[str, bytes]) -> bool:
        """Keep these; False where the disk does not take them."""
        with self._mutex:
            self._hold(made)
            if not made or self._place is None:
                return True
            with suppress(OSError):
                self._place.touch(mode=0o600)  # readable by its owner alone
            done = write_vectors(str(self._place), made, self._most)
            if done == "damaged":
                with suppress(OSError):  # all of it can be made again
                    self._place.unlink()
            return done == "kept"

    def _hold(self, some: Mapping[str, bytes]) -> None:
        self._held |= some
        while len(self._held) > self._memory:
            self._held.pop(next(iter(self._held)))
