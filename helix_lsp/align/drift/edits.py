"""The past of a running session: what git knows, and what has gone since, in edits that nobody has committed yet.

A name that a file of this session defined and does not define now is known to have gone, whatever git says; the name that took its place, where
one definition went and one of the same kind and container came, is its new name. A reference that the code backed earlier in the session was
written before. Both make an alarm of a rename in the editor, before any commit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from helix_lsp.align.drift.history import Gone, History, Introduced, PathGone
from helix_lsp.align.drift.later import HERE, NOW, LaterHistory
from helix_lsp.align.drift.touched import names_of
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.syntax.outline import Symbol

_MOST = 5_000
_Placed = list[tuple[str, tuple[str, str]]]


class EditedHistory(LaterHistory):
    """The History port over another one. Mutable, for one thread at a time; what is asked of git once is remembered."""

    def __init__(self, past: History) -> None:
        self._gone: dict[str, tuple[Gone, ...]] = {}
        self._paths: dict[str, PathGone] = {}
        super().__init__(past, self._gone, self._paths)
        self._written: dict[tuple[str, str, int], Introduced | None] = {}
        self._backed: set[tuple[str, str]] = set()

    def introduced(self, document: str, text: str, before: int) -> Introduced | None:
        """The beginning of time for what the code backed earlier in this session."""
        if (document, text) in self._backed:
            return Introduced(time=0)
        key = (document, text, before)
        if key not in self._written:
            self._written[key] = self.past.introduced(*key)
        return self._written[key]

    def backed(self, document: str, subjects: Iterable[str]) -> None:
        """These references of a document have code behind them now."""
        self._backed.update((document, subject) for subject in subjects)

    def saw(self, path: str, old: Snapshot, new: Snapshot) -> None:
        """A file changed between two snapshots of this session."""
        entry = old.file(path)
        if entry is None or entry.surface.kind != "code" or entry.surface.test:
            return
        if not new.sha(path):
            self._paths[path] = PathGone(commit=HERE, time=NOW, moved=_moved(path, old, new))
        before, after = names_of(path, old), names_of(path, new)
        for name in after:
            self._gone.pop(name, None)
        left = before - after
        if not left or len(self._gone) > _MOST:
            return
        went, came = _placed(path, old, left), _placed(path, new, after - before)
        renamed = _renamed(went, came)
        for name, (_, owner) in went:
            one = Gone(commit=HERE, time=NOW, path=path, defined=True, renamed=renamed.get(name, ""), owner=owner.rpartition(".")[2],
                       fresh=True)  # fmt: skip
            self._gone[name] = (one, *(g for g in self._gone.get(name, ()) if g.path != path))


def _renamed(went: _Placed, came: _Placed) -> dict[str, str]:
    """Old name -> new name, where one definition of a kind left a container and one of that kind came to it."""
    ones, others = Counter(place for _, place in went), Counter(place for _, place in came)
    found = {place: name for name, place in came if others[place] == 1}
    return {name: found[place] for name, place in went if ones[place] == 1 and place in found}


def _placed(path: str, snapshot: Snapshot, names: frozenset[str]) -> _Placed:
    """(name, (kind, container)) of definitions with these names, each name once."""
    outline = snapshot.skeleton(path)
    found: dict[str, tuple[str, str]] = {}
    for symbol in outline.symbols if outline is not None else ():
        if symbol.name in names:
            found.setdefault(symbol.name, (symbol.kind, _container(symbol)))
    return list(found.items())


def _container(symbol: Symbol) -> str:
    return symbol.qualified.rpartition(".")[0]


def _moved(path: str, old: Snapshot, new: Snapshot) -> str:
    """Where the same content came to stand, `` when it is nowhere or in several places."""
    sha = old.sha(path)
    found = [p for p in new.paths() if new.sha(p) == sha and not old.sha(p)]
    return found[0] if len(found) == 1 else ""
