"""What a workspace knows of how far its index is behind the disk. From any thread."""

from __future__ import annotations

import threading
import time
from typing import NamedTuple

from helix_lsp.index.freshness import Doing, Freshness

_UNSEEN = "the disk has not been compared with the index yet"
_DOUBTED = "files have changed on disk and are being looked at"


class Standing(NamedTuple):
    """The fields of `Freshness` that another process can be told; the same order on the wire to it.

    `at`: when it was said, in nanoseconds of the system's monotonic clock, which all processes share; 0 for
    what nobody has said.
    """

    behind: int
    files: int
    reason: str
    doing: Doing
    at: int = 0

    def freshness(self, generation: int, unsaved: int, trouble: str) -> Freshness:
        """For a view of this generation; `trouble` is what the index itself could not read, `` for nothing."""
        reason = self.reason or trouble
        return Freshness(
            generation=generation,
            fresh=not self.behind and not reason,
            behind=self.behind,
            unsaved=unsaved,
            reason=reason,
            files=self.files,
            doing=self.doing,
        )


class HowFresh:
    """Begins with a disk that nobody has looked at."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._now = Standing(0, 0, _UNSEEN, "checking")

    @property
    def now(self) -> Standing:
        """All of it at one moment."""
        return self._now

    def say(self, behind: int, reason: str, doing: Doing = "", *, files: int | None = None) -> None:
        """Known from a look at the disk. No reason and nothing behind: fresh. `files` None: as many as
        before.
        """
        with self._lock:
            files = self._now.files if files is None else files
            self._now = Standing(behind, files, reason, doing, time.monotonic_ns())

    def reading(self, left: int, files: int) -> None:
        """So many of the files on disk are not in the index yet."""
        words = (
            f"{left:,} file{' is' if left == 1 else 's are'} still to be indexed"
            if left
            else "the index is being committed"
        )
        self.say(left, words, "reading", files=files)

    def differing(self, behind: int, files: int, who: str) -> None:
        """Another process writes the index, or nobody does."""
        self.say(
            behind,
            f"{behind:,} file{' differs' if behind == 1 else 's differ'} from the index; {who}"
            if behind
            else "",
            files=files,
        )

    def fail(self, reason: str) -> None:
        """The last attempt came to nothing; as much is behind as before."""
        with self._lock:
            self._now = self._now._replace(reason=reason, doing="", at=time.monotonic_ns())

    def rest(self) -> None:
        """Nothing is being done any more."""
        with self._lock:
            self._now = self._now._replace(doing="", at=time.monotonic_ns())

    def doubt(self) -> None:
        """Something says that the disk has changed. What is known to be behind or being read already stays as
        it is.
        """
        with self._lock:
            now = self._now._replace(at=time.monotonic_ns())
            self._now = now if now.behind or now.reason else now._replace(reason=_DOUBTED, doing="checking")

    def take(self, other: Standing) -> None:
        """What the process says that writes the index; what was said later stays."""
        with self._lock:
            if other.at >= self._now.at:
                self._now = other
