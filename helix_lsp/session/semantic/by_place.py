"""The places of a workspace that are nearest to a question by meaning, whatever words they hold.

One vector a place (`search/reading/places.py`), kept by file: the key names the model, the path and the hash of the
content, so that a file that changed is not found by what it was. Nothing is made while somebody asks; what is not made
yet is not found, and words alone find it.

Cost of a question: one product of all rows with its own vector, 17 to 32 ms for 13,000 places on two busy cores.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.search.reading.likeness import Near, Unusable
from helix_lsp.search.reading.places import places, unit_at
from helix_lsp.search.reading.read import passage_text
from helix_lsp.session.semantic.by_meaning import Check, Kept, Vectors
from helix_lsp.session.semantic.policy import as_kept, join_rows, product, unpacked
from helix_lsp.text.digest import digest_of
from helix_lsp.text.positions import lines_of
from helix_lsp.tuning.meaning import MEANING

NAME = "places.sqlite"
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
                        raise Unusable(f"{NAME} in the folder of the index cannot be written")
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
