"""A repository, open: its index kept up with the disk, its open buffers laid over it, and views of both for whoever asks.

One process writes an index (the lock); another one that opens the same root reads along and takes over when the writer is gone.
Every method may be called from any thread. A view is cheap, consistent for its whole life, and says how fresh it is (law I10).
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Self

from helix_lsp.errors import Cancelled, StorageError, WorkspaceError
from helix_lsp.ide.view import View
from helix_lsp.index.host import Host
from helix_lsp.session import baseline
from helix_lsp.session.buffers import Buffers
from helix_lsp.session.cache import holds, index_directory
from helix_lsp.session.clear import clear_index
from helix_lsp.session.failures import Failures
from helix_lsp.session.how_fresh import HowFresh, Standing
from helix_lsp.session.index_folder import IndexFolder
from helix_lsp.session.listing import Listing, list_root
from helix_lsp.session.lock import Holder, WriterLock, acquire, holder
from helix_lsp.session.python_names import PythonNames
from helix_lsp.session.refresh import Indexing
from helix_lsp.session.reloading import Reloading
from helix_lsp.session.root import real_root
from helix_lsp.session.scan import compare, load_scan
from helix_lsp.session.settings import Settings
from helix_lsp.session.skipped import SkippedCount, Skips
from helix_lsp.session.status import describe
from helix_lsp.session.texts import CurrentTexts
from helix_lsp.session.unsaved import Unsaved
from helix_lsp.session.witness import differs_on_disk
from helix_lsp.session.workspace_report import Report, Status, report_of, silent
from helix_lsp.session.worktrees import borrow_index
from helix_lsp.text.paths import refuse
from helix_lsp.trees.diff import summarise
from helix_lsp.trees.knowledge import KnowledgeCache
from helix_lsp.tuning.waiting import WAITING

if TYPE_CHECKING:
    from helix_lsp.index.base import FileRow
    from helix_lsp.index.snapshot import Snapshot

Progress = Callable[[str, int, int], None]
Check = Callable[[], None]
_RELOAD_EVERY = 0.25


class Workspace(IndexFolder):
    """Open it with `open`; close it. `root` is the real absolute path."""

    def __init__(self, root: str, directory: str, settings: Settings, lock: WriterLock | None, *, writable: bool, beside: bool) -> None:
        """Use `open`. Without a lock the index is only read; `writable` says whether to take the lock when it becomes free."""
        super().__init__(root, directory, settings)
        self._wants = writable
        self._lock = lock
        self._host = Host(directory, settings.config.index, writable=lock is not None)
        self._buffers = Buffers(settings.config.index)
        self._reloading = Reloading(self._reload, _RELOAD_EVERY) if beside else None
        self._rechecked: Snapshot | None = None
        self._known = KnowledgeCache()
        self._mutex = threading.RLock()
        self._refreshing = threading.Lock()
        self._fresh = HowFresh()
        self._unsaved = Unsaved(root, settings.config.session.read_max_bytes)
        self._source = ""
        self._skipped: tuple[SkippedCount, ...] = ()
        self._problems: tuple[str, ...] = ()
        self._closed = False

    @classmethod
    def open(cls, root: str, settings: Settings, *, writable: bool = True, beside: bool = False) -> Self:
        """Open a root with its index as it is; nothing is listed yet. Raises WorkspaceError and StorageError of one line.

        `beside`: a process of ours writes the index of this one; it is followed, and told what it stands at (`follow`).
        """
        real = real_root(root, settings.surroundings.home)
        directory = index_directory(real, settings, create=writable or beside)
        lock = acquire(directory) if writable else None
        held = lock if isinstance(lock, WriterLock) else None
        try:
            if held is not None:
                borrow_index(real, directory, settings)
            return cls(real, directory, settings, held, writable=writable, beside=beside)
        except BaseException:
            if held is not None:
                held.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # -- looking ---------------------------------------------------------------------------------------------------------------

    def view(self) -> View:
        """What is known now: snapshot with open buffers, current texts, options, freshness.

        Nobody who looks waits for a commit: buffers are laid over the generation before until the next is published.
        """
        with self._mutex:
            if self._lock is None and not self._closed:
                if self._reloading is not None:
                    self._reloading.soon()
                else:
                    self._host.reload()
            snapshot = self._laid()
            session, buffers = self.settings.config.session, self._buffers.texts()
            texts = CurrentTexts(root=self.root, buffers=buffers, cap=session.read_max_bytes, stored=lambda p: snapshot.file(p) is not None)
            return View(
                snapshot=snapshot, texts=texts, config=self.settings.config, known=self._known,
                freshness=self._fresh.freshness(snapshot.generation, self._unsaved.count(self._buffers.laid()), self._host.trouble),
                oracle=PythonNames(snapshot, texts, session.python_names, session.python_names_seconds), likeness=self.likeness,
            )

    def _laid(self) -> Snapshot:
        """The newest snapshot with every buffer that it needs. A generation may be published meanwhile: then once more."""
        if self._host.ails and self._lock is not None:
            self._host.mend()
        while True:
            seen = self._host.snapshot()
            if self._lock is None and not seen.over_the_same(self._rechecked):
                self._buffers.recheck(self._host)
            self._rechecked = seen
            if self._buffers.waiting:
                self._buffers.lay(self._host)
            snapshot = self._host.snapshot()
            if self._lock is not None or snapshot.over_the_same(seen):
                return snapshot

    def _reload(self) -> None:
        if not self._closed:
            self._host.reload()

    def status(self) -> Status:
        """Everything there is to say; costs a look at every file's entry and one git command."""
        view = self.view()
        mine = self._lock is not None
        failed = [words] if (words := Failures(self.directory).report().words()) else []
        return describe(
            view.snapshot, view.freshness, root=self.root, directory=self.directory, sizes=self._host.sizes(), git=self.git,
            skipped=self._skipped, problems=(*self.settings.problems, *self._problems, *self._host.problems, *failed), writable=mine,
            writer=os.getpid() if mine else holder(self.directory).pid, source=self._source,
        )

    def edit(self, path: str, data: bytes) -> None:
        """An open buffer's text; its facts are made when the next view is taken. Raises WorkspaceError for no path of ours."""
        wrong = refuse(path)
        if wrong:
            raise WorkspaceError(f"{path!r} cannot be a file of this workspace: {wrong}")
        with self._mutex:
            self._buffers.put(path, data)

    def at_hand(self) -> tuple[str, ...]:
        """What is open, edited last first: the weak signal of nearness that a question from an editor carries."""
        with self._mutex:
            return self._buffers.edited_last()

    def standing(self) -> Standing:
        """How far the index is behind the disk, and why."""
        return self._fresh.now

    def follow(self, standing: Standing) -> None:
        """What `standing` says in the process that writes; its newest generation is read before this returns."""
        self._host.reload()
        self._fresh.take(standing)

    def doubt(self) -> None:
        """Something says that the disk has changed: nothing is fresh until the next refresh."""
        self._fresh.doubt()

    def rows(self) -> Mapping[str, FileRow]:
        """What is stored of each path of the newest generation."""
        return self._host.rows()

    def has_changed(self, paths: Iterable[str]) -> bool:
        """True when one of these is not on disk as the index has it, which then is doubted from now on."""
        rows = self.rows()
        if changed := any(differs_on_disk(self.root, path, rows[path]) for path in paths if path in rows):
            self.doubt()
        return changed

    def release(self, path: str) -> None:
        """A buffer was closed: the disk counts again."""
        with self._mutex:
            self._buffers.drop(path)

    def close(self) -> None:
        """Stop a refresh that is under way, give up the index and the lock. Safe to call twice."""
        self._closed = True
        if self._reloading is not None:
            self._reloading.close()
        with self._refreshing, self._mutex:
            self._host.close()
            if self._lock is not None:
                self._lock.release()
                self._lock = None

    # -- refreshing ------------------------------------------------------------------------------------------------------------

    def unchanged(self) -> bool:
        """True when the disk is as the index has it and a refresh would read no file. Changes and says nothing; costs a listing.

        Raises Cancelled when the workspace is closed meanwhile, OSError for a root that cannot be looked into.
        """
        config = self.settings.config
        listing = list_root(self.root, config, self.git, self._checked(None), leave_out=self._leave_out())
        found = compare(listing.files, self._host.known(), load_scan(self.directory), config.index, config.session)
        return not (found.changed or found.suspect or found.flagged or found.removed)

    def refresh(self, progress: Progress | None = None, check: Check | None = None, *, full: bool = False) -> Report:
        """Bring the index up to the disk; `full` makes it anew. One at a time; a second caller waits for the first.

        Raises Cancelled through `check`, and StorageError; what was committed before stays. A root that is gone is a problem in
        the report.
        """
        started = time.monotonic()
        check = self._checked(check)
        while not self._refreshing.acquire(timeout=WAITING.poll):
            check()
        try:
            check()
            self._make_again_when_gone()
            self._take_over()
            if self._lock is None:
                return self._follow(progress, check, started)
            if full:
                self._begin_anew()
            return self._write(progress, check, started)
        except Cancelled:
            self._fresh.fail("the last refresh was cancelled")
            raise
        except StorageError as error:
            self._fresh.fail(f"the index could not be written: {error}")
            raise
        finally:
            self._fresh.rest()
            self._refreshing.release()

    def _write(self, progress: Progress | None, check: Check, started: float) -> Report:
        tell = progress or silent
        tell("listing files", 0, 0)
        listing = self._list(check)
        if listing is None:
            return self._report(None, None, started)
        before = self._host.snapshot().generation
        run = self._indexing(listing, check, tell)
        try:
            run.run()
        except StorageError:
            if self._host.snapshot().generation >= before:
                raise
            # The index was damaged and has been set aside: it starts empty, so everything is indexed once more.
            run = self._indexing(listing, check, tell)
            run.run()
        finally:
            with self._mutex:
                self._buffers.settle(self._host, run.committed)
        if run.root_gone:
            self._fresh.fail(f"the folder {self.root} is gone")
            return self._report(listing, run, started, f"the folder {self.root} is gone; the index is left as it was")
        unread = f"{len(run.unread)} file{'s' * (len(run.unread) != 1)} could not be read: {run.unread[0]}" if run.unread else ""
        self._fresh.say(len(run.unread), unread, files=len(listing.files))
        self._keep_baseline(before)
        return self._report(listing, run, started, unread)

    def _keep_baseline(self, before: int) -> None:
        """The lattice of this generation beside the one before it; trees and cards as they stand in open buffers."""
        view = self.view()
        if view.snapshot.generation != before:
            files = {path: known.sha for path, known in self._host.known().items()}
            baseline.keep(self.directory, summarise(view.knowledge(), files, view.snapshot.generation))

    def _indexing(self, listing: Listing, check: Check, tell: Progress) -> Indexing:
        def told(left: int, read: int, total: int) -> None:
            if total:  # a look that finds everything as it was takes nothing back
                self._fresh.reading(left, len(listing.files))
            tell("indexing", read, total)

        return Indexing(
            root=self.root, directory=self.directory, config=self.settings.config, host=self._host, listing=listing,
            last=load_scan(self.directory), opened=self._buffers.paths(), check=check, told=told,
        )

    def _follow(self, progress: Progress | None, check: Check, started: float) -> Report:
        """Another process writes. Wait a little for its first generation, then say how far behind the disk it is."""
        tell = progress or silent
        deadline = time.monotonic() + (self.settings.config.session.follow_seconds if self._wants else 0)
        self._host.reload()
        while self._host.snapshot().generation == 0 and time.monotonic() < deadline:
            check()
            tell(f"waiting: {holder(self.directory).words()} is indexing this root", 0, 0)
            time.sleep(WAITING.poll)
            self._take_over()
            if self._lock is not None:
                return self._write(progress, check, started)
            self._host.reload()
        listing = self._list(check)
        if listing is None:
            return self._report(None, None, started)
        config = self.settings.config
        difference = compare(listing.files, self._host.known(), load_scan(self.directory), config.index, config.session)
        behind = len(difference.changed) + len(difference.removed)
        who = f"{holder(self.directory).words()} is indexing this root" if self._wants else "the index was opened for reading only"
        self._fresh.differing(behind, len(listing.files), who)
        return self._report(listing, None, started)

    def _list(self, check: Check) -> Listing | None:
        """The files now; None when the root cannot be looked into, which leaves the index as it is."""
        try:
            listing = list_root(self.root, self.settings.config, self.git, check, leave_out=self._leave_out())
        except OSError as error:
            words = f"the folder {self.root} cannot be looked into: {error.strerror}; the index is left as it was"
            self._problems = (words,)
            self._fresh.fail(words)
            return None
        self._source = listing.source
        return listing

    def _leave_out(self) -> str:
        """The index's own folder where it lies in the root, relative to it; `` where it does not."""
        directory = os.path.realpath(self.directory)
        return os.path.relpath(directory, self.root).replace(os.sep, "/") if holds(self.root, directory) else ""

    def _take_over(self) -> None:
        """Become the writer when the lock is free."""
        if self._lock is not None or not self._wants:
            return
        lock = acquire(self.directory)
        if isinstance(lock, Holder):
            return
        with self._mutex:
            self._host.close()
            try:
                self._open_host(writable=True)
            except BaseException:
                lock.release()
                with contextlib.suppress(StorageError):
                    self._open_host(writable=False)
                raise
            self._lock = lock

    def _make_again_when_gone(self) -> None:
        """The folder of the index was deleted under us: its lock is worth nothing any more and its files cannot be read."""
        if not self._wants or os.path.isdir(self.directory):
            return
        with self._mutex:
            self._host.close()
            if self._lock is not None:
                self._lock.release()
            self.directory = index_directory(self.root, self.settings, create=True)
            lock = acquire(self.directory)
            self._lock = lock if isinstance(lock, WriterLock) else None
            self._open_host(writable=self._lock is not None)
            self._fresh.say(0, "the index is being made anew", "reading", files=0)

    def _open_host(self, *, writable: bool) -> None:
        self._host = Host(self.directory, self.settings.config.index, writable=writable)
        self._buffers.forget_layers()

    def _begin_anew(self) -> None:
        """Throw the stored index away; views taken before read nothing any more."""
        with self._mutex:
            self._fresh.say(0, "the index is being made anew", "reading", files=0)
            self._host.close()
            clear_index(self.directory)
            self._open_host(writable=True)

    # -- saying ----------------------------------------------------------------------------------------------------------------

    def _report(self, listing: Listing | None, run: Indexing | None, started: float, problem: str = "") -> Report:
        skips = Skips()
        if listing is not None:
            skips.extend(listing.skips)
            self._problems = listing.problems + ((problem,) if problem else ())
        if run is not None:
            skips.extend(run.skips)
        self._skipped = skips.counts()
        return report_of(
            run, self.view(), skips, problems=self._problems + self._host.problems, seconds=time.monotonic() - started,
            source=listing.source if listing else "",
        )

    def _checked(self, check: Check | None) -> Check:
        def checked() -> None:
            if self._closed:
                raise Cancelled("the workspace was closed")
            if check is not None:
                check()

        return checked
