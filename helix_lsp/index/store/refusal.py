"""What SQLite, tantivy or the system refuse, as one line for a person: what happened, where, and what to do."""

from __future__ import annotations

import errno
import sqlite3

from helix_lsp.errors import GivenUp, StorageError
from helix_lsp.index.store.readers import Closed

_FREE = "Free some space or move `cache_dir`, then try again; what was stored before is intact"
_WAIT = "Wait for that process or close it, then try again"
_RIGHTS = "Check the folder's owner and permissions, or set `cache_dir` elsewhere"
_FULL = (
    "No space left",
    "os error 28",
    "File too large",
    "os error 27",
    "Disk quota",
    "os error 122",
    "disk is full",
)
_DENIED = (
    "Permission denied",
    "os error 13",
    "Read-only file system",
    "os error 30",
    "readonly",
    "read-only",
)
_MANY = "Close some programs or raise the limit of open files (ulimit -n), then try again"
_MEMORY = "Close some programs, then try again"
_REBUILD = "The next indexing run sets it aside and makes it again; `helix-lsp index --full` does so now"
_AGAIN = "Ask again"
_BUSY = ("LockBusy", "Failed to acquire Lockfile", "is locked")
_FULL_NAMES = ("SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE")
_FULL_NUMBERS = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})
_DENIED_NUMBERS = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})
_MANY_WORDS = ("Too many open files", "os error 24", "os error 23")
_MEMORY_WORDS = (
    "Cannot allocate memory",
    "os error 12",
    "out of memory",
    "Resource temporarily unavailable",
    "os error 11",
    "start new thread",
)
_MANY_NUMBERS = frozenset({errno.EMFILE, errno.ENFILE})
_MEMORY_NUMBERS = frozenset({errno.ENOMEM, errno.EAGAIN})


# What reading the facts file can raise; text that is not UTF-8 any more breaks even SQLite's own error
# messages.
READ_ERRORS = (sqlite3.Error, UnicodeDecodeError, MemoryError)


class Damaged(Exception):
    """The stored facts cannot be used as they are; the message says why. Never leaves this floor."""


def is_damage(error: BaseException) -> bool:
    """True for what only a new file can cure: not a database, a malformed page, a missing table."""
    if isinstance(error, Damaged | UnicodeDecodeError) or "Could not decode" in str(error):
        return True
    if not isinstance(error, sqlite3.DatabaseError):
        return False
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT):
        return True
    # Our own rows never clash unless a table and its index have come to differ.
    if code == sqlite3.SQLITE_CONSTRAINT:
        return True
    # Our own statements are right, so one that cannot be compiled or run means tables or a file format that
    # are not ours.
    return code == sqlite3.SQLITE_ERROR and "transaction" not in str(error)


def is_refusal(error: BaseException) -> bool:
    """True when the system refuses (full, not allowed, held by another process): trying otherwise would not
    help.
    """
    return _cause(error)[1] in (_FREE, _RIGHTS, _WAIT, _MANY, _MEMORY)


def is_panic(error: BaseException) -> bool:
    """True for a failed assertion inside tantivy, which pyo3 raises outside the `Exception` tree."""
    return type(error).__name__ == "PanicException"


def refused(error: BaseException, directory: str, doing: str) -> StorageError:
    """The error as a `StorageError`; `doing` is what failed, such as `cannot be written`."""
    if isinstance(error, StorageError):
        return error
    why, remedy = _cause(error)
    kind = GivenUp if isinstance(error, Closed) else StorageError
    return kind(f"The index in {directory} {doing}: {why}. {remedy}")


def by_system(error: BaseException, doing: str) -> StorageError | None:
    """What the system refused as one line, `doing` being what failed; None for an error that is not the
    system's.
    """
    if isinstance(error, RuntimeError) and "start new thread" not in str(error):
        return None
    return (
        refused_by_system(error, doing)
        if isinstance(error, OSError | MemoryError | sqlite3.Error | RuntimeError)
        else None
    )


def refused_by_system(
    error: OSError | MemoryError | sqlite3.Error | RuntimeError, doing: str
) -> StorageError:
    """What the system refused as one line, `doing` being what failed."""
    why, remedy = _cause(error)
    return StorageError(f"{doing}: {why}. {remedy}")


def _cause(error: BaseException) -> tuple[str, str]:
    if isinstance(error, Closed):
        return "it was given up meanwhile", _AGAIN
    if isinstance(error, MemoryError):
        return "there is not enough memory", _MEMORY
    text = " ".join(str(error).split())[:200]
    number = getattr(error, "errno", None)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF if isinstance(error, sqlite3.Error) else 0
    full = code == sqlite3.SQLITE_FULL or number in _FULL_NUMBERS or any(s in text for s in _FULL)
    # SQLite reports a file-size limit as a plain write error.
    if full or getattr(error, "sqlite_errorname", "") in _FULL_NAMES:
        return "the disk is full", _FREE
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL) or any(
        s in text for s in _BUSY
    ):
        return "another process holds it", _WAIT
    if (
        number in _MANY_NUMBERS
        or any(s in text for s in _MANY_WORDS)
        or (code == sqlite3.SQLITE_CANTOPEN and _no_descriptor_left())
    ):
        return "too many files are open", _MANY
    if number in _MEMORY_NUMBERS or any(s in text for s in _MEMORY_WORDS):
        return "there is not enough memory, or a limit of processes is reached", _MEMORY
    denied = (
        code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM)
        or number in _DENIED_NUMBERS
    )
    if denied or any(s in text for s in _DENIED):
        return f"it may not be opened or written ({text})", _RIGHTS
    if is_damage(error):
        return f"it is damaged ({text})", _REBUILD
    if name := getattr(error, "sqlite_errorname", ""):
        text = f"{text} ({name})"  # SQLite says the same sentence for thirty causes
    return text or type(error).__name__, "Check the disk, or set `cache_dir` to another folder"


def _no_descriptor_left() -> bool:
    """SQLite does not say why it could not open a file."""
    from helix_lsp.index.store.folder import cannot_open

    return cannot_open() in _MANY_NUMBERS
