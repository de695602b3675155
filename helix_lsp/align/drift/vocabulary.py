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

import msgspec

from helix_lsp.align.drift.document import names_of
from helix_lsp.align.drift.history import HERE, NOW, Gone, History, Introduced, LaterHistory, Left, PathGone
from helix_lsp.align.drift.world import SETS, Gathered, World, gather, world_of
from helix_lsp.align.live import Texts
from helix_lsp.config.documents import DriftConfig
from helix_lsp.history.successor import Sides, Successor, is_read, sides_of, successor_of, successors
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


# The past of a running session: what git knows, and what has gone since, in edits that nobody has committed
# yet.
#
# A name that a file defined in this session and does not define now is known to have gone, whatever git
# says. What took its place is told by the judgement that commits are told by (`history/successor.py`), from
# the file as it was committed (or first seen, where it never was) and as it stands now: how the one became
# the other, typed, pasted or written anew, is not asked. A reference that the code backed earlier in the
# session was written before. Both make an alarm of a rename in the editor, before any commit.

_MOST = 5_000  # names that went
_FILES = 200  # changed files that are held against their committed state
_BYTES = 2_000_000  # of one file


class _Seen(msgspec.Struct, frozen=True):
    """A file that changed in this session: every name that it defined since it was first seen, with its
    container; its bytes then (None where they were not at hand) and now.
    """

    names: dict[str, str]
    first: bytes | None
    now: bytes | None


class EditedHistory(LaterHistory):
    """The History port over another one. Mutable, for one thread at a time; what is asked of git once is
    remembered.
    """

    def __init__(self, past: History) -> None:
        self._gone: dict[str, tuple[Gone, ...]] = {}
        self._paths: dict[str, PathGone] = {}
        super().__init__(past, self._gone, self._paths)
        self._written: dict[tuple[str, str, str], Introduced | None] = {}
        self._backed: set[tuple[str, str]] = set()
        self._seen: dict[str, _Seen] = {}
        self._base: dict[str, bytes | None] = {}
        self._sides: dict[str, Sides] = {}
        self._judged: tuple[Successor, ...] | None = None

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        """The beginning of time for what the code backed earlier in this session."""
        if (document, text) in self._backed:
            return Introduced(time=0)
        key = (document, text, gone.commit)
        if key not in self._written:
            self._written[key] = self.past.introduced(document, text, gone)
        return self._written[key]

    def backed(self, document: str, subjects: Iterable[str]) -> None:
        """These references of a document have code behind them now."""
        self._backed.update((document, subject) for subject in subjects)

    def saw(self, path: str, old: Snapshot, new: Snapshot, before: bytes | None, after: bytes | None) -> None:
        """A file changed between two snapshots of this session; `before` and `after` are its bytes, None
        where they are not at hand.
        """
        if not is_read(path):
            return
        known = self._seen.get(path)
        if known is None and len(self._seen) >= _FILES:
            return
        names = known.names if known is not None else {}
        first = known.first if known is not None and known.first is not None else before
        names = {**_placed(path, old), **names} if len(names) < _MOST else names
        self._seen[path] = _Seen(names, first, after)
        self._judged = None
        self._sides.pop(path, None)
        entry = old.file(path) or new.file(path)
        if entry is None or entry.surface.kind != "code" or entry.surface.test:
            return
        if old.sha(path) and not new.sha(path):
            self._paths[path] = PathGone(commit=HERE, time=NOW, moved=_moved(path, old, new))
        there = names_of(path, new)
        for name in there | names.keys():
            left = tuple(g for g in self._gone.pop(name, ()) if name not in there and g.path != path)
            if name not in there and len(self._gone) < _MOST:
                left = (
                    Gone(
                        commit=HERE, time=NOW, path=path, defined=True, owner=names[name].rpartition(".")[2]
                    ),
                    *left,
                )
            if left:
                self._gone[name] = left

    def _became_later(self, name: str, gone: Gone) -> Successor | None:
        if self._judged is None:
            self._judged = successors([self._sides_of(path, seen) for path, seen in self._seen.items()])
        return successor_of(name, gone.path, self._judged)

    def _sides_of(self, path: str, seen: _Seen) -> Sides:
        if path not in self._sides:
            if path not in self._base:
                self._base[path] = self.past.committed(path)
            base = self._base[path] if self._base[path] is not None else seen.first
            sides = [data if data is not None and len(data) <= _BYTES else None for data in (base, seen.now)]
            self._sides[path] = sides_of(path, path, *sides)
        return self._sides[path]


def _placed(path: str, snapshot: Snapshot) -> dict[str, str]:
    """The names that a file defines, each with the container of its first definition."""
    outline = snapshot.skeleton(path)
    found = dict.fromkeys(names_of(path, snapshot), "")
    for symbol in reversed(outline.symbols if outline is not None else ()):
        if symbol.name in found:
            found[symbol.name] = symbol.qualified.rpartition(".")[0]
    return found


def _moved(path: str, old: Snapshot, new: Snapshot) -> str:
    """Where the same content came to stand, `` when it is nowhere or in several places."""
    sha = old.sha(path)
    found = [p for p in new.paths() if new.sha(p) == sha and not old.sha(p)]
    return found[0] if len(found) == 1 else ""
