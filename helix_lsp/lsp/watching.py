"""While somebody looks: is the disk still as the index has it? If not, nothing is fresh until it was looked at again (law I10), which begins now.

No event of the client is needed, and without a request nothing is done. `session/witness.py` says what is looked at.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from helix_lsp.session.witness import Witness

if TYPE_CHECKING:
    from helix_lsp.lsp.late import LateWorkspace

_DRAWN = 0.001  # seconds that a hover gives to looking, so many times a second
_DRAWN_EVERY = 0.1
_ASKED = 0.03  # a question takes longer than this anyway; some 10,000 looks
_ASKED_EVERY = 1.0


class Doubtful(Protocol):
    """The part of a desk that is told."""

    def doubt(self) -> None:
        """Answers are not fresh any more."""
        ...


class Watching:
    """Of one folder. From any thread."""

    def __init__(self, late: LateWorkspace, desk: Doubtful) -> None:
        """The workspace is opened by whoever needs it, not for this: before, no indexed file is known, and nothing is looked at."""
        self.on_change: Callable[[], None] = _nobody
        self._late = late
        self._desk = desk
        self._witness = Witness(late.root, lambda: late.get().rows() if late.ready else {})
        self._lock = threading.Lock()
        self._refreshing = False
        self._doubted = False
        self._drawn = self._asked = 0.0

    def before_drawing(self) -> None:
        """A little of everything; nothing while another thread looks."""
        if time.monotonic() - self._drawn >= _DRAWN_EVERY and self._lock.acquire(blocking=False):
            try:
                self._drawn = time.monotonic()
                self._look(_DRAWN)
            finally:
                self._lock.release()

    def before_asking(self) -> None:
        """As much as can be looked at in a moment that nobody notices before an answer; of one question after the other, a little."""
        with self._lock:
            due = time.monotonic() - self._asked >= _ASKED_EVERY
            self._look(_ASKED if due else _DRAWN)
            if due:
                self._asked = time.monotonic()

    def seen(self) -> None:
        """An answer says that what it cites has changed."""
        with self._lock:
            self._doubt()

    @contextmanager
    def refreshing(self) -> Generator[None]:
        """Around a refresh: what is on disk when it begins is what the index is compared with afterwards, unless it fails."""
        with self._lock:
            self._refreshing, self._doubted = True, False
            mark = self._witness.mark()
        try:
            yield
        except BaseException:
            with self._lock:
                self._refreshing = False
            raise
        with self._lock:
            self._refreshing = False
            self._witness.accept(mark)

    def _look(self, seconds: float) -> None:
        if self._late.ready and not self._refreshing and not self._doubted and self._witness.differs(seconds):
            self._doubt()

    def _doubt(self) -> None:
        """Both processes are told before the refresh can begin: it needs the lock."""
        if not self._refreshing and not self._doubted:
            self._doubted = True
            if self._late.ready:
                self._late.get().doubt()
            self._desk.doubt()
            self.on_change()


def _nobody() -> None:
    """Nobody listens yet."""
