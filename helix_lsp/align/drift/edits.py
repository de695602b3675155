"""The past of a running session: what git knows, and what has gone since, in edits that nobody has committed
yet.

A name that a file defined in this session and does not define now is known to have gone, whatever git says.
What took its place is told by the judgement that commits are told by (`history/successor.py`), from the file
as it was committed (or first seen, where it never was) and as it stands now: how the one became the other,
typed, pasted or written anew, is not asked. A reference that the code backed earlier in the session was
written before. Both make an alarm of a rename in the editor, before any commit.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from helix_lsp.align.drift.history import Gone, History, Introduced, Left, PathGone
from helix_lsp.align.drift.later import HERE, NOW, LaterHistory
from helix_lsp.align.drift.touched import names_of
from helix_lsp.history.successor import Sides, Successor, is_read, sides_of, successor_of, successors
from helix_lsp.index.overlay.snapshot import Snapshot

_MOST = 5_000  # names that went
_FILES = 200  # changed files that are held against their committed state
_BYTES = 2_000_000  # of one file


@dataclass(frozen=True, slots=True)
class _Seen:
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
