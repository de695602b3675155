"""What a session remembers between two questions: the clarification that was just given, and whether one of its options
was picked.

    offer     the question was given back with options
    choose    one of them was picked: by token and id, or by its number from 1
    settle    an answer that is not a clarification was given; tells whether it answers one that was picked
    walk      the trees of the last answer; walked gives them back for a question that goes on about it

Invariants: after a clarification none may follow until an answer was given (never two in a row); a stale
token is refused in words; nothing is kept longer than `session.memory_seconds`. With a folder it is kept
beside the index for the command line, whose runs are processes of their own; without one it lives in the
server's memory. A damaged file is an empty memory, a disk that refuses loses the memory, not the answer. What
is remembered steers and never makes a slot hard (design-decisions.md#hard-slots).
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec

from helix_lsp.config import SessionConfig, TreesConfig
from helix_lsp.errors import StorageError, UsageError
from helix_lsp.session.disk.scan import read_private, replace_private
from helix_lsp.text.regex import regex
from helix_lsp.trees.knowledge import HOW_TO_WRITE_ONE, NONE_HERE

NAME = "session-memory.json"
COMMAND_LINE = "command-line"
_SESSION = regex(r"[\w.:@-]{1,100}\Z")
_NUMBER = regex(r"[1-9]\d?\Z")


class Offered(msgspec.Struct, frozen=True, kw_only=True):
    """An option as it was shown; `question` is what is asked when it is picked."""

    id: str
    label: str
    question: str


class Remembered(msgspec.Struct, frozen=True, kw_only=True):
    """One session. `pending` while the last thing said was a clarification; `picked` once one of its options
    was chosen.
    """

    question: str = ""
    token: str = ""
    options: tuple[Offered, ...] = ()
    pending: bool = False
    picked: bool = False
    trees: tuple[str, ...] = ()
    seen: float = 0.0


_sessions = msgspec.json.Decoder(dict[str, Remembered])


class Memory:
    """The sessions of one workspace; safe under threads."""

    def __init__(
        self, cfg: SessionConfig, directory: str | None = None, clock: Callable[[], float] = time.time
    ) -> None:
        self._cfg = cfg
        self._path = Path(directory) / NAME if directory is not None else None
        self._clock = clock
        self._sessions: dict[str, Remembered] = {}
        self._mutex = threading.Lock()

    def may_clarify(self, session_id: str) -> bool:
        """False right after a clarification of this session."""
        return not self._of(session_id).pending

    def offer(self, session_id: str, question: str, token: str, options: tuple[Offered, ...]) -> None:
        """A clarification was given; it replaces an older one."""
        before = self._of(session_id)
        self._keep(
            session_id,
            msgspec.structs.replace(
                before, question=question, token=token, options=options, pending=True, picked=False
            ),
        )

    def choose(self, session_id: str, token: str, option: str) -> Offered:
        """The option that was picked, by id or number; an empty token means the last clarification. Raises
        UsageError for what is not there.
        """
        before = self._of(session_id)
        if not before.options or (token and token != before.token):
            raise UsageError(
                "the options are no longer there (too old, or another question came between); ask the question again"
            )
        found = _found(before, option)
        self._keep(session_id, msgspec.structs.replace(before, picked=True))
        return found

    def settle(self, session_id: str) -> bool:
        """An answer was given. True exactly once for a clarification whose option was picked: it is resolved."""
        before = self._of(session_id)
        if not before.pending:
            return False
        self._keep(
            session_id,
            msgspec.structs.replace(before, question="", token="", options=(), pending=False, picked=False),
        )
        return before.picked

    def token(self, session_id: str) -> str:
        """The token of the open clarification, `` without one."""
        return self._of(session_id).token

    def option(self, session_id: str, picked: str) -> Offered:
        """The option of the open clarification that an id or a number from 1 names; nothing is counted.
        Raises UsageError.
        """
        return _found(self._of(session_id), picked)

    def asked(self, session_id: str) -> str:
        """The question that was given back, `` when none is open."""
        return self._of(session_id).question

    def walk(self, session_id: str, tree_ids: tuple[str, ...]) -> None:
        """The trees of the answer that was just given."""
        before = self._of(session_id)
        if before.trees != tree_ids:
            self._keep(session_id, msgspec.structs.replace(before, trees=tree_ids))

    def walked(self, session_id: str) -> tuple[str, ...]:
        """The trees of the last answer that had any."""
        return self._of(session_id).trees

    def _of(self, session_id: str) -> Remembered:
        with self._mutex:
            return self._alive().get(checked_session(session_id), Remembered())

    def _keep(self, session_id: str, what: Remembered) -> None:
        with self._mutex:
            sessions = self._alive()
            sessions.pop(session_id, None)
            sessions[session_id] = msgspec.structs.replace(what, seen=self._clock())
            while len(sessions) > self._cfg.memory_sessions:
                del sessions[next(iter(sessions))]
            self._sessions = sessions
            if self._path is not None:
                _write(self._path, sessions)

    def _alive(self) -> dict[str, Remembered]:
        """Sessions that are young enough, the longest unseen first; a clock that was set back makes none
        immortal.
        """
        now = self._clock()
        known = self._sessions if self._path is None else _read(self._path)
        return {name: s for name, s in known.items() if 0 <= now - s.seen <= self._cfg.memory_seconds}


def _found(before: Remembered, option: str) -> Offered:
    named = next((o for o in before.options if o.id == option), None)
    if named is None and _NUMBER.match(option) and int(option) <= len(before.options):
        named = before.options[int(option) - 1]
    if named is None:
        raise UsageError(f"there is no option {option[:40]!r}; pick 1 to {len(before.options)}")
    return named


def checked_session(session_id: str) -> str:
    """The id of a session; raises UsageError for what cannot be one."""
    if not _SESSION.match(session_id):
        raise UsageError("a session id is 1 to 100 letters, digits or . : @ _ -")
    return session_id


def _read(path: Path) -> dict[str, Remembered]:
    try:
        return _sessions.decode(read_private(path))
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}


def _write(path: Path, sessions: dict[str, Remembered]) -> None:
    with contextlib.suppress(OSError, UnicodeEncodeError):  # the latter: of a path that is not UTF-8
        replace_private(path, msgspec.json.encode(sessions))


# Which knowledge trees a session has locked, kept beside the index, so that the next question of the same
# session walks the same trees.
#
# inspect | pin (replace) | merge | clear
#
# Invariants: an unknown tree is refused with the known ones named, at most `trees.max_locked` trees to a
# session, the oldest sessions go when there are too many. A damaged file counts as no lock at all. Two
# processes that write at the same moment: the later one counts, whole.

LOCKS_NAME = "tree-locks.json"
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
        self._path = Path(directory) / LOCKS_NAME
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
