"""One background thread per folder: opens it, indexes it, and refreshes it when the disk changed.

A burst of changes is one refresh: after the first sign it waits until `debounce` seconds are quiet, but never
longer than ten times that. What nobody told and a look found (`doubt`) is refreshed as soon, unless the
refresh before it ended just now and took long, or was taken back.
Each piece of work can be cancelled from the editor's progress display.
"""

from __future__ import annotations

import gc
import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from helix_lsp.errors import Cancelled, HelixError
from helix_lsp.lsp.failure import describe
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.progress import Progress, how_far
from helix_lsp.lsp.work import Scheduler
from helix_lsp.session.memory import give_back

if TYPE_CHECKING:
    from helix_lsp.lsp.service.drawing import WorkspaceService

log = logging.getLogger(__name__)

_LONGEST_WAIT = 10
_REST, _LONGEST_REST = 10, 30.0
_AGAIN = 1.0  # seconds at least after a refresh that failed, or while another process writes the index
_SAID_EVERY = 1.0
_LOOKING = "looking at what has changed on disk"
OpenProgress = Callable[[Callable[[], None]], Progress | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """`open_progress(cancel)` may give None; `tell(line, failed)` goes to the editor's log; `opened()` comes
    when the folder is open.

    `say(health, quiescent, message)` is the state for the status line; `after()` is done before the folder is
    opened; `order` is what the indexing gives way in. Times in seconds.
    """

    open_progress: OpenProgress
    tell: Callable[[str, bool], None]
    opened: Callable[[], None]
    say: Callable[[str, bool, str], None]
    after: Callable[[], object]
    order: Scheduler
    debounce: float
    progress_after: float
    poll: float
    poll_share: int


class Indexing:
    """`start` and `stop` on the loop, `changed` and `doubt` from anywhere. `begun` counts the looks so far."""

    def __init__(self, folder: Folder, around: Surroundings) -> None:
        self._folder = folder
        self._around = around
        self._changed = threading.Event()
        self._told = threading.Event()
        self._stop = threading.Event()
        self._full = threading.Event()
        self._saying = threading.Lock()  # what is still to be done and what is said of it belong together
        self._lasted = self._ended = 0.0
        self._resting = self._behind = self._taken_back = False
        self._wrong = ""  # what the last refresh failed of; it is told once, however often it is tried again
        self.begun = 0
        self._thread = threading.Thread(target=self._run, name="helix-indexing", daemon=True)

    @property
    def at_rest(self) -> bool:
        """True when nothing is to be looked at, and what follows from the last look was said."""
        return self._resting and not self._changed.is_set()

    def start(self) -> None:
        """Begin to open and to index."""
        self._thread.start()

    def changed(self) -> None:
        """Something on disk may be new."""
        self._told.set()
        self._changed.set()

    def doubt(self, why: str = _LOOKING) -> None:
        """Somebody looked, and the disk is not as the index has it. Not quiescent from now on, until it was
        refreshed.
        """
        with self._saying:
            self._changed.set()
            self._around.say("error" if self._wrong else "ok", False, self._wrong or why)

    def rebuild(self) -> None:
        """Make the index anew."""
        self._full.set()
        self.look_again("the index is made anew")

    def look_again(self, why: str) -> None:
        """As `doubt`, but soon, however long the last look took."""
        self._told.set()
        self.doubt(why)

    def stop(self) -> None:
        """End at the next check; `join` waits for it."""
        self._stop.set()
        self.changed()

    def join(self, timeout: float) -> bool:
        """True when the thread has ended."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        self._around.say("ok", False, "opening")
        self._around.after()
        service = self._folder.open()
        if service is None:
            self._failed(self._folder.problem)
            self._resting = True
            return
        for problem in service.problems:
            self._around.tell(problem, True)
        self._around.opened()
        service.on_change(self.doubt)
        self._refresh(service, progress_after=0.0)
        gc.freeze()  # what is alive now stays alive; to look through all of it for circles again and again would cost a hover 60 ms
        while self._wait():
            self._refresh(service, progress_after=self._around.progress_after)

    def _wait(self) -> bool:
        """Until something changed and it is quiet again, or it is time to look for changes that nobody told;
        False to stop.

        Looking unasked takes at most one part in `poll_share` of the time, however large the folder is.
        """
        self._resting = True
        rest = _LONGEST_REST if self._taken_back else min(_REST * self._lasted, _LONGEST_REST)
        soon = max(_AGAIN, rest)
        told = self._changed.wait(
            soon if self._behind else max(self._around.poll, self._around.poll_share * self._lasted)
        )
        self._resting = False  # before it is no longer changed: one of the two is always seen
        if not told:
            return True
        self._told.wait(max(0.0, self._ended + (soon if self._wrong else rest) - time.monotonic()))
        until = time.monotonic() + _LONGEST_WAIT * self._around.debounce
        while self._changed.is_set() and time.monotonic() < until:
            self._changed.clear()
            if self._stop.wait(self._around.debounce):
                break
        self._changed.clear()
        self._told.clear()
        return not self._stop.is_set()

    def _refresh(self, service: WorkspaceService, progress_after: float) -> None:
        given_up = threading.Event()
        self.begun += 1
        full = self._full.is_set()
        self._full.clear()
        self._taken_back = False
        began = said = time.monotonic()
        progress: list[Progress | None] = []
        turn = self._around.order.turn()

        def check() -> None:
            turn.give_way(ranked=False)
            if given_up.is_set() or self._stop.is_set():
                raise Cancelled("cancelled in the editor")

        def share(message: str, done: int, total: int) -> None:
            nonlocal said
            now = time.monotonic()
            if not progress and now - began >= progress_after:
                said = 0.0
                progress.append(self._around.open_progress(given_up.set))
            if progress and now - said >= _SAID_EVERY:
                said = now
                self._around.say("ok", False, how_far(message, done, total))
            if progress and progress[0] is not None:
                progress[0].share(message, done, total)

        if progress_after <= 0:
            share("reading", 0, 0)
        try:
            summary = service.refresh(share, check, full=full)
        except Cancelled:
            self._taken_back = True
            summary = "cancelled; what is indexed so far is used"
            self._say_done("warning", summary)
        except Exception as error:  # noqa: BLE001  (told and logged below; the thread goes on)
            summary = "failed"
            self._failed(error)
        else:
            self._wrong = ""
            if summary:
                self._around.tell(summary, False)
            self._say_done("ok", service.awaited())
        self._ended = time.monotonic()
        if progress_after > 0:  # the first one is not a measure of the later
            self._lasted = self._ended - began
        if progress and progress[0] is not None:
            progress[0].end(summary or None)
        give_back()

    def _failed(self, error: BaseException | None) -> None:
        if error is None:
            return
        words, before = "indexing failed inside; details are in the log", self._wrong
        if isinstance(error, HelixError):
            words = str(error)
        elif words != before:
            log.error("indexing failed: %s", describe(error))
        self._wrong = words
        if words != before:
            self._around.tell(words, True)
        self._say_done("error", words)

    def _say_done(self, health: str, message: str) -> None:
        """Quiescent, unless something came meanwhile that is still to be looked at, or another process has still
        to write what the message says.
        """
        with self._saying:
            more = self._changed.is_set()
            self._behind = health == "ok" and bool(message)
            self._around.say(health, not (more or self._behind), message or (_LOOKING if more else ""))
