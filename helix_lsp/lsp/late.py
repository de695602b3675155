"""A workspace that is opened when somebody first looks: a first question, which the companion answers, does not wait for what it does not use.

What is edited before is kept in order and handed on.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from helix_lsp.errors import HelixError, WorkspaceError
from helix_lsp.text.paths import refuse

if TYPE_CHECKING:
    from helix_lsp.session.workspace import Workspace


class LateWorkspace:
    """`root` is the real absolute path. Every method may be called from any thread."""

    def __init__(self, root: str, make: Callable[[], Workspace]) -> None:
        """`make` opens it, and is called again by the next who looks should it raise."""
        self.root = root
        self._make = make
        self._workspace: Workspace | None = None
        self._edits: list[tuple[str, bytes | None]] = []
        self._opening = threading.Lock()
        self._ended = threading.Event()

    @property
    def ready(self) -> bool:
        """True once somebody has looked."""
        return self._workspace is not None

    def warm(self, seconds: float, modules: Iterable[str]) -> None:
        """After a moment, in which a first question may be asked, get ready for the first who draws; what is wrong they are told."""

        def run() -> None:
            if not self._ended.wait(seconds):
                with contextlib.suppress(HelixError):
                    self.get()
                for name in modules:
                    import_module(name)

        with contextlib.suppress(RuntimeError):  # the system gives no thread: then it is ready when it is needed
            threading.Thread(target=run, name="helix-warm", daemon=True).start()

    def get(self) -> Workspace:
        """The workspace with all edits so far; the first call opens it. Raises what `make` raises, and WorkspaceError once it is closed."""
        with self._opening:
            if self._workspace is None:
                if self._ended.is_set():
                    raise WorkspaceError("the folder is closed")
                self._workspace = self._make()
            edits, self._edits = self._edits, []
            for path, data in edits:
                self._workspace.release(path) if data is None else self._workspace.edit(path, data)
            return self._workspace

    def put(self, path: str, data: bytes | None) -> None:
        """The text of an open buffer, None once it is closed. Raises WorkspaceError for no path of ours."""
        wrong = refuse(path)
        if wrong:
            raise WorkspaceError(f"{path!r} cannot be a file of this workspace: {wrong}")
        with self._opening:
            if self._workspace is None:
                self._edits.append((path, data))
            elif data is None:
                self._workspace.release(path)
            else:
                self._workspace.edit(path, data)

    def close(self) -> None:
        """For good; opens nothing."""
        self._ended.set()
        with self._opening:
            if self._workspace is not None:
                self._workspace.close()
