"""What is known of the drift of a workspace while it is open: verdicts per document, kept right under edits.

A change asks again only about the documents that it may concern (`align/drift/touched.py`). One lock; it is
held for one step at a time, and whoever waits for it can be cancelled. Nothing is judged before the history
has been opened: without its witnesses there would be false alarms.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace
from threading import RLock

from helix_lsp.align.drift.document import Checked, check_document
from helix_lsp.align.drift.edits import EditedHistory
from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.touched import Touched, names_of, touched
from helix_lsp.align.drift.vocabulary import Vocabulary
from helix_lsp.align.drift.world import World
from helix_lsp.ide.contradictions import contradictions, with_contradictions
from helix_lsp.ide.view import View
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.digest import blob_id

Check = Callable[[], None]
_WAIT = 0.02
_MOST_TEXT = 8_000_000


class DriftState:
    """One to a workspace. Every method may be called from any thread.

    `checks` counts documents that were judged, `mentions` the changes after which code may be mentioned more
    or less often.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self._vocabulary = Vocabulary()
        self._history: EditedHistory | None = None
        self._opened = False
        self._world: World | None = None
        self._snapshot: Snapshot | None = None
        self._order = -1
        self._seen: dict[str, tuple[str, bytes]] = {}
        self._known: dict[str, Checked] = {}
        self._dirty: set[str] = set()
        self.checks = 0
        self.mentions = 0

    @property
    def ready(self) -> bool:
        """True once a world and a past are there to judge by."""
        return self._world is not None and self._history is not None

    def remember(self, past: History) -> None:
        """Another past (a commit was made, a branch checked out): everything is asked again."""
        with self._lock:
            self._history = EditedHistory(past)
            self._opened = False
            self._dirty.update(self._known)

    def bring(self, view: View, order: int, opened: Iterable[str], check: Check) -> frozenset[str]:
        """Take in what changed up to this view, unless a later one (`order`) was taken in; known documents
        that are to be asked again.

        `opened` are the paths whose text before the next edit shall be at hand. Raises Cancelled through
        `check`.
        """
        with self._held(check):
            if order < self._order or (self._world is not None and view.freshness.behind):
                return frozenset(self._dirty)
            cfg, old, new = view.config.drift, self._snapshot, view.snapshot
            self._open_history(view, opened)
            if old is new and self._world is not None and self._world.cfg == cfg:
                self._order = order
                return frozenset(self._dirty)
            if self._world is not None and self._world.cfg != cfg:
                self._dirty.update(self._known)
            world = self._vocabulary.bring(new, view.texts, cfg, check)
            if old is not None:
                self._concern(old, view)
            else:
                self._vocabulary.take_flipped()
            self._keep_texts(view, opened)
            self._world, self._snapshot, self._order = world, new, order
            return frozenset(self._dirty)

    def document(self, view: View, order: int, path: str, check: Check) -> Checked | None:
        """The verdicts about a document over the bytes of this view; None where nothing can be said now (not
        ready, facts behind the text).
        """
        with self._held(check):
            if self._world is None or self._history is None:
                return None
            sha, known = view.snapshot.sha(path), self._known.get(path)
            if known is not None and known.sha == sha and path not in self._dirty:
                return known
            data = view.texts(path)
            if data is None or not sha:
                self._known.pop(path, None)
                return None
            if blob_id(data) != sha:
                return None
            world = replace(self._world, snapshot=view.snapshot, texts=view.texts)
            found = with_contradictions(
                check_document(path, world, self._history, view.config.drift),
                contradictions(path, world, self._history, check),
            )
            self.checks += 1
            self._history.backed(path, found.live)
            if order >= self._order:
                self._known[path] = found
                self._dirty.discard(path)
            return found

    def known(self, view: View, path: str) -> Checked | None:
        """The last verdicts about a document where they are of the bytes of this view."""
        known = self._known.get(path)
        return known if known is not None and known.sha == view.snapshot.sha(path) else None

    def _open_history(self, view: View, opened: Iterable[str]) -> None:
        """What open buffers changed before anybody looked has gone, too: the stored files are the session's
        beginning.
        """
        if self._history is None or self._opened:
            return
        self._opened = True
        stored = view.snapshot.stored()
        for path in opened:
            if stored.sha(path) != view.snapshot.sha(path):
                self._history.saw(path, stored, view.snapshot, None, _text(view, path))

    def _concern(self, old: Snapshot, view: View) -> None:
        """Mark the documents that the change from `old` to the view may concern, and note what went."""
        new = view.snapshot
        changed = new.changed_since(old)
        self.mentions += any(
            _says(p, old) or _says(p, new) or names_of(p, old) != names_of(p, new) for p in changed
        )
        texts: dict[str, tuple[bytes, bytes]] = {}
        for path in changed:
            before, after = self._seen.get(path), view.texts(path) if path in self._seen else None
            if self._history is not None:
                self._history.saw(
                    path,
                    old,
                    new,
                    before[1] if before is not None else None,
                    after if after is not None else _text(view, path),
                )
            if (
                before is not None
                and after is not None
                and before[0] == old.sha(path)
                and blob_id(after) == new.sha(path)
            ):
                texts[path] = (before[1], after)
        concern: Touched = touched(old, new, changed, texts, self._vocabulary.take_flipped())
        self._dirty.update(path for path, known in self._known.items() if known.concerns(concern))
        for path in changed:
            if not new.sha(path):
                self._known.pop(path, None)
                self._dirty.discard(path)

    def _keep_texts(self, view: View, opened: Iterable[str]) -> None:
        kept: dict[str, tuple[str, bytes]] = {}
        left = _MOST_TEXT
        for path in opened:
            sha, seen = view.snapshot.sha(path), self._seen.get(path)
            if seen is None or seen[0] != sha:
                data = view.texts(path)
                seen = (sha, data) if data is not None and blob_id(data) == sha else None
            if seen is not None and left >= len(seen[1]):
                kept[path] = seen
                left -= len(seen[1])
        self._seen = kept

    @contextmanager
    def _held(self, check: Check) -> Generator[None]:
        while not self._lock.acquire(timeout=_WAIT):
            check()
        try:
            yield
        finally:
            self._lock.release()


def _text(view: View, path: str) -> bytes | None:
    """The bytes that the view's facts are of; None where the file went."""
    return view.texts(path) if view.snapshot.sha(path) else None


def _says(path: str, snapshot: Snapshot) -> bool:
    """True for a file that can mention code."""
    entry = snapshot.file(path)
    return entry is not None and entry.surface.kind == "docs"
