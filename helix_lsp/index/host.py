"""The one mutable object of the index: opens and repairs the stored generation, commits the next, lays open
buffers over it.

Two locks: `_lock` is held by whoever commits, follows or repairs, for as long as that takes; `_publishing`
only while the ground, the buffers and the snapshot are exchanged. Laying buffers takes the second alone, so
that nobody who looks ever waits for a commit.

Commit order: the facts (SQLite) first, then the text index with a marker of the generation. Whatever dies in
between is made up for on the next open from the log in the facts. What is damaged is set aside, announced in
`problems`, and made again.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Lock, RLock
from weakref import WeakSet

from helix_lsp.config.index import IndexConfig
from helix_lsp.errors import StorageError
from helix_lsp.index.change import Change
from helix_lsp.index.overlay.overlay import Ground, lay
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.store.base import EMPTY, Base, FileRow
from helix_lsp.index.store.damage import Damage, verify, verify_text
from helix_lsp.index.store.facts_file import transaction
from helix_lsp.index.store.folder import Folder
from helix_lsp.index.store.open_facts import Content
from helix_lsp.index.store.reader import Reader
from helix_lsp.index.store.refusal import READ_ERRORS, Damaged, is_damage, is_panic, refused
from helix_lsp.index.store.store import NoStore, Store, is_unborn
from helix_lsp.index.store.text_sync import Behind, TextSync
from helix_lsp.index.store.write import Moved, Retired, write

_TRIES = 5


class Host:
    """One index directory. All methods may be called from any thread; those that change something take turns.

    With `writable` the caller holds the directory's lock; without, the host follows what another process
    commits (`reload`).
    """

    def __init__(self, directory: str, config: IndexConfig, *, writable: bool) -> None:
        """Open, repair, replay. Raises `StorageError` when the directory cannot be used; damage is repaired,
        not raised.
        """
        self._folder = Folder(directory, keeps=writable)
        self._cfg = config
        self._writable = writable
        self._lock = RLock()
        self._publishing = Lock()
        self._damage = Damage(self._folder, lambda: self._base)
        self._buffers: dict[str, Content] = {}
        self._grounds: WeakSet[Ground] = WeakSet()
        self._writer: sqlite3.Connection | None = None
        self._trouble = ""
        self._base: Base = EMPTY
        self._text = TextSync(self._folder, config, writable=writable, announce=self._damage.announce)
        self._store: Store | None = None
        try:
            self._open()
        except StorageError:
            raise
        except BaseException as error:
            self._release()
            if isinstance(error, sqlite3.Error | OSError | Damaged | ValueError | MemoryError) or is_panic(
                error
            ):
                raise refused(error, directory, "cannot be opened") from None
            raise

    @property
    def problems(self) -> tuple[str, ...]:
        """What was found damaged and what was done about it, oldest first."""
        return tuple(self._damage.problems)

    @property
    def trouble(self) -> str:
        """Why what another process committed could not be read at the last look; `` when it could."""
        return self._trouble

    @property
    def ails(self) -> bool:
        """True when the text index turned out to be damaged; `mend` makes it again."""
        return self._text.lost

    def known(self) -> Mapping[str, FileRow]:
        """What is stored of each path, but for those whose facts are damaged, so that they are read again."""
        with self._lock:
            if self._damage.lost:
                return {}
            files, damaged = self._base.files, self._damage.blobs
            return {p: r for p, r in files.items() if r.blob not in damaged} if damaged else files

    def rows(self) -> Mapping[str, FileRow]:
        """Every stored path with its size and time when it was read; a generation's mapping does not change."""
        return self._base.files

    def has(self, sha: str, language: str) -> bool:
        """True when a `Put` of this content needs no facts."""
        with self._lock:
            if self._store is None:
                return False
            try:
                blob = self._store.key_of(sha, language)
            except READ_ERRORS as error:
                self._damage.lose(error)
                return False
            return blob is not None and blob not in self._damage.blobs

    def only_read(self) -> bool:
        """Follow from here on, with what is decoded; False, with nothing done, where damage is to be repaired."""
        with self._lock:
            if self._damage.lost or self.problems or self.ails or self._trouble:
                return False
            if self._writer is not None:
                self._folder.close_to_others()
                self._text.only_read()
                self._writer.close()
            self._writer, self._writable = None, False
            return True

    def snapshot(self) -> Snapshot:
        """The newest published snapshot."""
        return self._snapshot

    def commit(self, changes: Sequence[Change]) -> Snapshot:
        """Store the changes as the next generation and publish it; no change, no generation.

        Raises `StorageError`; the published snapshot then stays what it was, and a later commit makes up for
        what is missing.
        """
        with self._lock:
            if not self._writable or self._store is None or self._writer is None:
                raise StorageError(
                    f"The index in {self._folder.path} is open for reading only. Another process writes it."
                )
            try:
                return self._commit(changes)
            except BaseException as error:
                if is_damage(error):
                    self._start_again(str(error))
                    raise refused(error, self._folder.path, "had to be set aside") from None
                if isinstance(error, sqlite3.Error | OSError | ValueError | MemoryError) or is_panic(error):
                    raise refused(error, self._folder.path, "cannot be written") from None
                raise

    def lay_over(self, changes: Mapping[str, Content | None]) -> Snapshot:
        """Let the facts of open buffers stand for the stored files; None gives a stored file back. Waits for
        no commit; touches no disk but for one look-up a buffer.
        """
        with self._publishing:
            buffers = dict(self._buffers)
            for path, facts in changes.items():
                if facts is None:
                    buffers.pop(path, None)
                else:
                    buffers[path] = facts
            self._snapshot = Snapshot(
                self._ground, lay(self._ground.base, buffers, self._ground.key_of), self._cfg
            )
            self._buffers = buffers
            return self._snapshot

    def reload(self) -> bool:
        """Follow another process: True when a newer generation (or a new file) was found and published.
        `trouble` says what stood in the way.
        """
        with self._lock:
            try:
                self._trouble, before = "", self._trouble
                found = self._follow()
                self._trouble = self._trouble or (before if self._store is None and not found else "")
            except BaseException as error:
                if not isinstance(
                    error, (*READ_ERRORS, OSError, ValueError, Damaged, StorageError)
                ) and not is_panic(error):
                    raise
                self._trouble = str(refused(error, self._folder.path, "could not be read again"))
                self._damage.announce(self._trouble)
                return False
            return found

    def mend(self) -> None:
        """Make a text index again that turned out to be damaged; raises `StorageError`."""
        if self._writable:
            self.commit(())
        else:
            self.reload()

    def verify(self) -> bool:
        """Read everything once and compare it with its hashes: for idle time, about a second for 10,000
        files. True when all is whole.

        What is damaged is announced; the files concerned are left out of `known()`, so that the next indexing
        run reads them again.
        """
        with self._lock:
            store = self._store
            if store is None:
                return True
            before = len(self._damage.problems)
            try:
                why = verify(store, self._base, self._damage.report) or verify_text(self._folder)
            except READ_ERRORS as error:
                self._damage.lose(error)
                return False
            if why is not None and why.text:
                self._text.lose(why.reason)
            elif why is not None:
                self._damage.doom(why.reason)
            return why is None and len(self._damage.problems) == before

    def close(self) -> None:
        """Give everything up; who still reads a snapshot gets `StorageError`. Who writes sets aside what
        turned out damaged, to begin anew.
        """
        with self._lock:
            lost, lost_text = (self._writable and one.lost for one in (self._damage, self._text))
            self._release()
            with suppress(OSError):
                if lost:
                    self._folder.set_facts_aside()
                elif lost_text:
                    self._folder.set_text_aside()
            if self._writable:
                self._folder.close_to_others()  # what the text index merged meanwhile

    def sizes(self) -> dict[str, int]:
        """Bytes on disk: {"sqlite", "text"}."""
        return self._folder.sizes()

    def _open(self) -> None:
        if self._writable:
            self._folder.make()
        elif self._folder.identity() is None:
            self._publish_empty(f"There is no index in {self._folder.path} yet.")
            return
        odd = self._folder.set_odd_aside() if self._writable else self._folder.odd()
        try:
            if self._folder.bears_facts(odd):
                raise Damaged(f"{odd[0]} is not a regular file")
            if odd and self._writable:
                self._damage.announce(
                    f"{', '.join(odd)} in {self._folder.path}: not a regular file; set aside, and made anew when it is needed."
                )
            self._open_store()
        except BaseException as error:
            if not is_damage(error):
                raise
            self._release()
            if not self._writable:
                if not is_unborn(self._folder, self._cfg, self._damage.report):
                    self._trouble = f"The index in {self._folder.path} cannot be used: {error}. The process that writes repairs it."
                self._publish_empty(self._trouble or f"There is no index in {self._folder.path} yet.")
                return
            self._start_again(str(error))
            return
        self._publish()
        if self._writable:
            self._folder.purge()
            self._folder.close_to_others()

    def _open_store(self) -> None:
        store = Store(self._folder, self._cfg, self._damage.report)
        self._store = store
        if self._writable:
            self._folder.claim_facts()
            self._writer = store.connect(writable=True)
            store.create(self._writer)
        else:
            with store.reading() as connection:
                store.check(connection)
        self._base, changes = self._loaded(store, self._writer)
        if self._writable and self._base.generation == 0:
            self._folder.make_text()  # from now on a missing one is damage, not a commit that was interrupted
        self._reader = Reader(store, self._cfg, self._damage.lost_read, self._damage.report)
        for left in reversed(range(_TRIES)):
            if self._text.bring_up(store, self._base, changes, last=not left):
                break
            self._base, changes = self._loaded(store, self._writer)

    def _start_again(self, why: str) -> None:
        """Set everything aside and begin empty; the caller indexes again."""
        self._release()
        self._damage.announce(f"The index in {self._folder.path} was set aside and is rebuilt: {why}.")
        self._text = TextSync(self._folder, self._cfg, writable=True, announce=self._damage.announce)
        self._damage.clear()
        self._base = EMPTY
        self._folder.set_facts_aside()
        self._open_store()
        self._publish()

    def _commit(self, changes: Sequence[Change]) -> Snapshot:
        store, writer = self._store, self._writer
        if store is None or writer is None:
            raise StorageError(f"The index in {self._folder.path} is closed.")
        if self._damage.lost:
            raise Damaged("a part of it could not be read")
        with transaction(writer, "DEFERRED"):
            behind = self._text.changes(store, writer, self._base)
        self._text.bring_up(store, self._base, behind)
        others = Retired(self._damage.blobs, lambda: [g.base for g in self._grounds], self._text.generation)
        try:
            written = write(store, writer, self._base, changes, self._cfg, others)
        except Moved:
            self._base, behind = self._loaded(store, writer)
            self._text.bring_up(store, self._base, behind)
            written = write(store, writer, self._base, changes, self._cfg, others)
        if written is None:
            return self._publish()
        self._base = written.base
        self._damage.blobs.difference_update(written.replaced)
        self._text.advance(store, written)
        self._folder.close_to_others()
        return self._publish()

    def _loaded(self, store: Store, writer: sqlite3.Connection | None) -> tuple[Base, Behind]:
        with store.reading(writer) as connection, transaction(connection, "DEFERRED"):
            base = store.load(connection)
            return base, self._text.changes(store, connection, base)

    def _publish(self) -> Snapshot:
        """A snapshot of the base and the text index as they are now."""
        text = self._text.state()
        with self._publishing:
            ground = getattr(self, "_ground", None)
            if ground is None or ground.base is not self._base or ground.text is not text.searcher:
                ground = Ground(
                    self._base, self._reader, text.searcher, text.late, text.stale, self._lost_text
                )
                self._grounds.add(ground)
            self._snapshot = Snapshot(ground, lay(ground.base, self._buffers, ground.key_of), self._cfg)
            self._ground = ground
            return self._snapshot

    def _publish_empty(self, why: str) -> None:
        self._damage.announce(why)
        self._store = None
        self._base = EMPTY
        nothing = NoStore(self._folder, self._cfg, self._damage.report)
        self._reader = Reader(nothing, self._cfg, self._damage.lost_read, self._damage.report)
        self._text.bring_up_empty()
        self._publish()

    def _follow(self) -> bool:
        if self._writable:
            return False
        identity = self._folder.identity()
        if identity is None:
            return False
        store = self._store
        if store is None or store.identity != identity:
            before = self._base.generation, store
            self._release()
            self._text = TextSync(self._folder, self._cfg, writable=False, announce=self._damage.announce)
            self._damage.clear()
            self._damage.problems.clear()  # what was said of the file before is no longer true of this one
            self._open()
            return (self._base.generation, self._store) != before
        for _ in range(_TRIES):
            with store.reading() as connection:
                generation = store.generation(connection)
            if generation == self._base.generation and not self._text.waiting():
                return False
            before = self._snapshot
            base, changes = self._loaded(store, None)
            if self._text.bring_up(store, base, changes, last=False):
                self._base = base
                self._publish()
                return self._snapshot.generation != before.generation
        return False

    def _lost_text(self, why: str) -> StorageError:
        """The same for the text index."""
        self._text.lose(why)
        return refused(Damaged(why), self._folder.text, "could not be read")

    def _release(self) -> None:
        """Everything that is open, also what snapshots that somebody still has would read from."""
        for ground in tuple(self._grounds):
            ground.text.close()
        self._text.close()
        if self._store is not None:
            self._store.close()
        if self._writer is not None:
            with suppress(sqlite3.Error):
                self._writer.close()
        self._store = None
        self._writer = None
