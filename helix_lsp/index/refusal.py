"""What SQLite, tantivy or the system refuse, as one line for a person: what happened, where, and what to do."""

from __future__ import annotations

import errno
import sqlite3

from helix_lsp.errors import StorageError

_FREE = "Free some space or move `cache_dir`, then try again; what was stored before is intact"
_WAIT = "Wait for that process or close it, then try again"
_RIGHTS = "Check the folder's owner and rights, or set `cache_dir` elsewhere"
_FULL = ("No space left", "os error 28", "File too large", "os error 27", "Disk quota", "os error 122", "disk is full")
_DENIED = ("Permission denied", "os error 13", "Read-only file system", "os error 30", "readonly", "read-only")
_BUSY = ("LockBusy", "Failed to acquire Lockfile", "is locked")
_FULL_NAMES = ("SQLITE_IOERR_WRITE", "SQLITE_IOERR_SHMSIZE", "SQLITE_IOERR_TRUNCATE")
_FULL_NUMBERS = frozenset({errno.ENOSPC, errno.EFBIG, errno.EDQUOT})
_DENIED_NUMBERS = frozenset({errno.EACCES, errno.EPERM, errno.EROFS})


# What reading the facts file can raise; text that is not UTF-8 any more breaks even SQLite's own error messages.
READ_ERRORS = (sqlite3.Error, UnicodeDecodeError)


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
    # Our own statements are right, so one that cannot be compiled or run means tables or a file format that are not ours.
    return code == sqlite3.SQLITE_ERROR and "transaction" not in str(error)


def is_refusal(error: BaseException) -> bool:
    """True when the system refuses (full, not allowed, held by another process): trying otherwise would not help."""
    return _cause(error)[1] in (_FREE, _RIGHTS, _WAIT)


def is_panic(error: BaseException) -> bool:
    """True for a failed assertion inside tantivy, which pyo3 raises outside the `Exception` tree."""
    return type(error).__name__ == "PanicException"


def refused(error: BaseException, directory: str, doing: str) -> StorageError:
    """The error as a `StorageError`; `doing` is what failed, such as `cannot be written`."""
    if isinstance(error, StorageError):
        return error
    why, remedy = _cause(error)
    return StorageError(f"The index in {directory} {doing}: {why}. {remedy}")


def _cause(error: BaseException) -> tuple[str, str]:
    text = " ".join(str(error).split())[:200]
    number = getattr(error, "errno", None)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF if isinstance(error, sqlite3.Error) else 0
    full = code == sqlite3.SQLITE_FULL or number in _FULL_NUMBERS or any(s in text for s in _FULL)
    # SQLite reports a file-size limit as a plain write error.
    if full or getattr(error, "sqlite_errorname", "") in _FULL_NAMES:
        return "the disk is full", _FREE
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or any(s in text for s in _BUSY):
        return "another process holds it", _WAIT
    denied = code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) or number in _DENIED_NUMBERS
    if denied or any(s in text for s in _DENIED):
        return f"it may not be opened or written ({text})", _RIGHTS
    if is_damage(error):
        return f"it is damaged ({text})", "It is set aside and rebuilt by the next indexing run"
    return text or type(error).__name__, "Check the disk, or set `cache_dir` to another folder"
