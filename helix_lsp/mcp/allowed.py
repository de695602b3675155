"""Which folders a client may ask about: those named at start and what lies below them, by their real paths.

Invariants (law I11): the list comes from the command line alone; a path is compared after every link in it was
followed, so that neither a link nor `..` leads outside; what a repository holds is never asked.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from helix_lsp.errors import WorkspaceError
from helix_lsp.session.disk.root import real_root

_SHOWN = 5


class Allowed:
    """`folders` are real absolute paths, in the order in which they were given, each once."""

    def __init__(self, given: Sequence[str], home: str) -> None:
        """Raises WorkspaceError for a folder that cannot be a workspace (`session/disk/root.py`)."""
        self.folders = tuple(dict.fromkeys(real_root(one, home) for one in given))

    def root(self, asked: str) -> str:
        """The real path of the root that a call names; `` means the only one. Raises WorkspaceError."""
        if not asked.strip():
            if len(self.folders) == 1:
                return self.folders[0]
            raise WorkspaceError(f"say which root: {self._list()}")
        if not os.path.isabs(asked):
            raise WorkspaceError(f"`root` must be an absolute path; allowed here: {self._list()}")
        try:
            real = os.path.realpath(asked, strict=True)
        except (OSError, ValueError):
            real = ""
        # one answer for what does not exist and what is not allowed: a client learns nothing of the disk
        if not real or not any(real == f or real.startswith(f.rstrip(os.sep) + os.sep) for f in self.folders):
            raise WorkspaceError(
                f"that root is not allowed; allowed here: {self._list()} (others are named with --root at start)"
            )
        return real

    def _list(self) -> str:
        shown = ", ".join(self.folders[:_SHOWN])
        return shown + (f" and {len(self.folders) - _SHOWN} more" if len(self.folders) > _SHOWN else "")
