"""The words of a tree, counted file by file, so that an edit costs the file that it is in and not the
tree.

Invariant: after `bring`, `world` equals what `build_world` makes of the same snapshot
(tests/ide/test_drift_state.py): both add up what `gather` finds in each file. It is kept for as long as a
workspace is open, so a file's share is one string of numbers of words.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import compress, islice

from helix_lsp.align.drift.world import SETS, Gathered, World, gather, world_of
from helix_lsp.align.live import Texts
from helix_lsp.config.drift import DriftConfig
from helix_lsp.index.overlay.snapshot import Snapshot

_NONE = array("I", [0] * len(SETS)).tobytes()


class Vocabulary:
    """Mutable, for one thread at a time. `check` may raise between two files: the next `bring` goes on from
    there.
    """

    def __init__(self) -> None:
        self._ids: tuple[dict[str, int], ...] = tuple(
            {} for _ in SETS
        )  # the words of each have numbers of their own, so that counts are an array
        self._names: tuple[list[str], ...] = tuple([] for _ in SETS)
        self._shas: dict[str, str] = {}  # by path: the content that is counted
        self._shares: dict[
            str, bytes
        ] = {}  # by path: `_put`; as bytes, for 12,000 arrays with a buffer each take 1.6 MB more
        self._counts: tuple[array[int], ...] = tuple(array("I") for _ in SETS)
        self._kept: list[frozenset[str] | None] = [None for _ in SETS]
        self._flipped: dict[str, set[str]] = {name: set() for name in SETS}
        self._memo: dict[str, frozenset[str]] = {}
        self._last: Snapshot | None = None  # the one whose every file is counted

    def bring(self, snapshot: Snapshot, texts: Texts, cfg: DriftConfig, check: Callable[[], None]) -> World:
        """The world of this snapshot; only files whose content differs from the last time are read."""
        changed = (
            snapshot.changed_since(self._last)
            if self._last is not None
            else {*snapshot.paths(), *self._shares}
        )
        self._last = None  # until all of it is in
        apart = snapshot.apart()  # what it remembers of each file goes with it
        for path in changed:
            counted, sha = self._shas.get(path), snapshot.sha(path)
            if sha and counted != sha:
                check()
                self._put(path, apart, texts, cfg)
            elif not sha and counted is not None:
                self._drop(path)
        self._last = snapshot
        return world_of(
            {name: self._frozen(at) for at, name in enumerate(SETS)}, snapshot, texts, cfg, self._memo
        )

    def take_flipped(self) -> dict[str, frozenset[str]]:
        """By field of World: what came to be there or ceased to be since this was asked last."""
        taken = {name: frozenset(found) for name, found in self._flipped.items()}
        self._flipped = {name: set() for name in SETS}
        return taken

    def _put(self, path: str, snapshot: Snapshot, texts: Texts, cfg: DriftConfig) -> None:
        """A share: how many words each of SETS has, then all of them in this order."""
        found = Gathered()
        gather(path, snapshot, texts, cfg, found)
        of_each = [self._ids_of(at, getattr(found, name)) for at, name in enumerate(SETS)]
        new = array("I", [*map(len, of_each), *(number for ids in of_each for number in ids)]).tobytes()
        self._count(new, self._shares.get(path, _NONE))
        self._shares[path], self._shas[path] = new, snapshot.sha(path)
        self._memo.pop(path, None)

    def _drop(self, path: str) -> None:
        self._count(_NONE, self._shares.pop(path))
        del self._shas[path]
        self._memo.pop(path, None)

    def _ids_of(self, at: int, words: Iterable[str]) -> list[int]:
        ids, names, counts = self._ids[at], self._names[at], self._counts[at]
        found: list[int] = []
        for word in words:
            number = ids.get(word)
            if number is None:
                number = ids[word] = len(names)
                names.append(word)
                counts.append(0)
            found.append(number)
        return found

    def _count(self, new: bytes, old: bytes) -> None:
        """New before old: a word that is in both never flips."""
        for sign, share in ((1, new), (-1, old)):
            for at, numbers in _parts(share):
                counts = self._counts[at]
                for number in numbers:
                    left = counts[number] = counts[number] + sign
                    if left == (sign > 0):
                        self._flip(at, number)

    def _flip(self, at: int, number: int) -> None:
        self._kept[at] = None
        self._flipped[SETS[at]] ^= {self._names[at][number]}

    def _frozen(self, at: int) -> frozenset[str]:
        kept = self._kept[at]
        if kept is None:
            kept = self._kept[at] = frozenset(compress(self._names[at], self._counts[at]))
        return kept


def _parts(share: bytes) -> Iterator[tuple[int, Iterable[int]]]:
    """(which of SETS, its words) of a share; each is to be read before the next."""
    numbers = iter(memoryview(share).cast("I"))
    lengths = list(islice(numbers, len(SETS)))
    for at, length in enumerate(lengths):
        yield at, islice(numbers, length)
