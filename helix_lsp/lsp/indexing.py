"""One background thread per folder: opens it, indexes it, and refreshes it when the disk changed.

A burst of changes is one refresh: after the first sign it waits until `debounce` seconds are quiet, but never longer than ten
times that. Each piece of work can be cancelled from the editor's progress display.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from helix_lsp.errors import Cancelled, HelixError
from helix_lsp.lsp.backend import Backend
from helix_lsp.lsp.failure import describe
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.progress import Progress

log = logging.getLogger(__name__)

_LONGEST_WAIT = 10
OpenProgress = Callable[[Callable[[], None]], Progress | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """`open_progress(cancel)` may give None; `tell(line, failed)` goes to the editor's log; `opened()` comes then. Seconds."""

    open_progress: OpenProgress
    tell: Callable[[str, bool], None]
    opened: Callable[[], None]
    debounce: float
    progress_after: float


class Indexing:
    """`start` and `stop` on the loop, `changed` from anywhere."""

    def __init__(self, folder: Folder, around: Surroundings) -> None:
        self._folder = folder
        self._around = around
        self._changed = threading.Event()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="helix-indexing", daemon=True)

    def start(self) -> None:
        """Begin to open and to index."""
        self._thread.start()

    def changed(self) -> None:
        """Something on disk may be new."""
        self._changed.set()

    def stop(self) -> None:
        """End at the next check; `join` waits for it."""
        self._stop.set()
        self._changed.set()

    def join(self, timeout: float) -> bool:
        """True when the thread has ended."""
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        backend = self._folder.open()
        if backend is None:
            self._failed(self._folder.problem)
            return
        for problem in backend.problems:
            self._around.tell(problem, True)
        self._around.opened()
        self._refresh(backend, progress_after=0.0)
        while self._wait():
            self._refresh(backend, progress_after=self._around.progress_after)

    def _wait(self) -> bool:
        """Until something changed and it is quiet again; False when it is time to stop."""
        self._changed.wait()
        until = time.monotonic() + _LONGEST_WAIT * self._around.debounce
        while self._changed.is_set() and time.monotonic() < until:
            self._changed.clear()
            if self._stop.wait(self._around.debounce):
                break
        self._changed.clear()
        return not self._stop.is_set()

    def _refresh(self, backend: Backend, progress_after: float) -> None:
        given_up = threading.Event()
        began = time.monotonic()
        progress: list[Progress | None] = []

        def check() -> None:
            if given_up.is_set() or self._stop.is_set():
                raise Cancelled("cancelled in the editor")

        def share(message: str, done: int, total: int) -> None:
            if not progress and time.monotonic() - began >= progress_after:
                progress.append(self._around.open_progress(given_up.set))
            if progress and progress[0] is not None:
                progress[0].share(message, done, total)

        if progress_after <= 0:
            share("reading", 0, 0)
        try:
            summary = backend.refresh(share, check)
        except Cancelled:
            summary = "cancelled; what is indexed so far is used"
        except Exception as error:  # noqa: BLE001  (told and logged below; the thread goes on)
            summary = "failed"
            self._failed(error)
        else:
            if summary:
                self._around.tell(summary, False)
        if progress and progress[0] is not None:
            progress[0].end(summary or None)

    def _failed(self, error: BaseException | None) -> None:
        if isinstance(error, HelixError):
            self._around.tell(str(error), True)
        elif error is not None:
            log.error("indexing failed: %s", describe(error))
            self._around.tell("indexing failed inside; details are in the log", True)
