"""While somebody looks: is the disk still as the index has it? If not, nothing is fresh until it was looked
at again (law I10), which begins now.

No event of the client is needed, and without a request nothing is done. A request that comes too soon after
another, or in the middle of a look or a refresh, is owed a look: no other may come that would begin one.
`session/disk/witness.py` says what is looked at.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from helix_lsp.errors import Cancelled, HelixError
from helix_lsp.session.disk.witness import Witness

if TYPE_CHECKING:
    from helix_lsp.lsp.service.lazy_workspace import LazyWorkspace

_DRAWN = 0.001  # seconds that a hover gives to looking, so many times a second
_DRAWN_EVERY = 0.1
_ASKED = 0.03  # a question takes longer than this anyway; some 10,000 looks
_ASKED_EVERY = 1.0


class Watching:
    """Of one folder. From any thread. `begun` counts the looks that somebody was owed."""

    def __init__(self, workspace: LazyWorkspace, doubt: Callable[[], None]) -> None:
        """`doubt` is called when answers are not fresh any more. The workspace is opened by whoever needs it,
        not for this: before, no indexed file is known, and nothing is looked at.
        """
        self.on_change: Callable[[], None] = _nobody
        self._workspace = workspace
        self._tell = doubt
        self._witness = Witness(workspace.root, lambda: workspace.get().rows() if workspace.ready else {})
        self._lock = threading.Lock()
        self._owed = threading.Lock()  # held while a look that is owed waits for its time
        self._refreshing = False
        self._asked_meanwhile = False
        self._doubted = self._failed = False
        self._drawn = self._asked = 0.0
        self.begun = 0

    @property
    def at_rest(self) -> bool:
        """True when nobody looks and nobody is owed a look."""
        return not self._owed.locked() and not self._lock.locked()

    def before_drawing(self) -> None:
        """A little of everything; a moment later where somebody looked just now, or is looking."""
        soon = self._drawn + _DRAWN_EVERY - time.monotonic()
        if soon > 0 or not self._lock.acquire(blocking=False):
            self._owe(max(soon, 0.0))
            return
        try:
            self._drawn = time.monotonic()
            self._look(_DRAWN)
        finally:
            self._lock.release()

    def before_asking(self) -> None:
        """As much as can be looked at in a moment that nobody notices before an answer; of one question after
        the other, a little.
        """
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
        """Around a refresh: what is on disk when it begins is what the index is compared with afterwards.
        Where it fails, the next look begins another, whatever the disk is like.
        """
        with self._lock:
            self._refreshing, self._doubted, self._asked_meanwhile = True, False, False
            mark = self._witness.mark()
        try:
            yield
        except BaseException as error:
            with self._lock:
                self._refreshing, self._failed = False, not isinstance(error, Cancelled)
            raise
        with self._lock:
            self._refreshing = self._failed = False
            self._witness.accept(mark)
            owed = self._asked_meanwhile
            if self._workspace.freshness().doing == "checking":  # somebody doubted in the middle of it
                self._doubt()
        if owed:  # what changed behind the back of the refresh
            self._owe(_DRAWN_EVERY)

    def _owe(self, seconds: float) -> None:
        """One look after so many seconds, however many are owed one."""
        if not self._owed.acquire(blocking=False):
            return
        self.begun += 1
        later = threading.Timer(seconds, self._make_up)
        later.daemon = True
        try:
            later.start()
        except RuntimeError:  # the system gives no thread: the next request looks
            self._owed.release()

    def _make_up(self) -> None:
        with self._lock, contextlib.suppress(HelixError):  # the folder may be closed by now
            self._owed.release()  # before the look: who comes from now on is owed another
            self._drawn = time.monotonic()
            self._look(_DRAWN)

    def _look(self, seconds: float) -> None:
        self._asked_meanwhile = self._asked_meanwhile or self._refreshing
        if (
            self._workspace.ready
            and not self._refreshing
            and not self._doubted
            and (self._failed or self._witness.differs(seconds))
        ):
            self._doubt()

    def _doubt(self) -> None:
        """All are told before the refresh can begin: it needs the lock."""
        if not self._refreshing and not self._doubted:
            self._doubted = True
            self._tell()
            self.on_change()


def _nobody() -> None:
    """Nobody listens yet."""
