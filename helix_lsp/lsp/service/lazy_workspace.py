"""A workspace that is opened when somebody first draws: a first question, which the companion answers, does
not wait for what it does not use.

What the client has open is laid into it whenever somebody takes it.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from helix_lsp.errors import HelixError, WorkspaceError
from helix_lsp.lsp.service.open_texts import OpenTexts

if TYPE_CHECKING:
    from helix_lsp.session.how_fresh import Standing
    from helix_lsp.session.workspace import Workspace


class LazyWorkspace:
    """`root` is the real absolute path. Every method may be called from any thread."""

    def __init__(self, root: str, make: Callable[[], Workspace], texts: OpenTexts) -> None:
        """`make` opens it, and is called again by the next who looks should it raise."""
        self.root = root
        self.texts = texts
        self._make = make
        self._workspace: Workspace | None = None
        self._laid = 0
        self._standing: Standing | None = None
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
                if self._standing is not None:
                    self._workspace.follow(self._standing)
            changes, self._laid = self.texts.since(self._laid)
            for path, data in changes:
                if data is None:
                    self._workspace.release(path)
                else:
                    self._workspace.edit(path, data)
            return self._workspace

    def follow(self, standing: Standing) -> None:
        """As `Workspace.follow`; who opens it later sees the newest anyway, and is told how fresh that is."""
        with self._opening:
            if self._workspace is None:
                self._standing = max(self._standing or standing, standing, key=lambda one: one.at)
                return
            workspace = self._workspace
        workspace.follow(standing)

    def close(self) -> None:
        """For good; opens nothing."""
        self._ended.set()
        with self._opening:
            if self._workspace is not None:
                self._workspace.close()
