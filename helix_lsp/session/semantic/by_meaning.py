"""How alike a question and its passages are, by the vectors of an encoder: what is kept is read, what is
missing is made until the time is up.

Invariants: a call does not take longer than its time by more than one text; what was made is kept also when
the time was up, so that the next call goes on from there; passages are compared by their kept form alone.
"""

from __future__ import annotations

import importlib
import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.index.store.kept_vectors import read_vectors, write_vectors
from helix_lsp.search.reading.likeness import Late, Near, Nearest, Unusable
from helix_lsp.search.reading.places import places, unit_at
from helix_lsp.search.reading.read import passage_text
from helix_lsp.session.semantic.encoder import line_counts
from helix_lsp.session.semantic.policy import Policy, alike, as_kept, join_rows, product, unpacked
from helix_lsp.text.digest import digest_of
from helix_lsp.text.positions import lines_of
from helix_lsp.tuning.search import MEANING

# Vectors on disk, keyed by what they were made of, in the folder of the index.
#
# Invariants: bounded in bytes, the oldest go first; a database that is damaged, locked or cannot be written
# costs its vectors and nothing else; a key holds the model, its policy and the text, so a vector never
# answers for another text or another model.

NAME = "vectors.sqlite"


class Kept:
    """`folder` "" keeps nothing on disk, `name` is the database in it. The newest stay in memory, so that one process reads a row once."""

    def __init__(
        self,
        folder: str,
        *,
        name: str = NAME,
        most: int = MEANING.kept_bytes,
        memory: int = MEANING.held_bytes,
    ) -> None:
        self._place = Path(folder) / name if folder else None
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

    def stamp(self) -> tuple[int, int] | None:
        """What changes when any process writes here; None where nothing is kept."""
        try:
            told = self._place.stat() if self._place is not None else None
        except OSError:
            return None
        return (told.st_mtime_ns, told.st_size) if told is not None else None

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
    passages have theirs, it is not asked, and the model is not opened for it. `nearest` finds places by meaning alone.
    """

    def __init__(
        self,
        encoder: Vectors,
        kept: Kept,
        seconds: float,
        *,
        ready: bool = False,
        nearest: Nearest | None = None,
    ) -> None:
        self.nearest = nearest
        self.encoder = encoder
        self._kept = kept
        self._seconds = seconds
        self._only_ready = ready
        self.learned = encoder.policy.adapter is not None
        self.by_line = self._by_line if self.learned else None

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

    def _by_line(self, question: str, passages: tuple[str, ...], check: Check) -> Sequence[tuple[float, ...]]:
        """MaxSim of the question and each line of each passage, as the passage is read whole; -1 for a line without a
        word, and for one behind what the model reads.
        """
        asked = self._rows((question,), check, question=True, counted=False)[0]
        out: list[tuple[float, ...]] = []
        for passage, rows in zip(passages, self._rows(passages, check, counted=False), strict=True):
            at, values = 1, []  # behind the mark of the beginning
            for count in line_counts(passage, self.encoder.policy.max_tokens):
                values.append(alike(asked, rows[at : at + count]) if count else -1.0)
                at += count
            out.append(tuple(values))
        return out

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

    def _rows(
        self, texts: tuple[str, ...], check: Check, *, question: bool = False, counted: bool = True
    ) -> list[Any]:
        ready, _ = self._ready(texts, check, question=question, counted=counted)
        return [ready[key] for key in self._keys(texts, question=question)]

    def _ready(
        self, texts: tuple[str, ...], check: Check, *, question: bool, counted: bool = False
    ) -> tuple[dict[str, Any], int]:
        """Rows by key, and how many were made anew."""
        keys = self._keys(texts, question=question)
        kept = {key: self._unpacked(data) for key, data in self._kept.read(keys).items()}
        ready = {key: rows for key, rows in kept.items() if rows is not None}
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
        return ready | {key: unpacked(data, self.encoder.dimensions) for key, data in made.items()}, len(made)

    def _keys(self, texts: tuple[str, ...], *, question: bool) -> list[str]:
        identity = self.encoder.identity()
        return [digest_of([identity, question, text]) for text in texts]

    def _unpacked(self, data: bytes) -> Any:
        """The rows; None for what cannot be read."""
        try:
            return unpacked(data, self.encoder.dimensions)
        except ValueError:
            return None


# The places of a workspace that are nearest to a question by meaning, whatever words they hold.
#
# One vector a place (`search/reading/places.py`), kept by file: the key names the model, the path and the hash
# of the content, so that a file that changed is not found by what it was. Nothing is made while somebody asks;
# what is not made yet is not found, and words alone find it.
#
# Cost of a question: one product of all rows with its own vector, 17 to 32 ms for 13,000 places on two busy
# cores.

PLACES_NAME = "places.sqlite"
_BLOCK = 4_096  # rows of a product
Texts = Callable[[str], bytes | None]


class ByPlace:
    """Used from any thread. `encoder` gives one vector a text; `kept` is where the rows of each file are."""

    def __init__(self, encoder: Vectors, kept: Kept, *, most: int = MEANING.places_most) -> None:
        self.encoder = encoder
        self._kept, self._most = kept, most
        self._rows: dict[str, tuple[Any, Any]] = {}  # (values, scales) by key
        self._absent: set[str] = set()  # keys that were not kept when the store was as `_stamp`
        self._stamp: tuple[int, int] | None = None
        self._mutex = threading.Lock()

    def __call__(
        self, question: str, snapshot: Snapshot, keep: Callable[[str], bool] | None, check: Check
    ) -> Sequence[Near]:
        """The nearest places, nearest first, at most `MEANING.places_found`. Without vectors the model is not opened."""
        held = [(path, *rows) for path, rows in self._held(snapshot, check) if keep is None or keep(path)]
        if not held:
            return ()
        np = importlib.import_module("numpy")
        asked = unpacked(self.encoder.encode((question,), check, question=True)[0], self.encoder.dimensions)
        values, scales = np.concatenate([v for _, v, _ in held]), np.concatenate([s for _, _, s in held])
        alike = np.concatenate(
            [
                product(values[at : at + _BLOCK].astype(np.float32), asked.T)[:, 0]
                for at in range(0, len(values), _BLOCK)
            ]
        )
        alike = np.round(alike * scales, 6)
        owners = np.repeat(np.arange(len(held)), [len(v) for _, v, _ in held])
        firsts = np.cumsum([0, *[len(v) for _, v, _ in held]])
        found: list[Near] = []
        cut: dict[str, tuple[tuple[int, int], ...]] = {}
        for at in np.argsort(-alike, kind="stable")[: MEANING.places_found].tolist():
            check()
            owner = int(owners[at])
            path = held[owner][0]
            if path not in cut:
                cut[path] = places(snapshot.units(path))
            number = at - int(firsts[owner])
            if number < len(cut[path]):
                first, last = cut[path][number]
                found.append(Near(path=path, first=first, last=last, alike=float(alike[at])))
        return tuple(found)

    def make(self, snapshot: Snapshot, texts: Texts, check: Check) -> Iterator[int]:
        """Make and keep what is missing, a file a step: how many places each step made. Product code first. Raises
        `Unusable` where the disk does not take them: who cannot keep them would make the same ones in every run.
        """
        held = {path: len(values) for path, (values, _) in self._held(snapshot, check)}
        left, model = self._most, self._model()
        for path in _in_order(snapshot):
            check()
            cut = places(snapshot.units(path)) if path not in held else ()
            left -= held.get(path, len(cut))
            if left < 0:
                return
            if cut:
                data = self._encoded(path, cut, snapshot, lines_of(texts(path) or b""), check)
                if data is not None:
                    row = {f"{model}:{snapshot.sha(path)}:{path}": data}
                    if not self._kept.write(row) and not self._kept.write(
                        row
                    ):  # once more: damaged ones are removed
                        raise Unusable(f"{PLACES_NAME} in the folder of the index cannot be written")
                    yield len(cut)

    def _encoded(
        self, path: str, cut: tuple[tuple[int, int], ...], snapshot: Snapshot, lines: list[str], check: Check
    ) -> bytes | None:
        """The rows of one file; None where its text is shorter than what the snapshot knows of it."""
        if not lines or cut[-1][0] > len(lines):
            return None
        units = snapshot.units(path)
        names = [(unit.name if (unit := unit_at(units, *place)) is not None else "") for place in cut]
        shown = [passage_text(path, name, lines, *place) for name, place in zip(names, cut, strict=True)]
        return join_rows([self.encoder.encode((text,), check)[0] for text in shown])

    def _held(self, snapshot: Snapshot, check: Check) -> list[tuple[str, tuple[Any, Any]]]:
        """(path, its rows) of each file whose vectors are made, by path."""
        with self._mutex:
            check()
            model = self._model()
            keys = {path: f"{model}:{snapshot.sha(path)}:{path}" for path in snapshot.paths()}
            wanted = set(keys.values())
            for gone in [key for key in self._rows if key not in wanted]:
                del self._rows[gone]
            stamp = self._kept.stamp()
            if stamp != self._stamp:
                self._stamp, self._absent = stamp, set()
            missing = sorted(wanted - self._rows.keys() - self._absent) if stamp is not None else []
            self._absent.update(missing)
            for key, data in self._kept.read(missing).items():
                try:
                    self._rows[key] = as_kept(data, self.encoder.dimensions)
                except ValueError:
                    continue  # half a row: it is made again
                self._absent.discard(key)
            return [(path, self._rows[key]) for path, key in keys.items() if key in self._rows]

    def _model(self) -> str:
        """What the rows hang on beside path and content."""
        return digest_of([self.encoder.identity(), "places"])[:16]


def _in_order(snapshot: Snapshot) -> list[str]:
    """The files whose places are worth finding: the product's code, then documents and settings, then tests."""
    entries = [entry for path in snapshot.paths() if (entry := snapshot.file(path)) is not None]
    worth = [e for e in entries if not (e.generated or e.surface.generated or e.surface.vendored)]

    def rank(entry: FileEntry) -> tuple[bool, bool, str]:
        return entry.surface.test, entry.surface.kind != "code", entry.path

    return [entry.path for entry in sorted(worth, key=rank)]
