"""What the handlers ask of one workspace folder: a `WorkspaceService` answers, keeps the index and draws, a `FolderView`
is one state of the folder to draw from. `local.py` and `companion/remote.py` answer and keep the index; protocol tests
put a small fake. What an editor waits for while it draws (hover, definition and drift) is done here, over a workspace
that is opened when something is drawn first.

Imported when a folder is opened, so that `initialize` waits for none of the floors; what draws is imported
when something is drawn, so that a first question does not wait for it.
"""

from __future__ import annotations

import contextlib
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from helix_lsp.errors import Cancelled, HelixError
from helix_lsp.session.disk.witness import Witness

if TYPE_CHECKING:
    from helix_lsp.ask.question.question import Question
    from helix_lsp.ide.document_shape import FoundSection, SectionCache
    from helix_lsp.ide.drift_look import DriftLook
    from helix_lsp.ide.drift_state import DriftState
    from helix_lsp.ide.hover import Hover
    from helix_lsp.ide.mentions import View
    from helix_lsp.ide.places import NavigationTarget
    from helix_lsp.lsp.service.workspace_service import Check, Events, LazyWorkspace, LockRequest, Share
    from helix_lsp.session.kept.telemetry import Failures


# While somebody looks: is the disk still as the index has it? If not, nothing is fresh until it was looked
# at again (law I10), which begins now.
#
# No event of the client is needed, and without a request nothing is done. A request that comes too soon
# after another, or in the middle of a look or a refresh, is owed a look: no other may come that would begin
# one. `session/disk/witness.py` says what is looked at.

_DRAWN = 0.001  # seconds that a hover gives to looking, so many times a second
_DRAWN_EVERY = 0.1
_ASKED = 0.03  # a question takes longer than this anyway; some 10,000 looks
_ASKED_EVERY = 1.0


class Watching:
    """Of one folder. From any thread. `begun` counts the looks that somebody was owed."""

    def __init__(self, workspace: LazyWorkspace, doubt: Callable[[], None]) -> None:
        """`doubt` is called when answers are not fresh any more. The workspace is opened by whoever needs it,
        not for this: before, no indexed file is known, and nothing is looked at.
        """
        self.on_change: Callable[[], None] = _nobody
        self._workspace = workspace
        self._tell = doubt
        self._witness = Witness(workspace.root, lambda: workspace.get().rows() if workspace.ready else {})
        self._lock = threading.Lock()
        self._owed = threading.Lock()  # held while a look that is owed waits for its time
        self._refreshing = False
        self._asked_meanwhile = False
        self._doubted = self._failed = False
        self._drawn = self._asked = 0.0
        self.begun = 0

    @property
    def at_rest(self) -> bool:
        """True when nobody looks and nobody is owed a look."""
        return not self._owed.locked() and not self._lock.locked()

    def before_drawing(self) -> None:
        """A little of everything; a moment later where somebody looked just now, or is looking."""
        soon = self._drawn + _DRAWN_EVERY - time.monotonic()
        if soon > 0 or not self._lock.acquire(blocking=False):
            self._owe(max(soon, 0.0))
            return
        try:
            self._drawn = time.monotonic()
            self._look(_DRAWN)
        finally:
            self._lock.release()

    def before_asking(self) -> None:
        """As much as can be looked at in a moment that nobody notices before an answer; of one question after
        the other, a little.
        """
        with self._lock:
            due = time.monotonic() - self._asked >= _ASKED_EVERY
            self._look(_ASKED if due else _DRAWN)
            if due:
                self._asked = time.monotonic()

    def seen(self) -> None:
        """An answer says that what it cites has changed."""
        with self._lock:
            self._doubt()

    @contextmanager
    def refreshing(self) -> Generator[None]:
        """Around a refresh: what is on disk when it begins is what the index is compared with afterwards.
        Where it fails, the next look begins another, whatever the disk is like.
        """
        with self._lock:
            self._refreshing, self._doubted, self._asked_meanwhile = True, False, False
            mark = self._witness.mark()
        try:
            yield
        except BaseException as error:
            with self._lock:
                self._refreshing, self._failed = False, not isinstance(error, Cancelled)
            raise
        with self._lock:
            self._refreshing = self._failed = False
            self._witness.accept(mark)
            owed = self._asked_meanwhile
            if self._workspace.freshness().doing == "checking":  # somebody doubted in the middle of it
                self._doubt()
        if owed:  # what changed behind the back of the refresh
            self._owe(_DRAWN_EVERY)

    def _owe(self, seconds: float) -> None:
        """One look after so many seconds, however many are owed one."""
        if not self._owed.acquire(blocking=False):
            return
        self.begun += 1
        later = threading.Timer(seconds, self._make_up)
        later.daemon = True
        try:
            later.start()
        except RuntimeError:  # the system gives no thread: the next request looks
            self._owed.release()

    def _make_up(self) -> None:
        with self._lock, contextlib.suppress(HelixError):  # the folder may be closed by now
            self._owed.release()  # before the look: who comes from now on is owed another
            self._drawn = time.monotonic()
            self._look(_DRAWN)

    def _look(self, seconds: float) -> None:
        self._asked_meanwhile = self._asked_meanwhile or self._refreshing
        if (
            self._workspace.ready
            and not self._refreshing
            and not self._doubted
            and (self._failed or self._witness.differs(seconds))
        ):
            self._doubt()

    def _doubt(self) -> None:
        """All are told before the refresh can begin: it needs the lock."""
        if not self._refreshing and not self._doubted:
            self._doubted = True
            self._tell()
            self.on_change()


