"""What may be said when: the life of a session as three states and the refusals between them.

Source: LSP 3.17, Server lifecycle.
"""

from __future__ import annotations

from enum import Enum

from helix_lsp.lsp.failure import NOT_INITIALIZED, Failure
from helix_lsp.lsp.stream.message import INVALID_REQUEST


class State(Enum):
    """`NEW` until `initialize` is answered, `DOWN` once `shutdown` is."""

    NEW = "new"
    RUNNING = "running"
    DOWN = "down"


class Lifecycle:
    """Belongs to the loop."""

    def __init__(self) -> None:
        self.state = State.NEW
        self.greeted = False  # `initialized` came
        self.early: tuple[str, ...] = ()  # what a protocol test may ask before `initialize`

    def refuse_request(self, method: str) -> Failure | None:
        """Why this request may not be served now."""
        if self.state is State.DOWN:
            return Failure(code=INVALID_REQUEST, message="the server was shut down")
        if self.state is State.NEW and method not in ("initialize", *self.early):
            return Failure(code=NOT_INITIALIZED, message="`initialize` comes first")
        if self.state is State.RUNNING and method == "initialize":
            return Failure(code=INVALID_REQUEST, message="`initialize` was answered already")
        return None

    def takes_notification(self, method: str) -> bool:
        """Only `exit` counts at any time."""
        return self.state is State.RUNNING or method == "exit"

    @property
    def exit_code(self) -> int:
        """0 after `shutdown`, else 1."""
        return 0 if self.state is State.DOWN else 1
