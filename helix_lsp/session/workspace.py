"""A repository, open: its index kept up with the disk. What it is looked at through is `open_index.py`.

Every method may be called from any thread.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Collection, Sequence
from typing import Self

from msgspec.structs import replace

from helix_lsp.errors import Cancelled, StorageError
from helix_lsp.session.disk.listing import Listing, list_root
from helix_lsp.session.disk.origin import real_root
from helix_lsp.session.disk.scan import Scan, compare, load_scan
from helix_lsp.session.disk.walk import BY_NAME_ONLY, Reason, SkippedCount, Skips
from helix_lsp.session.disk.witness import Watch
from helix_lsp.session.kept import cache
from helix_lsp.session.kept.cache import index_directory, may_be_read
from helix_lsp.session.kept.kept_indexes import borrow_index, note_root
from helix_lsp.session.kept.lock import WriterLock, acquire, holder
from helix_lsp.session.kept.telemetry import Failures
from helix_lsp.session.open_index import OpenIndex
from helix_lsp.session.refresh import Indexing
from helix_lsp.session.settings.settings import Settings
from helix_lsp.session.status import (
    IndexedSource,
    Report,
    Status,
    describe,
    indexed_sources,
    report_of,
    silent,
)
from helix_lsp.text.visible import counted
from helix_lsp.trees.diff import summarise
from helix_lsp.tuning.server import WAITING

Progress = Callable[[str, int, int], None]
Check = Callable[[], None]


class Workspace(OpenIndex):
    """Open it with `open`; close it. `root` is the real absolute path."""

    def __init__(
        self,
        root: str,
        directory: str,
        settings: Settings,
        lock: WriterLock | None,
        *,
        writable: bool,
        beside: bool,
    ) -> None:
        """Use `open`. Without a lock the index is only read; `writable` says whether to take the lock when it
        becomes free.
        """
        super().__init__(root, directory, settings, lock, writable=writable, beside=beside)
        self._refreshing = threading.Lock()
        self._rested = False
        self.watch = Watch(root)
        self._watched: Report | None = None
        self._source = ""
        self._skipped: tuple[SkippedCount, ...] = ()
        self._problems: tuple[str, ...] = ()

    @classmethod
    def open(cls, root: str, settings: Settings, *, writable: bool = True, beside: bool = False) -> Self:
        """Open a root with its index as it is; nothing is listed yet. Raises WorkspaceError and StorageError
        of one line.

        An index that may be read and not written is opened as with `writable` False; where it holds nothing,
        StorageError says why it could not be written. `beside`: a process of ours writes the index of this
        one; it is followed, and told what it is at (`follow`).
        """
        real = real_root(root, settings.surroundings.home)
        closed: StorageError | None = None
        try:
            directory = index_directory(real, settings, create=writable or beside)
        except StorageError as error:
            if beside or not may_be_read(real, settings, error):
                raise
            closed, writable = error, False
            directory = index_directory(real, settings, create=False)
        lock = acquire(directory) if writable else None
        held = lock if isinstance(lock, WriterLock) else None
        try:
            if held is not None:
                borrow_index(real, directory, settings)
                note_root(directory, real)
            opened = cls(real, directory, settings, held, writable=writable, beside=beside)
            if closed is not None and not opened.rows():
                opened.close()
                raise closed
            return opened
        except BaseException:
            if held is not None:
                held.release()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def status(self, unwritten: Sequence[bytes] = ()) -> Status:
        """Everything there is to say; costs a look at every file's entry and one git command. `unwritten`: lines of
        failed requests that could not be written where all of them are counted.
        """
        view = self.view()
        mine = self._lock is not None
        failed = [words] if (words := Failures(self.directory).report(unwritten).words()) else []
        return describe(
            view.snapshot,
            view.freshness,
            root=self.root,
            directory=self.directory,
            sizes=self._host.sizes(),
            git=self.git,
            skipped=self._skipped,
            problems=(
                *self.settings.problems,
                *self._problems,
                *self._host.problems,
                *self.ranking.problems(),
                *failed,
                *filter(None, [self.meaning.problem]),
            ),
            writable=mine,
            writer=os.getpid() if mine else holder(self.directory).pid,
            source=self._source,
            config_sha256=view.config_digest(),
            asked=self.telemetry().report(),
            meaning=self.meaning.told(),
        )

    def sources(self) -> tuple[IndexedSource, ...]:
        """Every content that is indexed, and the documents from outside. Raises StorageError where these are damaged."""
        from helix_lsp.session.kept.evidence import EvidenceStore

        created = self.status().created_at
        outside = EvidenceStore(self.directory).sources()
        return indexed_sources(self.view().snapshot, self._host.known(), outside, created)

    def rest(self) -> bool:
        """Let others write until the next refresh; what was decoded stays, and the system is asked whether the next
        look at the disk is needed (`watch`). False where it is to be closed instead.
        """
        with self._refreshing, self._mutex:
            if self._closed or not self._host.only_read():
                return False
            if self._lock is not None:
                self._lock.release()
            self._lock, self._origins, self._rested, self._writes = None, None, True, False
            return True

    def close(self) -> None:
        """Stop a refresh that is under way, give up the index and the lock. Safe to call twice."""
        self._closed = True
        if self._ahead is not None:
            self._ahead.stop()
        if self._reloading is not None:
            self._reloading.close()
        with self._refreshing, self._mutex:
            for host in (self._host, *self._before):
                host.close()
            if self._lock is not None:
                self._lock.release()
                self._lock = None
            self.watch.close()

    def unchanged(self) -> bool:
        """True when the disk is as the index has it and a refresh would read no file. Changes and says
        nothing; costs a listing.

        Raises Cancelled when the workspace is closed meanwhile, OSError for a root that cannot be looked
        into.
        """
        listing = list_root(
            self.root, self.settings.config, self.git, self._checked(None), leave_out=self._leave_out()
        )
        return self._is_held(listing, load_scan(self.directory))

    def _is_held(self, listing: Listing, last: Scan) -> bool:
        config = self.settings.config
        found = compare(listing.files, self._host.known(), last, config.index, config.session)
        return not (found.changed or found.suspect or found.flagged or found.removed)

    def refresh(
        self, progress: Progress | None = None, check: Check | None = None, *, full: bool = False
    ) -> Report:
        """Bring the index up to the disk; `full` makes it anew. One at a time; a second caller waits for the
        first.

        Raises Cancelled through `check`, and StorageError; what was committed before stays. A root that is
        gone is a problem in the report.
        """
        started = time.monotonic()
        check = self._checked(check)
        while not self._refreshing.acquire(timeout=WAITING.poll):
            check()
        try:
            check()
            self._make_again_when_gone()
            if full or (report := self._as_it_was(check, started)) is None:
                self._take_over()
                if self._lock is None:
                    return self._follow(progress, check, started)
                if full:
                    self._begin_anew()
                report = self._write(progress, check, started)
            self._watched = report if report.freshness.fresh else None
            return report
        except Cancelled:
            self._fresh.fail("the last refresh was cancelled")
            raise
        except StorageError as error:
            self._fresh.fail(f"the index could not be written: {error}")
            raise
        except BaseException:
            self._fresh.fail("the last refresh failed inside")
            raise
        finally:
            self._fresh.rest()
            self._refreshing.release()

    def _write(self, progress: Progress | None, check: Check, started: float) -> Report:
        tell, doubts = progress or silent, self._fresh.doubts
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
            # The index was damaged and has been set aside: it starts empty, so everything is indexed once
            # more.
            run = self._indexing(listing, check, tell)
            run.run()
        finally:
            with self._mutex:
                self._buffers.settle(self._host, run.committed)
        if run.root_gone:
            self._fresh.fail(f"the folder {self.root} is gone")
            return self._report(
                listing, run, started, f"the folder {self.root} is gone; the index is left as it was"
            )
        unread = (
            f"{counted(len(run.unread), 'file')} could not be read: {run.unread[0]}" if run.unread else ""
        )
        self._fresh.say(len(run.unread), unread, files=len(listing.files), doubts=doubts)
        self._keep_baseline(before)
        return self._report(listing, run, started, unread)

    def _as_it_was(self, check: Check, started: float) -> Report | None:
        """After a rest: nobody else writes now, and the disk is as the newest generation has it, so nothing has
        to be written. None where that is not so.
        """
        lock = self._lock or (acquire(self.directory) if self._rested else None)
        if not isinstance(lock, WriterLock) or self._writes:
            return None
        self._lock = lock
        self._host.reload()
        doubts, told = self._fresh.doubts, self._watched
        same = told is not None and told.generation == self._host.snapshot().generation
        if told and same and self.watch.quiet() and self._host.only_read() and not self._host.trouble:
            self._fresh.say(0, "", doubts=doubts)
            again = replace(told, added=0, changed=0, removed=0, extracted=0, unchanged=told.files)
            return replace(again, seconds=time.monotonic() - started, freshness=self.freshness())
        listing = self._list(check)
        known, last = self._host.known(), load_scan(self.directory)
        if listing is None or not self._host.only_read() or not self._is_held(listing, last):
            return None
        self._fresh.say(0, "", files=len(listing.files), doubts=doubts)
        return self._report(listing, None, started, by_name=_noted(last, known))

    def _keep_baseline(self, before: int) -> None:
        """The lattice of this generation beside the one before it; trees and cards as they are in open
        buffers.
        """
        view = self.view()
        if view.snapshot.generation != before:
            files = {path: known.sha for path, known in self._host.known().items()}
            cache.keep(self.directory, summarise(view.knowledge(), files, view.snapshot.generation))

    def _indexing(self, listing: Listing, check: Check, tell: Progress) -> Indexing:
        def told(left: int, read: int, total: int) -> None:
            if total:  # a look that finds everything as it was takes nothing back
                self._fresh.reading(left, len(listing.files))
            tell("indexing", read, total)

        return Indexing(
            root=self.root,
            directory=self.directory,
            config=self.settings.config,
            host=self._host,
            listing=listing,
            last=load_scan(self.directory),
            opened=self._buffers.paths(),
            check=check,
            told=told,
        )

    def _follow(self, progress: Progress | None, check: Check, started: float) -> Report:
        """Another process writes. Wait a little for its first generation, then say how far behind the disk it
        is.
        """
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
        doubts, listing = self._fresh.doubts, self._list(check)
        if listing is None:
            return self._report(None, None, started)
        config = self.settings.config
        known, last = self._host.known(), load_scan(self.directory)
        difference = compare(listing.files, known, last, config.index, config.session)
        behind = len(difference.changed) + len(difference.removed)
        who = (
            f"{holder(self.directory).words()} is indexing this root"
            if self._wants
            else "the index was opened for reading only"
        )
        self._fresh.differing(behind, len(listing.files), who, elsewhere=self._wants, doubts=doubts)
        return self._report(listing, None, started, by_name=_noted(last, known))

    def _list(self, check: Check) -> Listing | None:
        """The files now; None when the root cannot be looked into, which leaves the index as it is."""
        self._watched = None
        self.watch.begin()
        seen, leave_out = self.watch.seen, self._leave_out()
        try:
            listing = list_root(
                self.root, self.settings.config, self.git, check, leave_out=leave_out, seen=seen
            )
        except OSError as error:
            words = f"the folder {self.root} cannot be read ({error.strerror}); the index is left as it was"
            self._problems = (words,)
            self._fresh.fail(words)
            return None
        self._source = listing.source
        return listing

    def _report(
        self,
        listing: Listing | None,
        run: Indexing | None,
        started: float,
        problem: str = "",
        by_name: Sequence[tuple[str, Reason]] = (),
    ) -> Report:
        skips = Skips()
        if listing is not None:
            skips.extend(listing.skips)
            self._problems = listing.problems + ((problem,) if problem else ())
        if run is not None:
            skips.extend(run.skips)
        for path, reason in by_name:
            skips.add(path, reason)
        self._skipped = skips.counts()
        return report_of(
            run,
            self.view(),
            skips,
            problems=self._problems + self._host.problems + self.ranking.problems(),
            seconds=time.monotonic() - started,
            source=listing.source if listing else "",
        )

    def _checked(self, check: Check | None) -> Check:
        def checked() -> None:
            if self._closed:
                raise Cancelled("the workspace was closed")
            if check is not None:
                check()

        return checked


def _noted(last: Scan, known: Collection[str]) -> list[tuple[str, Reason]]:
    """What the process that wrote the index has left word of that it could not read."""
    return [(path, why) for path, why in last.by_name.items() if why in BY_NAME_ONLY and path in known]
