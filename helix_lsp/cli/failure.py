"""An exception as one line for a person and one code for a program.

An unexpected exception is named by a reference made of the places it passed through, so that the same fault
has the same name twice. `HELIX_ASK_TRACEBACK=1` adds the traceback, on stderr.
"""

from __future__ import annotations

import sys
import traceback
from dataclasses import dataclass

from helix_lsp.errors import (
    Cancelled,
    ConfigError,
    HelixError,
    StaleError,
    StorageError,
    UsageError,
    WorkspaceError,
)
from helix_lsp.session.settings.settings import TRACEBACK_VARIABLE, switch
from helix_lsp.text.digest import sha256_hex

_CODES: tuple[tuple[type[HelixError], str], ...] = (
    (UsageError, "usage"),
    (WorkspaceError, "workspace"),
    (StorageError, "storage"),
    (ConfigError, "config"),
    (StaleError, "stale"),
    (Cancelled, "cancelled"),
)
_LONGEST = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """`code` is one of usage, workspace, storage, config, stale, cancelled, internal; `message` is one line."""

    code: str
    message: str


def describe(error: BaseException) -> Failure:
    """What to say about an exception."""
    if isinstance(error, HelixError):
        code = next((code for kind, code in _CODES if isinstance(error, kind)), "usage")
        return Failure(code=code, message=one_line(str(error)) or code)
    from helix_lsp.index.store.refusal import by_system

    system = (
        not isinstance(error, OSError) or error.errno is not None
    )  # one without a number was not raised by the system
    refused = by_system(error, "the command could not be finished") if system else None
    if refused is not None and not switch(TRACEBACK_VARIABLE):
        return Failure(code="storage", message=one_line(str(refused)))
    if switch(TRACEBACK_VARIABLE):
        traceback.print_exception(error, file=sys.stderr)
    places = [
        f"{frame.filename.replace(chr(92), '/').rpartition('/')[2]}:{frame.name}"
        for frame in traceback.extract_tb(error.__traceback__)
    ]
    reference = sha256_hex(" ".join([type(error).__name__, *places]).encode())[:10]
    last = f" in {places[-1]}" if places else ""
    what = one_line(f"{type(error).__name__}: {error}".removesuffix(": "))
    message = f"unexpected {what}{last} (error {reference}); please report it, {TRACEBACK_VARIABLE}=1 shows where it came from"
    return Failure(code="internal", message=message)


def one_line(text: str) -> str:
    """White space folded, at most 2,000 characters."""
    folded = " ".join(text.split())
    return folded if len(folded) <= _LONGEST else folded[: _LONGEST - 1] + "…"
