"""The words of a tree, counted file by file, so that an edit costs the file that it stands in and not the tree.

Invariant: after `bring`, `world` equals what `build_world` makes of the same snapshot (tests/align/drift/test_vocabulary.py). Each file's
share is made by `build_world` itself over that file alone; all that a world holds besides its bearings are sets of strings that add up.
"""

from __future__ import annotations

import dataclasses
from array import array
from collections.abc import Callable, Iterable

from helix_lsp.align.drift.world import World, build_world
from helix_lsp.align.live import Texts
from helix_lsp.config.drift import DriftConfig
from helix_lsp.index.snapshot import Snapshot

BEARINGS = frozenset({"snapshot", "texts", "cfg", "memo"})
SETS = tuple(f.name for f in dataclasses.fields(World) if f.name not in BEARINGS)


class _Only(Snapshot):
    """A snapshot that lists one of its files."""

    __slots__ = ("_one",)

    def __init__(self, whole: Snapshot, path: str) -> None:
        super().__init__(whole._ground, whole._layer, whole._cfg)
        self._one = path

    def paths(self) -> tuple[str, ...]:
        """The one."""
        return (self._one,)


class Vocabulary:
    """Mutable, for one thread at a time. `check` may raise between two files: the next `bring` goes on from there."""

    def __init__(self) -> None:
        self._ids: dict[str, int] = {}
        self._names: list[str] = []
        self._shares: dict[str, tuple[str, tuple[array[int], ...]]] = {}
        self._counts: tuple[dict[int, int], ...] = tuple({} for _ in SETS)
        self._live: tuple[set[str], ...] = tuple(set() for _ in SETS)
        self._kept: list[frozenset[str] | None] = [None for _ in SETS]
        self._flipped: dict[str, set[str]] = {name: set() for name in SETS}
        self._memo: dict[str, frozenset[str]] = {}
        self._last: Snapshot | None = None  # the one whose every file is counted

    def bring(self, snapshot: Snapshot, texts: Texts, cfg: DriftConfig, check: Callable[[], None]) -> World:
        """The world of this snapshot; only files whose content differs from the last time are read."""
        changed = snapshot.changed_since(self._last) if self._last is not None else {*snapshot.paths(), *self._shares}
        self._last = None  # until all of it is in
        for path in changed:
            share, sha = self._shares.get(path), snapshot.sha(path)
            if sha and (share is None or share[0] != sha):
                check()
                self._put(path, snapshot, texts, cfg)
            elif not sha and share is not None:
                self._drop(path)
        self._last = snapshot
        sets = {name: self._frozen(at) for at, name in enumerate(SETS)}
        sets["foreign"] = sets["foreign"] - sets["packages"]
        bare = build_world(_Only(snapshot, ""), texts, cfg)
        return dataclasses.replace(bare, snapshot=snapshot, texts=texts, memo=self._memo, **sets)

    def take_flipped(self) -> dict[str, frozenset[str]]:
        """By field of World: what came to be there or ceased to be since this was asked last."""
        taken = {name: frozenset(found) for name, found in self._flipped.items()}
        self._flipped = {name: set() for name in SETS}
        return taken

    def _put(self, path: str, snapshot: Snapshot, texts: Texts, cfg: DriftConfig) -> None:
        share = build_world(_Only(snapshot, path), texts, cfg)
        new = tuple(array("I", sorted(self._ids_of(getattr(share, name)))) for name in SETS)
        old = self._shares.get(path, ("", ()))[1]
        self._count(new, old)
        self._shares[path] = (snapshot.sha(path), new)
        self._memo = {p: words for p, words in self._memo.items() if p != path}

    def _drop(self, path: str) -> None:
        self._count((), self._shares.pop(path)[1])
        self._memo = {p: words for p, words in self._memo.items() if p != path}

    def _ids_of(self, words: Iterable[str]) -> list[int]:
        ids, names = self._ids, self._names
        found: list[int] = []
        for word in words:
            number = ids.get(word)
            if number is None:
                number = ids[word] = len(names)
                names.append(word)
            found.append(number)
        return found

    def _count(self, new: tuple[array[int], ...], old: tuple[array[int], ...]) -> None:
        """New before old: a word that is in both never flips."""
        for sign, shares in ((1, new), (-1, old)):
            for at, share in enumerate(shares):
                counts = self._counts[at]
                for number in share:
                    before = counts.get(number, 0)
                    counts[number] = before + sign
                    if before + min(sign, 0) == 0:
                        self._flip(at, number, alive=sign > 0)

    def _flip(self, at: int, number: int, *, alive: bool) -> None:
        word = self._names[number]
        self._kept[at] = None
        (self._live[at].add if alive else self._live[at].discard)(word)
        self._flipped[SETS[at]] ^= {word}

    def _frozen(self, at: int) -> frozenset[str]:
        kept = self._kept[at]
        if kept is None:
            kept = self._kept[at] = frozenset(self._live[at])
        return kept
