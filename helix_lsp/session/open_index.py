"""The index of a root as this process holds it: the stored generation, the buffers laid over it, the right to
write, and views of all that for whoever asks.

One process writes an index (the lock); another one that opens the same root reads along and takes over when
the writer is gone. Every method may be called from any thread. A view is cheap, consistent for its whole life,
and says how fresh it is (law I10).
"""

from __future__ import annotations

import os
import threading
import time
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING
from weakref import WeakSet

import msgspec

from helix_lsp.errors import StorageError, WorkspaceError
from helix_lsp.ide.query import View
from helix_lsp.index.host import Host
from helix_lsp.session.buffers import Buffers, IndexFolder
from helix_lsp.session.disk.disk import Refused, read_file
from helix_lsp.session.disk.witness import differs_on_disk, look_at
from helix_lsp.session.git.git_folder import inside
from helix_lsp.session.how_fresh import HowFresh, Standing
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.kept.kept_indexes import clear_index
from helix_lsp.session.kept.lock import Holder, WriterLock, acquire
from helix_lsp.session.processes.python_names import PythonNames
from helix_lsp.session.settings.settings import Settings
from helix_lsp.text.paths import refuse
from helix_lsp.trees.knowledge import KnowledgeCache

if TYPE_CHECKING:
    from helix_lsp.index.freshness import Freshness
    from helix_lsp.index.overlay.snapshot import Snapshot
    from helix_lsp.index.store.base import FileRow


# The current bytes of a path: the open buffer's, else the file's as it is on disk at this moment.
#
# Nothing is kept between two calls, so what is hashed and cited is what is there. Paths that lead out of
# the workspace give None. A read that fails is not a file that is not there: `StorageError`.


class CurrentTexts(msgspec.Struct, frozen=True, kw_only=True):
    """The port `Texts` for one view; `buffers` does not change under it. `cap` is in bytes. `stored` says
    whether the index has facts of a path:

    of such a file it was never said that it may not be read.
    """

    root: str
    buffers: Mapping[str, bytes]
    cap: int
    stored: Callable[[str], bool] = lambda _: False

    def __call__(self, path: str) -> bytes | None:
        """Bytes, or None when there is no such regular file inside the workspace (or none that may be read)."""
        buffer = self.buffers.get(path)
        if buffer is not None:
            return buffer
        data = read_file(self.root, path, self.cap)
        if not isinstance(data, Refused):
            return data
        if data.failed or (data.reason == "unreadable" and self.stored(path)):
            raise StorageError(
                f"{path} in {self.root} could not be read: {data.detail}. Check the disk and who may read the file"
            )
        return None


# Which open buffers are not what is on disk: an editor that merely shows a file has nothing unsaved.
#
# A file is read again only when its size or time is another, or its buffer is. A file that begins with the
# UTF-8 mark is equal to a text without it: an editor keeps the mark to itself.

_Look = tuple[int, int]


class Unsaved:
    """Remembers what was compared. Not for several threads at once."""

    def __init__(self, root: str, cap: int) -> None:
        """Files above `cap` bytes are not read: their buffers count as unsaved."""
        self._root, self._cap = root, cap
        self._compared: dict[str, tuple[bytes, _Look | None, bool]] = {}

    def count(self, buffers: Mapping[str, bytes]) -> int:
        """How many of these buffers differ from the file, or have none."""
        self._compared = {path: self._of(path, data) for path, data in buffers.items()}
        return sum(differs for _, _, differs in self._compared.values())

    def _of(self, path: str, data: bytes) -> tuple[bytes, _Look | None, bool]:
        seen = look_at(f"{self._root}/{path}")
        look = seen[:2] if seen is not None else None
        before = self._compared.get(path)
        if before is not None and before[0] is data and before[1] == look:
            return before
        if look is None:
            return data, look, True
        disk = read_file(self._root, path, self._cap)
        return data, look, isinstance(disk, Refused) or data not in (disk, disk.removeprefix(BOM_UTF8))


# Reads a newer generation behind the back of whoever looks: with 20,000 files that takes some 30 ms, which
# no hover should wait for.


class Reloading:
    """`soon` from any thread; `reload` is then called in the one thread of this object, which lives from the
    first `soon` to `close`.
    """

    def __init__(self, reload: Callable[[], object], every: float) -> None:
        """`every`: the least seconds between two calls."""
        self._reload = reload
        self._every = every
        self._last = 0.0
        self._due = threading.Event()
        self._starting = threading.Lock()
        self._thread: threading.Thread | None = None
        self._closed = False

    def soon(self) -> None:
        """Look whether there is something newer, unless that was done just now. Raises RuntimeError where the
        system gives no thread.
        """
        if self._closed or time.monotonic() - self._last < self._every:
            return
        with self._starting:
            if self._thread is None:
                thread = threading.Thread(target=self._run, name="helix-reloading", daemon=True)
                thread.start()
                self._thread = thread
        self._due.set()

    def close(self) -> None:
        """The thread ends after what it does now."""
        self._closed = True
        self._due.set()

    def _run(self) -> None:
        while self._due.wait() and not self._closed:
            self._due.clear()
            self._last = time.monotonic()
            self._reload()


