"""Exceptions to error answers. What went wrong inside stays inside: the client gets a reference, our log gets
the place.

A message of an unexpected exception may quote a document or a key, so the log names only the type and the
lines of code it passed through. What the user can mend (`HelixError`) is one line written for a person and is
sent as it is.
"""

from __future__ import annotations

import logging
import secrets
import traceback
from enum import Enum

import msgspec

from helix_lsp.errors import Cancelled, CompanionLost, HelixError, StorageError, UsageError
from helix_lsp.lsp.stream.message import INVALID_REQUEST

log = logging.getLogger(__name__)

INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603
METHOD_NOT_FOUND = -32601
NOT_INITIALIZED = -32002
CANCELLED = -32800
REQUEST_FAILED = -32803
SERVER_CANCELLED = -32802

_FRAMES = 6


class Failure(msgspec.Struct, frozen=True, kw_only=True):
    """The error member of an answer. `again`: the client may ask once more at once (only with
    SERVER_CANCELLED). `counted`: something failed that

    should not, so that it is kept for `helix/status` and `helix-lsp doctor`.
    """

    code: int
    message: str
    reference: str | None = None
    again: bool = False
    counted: bool = False

    def plain(self) -> dict[str, object]:
        """As JSON-RPC wants it."""
        error: dict[str, object] = {"code": self.code, "message": self.message}
        if self.reference is not None:
            error["data"] = {"reference": self.reference}
        if self.again:
            error["data"] = {"retriggerRequest": True}
        return error


class NotNow(HelixError):
    """What was asked about is being written at this moment; the client asks again."""


class BadParams(HelixError):
    """The params do not fit the method; names the field, never its value."""


def failure_of(error: BaseException, where: str) -> Failure:
    """What the client is told about an exception that ended the request `where`."""
    if isinstance(error, Cancelled):
        return Failure(code=CANCELLED, message="cancelled")
    if isinstance(error, NotNow):
        return Failure(code=SERVER_CANCELLED, message=str(error), again=True)
    if isinstance(error, BadParams | UsageError):
        return Failure(code=INVALID_PARAMS, message=str(error))
    if isinstance(error, HelixError):
        counted = isinstance(error, StorageError | CompanionLost)
        if counted:
            log.warning("%s failed: %s", where, error)
        return Failure(code=REQUEST_FAILED, message=str(error), counted=counted)
    from helix_lsp.index.store.refusal import by_system  # what it needs is not read before something fails

    refused = by_system(error, f"{where} could not be answered")
    if refused is not None:
        log.warning("%s: %s", refused, describe(error))
        return Failure(code=REQUEST_FAILED, message=str(refused), counted=True)
    reference = secrets.token_hex(4)
    log.error("%s failed, reference %s: %s", where, reference, describe(error))
    return Failure(
        code=INTERNAL_ERROR,
        message=f"internal error, reference {reference}",
        reference=reference,
        counted=True,
    )


def describe(error: BaseException) -> str:
    """Type and innermost places of an exception, without its message."""
    frames = traceback.extract_tb(error.__traceback__)[-_FRAMES:]
    places = " < ".join(
        f"{frame.filename.rpartition('helix_lsp')[2] or frame.filename}:{frame.lineno} {frame.name}"
        for frame in frames[::-1]
    )
    return f"{type(error).__name__} at {places or 'an unknown place'}"


# What may be said when: the life of a session as three states and the refusals between them.
#
# Source: LSP 3.17, Server lifecycle.


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
