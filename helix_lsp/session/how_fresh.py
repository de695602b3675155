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
    what nobody has said. `elsewhere`: another process has the right to write, and what is behind is for it to do.
    """

    behind: int
    files: int
    reason: str
    doing: Doing
    at: int = 0
    elsewhere: bool = False

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
        self._doubts = 0

    @property
    def doubts(self) -> int:
        """How often it was doubted so far. Whoever is about to look at the disk hands it to `say` afterwards: what
        was doubted since is not settled by that look.
        """
        return self._doubts

    @property
    def now(self) -> Standing:
        """All of it at one moment."""
        return self._now

    def say(
        self,
        behind: int,
        reason: str,
        doing: Doing = "",
        *,
        files: int | None = None,
        elsewhere: bool = False,
        doubts: int | None = None,
    ) -> None:
        """Known from a look at the disk. No reason and nothing behind: fresh, unless there were more `doubts`
        since. `files` None: as many as before.
        """
        with self._lock:
            if doubts not in (None, self._doubts) and not behind and not reason:
                reason, doing = _DOUBTED, "checking"
            files = self._now.files if files is None else files
            self._now = Standing(behind, files, reason, doing, time.monotonic_ns(), elsewhere)

    def reading(self, left: int, files: int) -> None:
        """So many of the files on disk are not in the index yet."""
        words = (
            f"{left:,} file{' is' if left == 1 else 's are'} still to be indexed"
            if left
            else "the index is being saved"
        )
        self.say(left, words, "reading", files=files)

    def differing(self, behind: int, files: int, who: str, *, elsewhere: bool, doubts: int) -> None:
        """Another process writes the index (`elsewhere`), or nobody does."""
        self.say(
            behind,
            f"{behind:,} file{' differs' if behind == 1 else 's differ'} from the index; {who}"
            if behind
            else "",
            files=files,
            elsewhere=elsewhere and behind > 0,
            doubts=doubts,
        )

    def fail(self, reason: str) -> None:
        """The last attempt came to nothing; as much is behind as before."""
        with self._lock:
            self._now = self._now._replace(reason=reason, doing="", at=time.monotonic_ns(), elsewhere=False)

    def rest(self) -> None:
        """Nothing is being done any more; what is doubted is still to be looked at."""
        with self._lock:
            doing: Doing = "checking" if self._now.reason == _DOUBTED else ""
            self._now = self._now._replace(doing=doing, at=time.monotonic_ns())

    def doubt(self) -> None:
        """Something says that the disk has changed. What is known to be behind or being read already stays as
        it is.
        """
        with self._lock:
            self._doubts += 1
            now = self._now._replace(at=time.monotonic_ns())
            self._now = now if now.behind or now.reason else now._replace(reason=_DOUBTED, doing="checking")

    def take(self, other: Standing) -> None:
        """What the process says that writes the index; what was said later stays."""
        with self._lock:
            if other.at >= self._now.at:
                self._now = other
