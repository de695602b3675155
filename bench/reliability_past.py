"""What stood in a buffer or a file while somebody looked, and whether a citation is of that."""

from __future__ import annotations

import contextlib
import hashlib
import re
import threading
from collections.abc import Iterable
from typing import Any

_ENDS = re.compile(rb"\r\n|\n|\r")


class Past:
    """The texts of one buffer or one file, oldest first; None: closed, or no such file. `put` and `settle`
    belong to the thread that changes it.
    """

    def __init__(self, first: bytes | None) -> None:
        self._texts = [first]
        self._settled = 0
        self._lock = threading.Lock()

    @property
    def now(self) -> bytes | None:
        """The newest."""
        return self._texts[-1]

    def put(self, text: bytes | None) -> None:
        """From now on somebody may see this text."""
        with self._lock:
            self._texts.append(text)

    def settle(self) -> None:
        """From now on nobody sees an older one."""
        with self._lock:
            self._settled = len(self._texts) - 1

    def mark(self) -> int:
        """For `since`."""
        with self._lock:
            return self._settled

    def since(self, mark: int) -> list[bytes | None]:
        """All that could be seen from the mark until now."""
        with self._lock:
            return self._texts[mark:]

    def forget(self) -> None:
        """Drop what nobody can see any more; marks of before are void."""
        with self._lock:
            del self._texts[: self._settled]
            self._settled = 0


def standing(buffer: Iterable[bytes | None], file: Iterable[bytes | None]) -> list[bytes]:
    """The texts that a look may have seen: those of the open buffer, and those of the file where the buffer
    may have been closed.
    """
    held = tuple(buffer)
    return [text for text in (*held, *(file if None in held else ())) if text is not None]


def holds(stood: Iterable[bytes], citation: Any) -> bool:
    """True when one of the texts has, in that place, those bytes and lines, cut between code points."""
    start, end = citation.span.start, citation.span.end
    for text in stood:
        cut = text[start:end]
        if 0 <= start < end <= len(text) and hashlib.sha256(cut).hexdigest() == citation.sha256:
            lines = (
                len(_ENDS.findall(text[:start])) + 1,
                len(_ENDS.findall(text[:start] + cut.rstrip(b"\r\n"))) + 1,
            )
            if (
                lines == (citation.start_line, citation.end_line)
                and not splits(text, start)
                and not splits(text, end)
            ):
                return True
    return False


def splits(text: bytes, at: int) -> bool:
    """True when a place lies inside a character; broken bytes are no character."""
    for first in range(max(0, at - 3), at):
        lead = text[first]
        width = 4 if lead >= 0xF0 else 3 if lead >= 0xE0 else 2 if lead >= 0xC2 else 1
        if first + width > at:
            with contextlib.suppress(UnicodeDecodeError):
                text[first : first + width].decode()
                return True
    return False
