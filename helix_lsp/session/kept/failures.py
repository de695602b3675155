"""Requests that failed because something could not be read, written or started: counted beside the index of a
workspace, with the last lines.

    2026-11-22T20:05:07 textDocument/hover: ...        one line each in failures.txt, the latest last

Invariants: noting never raises and never fails an answer. What cannot be written now is written with the
next; a file that has grown is cut to its latest lines. Lines older than `_DAYS` do not count. Nothing is ever
sent.
"""

from __future__ import annotations

import datetime as dt
import os
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

NAME = "failures.txt"
_MOST_BYTES = 64_000
_MOST_WAITING = 200
_LONGEST = 400
_DAYS = 7


class Failed(msgspec.Struct, frozen=True, kw_only=True):
    """How many requests failed in the last week, and the latest line; 0 and `` for none."""

    count: int
    last: str

    def words(self) -> str:
        """One line for a person; `` for none."""
        return (
            f"{self.count:,} {'request' if self.count == 1 else 'requests'} failed within a week; the last at {self.last}"
            if self.count
            else ""
        )


def _now() -> dt.datetime:
    return dt.datetime.now().astimezone().replace(tzinfo=None)


class Failures:
    """Those of one index folder; holds nothing open. From any thread."""

    def __init__(self, directory: str, now: Callable[[], dt.datetime] = _now) -> None:
        self._path = Path(directory) / NAME
        self._now = now
        self._writing = threading.Lock()
        self._waiting: deque[bytes] = deque(maxlen=_MOST_WAITING)

    def note(self, line: str) -> None:
        """One request more."""
        said = " ".join(line.split())[:_LONGEST]
        with self._writing:
            self._waiting.append(
                f"{self._now().isoformat(timespec='seconds')} {said}\n".encode("utf-8", "backslashreplace")
            )
            self._write()

    def waiting(self) -> tuple[bytes, ...]:
        """The lines that could not be written yet, the latest last; it is tried once more."""
        with self._writing:
            self._write()
            return tuple(self._waiting)

    def report(self, elsewhere: Sequence[bytes] = ()) -> Failed:
        """With what another process of ours noted: in the file, and the lines that it could not write."""
        since = (self._now() - dt.timedelta(days=_DAYS)).isoformat(timespec="seconds").encode("ascii")
        with self._writing:
            self._write()
            try:
                lines = self._path.read_bytes().splitlines() if self._path.is_file() else []
            except OSError:
                lines = []
            lines = [
                line
                for line in (*lines, *(one.rstrip() for one in (*self._waiting, *elsewhere)))
                if line[:19] >= since
            ]
        return Failed(count=len(lines), last=lines[-1].decode("utf-8", "backslashreplace") if lines else "")

    def _write(self) -> None:
        if not self._waiting:
            return
        flags = (
            os.O_WRONLY
            | os.O_CREAT
            | os.O_APPEND
            | getattr(os, "O_CLOEXEC", 0)
            | getattr(os, "O_NOFOLLOW", 0)
        )
        try:
            descriptor = os.open(self._path, flags, 0o600)
            try:
                os.write(descriptor, b"".join(self._waiting))
                size = os.fstat(descriptor).st_size
            finally:
                os.close(descriptor)
            self._waiting.clear()
            if size > _MOST_BYTES:
                kept = self._path.read_bytes()[-_MOST_BYTES // 2 :].partition(b"\n")[2]
                temporary = self._path.with_name(f"{NAME}.{os.getpid()}")
                temporary.write_bytes(kept)
                os.replace(temporary, self._path)
        except OSError:
            return
