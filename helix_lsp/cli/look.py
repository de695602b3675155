"""A look at the files of a workspace on a thread of its own, while questions go on being answered from the
index as it is.
"""

from __future__ import annotations

import threading

from helix_lsp.errors import HelixError
from helix_lsp.session.looker import Looker
from helix_lsp.session.workspace import Workspace


class Look:
    """Begins at once. `begun` is the moment that what it finds is true of, on the caller's clock."""

    def __init__(self, workspace: Workspace, begun: float, looker: Looker | None) -> None:
        """`looker` looks in another process; without one, or when it cannot say, this one does."""
        self.begun = begun
        self._workspace = workspace
        self._looker = looker
        self._unchanged = False
        self._thread = threading.Thread(target=self._run, name="helix-look", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """True when `unchanged` would not wait."""
        return not self._thread.is_alive()

    def unchanged(self) -> bool:
        """True when nothing has to be read; waits for the look. What it could not look into counts as
        changed.
        """
        self.end()
        return self._unchanged

    def end(self) -> None:
        """Wait until the thread is gone; closing the workspace stops it."""
        self._thread.join()

    def _run(self) -> None:
        try:
            said = self._looker.unchanged() if self._looker is not None else None
            self._unchanged = self._workspace.unchanged() if said is None else said
        except (HelixError, OSError):  # the refresh that follows meets the same and says it
            self._unchanged = False
