"""When the index of a folder is brought up to the disk: told, doubted, or taken back."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any, cast

from helix_lsp.errors import Cancelled
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.indexing import Indexing, Surroundings
from helix_lsp.lsp.work import Scheduler
from tests.support.raw_client import PATIENCE


class Waits(threading.Event):
    """Remembers for how long it was waited, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def wait(self, timeout: float | None = None) -> bool:
        self.seconds.append(timeout or 0.0)
        return super().wait(timeout)


class Backend:
    """A folder whose refresh is taken back while `cancelled`."""

    problem = None
    problems = ()
    cancelled = False

    def open(self) -> Backend:
        return self

    def on_change(self, told: Callable[[], None]) -> None:
        """Nobody looks."""

    def awaited(self) -> str:
        return ""

    def refresh(self, *_: Any, full: bool) -> str:
        if self.cancelled:
            raise Cancelled("by the person")
        return ""


def until(fits: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not fits():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_who_looks_does_not_begin_at_once_what_the_person_took_back() -> None:
    backend, said, waits = Backend(), list[tuple[str, bool, str]](), Waits()
    around = Surroundings(
        open_progress=lambda _: None,
        tell=lambda _line, _failed: None,
        opened=lambda: None,
        say=lambda health, quiescent, message: said.append((health, quiescent, message)),
        after=lambda: None,
        order=Scheduler(0.0),
        debounce=0.0,
        progress_after=PATIENCE,
        poll=3_600.0,
        poll_share=1,
    )
    indexing = Indexing(cast("Folder", backend), around)
    indexing._told = waits  # pyright: ignore[reportPrivateUsage]
    indexing.start()
    until(lambda: indexing.at_rest)
    backend.cancelled = True
    indexing.changed()
    until(lambda: said[-1][0] == "warning")
    until(lambda: indexing.at_rest)
    backend.cancelled = False
    looked = len(waits.seconds)
    indexing.doubt()
    until(lambda: len(waits.seconds) > looked)
    assert waits.seconds[-1] > 1.0
    indexing.changed()  # an event is another matter
    until(lambda: said[-1][:2] == ("ok", True))
    looked = len(waits.seconds)
    until(lambda: indexing.at_rest)
    indexing.doubt()
    until(lambda: len(waits.seconds) > looked)
    assert waits.seconds[-1] < 1.0
    indexing.stop()
    assert indexing.join(PATIENCE)