def _nobody() -> None:
    """Nobody listens yet."""


class FolderView:
    """One consistent state of a folder: `view` with snapshot, buffers and freshness that belong together. Used by one
    worker.
    """

    def __init__(self, service: WorkspaceService) -> None:
        """Of now: the workspace is opened, and all open texts are laid over it."""
        self._service = service
        self._order = next(service.orders)
        whole = service.whole  # before and after: an index that became whole since is not in the view
        self.view: View = service.workspace.get().view()
        self._whole = whole and service.whole
        self._drift: DriftLook | None = None

    @property
    def drift(self) -> DriftLook:
        """What has drifted, as far as it is known, by the options of the current files; `prepare` makes it ready."""
        if self._drift is None:
            from helix_lsp.ide.drift_look import DriftLook
            from helix_lsp.session.settings.settings import with_ignores

            config, texts = self.view.config, self.view.texts
            view = replace(self.view, config=replace(config, drift=with_ignores(config.drift, texts)))
            near = self._service.workspace.get().at_hand()
            self._drift = DriftLook(view, self._service.drift_state(), self._order, near)
        return self._drift

    def prepare(self, check: Check, given_up: Check) -> bool:
        """Read the tree and its history for `drift`, and take in what changed; False while the index is not there yet. May
        take long at first, and when another commit was checked out. `check` may let others go first, `given_up` may not.
        """
        looked = self._service.refreshed or self.view.freshness.fresh
        if not looked or not self.drift.on:
            return False
        self._service.learn_history(check)
        self.drift.bring(given_up)
        return True

    def stamped(self, message: dict[str, Any]) -> dict[str, Any]:
        """A message of the wire about this view, its references with repository and commit of now."""
        return self._service.workspace.get().stamped(message, self.view)

    def sections(self, query: str) -> tuple[FoundSection, ...]:
        """Sections of documents by their titles."""
        from helix_lsp.ide.document_shape import find_sections

        return find_sections(self.view, query, self._service.section_cache())

    def text(self, path: str) -> bytes | None:
        """Current bytes: live buffer, else disk, else None."""
        return self.view.texts(path)

    def hover(self, path: str, offset: int) -> Hover | None:
        """The proof hover; while the first index is being made, that the name is not indexed yet."""
        from helix_lsp.ide.hover import hover

        found = hover(self.view, path, offset)
        if found is not None or self._whole:
            return found
        from helix_lsp.ide.hover import hover_not_yet

        return hover_not_yet(self.view, path, offset)

    def stale_hover(self, path: str, offset: int) -> Hover | None:
        """What is told of a stale reference at a byte, where drift was looked at; never waits."""
        from helix_lsp.ide.hover import hover_stale

        return hover_stale(self.drift, path, offset)

    def definition(self, path: str, offset: int) -> tuple[NavigationTarget, ...]:
        """Where what is at a byte is defined, best first."""
        from helix_lsp.ide.places import definition

        return definition(self.view, path, offset)


