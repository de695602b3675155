"""The texts that the client has open in one folder: the one place where a changed text waits for those who
follow it.

Each change gets the next version. Whoever follows (the workspace of this process, the companion) remembers
the version it has seen and takes what is newer: of each path only the newest text, in the order of the last
changes. A keystroke costs no more than noting it.
"""

from __future__ import annotations

import threading

from helix_lsp.errors import WorkspaceError
from helix_lsp.text.paths import refuse

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
