"""One writer per index: an advisory lock that the system frees when its holder dies.

The lock file tells who holds it: `{"pid": ..., "started": ...}`. Its text is information only; the lock
decides. Never blocks.
Where `fcntl` exists the whole file is locked; on Windows one byte far behind the text is, so that the text
stays readable.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Protocol, cast

import msgspec

from helix_lsp.errors import StorageError
from helix_lsp.text.data_file import BrokenData, read_json

LOCK_NAME = "writer.lock"
_FAR = 1 << 30
_ADVICE = "check the folder, or set index.cache_dir to a folder on a local disk"
_BUSY = frozenset({errno.EACCES, errno.EAGAIN, errno.EWOULDBLOCK, errno.EDEADLK})


class Way(Protocol):
    """How a system locks an open descriptor; `take` is False when another holds it and raises OSError when
    locks do not work.
    """

    def take(self, descriptor: int) -> bool:
        """Lock without waiting."""
        ...

    def free(self, descriptor: int) -> None:
        """Unlock."""
        ...


class FlockWay:
    """POSIX: `flock`, bound to the open file, so two workspaces of one process exclude each other too."""

    def take(self, descriptor: int) -> bool:
        """Lock without waiting."""
        import fcntl

        return _try(lambda: fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB))

    def free(self, descriptor: int) -> None:
        """Unlock."""
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_UN)


class MsvcrtWay:
    """Windows: `msvcrt.locking` of one byte beyond the text. The module is handed in by tests."""

    def __init__(self, msvcrt: object | None = None) -> None:
        self._msvcrt = cast("_Msvcrt", msvcrt or __import__("msvcrt"))

    def take(self, descriptor: int) -> bool:
        """Lock without waiting."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        return _try(lambda: self._msvcrt.locking(descriptor, self._msvcrt.LK_NBLCK, 1))

    def free(self, descriptor: int) -> None:
        """Unlock."""
        os.lseek(descriptor, _FAR, os.SEEK_SET)
        self._msvcrt.locking(descriptor, self._msvcrt.LK_UNLCK, 1)


class _Msvcrt(Protocol):
    LK_NBLCK: int
    LK_UNLCK: int

    def locking(self, fd: int, mode: int, nbytes: int, /) -> None: ...


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """Who says to hold the lock: process id and start in seconds since 1970; 0 where the file does not tell."""

    pid: int = 0
    started: float = 0.0

    def words(self) -> str:
        """For a person: `process 123`."""
        return f"process {self.pid}" if self.pid else "another process"


class WriterLock(msgspec.Struct):
    """A held lock; `release` is idempotent, and process death releases it as well."""

    path: str
    _descriptor: int
    _way: Way

    def release(self) -> None:
        """Let the next writer in. The file stays: removing it would let two processes lock two files of one
        name.
        """
        if self._descriptor < 0:
            return
        descriptor, self._descriptor = self._descriptor, -1
        with contextlib.suppress(OSError):
            os.ftruncate(descriptor, 0)
        with contextlib.suppress(OSError):
            self._way.free(descriptor)
        os.close(descriptor)


def acquire(directory: str, *, way: Way | None = None) -> WriterLock | Holder:
    """The lock of the index in `directory`, or who holds it. Raises StorageError where the file system cannot
    lock.
    """
    way = way or (MsvcrtWay() if sys.platform == "win32" else FlockWay())
    path = os.path.join(directory, LOCK_NAME)
    flags = (
        os.O_RDWR
        | os.O_CREAT
        | getattr(os, "O_CLOEXEC", 0)
        | getattr(os, "O_NOINHERIT", 0)
        | getattr(os, "O_NOFOLLOW", 0)
    )
    try:
        descriptor = os.open(path, flags, 0o600)
    except OSError as error:
        if error.errno == errno.ELOOP and _unlinked(directory, path):
            return acquire(directory, way=way)
        raise StorageError(f"the index lock {path} cannot be opened: {error.strerror}; {_ADVICE}") from error
    try:
        if not way.take(descriptor):
            os.close(descriptor)
            return holder(directory)
        _sign(descriptor)
    except OSError as error:
        os.close(descriptor)
        raise StorageError(f"the index lock {path} does not work: {error.strerror}; {_ADVICE}") from error
    return WriterLock(path, descriptor, way)


def holder(directory: str) -> Holder:
    """Who last took the lock, as its file tells; unknown (pid 0) when it tells nothing."""
    try:
        descriptor = os.open(
            os.path.join(directory, LOCK_NAME),
            os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0),
        )
    except OSError:
        return Holder()
    try:
        told: object = read_json(os.read(descriptor, 4_096) or b"{}")
    except (OSError, BrokenData):
        return Holder()
    finally:
        os.close(descriptor)
    if not isinstance(told, dict):
        return Holder()
    fields = cast("dict[str, object]", told)
    pid, started = fields.get("pid"), fields.get("started")
    return Holder(
        pid=pid if isinstance(pid, int) else 0, started=started if isinstance(started, float | int) else 0.0
    )


def _unlinked(directory: str, path: str) -> bool:
    """Takes a link away that is in place of the lock file; it is never followed. False where it cannot.

    One process at a time, under a lock of the folder: another that saw the same link must not take away the
    file that was made since.
    """
    import fcntl

    try:
        folder = os.open(directory, os.O_RDONLY)
    except OSError:
        return False
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        if os.path.islink(path):
            os.unlink(path)
    except OSError:
        return False
    else:
        return True
    finally:
        os.close(folder)


def _sign(descriptor: int) -> None:
    """Say who holds it. A full disk must not cost the lock."""
    with contextlib.suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.lseek(descriptor, 0, os.SEEK_SET)
        os.write(descriptor, json.dumps({"pid": os.getpid(), "started": round(time.time(), 3)}).encode())


def _try(lock: Callable[[], object]) -> bool:
    try:
        lock()
    except OSError as error:
        if error.errno in _BUSY:
            return False
        raise
    return True
