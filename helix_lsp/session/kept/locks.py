"""Which knowledge trees a session has locked, kept beside the index, so that the next question of the same
session walks the same trees.

    inspect | pin (replace) | merge | clear

Invariants: an unknown tree is refused with the known ones named, at most `trees.max_locked` trees to a
session, the oldest sessions go when there are too many. A damaged file counts as no lock at all. Two
processes that write at the same moment: the later one counts, whole.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

import msgspec

from helix_lsp.config import TreesConfig
from helix_lsp.errors import StorageError, UsageError
from helix_lsp.session.disk.scan import read_private, replace_private
from helix_lsp.session.kept.memory import checked_session
from helix_lsp.trees.knowledge import HOW_TO_WRITE_ONE, NONE_HERE

NAME = "tree-locks.json"
_SHOWN = 12
_writing = threading.Lock()


class TreeLock(msgspec.Struct, frozen=True, kw_only=True):
    """What one session has locked, in the order of locking."""

    session_id: str
    tree_ids: tuple[str, ...]

    @property
    def locked(self) -> bool:
        """True when there is any."""
        return bool(self.tree_ids)


class TreeLocks:
    """The locks of one index folder; holds nothing open."""

    def __init__(self, directory: str, cfg: TreesConfig) -> None:
        self._path = Path(directory) / NAME
        self._cfg = cfg

    def inspect(self, session_id: str) -> TreeLock:
        """The lock of a session; raises UsageError for what cannot name one."""
        return TreeLock(session_id=checked_session(session_id), tree_ids=self._read().get(session_id, ()))

    def pin(self, session_id: str, tree_ids: Iterable[str], known: Iterable[str]) -> TreeLock:
        """Lock exactly these trees. Raises UsageError for an unknown one, for none and for too many,
        StorageError when it cannot be kept.
        """
        return self._keep(session_id, (), tuple(tree_ids), tuple(known))

    def merge(self, session_id: str, tree_ids: Iterable[str], known: Iterable[str]) -> TreeLock:
        """Lock these trees beside those that are locked; raises as `pin` does. Locked trees that are gone are
        let go.
        """
        there = tuple(known)
        before = tuple(name for name in self.inspect(session_id).tree_ids if name in there)
        return self._keep(session_id, before, tuple(tree_ids), there)

    def clear(self, session_id: str) -> TreeLock:
        """Let go of all of them."""
        with _writing:
            kept = self._read()
            if kept.pop(checked_session(session_id), None) is not None:
                self._write(kept)
        return TreeLock(session_id=session_id, tree_ids=())

    def _keep(
        self, session_id: str, before: tuple[str, ...], wanted: tuple[str, ...], known: tuple[str, ...]
    ) -> TreeLock:
        checked_session(session_id)
        if not wanted:
            raise UsageError("no tree is named; name one or more, or clear the lock")
        for name in wanted:
            if name not in known:
                raise UsageError(f"there is no tree {name[:80]!r}; {_named(known)}")
        tree_ids = tuple(dict.fromkeys((*before, *wanted)))
        if len(tree_ids) > self._cfg.max_locked:
            raise UsageError(
                f"{len(tree_ids)} trees, a session can lock {self._cfg.max_locked}; clear some first"
            )
        with _writing:
            kept = self._read()
            kept.pop(session_id, None)
            kept[session_id] = tree_ids
            while len(kept) > self._cfg.max_sessions:
                del kept[next(iter(kept))]
            self._write(kept)
        return TreeLock(session_id=session_id, tree_ids=tree_ids)

    def _read(self) -> dict[str, tuple[str, ...]]:
        """By session, the one locked longest ago first."""
        try:
            return msgspec.json.decode(read_private(self._path), type=dict[str, tuple[str, ...]])
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return {}

    def _write(self, locks: dict[str, tuple[str, ...]]) -> None:
        try:
            replace_private(self._path, msgspec.json.encode(locks))
        except OSError as error:
            raise StorageError(
                f"the tree locks {self._path} cannot be written: {error.strerror}; check the index folder"
            ) from error


def _named(known: tuple[str, ...]) -> str:
    """The known trees in words."""
    if not known:
        return f"{NONE_HERE}. {HOW_TO_WRITE_ONE}"
    more = f" and {len(known) - _SHOWN} more (helix-lsp trees list)" if len(known) > _SHOWN else ""
    return f"there are {', '.join(known[:_SHOWN])}{more}"
