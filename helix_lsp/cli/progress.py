"""A progress bar on stderr, only where a person is looking at a terminal and the work is worth a bar.

`rich` is imported when the bar is first drawn, so that an answer from a fresh index pays for none of it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from helix_lsp.cli.screen import Screen
from helix_lsp.session.status import silent

if TYPE_CHECKING:
    from rich.progress import Progress

Report = Callable[[str, int, int], None]
Clock = Callable[[], float]
_PATIENCE = 0.4


@contextmanager
def progress(screen: Screen, *, clock: Clock = time.monotonic) -> Generator[Report]:
    """A function of (what is being done, done so far, of how many) for long work; in a pipe it draws nothing.

    A total of 0 means not known yet. Nothing is drawn in the first 0.4 seconds.
    """
    if not screen.live:
        yield silent
        return
    bar = _Bar(screen, clock)
    try:
        yield bar.report
    finally:
        bar.stop()


class _Bar:
    """One line whose words change with the work."""

    def __init__(self, screen: Screen, clock: Clock) -> None:
        self._screen, self._clock = screen, clock
        self._start = clock()
        self._bar: Progress | None = None

    def report(self, what: str, done: int, total: int) -> None:
        if self._bar is None:
            if self._clock() - self._start < _PATIENCE:
                return
            self._bar = self._draw()
            self._bar.add_task(what, total=None)
            self._bar.start()
        task = self._bar.tasks[0]
        self._bar.update(task.id, description=what, completed=done)
        task.total = total or None

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _draw(self) -> Progress:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
        )
        return Progress(*columns, console=Console(file=self._screen.err), transient=True)