_RELOAD_EVERY = 0.25


class OpenIndex(IndexFolder):
    """Part of a `Workspace`, which keeps it up with the disk."""

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
        """As `Workspace`."""
        super().__init__(root, directory, settings)
        self._wants = writable
        self._lock = lock
        self._writes = (
            lock is not None
        )  # what it is looked at through may be written; after a rest it is only read
        self._host = Host(directory, settings.config.index, writable=self._writes)
        self._before: WeakSet[Host] = WeakSet()  # what it read as long as another process wrote
        self._buffers = Buffers(settings.config.index)
        self._reloading = Reloading(self._reload, _RELOAD_EVERY) if beside else None
        self._rechecked: Snapshot | None = None
        self._known = KnowledgeCache()
        self._mutex = threading.RLock()
        self._fresh = HowFresh()
        self._unsaved = Unsaved(root, settings.config.session.read_max_bytes)
        self._closed = False

    def view(self) -> View:
        """What is known now: snapshot with open buffers, current texts, options, freshness.

        Nobody who looks waits for a commit: buffers are laid over the generation before until the next is
        published.
        """
        with self._mutex:
            if self._lock is None and not self._closed:
                if self._reloading is not None:
                    self._reloading.soon()
                else:
                    self._host.reload()
            standing = self._fresh.now  # before the snapshot: what is called fresh is at least this new
            snapshot = self._laid()
            session, buffers = self.settings.config.session, self._buffers.texts()
            texts = CurrentTexts(
                root=self.root,
                buffers=buffers,
                cap=session.read_max_bytes,
                stored=lambda p: snapshot.file(p) is not None,
            )
            return View(
                snapshot=snapshot,
                texts=texts,
                config=self.ranking.config(self.settings.surroundings.router),
                known=self._known,
                freshness=standing.freshness(
                    snapshot.generation, self._unsaved.count(self._buffers.laid()), self._host.trouble
                ),
                oracle=PythonNames(snapshot, texts, session.python_names, session.python_names_seconds),
                likeness=self.meaning.likeness,
                paraphrase=self.meaning.paraphrase,
                opinion=self.meaning.opinion,
            )

    def _laid(self) -> Snapshot:
        """The newest snapshot with every buffer that it needs. A generation may be published meanwhile: then
        once more.
        """
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

    def edit(self, path: str, data: bytes) -> None:
        """An open buffer's text; its facts are made when the next view is taken. Raises WorkspaceError for no
        path of ours.
        """
        wrong = refuse(path)
        if wrong:
            raise WorkspaceError(f"{path!r} cannot be a file of this workspace: {wrong}")
        with self._mutex:
            self._buffers.put(path, data)

    def at_hand(self) -> tuple[str, ...]:
        """What is open, edited last first: the weak signal of nearness that a question from an editor
        carries.
        """
        with self._mutex:
            return self._buffers.edited_last()

    def standing(self) -> Standing:
        """How far the index is behind the disk, and why."""
        return self._fresh.now

    def freshness(self) -> Freshness:
        """What a view taken now would say of itself, without the buffers that are not saved."""
        return self._fresh.now.freshness(self._host.snapshot().generation, 0, self._host.trouble)

    def follow(self, standing: Standing) -> None:
        """What `standing` says in the process that writes, unless something was said here since; its newest
        generation is read before this returns.
        """
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

    def _take_over(self) -> None:
        """Become the writer when the lock is free; views that were taken before read on."""
        if not self._wants or (self._lock is not None and self._writes):
            return
        lock = self._lock or acquire(self.directory)
        if isinstance(lock, Holder):
            return
        with self._mutex:
            before = self._host
            try:
                self._open_host(writable=True)
            except BaseException:
                lock.release()
                self._lock = None
                raise
            self._before.add(before)
            self._lock = lock

    def _make_again_when_gone(self) -> None:
        """The folder of the index was deleted under us: its lock is worth nothing any more and its files
        cannot be read.
        """
        if not self._wants or os.path.isdir(self.directory):
            return
        directory = index_directory(
            self.root, self.settings, create=True
        )  # first: where it cannot be made, answers go on
        with self._mutex:
            self._host.close()
            if self._lock is not None:
                self._lock.release()
            self.directory = directory
            lock = acquire(self.directory)
            self._lock = lock if isinstance(lock, WriterLock) else None
            self._open_host(writable=self._lock is not None)
            self._fresh.say(0, "the index is being made anew", "reading", files=0)

    def _leave_out(self) -> str:
        """The index's own folder where it lies in the root, relative to it; `` where it does not."""
        directory = os.path.realpath(self.directory)
        return (
            os.path.relpath(directory, self.root).replace(os.sep, "/") if inside(directory, self.root) else ""
        )

    def _open_host(self, *, writable: bool) -> None:
        self._host = Host(self.directory, self.settings.config.index, writable=writable)
        self._writes = writable
        self._buffers.forget_layers()

    def _begin_anew(self) -> None:
        """Throw the stored index away; views taken before read nothing any more."""
        with self._mutex:
            self._fresh.say(0, "the index is being made anew", "reading", files=0)
            self._host.close()
            clear_index(self.directory)
            self._open_host(writable=True)
