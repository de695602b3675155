"""What lies under a service of one workspace folder (`drawing.py`): the texts that the client has open, and the
workspace that is opened when somebody first looks.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

import msgspec

from helix_lsp.errors import HelixError, WorkspaceError
from helix_lsp.session.how_fresh import HowFresh, Standing
from helix_lsp.text.paths import refuse

if TYPE_CHECKING:
    from helix_lsp.index.freshness import Freshness
    from helix_lsp.session.workspace import Workspace


# The texts that the client has open in one folder: the one place where a changed text waits for those who
# follow it.
#
# Each change gets the next version. Whoever follows (the workspace of this process, the companion)
# remembers the version it has seen and takes what is newer: of each path only the newest text, in the order
# of the last changes. A keystroke costs no more than noting it.

Change = tuple[str, bytes | None]
"""(path, its text); None once it was closed, and the disk counts again."""


class OpenTexts:
    """Of one folder. From any thread; nothing is held while anything long is done."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._version = 0
        self._newest: dict[str, tuple[int, bytes | None]] = {}  # in the order of their versions

    def put(self, path: str, data: bytes | None) -> None:
        """The text of an open buffer, None once it is closed. Raises WorkspaceError for no path of ours."""
        wrong = refuse(path)
        if wrong:
            raise WorkspaceError(f"{path!r} cannot be a file of this workspace: {wrong}")
        with self._lock:
            self._note(path, data)

    def since(self, version: int) -> tuple[list[Change], int]:
        """(what changed after that version, oldest first, the version now). Who has seen nothing (0) is not
        told of what was closed.
        """
        with self._lock:
            if version == self._version:
                return [], version
            newer: list[Change] = []
            for path, (number, data) in reversed(self._newest.items()):
                if number <= version:
                    break
                if version or data is not None:
                    newer.append((path, data))
            return newer[::-1], self._version

    def again_unless(self, path: str, data: bytes) -> bool:
        """True when another text of this path is open: all who follow are told it once more, since one of
        them is about to be shown `data`.
        """
        with self._lock:
            _, newest = self._newest.get(path, (0, None))
            if newest is None or newest == data:
                return False
            self._note(path, newest)
            return True

    def _note(self, path: str, data: bytes | None) -> None:
        self._version += 1
        self._newest.pop(path, None)
        self._newest[path] = (self._version, data)


Check = Callable[[], None]
Share = Callable[[str, int, int], None]
Events = Callable[[str], None]


class LockRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What `helix/graphLock` asks; `action` is inspect, pin, merge or clear."""

    session_id: str
    action: str
    tree_ids: tuple[str, ...] = ()


# A workspace that is opened when somebody first draws: a first question, which the companion answers, does
# not wait for what it does not use.
#
# What the client has open is laid into it whenever somebody takes it.


class LazyWorkspace:
    """`root` is the real absolute path. Every method may be called from any thread."""

    def __init__(self, root: str, make: Callable[[], Workspace], texts: OpenTexts) -> None:
        """`make` opens it, and is called again by the next who looks should it raise."""
        self.root = root
        self.texts = texts
        self._make = make
        self._workspace: Workspace | None = None
        self._laid = 0
        self._fresh = HowFresh()  # what is known before somebody looks
        self._opening = threading.Lock()
        self._ended = threading.Event()

    @property
    def ready(self) -> bool:
        """True once somebody has looked."""
        return self._workspace is not None

    def warm(self, seconds: float, modules: Iterable[str]) -> None:
        """After a moment, in which a first question may be asked, get ready for the first who draws; what is
        wrong they are told.
        """

        def run() -> None:
            if not self._ended.wait(seconds):
                with contextlib.suppress(HelixError):
                    self.get()
                for name in modules:
                    import_module(name)

        with contextlib.suppress(
            RuntimeError
        ):  # the system gives no thread: then it is ready when it is needed
            threading.Thread(target=run, name="helix-warm", daemon=True).start()

    def get(self) -> Workspace:
        """The workspace with all texts that are open; the first call opens it. Raises what `make` raises, and
        WorkspaceError once it is closed.
        """
        with self._opening:
            if self._workspace is None:
                if self._ended.is_set():
                    raise WorkspaceError("the folder is closed")
                self._workspace = self._make()
                if self._fresh.now.at:
                    self._workspace.follow(self._fresh.now)
            changes, self._laid = self.texts.since(self._laid)
            for path, data in changes:
                if data is None:
                    self._workspace.release(path)
                else:
                    self._workspace.edit(path, data)
            return self._workspace

    def follow(self, standing: Standing) -> None:
        """As `Workspace.follow`; who opens it later sees the newest anyway, and is told how fresh that is."""
        self._fresh.take(standing)
        if (
            self._workspace is not None
        ):  # looked at after what is kept: who opens it at this moment has taken that
            self._workspace.follow(standing)

    def doubt(self) -> None:
        """As `Workspace.doubt`, also for who opens it later."""
        self._fresh.doubt()
        if self._workspace is not None:
            self._workspace.doubt()

    def freshness(self) -> Freshness:
        """How fresh what is drawn now would be, open buffers not counted. Generation 0 before somebody has
        looked.
        """
        workspace = self._workspace
        return self._fresh.now.freshness(0, 0, "") if workspace is None else workspace.freshness()

    def awaited(self) -> str:
        """What another process, which has the right to write, has still to do; `` for nothing."""
        workspace = self._workspace
        now = self._fresh.now if workspace is None else workspace.standing()
        return now.reason if now.elsewhere else ""

    def close(self) -> None:
        """For good; opens nothing."""
        self._ended.set()
        with self._opening:
            if self._workspace is not None:
                self._workspace.close()
