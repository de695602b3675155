"""The workspaces that a command has open: opened once, looked at again when the last look is old, closed at the
end. Also a progress bar on stderr, only where a person looks at a terminal.

When half of the time has passed that a look is good for, the next one begins beside the questions, so that in
a batch whose files stay as they are not a question waits for a look. What has changed is read before the next
answer, and none is older than `batch_fresh_seconds`.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Self

import msgspec

from helix_lsp.cli.screen import Screen
from helix_lsp.config.server import CliConfig
from helix_lsp.errors import HelixError
from helix_lsp.session.disk.origin import real_root, root_of
from helix_lsp.session.looker import Looker
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.session.status import silent
from helix_lsp.session.workspace import Workspace

if TYPE_CHECKING:
    from rich.progress import Progress


# A progress bar on stderr, only where a person is looking at a terminal and the work is worth a bar.
#
# `rich` is imported when the bar is first drawn, so that an answer from a fresh index pays for none of it.

Report = Callable[[str, int, int], None]

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


# A look at the files of a workspace on a thread of its own, while questions go on being answered from the
# index as it is.


class Look:
    """Begins at once. `begun` is the moment that what it finds is true of, on the caller's clock."""

    def __init__(self, workspace: Workspace, begun: float, looker: Looker | None) -> None:
        """`looker` looks in another process; without one, or when it cannot say, this one does."""
        self.begun = begun
        self._workspace = workspace
        self._looker = looker
        self._unchanged = False
        self._thread = threading.Thread(target=self._run, name="helix-look", daemon=True)
        self._thread.start()

    @property
    def done(self) -> bool:
        """True when `unchanged` would not wait."""
        return not self._thread.is_alive()

    def unchanged(self) -> bool:
        """True when nothing has to be read; waits for the look. What it could not look into counts as
        changed.
        """
        self.end()
        return self._unchanged

    def end(self) -> None:
        """Wait until the thread is gone; closing the workspace stops it."""
        self._thread.join()

    def _run(self) -> None:
        try:
            said = self._looker.unchanged() if self._looker is not None else None
            self._unchanged = self._workspace.unchanged() if said is None else said
        except (HelixError, OSError):  # the refresh that follows meets the same and says it
            self._unchanged = False


Clock = Callable[[], float]
_MANY = 2_000  # files; a look at fewer costs less than what another process does


class _Entry(msgspec.Struct):
    workspace: Workspace
    looked: float
    fresh_seconds: float
    ahead: Look | None = None
    looker: Looker | None = None


class Opened:
    """A small cache of open workspaces by the root that was asked for. Use it as a context manager."""

    def __init__(self, screen: Screen, *, clock: Clock = time.monotonic, writable: bool = True) -> None:
        """Not `writable`: indexes are read as they are, and each says how far it is behind the disk."""
        self._screen, self._clock, self._writable = screen, clock, writable
        self._open: OrderedDict[str, _Entry] = OrderedDict()
        self._told: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for entry in self._open.values():
            if lacking := entry.workspace.lacking():
                self._tell(f"{lacking}: references may name no repository, commit or blob")
            with contextlib.suppress(*(() if error is None else (Exception,))):
                if error is not None or not self._writable or not _kept.put(entry):
                    _close(entry)
        self._open.clear()

    def at(self, given: str | None) -> Workspace:
        """The workspace of a root, with an index that was brought up to date a moment ago.

        Raises WorkspaceError, StorageError.
        """
        root = root_of(given)
        entry = self._open.get(root)
        if entry is None:
            settings = self.settings(root)
            self._make_room(settings.config.cli)
            kept = _kept.take(root, settings) if self._writable else None
            workspace = kept or Workspace.open(root, settings, writable=self._writable)
            entry = self._open[root] = _Entry(
                workspace, self._clock(), settings.config.cli.batch_fresh_seconds
            )
        else:
            self._open.move_to_end(root)
            if self._is_fresh(entry):
                return entry.workspace
        if _kept.most:
            entry.workspace.watch.wanted = True
        with progress(self._screen) as report:
            done = entry.workspace.refresh(report)
        for problem in done.problems:
            self._tell(problem)
        entry.looked = self._clock()
        return entry.workspace

    def _is_fresh(self, entry: _Entry) -> bool:
        """True when the last look still counts; takes in a look that was begun beside the questions, and
        begins one in good time.
        """
        now = self._clock()
        if (ahead := entry.ahead) is not None and (ahead.done or now - entry.looked > entry.fresh_seconds):
            entry.ahead = None
            if not ahead.unchanged():
                return False
            entry.looked = ahead.begun
        age = self._clock() - entry.looked
        if entry.ahead is None and entry.fresh_seconds / 2 < age <= entry.fresh_seconds:
            if entry.looker is None and len(entry.workspace.view().snapshot.paths()) >= _MANY:
                entry.looker = Looker(entry.workspace.root)
            entry.ahead = Look(entry.workspace, self._clock(), entry.looker)
        return age <= entry.fresh_seconds

    def settings(self, root: str | None) -> Settings:
        """The settings of a root; what is wrong in them is told once."""
        settings = load(root)
        for problem in settings.problems:
            self._tell(problem)
        return settings

    def _make_room(self, limits: CliConfig) -> None:
        while len(self._open) >= limits.batch_roots:
            _close(self._open.popitem(last=False)[1])

    def _tell(self, line: str) -> None:
        if line not in self._told:
            self._told.add(line)
            self._screen.note(line)


class Kept:
    """Workspaces between two commands of a process that runs one after the other; none in any other process. Nobody
    is kept from writing their indexes meanwhile, and each is looked at again when it is asked for.
    """

    def __init__(self) -> None:
        self.most = 0
        self._resting: OrderedDict[str, Workspace] = OrderedDict()

    def take(self, root: str, settings: Settings) -> Workspace | None:
        """The one of this root under these settings. Raises WorkspaceError for what is not a root."""
        if not self._resting:
            return None
        kept = self._resting.pop(real_root(root, settings.surroundings.home), None)
        if kept is not None and kept.settings != settings:
            kept.close()
            return None
        return kept

    def put(self, entry: _Entry) -> bool:
        """False for one that is to be closed."""
        workspace = entry.workspace
        if not self.most or entry.ahead is not None or entry.looker is not None or not workspace.rest():
            return False
        if (other := self._resting.pop(workspace.root, None)) is not None:
            other.close()
        self._resting[workspace.root] = workspace
        self.keep(self.most)
        return True

    def keep(self, most: int) -> None:
        """At most so many from here on; those unused for longest are closed."""
        self.most = most
        while len(self._resting) > most:
            self._resting.popitem(last=False)[1].close()


_kept = Kept()
keep = _kept.keep


def _close(entry: _Entry) -> None:
    entry.workspace.close()
    if entry.looker is not None:
        entry.looker.close()
    if entry.ahead is not None:
        entry.ahead.end()