class WorkspaceService(ABC):
    """One folder, open. Every method may be called from any thread. `whole`: no first index, nor one made anew, is under
    way, nor is another process behind with it; `refreshed`: the disk was looked at once.
    """

    def __init__(self, workspace: LazyWorkspace, problems: tuple[str, ...], directory: str) -> None:
        """`problems` of the settings, one line each; `directory` of the index."""
        self.workspace = workspace
        self.problems = problems
        self.orders = count()
        self.refreshed = self.whole = False
        self._directory = directory
        self.watching = Watching(workspace, self.doubt)
        self._sections: SectionCache | None = None
        self._drift_state: DriftState | None = None
        self._making = threading.Lock()
        self._head: str | None = None  # the commit that the drift state knows the past of
        self._head_asked = False  # False: the disk was looked at since, so another one may be checked out
        self._failures: Failures | None = None

    @abstractmethod
    def ask(
        self, question: Question, seen: FolderView | None, events: Events, check: Check
    ) -> dict[str, Any]:
        """`answer-envelope.v1`. `seen` is the view that the place of the question was found in, None for a
        question without one; `events` takes live-event lines. Raises Cancelled through `check`.
        """

    @abstractmethod
    def explain(self, session_id: str) -> dict[str, Any] | None:
        """The last answer of a session once more, with its trace and debug payload; None when nothing was
        answered yet.
        """

    @abstractmethod
    def status(self) -> dict[str, Any]:
        """`index-status.v1`."""

    @abstractmethod
    def doubt(self) -> None:
        """The disk has changed: no answer is fresh until the next refresh. Takes effect before this returns."""

    @abstractmethod
    def read_history(self, check: Check) -> None:
        """Have the history of the repository read and kept beside the index, where another process can do
        that.
        """

    @abstractmethod
    def refresh_index(self, share: Share, check: Check, *, full: bool) -> str:
        """The index, up to the disk; what was done, in one line."""

    @property
    def root(self) -> str:
        """Real absolute path."""
        return self.workspace.root

    def awaited(self) -> str:
        """What another process has still to do before what is drawn is whole: it writes the index, and this one
        cannot. `` for nothing.
        """
        return self.workspace.awaited()

    def view(self) -> FolderView:
        """The state now, with all open buffers as they are."""
        self.watching.before_drawing()
        return FolderView(self)

    def on_change(self, told: Callable[[], None]) -> None:
        """`told` is called, on the thread of whoever looks, when the disk is no longer as the index has it."""
        self.watching.on_change = told

    def refresh(self, share: Share, check: Check, *, full: bool = False) -> str:
        """Bring the index up to date with the disk (`full`: make it anew); one line about what was done, `` when there
        is nothing new to say. Raises Cancelled.
        """
        self.whole = self.whole and not full
        with self.watching.refreshing():
            done = self.refresh_index(share, check, full=full)
        self.refreshed, self.whole, self._head_asked = True, not self.awaited(), False
        return done

    def graph_lock(self, request: LockRequest) -> dict[str, Any]:
        """`tree-lock.v1` after the action. Raises UsageError for an unknown tree or a bad session."""
        from helix_lsp.wire.trees import lock_to_wire

        workspace, session = self.workspace.get(), request.session_id
        locks = workspace.locks()
        if request.action in ("pin", "merge"):
            known = tuple(tree.entry.id for tree in workspace.view().knowledge().forest.trees)
            act = locks.pin if request.action == "pin" else locks.merge
            return lock_to_wire(act(session, request.tree_ids, known))
        return lock_to_wire(locks.clear(session) if request.action == "clear" else locks.inspect(session))

    def keep_answer(self, text: str) -> str:
        """Write an answer document beside the index, where the latest few are kept; its absolute path."""
        from helix_lsp.session.answering import keep_answer

        return keep_answer(self.workspace.get().directory, text)

    def note_failure(self, line: str) -> None:
        """A request failed that should not: keep the line for `helix/status` and `helix-lsp doctor`. Never raises;
        called on the loop.
        """
        from helix_lsp.session.kept.telemetry import Failures

        self._failures = self._failures or Failures(self._directory)
        self._failures.note(line)

    def close(self) -> None:
        """Give up the index."""
        self.workspace.close()

    def drift_state(self) -> DriftState:
        """What drift knows from one view to the next; made when somebody first asks."""
        from helix_lsp.ide.drift_state import DriftState

        with self._making:
            self._drift_state = self._drift_state or DriftState()
            return self._drift_state

    def section_cache(self) -> SectionCache:
        """What the search for sections keeps from one view to the next."""
        from helix_lsp.ide.document_shape import SectionCache

        self._sections = self._sections or SectionCache()
        return self._sections

    def learn_history(self, check: Check) -> None:
        """The past of the commit that is checked out, for the drift state; once for each commit."""
        if self._head_asked:
            return
        workspace = self.workspace.get()
        head = workspace.head()
        if head != self._head:
            self.read_history(check)
            self.drift_state().remember(workspace.history(check))
            self._head = head
        self._head_asked = True

    def before_asking(self) -> None:
        """Is the disk as the index has it?"""
        self.watching.before_asking()

    def unwritten(self) -> tuple[bytes, ...]:
        """What failed and could not be written for the status to read, not now either."""
        return () if self._failures is None else self._failures.waiting()

    def notice(self, envelope: dict[str, Any]) -> dict[str, Any]:
        """An answer on its way out: one that says that what it cites has changed begins a refresh."""
        if envelope["index"]["state"] == "checking":
            self.watching.seen()
        return envelope
