"""The workspaces of a running door: each root is opened once, whoever asks, and looked at again when its last
look is old.

Invariants: safe under threads; a workspace is never closed while a call uses it; the look before an answer is
the one that a command makes, with the same age (`batch_fresh_seconds`).
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator
from dataclasses import dataclass, field

from helix_lsp.errors import Cancelled
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.tuning.waiting import WAITING

Tell = Callable[[str, int, int], None]


@dataclass(slots=True)
class _Entry:
    opening: threading.Lock = field(default_factory=threading.Lock)
    workspace: Workspace | None = None
    looked: float = 0.0
    users: int = 0


class OpenRoots:
    """Real paths of roots to open workspaces; the one unused for longest makes room. Close it at the end."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        """Opens nothing yet."""
        self._clock = clock
        self._mutex = threading.Lock()
        self._open: OrderedDict[str, _Entry] = OrderedDict()
        self._closed = threading.Event()
        self._limit = load(None).config.cli.batch_roots

    @contextlib.contextmanager
    def at(self, root: str, check: Callable[[], None], tell: Tell) -> Generator[Workspace]:
        """A workspace with an index that was brought up to date a moment ago, for as long as the block lasts.

        Raises WorkspaceError, StorageError, Cancelled.
        """
        check = self._checked(check)
        entry = self._taken(root)
        try:
            yield self._looked(root, entry, check, tell)
        finally:
            self._given_back(entry)

    def close(self) -> None:
        """Ends what is under way and closes all."""
        self._closed.set()
        deadline = self._clock() + WAITING.grace * 4
        while self._clock() < deadline and any(e.users for e in self._open.values()):
            time.sleep(WAITING.poll)
        with self._mutex:
            entries, self._open = list(self._open.values()), OrderedDict()
        for entry in entries:
            if entry.workspace is not None:
                entry.workspace.close()

    def check(self) -> None:
        """Raises Cancelled once the door closes."""
        if self._closed.is_set():
            raise Cancelled("the server is stopping")

    def _checked(self, check: Callable[[], None]) -> Callable[[], None]:
        def checked() -> None:
            self.check()
            check()

        return checked

    def _taken(self, root: str) -> _Entry:
        with self._mutex:
            self.check()
            entry = self._open.setdefault(root, _Entry())
            self._open.move_to_end(root)
            entry.users += 1
            idle = [(r, e) for r, e in self._open.items() if not e.users]
            spare = [(r, e) for r, e in idle[: max(0, len(self._open) - self._limit)]]
            for old, _ in spare:
                del self._open[old]
        for _, one in spare:
            if one.workspace is not None:
                one.workspace.close()
        return entry

    def _given_back(self, entry: _Entry) -> None:
        with self._mutex:
            entry.users -= 1

    def _looked(self, root: str, entry: _Entry, check: Callable[[], None], tell: Tell) -> Workspace:
        """One caller opens and looks; the others wait for it, and stop waiting when they are cancelled."""
        while not entry.opening.acquire(timeout=WAITING.poll):
            check()
        try:
            if entry.workspace is None:
                entry.workspace = Workspace.open(root, load(root))
            workspace = entry.workspace
            age = self._clock() - entry.looked
            if not entry.looked or age > workspace.settings.config.cli.batch_fresh_seconds:
                workspace.refresh(tell, check)
                entry.looked = self._clock()
            return workspace
        finally:
            entry.opening.release()
