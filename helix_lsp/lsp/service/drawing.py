"""What both kinds of service do in this process: hover, definition and drift, which an editor waits for while
it draws, over a workspace that is opened when something is drawn first.

Imported when a folder is opened, so that `initialize` waits for none of the floors; what draws is imported
when something is drawn, so that a first question does not wait for it.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from helix_lsp.lsp.service.watching import Watching

if TYPE_CHECKING:
    from helix_lsp.ide.drift_look import DriftLook
    from helix_lsp.ide.drift_state import DriftState
    from helix_lsp.ide.find_sections import FoundSection, SectionCache
    from helix_lsp.ide.hover import Hover
    from helix_lsp.ide.places import NavigationTarget
    from helix_lsp.ide.view import View
    from helix_lsp.lsp.service.lazy_workspace import LazyWorkspace
    from helix_lsp.lsp.service.workspace_service import Check, LockRequest, Share
    from helix_lsp.session.kept.failures import Failures


class DrawnView:
    """One `View` of a service: what `workspace_service.FolderView` says."""

    def __init__(self, service: Drawing) -> None:
        """Of now: the workspace is opened, and all open texts are laid over it."""
        self._service = service
        self._order = next(service.orders)
        whole = service.whole  # before and after: an index that became whole since is not in the view
        self.view: View = service.workspace.get().view()
        self._whole = whole and service.whole
        self._drift: DriftLook | None = None

    @property
    def drift(self) -> DriftLook:
        """Over the options of the current files."""
        if self._drift is None:
            from helix_lsp.ide.drift_look import DriftLook
            from helix_lsp.session.settings.drift_ignores import with_ignores

            config, texts = self.view.config, self.view.texts
            view = replace(self.view, config=replace(config, drift=with_ignores(config.drift, texts)))
            near = self._service.workspace.get().at_hand()
            self._drift = DriftLook(view, self._service.drift_state(), self._order, near)
        return self._drift

    def prepare(self, check: Check) -> bool:
        """Once the disk was looked at; the past is opened again when another commit is checked out."""
        looked = self._service.refreshed or self.view.freshness.fresh
        if not looked or not self.drift.on:
            return False
        self._service.learn_history(check)
        self.drift.bring(check)
        return True

    def stamped(self, message: dict[str, Any]) -> dict[str, Any]:
        """With the repository and the commit of now."""
        return self._service.workspace.get().stamped(message, self.view)

    def sections(self, query: str) -> tuple[FoundSection, ...]:
        """Sections of documents by their titles."""
        from helix_lsp.ide.find_sections import find_sections

        return find_sections(self.view, query, self._service.section_cache())

    def text(self, path: str) -> bytes | None:
        """Current bytes."""
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
        """The finding at a byte, where drift was looked at."""
        from helix_lsp.ide.hover import hover_stale

        return hover_stale(self.drift, path, offset)

    def definition(self, path: str, offset: int) -> tuple[NavigationTarget, ...]:
        """Targets, best first."""
        from helix_lsp.ide.places import definition

        return definition(self.view, path, offset)


class Drawing(ABC):
    """A service without its answers. `whole`: no first index, nor one made anew, is under way, nor is another
    process behind with it; `refreshed`:
    the disk was looked at once.
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
        """As `WorkspaceService` says."""
        return self.workspace.awaited()

    def view(self) -> DrawnView:
        """The state now."""
        self.watching.before_drawing()
        return DrawnView(self)

    def on_change(self, told: Callable[[], None]) -> None:
        """Whom to tell that the disk is no longer as the index has it."""
        self.watching.on_change = told

    def refresh(self, share: Share, check: Check, *, full: bool = False) -> str:
        """What was done, in one line; `` when there is nothing new to say."""
        self.whole = self.whole and not full
        with self.watching.refreshing():
            done = self.refresh_index(share, check, full=full)
        self.refreshed, self.whole, self._head_asked = True, not self.awaited(), False
        return done

    def graph_lock(self, request: LockRequest) -> dict[str, Any]:
        """The lock of a session after the action, as JSON data."""
        from helix_lsp.wire.tree_lock import lock_to_wire

        workspace, session = self.workspace.get(), request.session_id
        locks = workspace.locks()
        if request.action in ("pin", "merge"):
            known = tuple(tree.entry.id for tree in workspace.view().knowledge().forest.trees)
            act = locks.pin if request.action == "pin" else locks.merge
            return lock_to_wire(act(session, request.tree_ids, known))
        return lock_to_wire(locks.clear(session) if request.action == "clear" else locks.inspect(session))

    def keep_answer(self, text: str) -> str:
        """Beside the index; the latest few are kept."""
        from helix_lsp.session.answer_file import keep_answer

        return keep_answer(self.workspace.get().directory, text)

    def note_failure(self, line: str) -> None:
        """Beside the index; called on the loop."""
        from helix_lsp.session.kept.failures import Failures

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
        from helix_lsp.ide.find_sections import SectionCache

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
