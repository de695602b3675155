"""How alike a question and its passages are, by the vectors of an encoder: what is kept is read, what is
missing is made until the time is up.

Invariants: a call does not take longer than its time by more than one text; what was made is kept also when
the time was up, so that the next call goes on from there; passages are compared by their kept form alone.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from helix_lsp.errors import Cancelled
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.store.kept_vectors import read_vectors, write_vectors
from helix_lsp.search.reading.likeness import Late, Unusable
from helix_lsp.search.rerank import passage_of
from helix_lsp.session.semantic.policy import Policy, alike, unpacked
from helix_lsp.text.digest import digest_of
from helix_lsp.tuning.meaning import MEANING

# Vectors on disk, keyed by what they were made of, in the folder of the index.
#
# Invariants: bounded in bytes, the oldest go first; a database that is damaged, locked or cannot be written
# costs its vectors and nothing else; a key holds the model, its policy and the text, so a vector never
# answers for another text or another model.

NAME = "vectors.sqlite"


class Kept:
    """`folder` "" keeps nothing on disk. The newest stay in memory, so that one process reads a row once."""

    def __init__(
        self, folder: str, *, most: int = MEANING.kept_bytes, memory: int = MEANING.held_bytes
    ) -> None:
        self._place = Path(folder) / NAME if folder else None
        self._most, self._memory = most, memory
        self._held: dict[str, bytes] = {}
        self._bytes = 0  # of what is held
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
        new = {key: data for key, data in some.items() if key not in self._held}
        self._held |= new
        self._bytes += sum(map(len, new.values()))
        while self._bytes > self._memory:
            self._bytes -= len(self._held.pop(next(iter(self._held))))


Check = Callable[[], None]


class Vectors(Protocol):
    """Where vectors come from. `batch` is how many texts are best given at once."""

    batch: int
    policy: Policy

    @property
    def dimensions(self) -> int:
        """Length of one vector."""
        ...

    def told(self) -> dict[str, object]:
        """As `embedding-policy.v1`, with the digest of the file; no path of this machine."""
        ...

    def identity(self) -> str:
        """What vectors hang on beside the text."""
        ...

    def encode(self, texts: tuple[str, ...], check: Check, *, question: bool = False) -> list[bytes]:
        """One for each text, as `vectors.packed` writes them. Raises `Unusable` with words for a person."""
        ...


class ByMeaning:
    """The port `Likeness`: MaxSim of two texts, the cosine for a model with one vector a text.

    `seconds` for one call. Where `ready` is True, a question waits for its own vector and for no other: unless all
    passages have theirs, it is not asked, and the model is not opened for it.
    """

    def __init__(self, encoder: Vectors, kept: Kept, seconds: float, *, ready: bool = False) -> None:
        self.encoder = encoder
        self._kept = kept
        self._seconds = seconds
        self._only_ready = ready
        self.learned = encoder.policy.adapter is not None

    def __call__(self, question: str, passages: tuple[str, ...], check: Check) -> Sequence[float]:
        """One value a passage, -1..1. Raises `Late`, `Unusable`, and what `check` raises."""
        if len(passages) > MEANING.most_candidates:
            raise Unusable(f"more than {MEANING.most_candidates} passages")
        if self._only_ready:
            keys = set(self._keys(passages, question=False))
            if len(found := self._kept.read(sorted(keys))) < len(keys):
                self._kept.note(len(keys), len(found))
                raise Unusable("the vectors of these places are not made yet")
        self._kept.last_asked = time.monotonic()
        until = self._kept.last_asked + self._seconds

        def watched() -> None:
            check()
            if time.monotonic() >= until:
                raise Late

        asked = self._rows((question,), watched, question=True)[0]
        return [max(-1.0, min(1.0, alike(asked, rows))) for rows in self._rows(passages, watched)]

    @property
    def last_asked(self) -> float:
        """When a question last waited for these vectors, by whichever port; of `time.monotonic`."""
        return self._kept.last_asked

    def taken(self) -> tuple[int, int]:
        """(vectors that questions needed, those of them that were kept) since this was last asked; whichever port
        of the same store was asked.
        """
        return self._kept.taken()

    def make(self, passages: tuple[str, ...], check: Check) -> int:
        """Make and keep what is missing of these, without a limit of time; how many were made."""
        return self._ready(passages, check, question=False)[1]

    def _rows(self, texts: tuple[str, ...], check: Check, *, question: bool = False) -> list[Any]:
        ready, _ = self._ready(texts, check, question=question, counted=True)
        return [unpacked(ready[key], self.encoder.dimensions) for key in self._keys(texts, question=question)]

    def _ready(
        self, texts: tuple[str, ...], check: Check, *, question: bool, counted: bool = False
    ) -> tuple[dict[str, bytes], int]:
        """Bytes by key, each readable, and how many were made anew."""
        keys = self._keys(texts, question=question)
        ready = {key: data for key, data in self._kept.read(keys).items() if self._good(data)}
        if counted:
            self._kept.note(len(set(keys)), len(ready))
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in ready}
        made: dict[str, bytes] = {}
        waiting = list(missing)
        try:
            while waiting:
                now, waiting = waiting[: self.encoder.batch], waiting[self.encoder.batch :]
                got = self.encoder.encode(tuple(missing[key] for key in now), check, question=question)
                made |= zip(now, got, strict=True)
        finally:
            self._kept.write(made)
        return ready | made, len(made)

    def _keys(self, texts: tuple[str, ...], *, question: bool) -> list[str]:
        identity = self.encoder.identity()
        return [digest_of([identity, question, text]) for text in texts]

    def _good(self, data: bytes) -> bool:
        try:
            unpacked(data, self.encoder.dimensions)
        except ValueError:
            return False
        return True


# Vectors made while nobody asks, for the passages that a second opinion will be asked about.
#
# Invariants: one thread, of low priority where the system has that, which rests while questions come; what
# is made is kept at once, so that an interruption loses one text and the next run goes on; the number of
# passages is bounded (`MeaningTuning.ahead_passages`); nothing is sent to a server ahead.

_TOGETHER = 16  # passages between two looks at the clock


class Ahead:
    """`made` counts what this run made; `finished` is set when it has nothing more to do."""

    def __init__(
        self, port: ByMeaning, *, rest: float = MEANING.ahead_rest, most: int = MEANING.ahead_passages
    ) -> None:
        self._port, self._rest, self._most = port, rest, most
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.made = 0
        self.problem = ""
        self.finished = threading.Event()

    def start(self, snapshot: Snapshot, texts: Callable[[str], bytes | None]) -> None:
        """Begin with this snapshot; does nothing while a run is under way or after `stop`."""
        if self._stop.is_set() or (self._thread is not None and self._thread.is_alive()):
            return
        self.finished.clear()
        self._thread = threading.Thread(
            target=self._run, args=(snapshot, texts), name="helix-vectors", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """End it behind the text that is being read."""
        self._stop.set()

    def _run(self, snapshot: Snapshot, texts: Callable[[str], bytes | None]) -> None:
        with suppress(AttributeError, OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 15)
        some: list[str] = []
        try:
            for seen, passage in enumerate(passages(snapshot, texts, self._check)):
                some.append(passage)
                if len(some) == _TOGETHER or seen + 1 >= self._most:
                    self._make(some)
                    some = []
                if seen + 1 >= self._most:
                    break
            self._make(some)
        except Cancelled:
            pass
        except Exception as error:  # noqa: BLE001  (a model that fails costs its vectors, never the server)
            self.problem = str(error) or type(error).__name__
        finally:
            self.finished.set()

    def _make(self, some: list[str]) -> None:
        while (wait := self._port.last_asked + self._rest - time.monotonic()) > 0:
            self._check()
            self._stop.wait(wait)
        self._check()
        self.made += self._port.make(tuple(some), self._check)

    def _check(self) -> None:
        if self._stop.is_set():
            raise Cancelled


def passages(
    snapshot: Snapshot, texts: Callable[[str], bytes | None], check: Callable[[], None]
) -> Iterator[str]:
    """Every unit as `search/rerank` shows it and each file by its path alone, code first, then by path."""
    entries = {path: snapshot.file(path) for path in snapshot.paths()}
    order = sorted(entries, key=lambda p: ((e := entries[p]) is None or e.surface.kind != "code", p))
    for path in order:
        check()
        units = snapshot.units(path)
        data = texts(path) or b"" if units else b""
        for unit in (None, *units):
            yield passage_of(path, unit, snapshot, data)
