"""The real floors behind the port of `backend.py`. Imported when a folder is opened, so that `initialize` waits for none of
them; what draws is imported when something is drawn first, so that a first question does not wait for it.

What an editor draws (hover, definition, drift) is computed here; questions, status and the index belong to a desk, in this process or another.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from helix_lsp.lsp.backend import Check, LockRequest, Question, Share
from helix_lsp.lsp.late import LateWorkspace
from helix_lsp.lsp.watching import Watching

if TYPE_CHECKING:
    from helix_lsp.ide.drift_look import DriftLook
    from helix_lsp.ide.drift_state import DriftState
    from helix_lsp.ide.find_sections import FoundSection, SectionCache
    from helix_lsp.ide.hover import Hover
    from helix_lsp.ide.target import NavigationTarget
    from helix_lsp.ide.view import View
    from helix_lsp.session.failures import Failures
    from helix_lsp.session.model.client import Complete
    from helix_lsp.session.workspace import Workspace


class AskingDesk(Protocol):
    """What is asked of a desk, wherever it is: `lsp/desk.py` says what each does."""

    def edit(self, path: str, data: bytes | None) -> None:
        """The open buffer of a path; None once it is closed."""
        ...

    def await_index(self, check: Check) -> None:
        """Nothing where another process waits for it."""
        ...

    def doubt(self) -> None:
        """The disk has changed: no answer is fresh until the next refresh. Takes effect before this returns."""
        ...

    def ask(self, question: Question, view: Callable[[], View], events: Callable[[str], None], check: Check) -> dict[str, Any]:
        """The envelope; `view` is the look that the question was asked from, taken when it is first needed."""
        ...

    def explain(self, session_id: str) -> dict[str, Any] | None:
        """The last answer of a session."""
        ...

    def status(self) -> dict[str, Any]:
        """The index status."""
        ...

    def refresh(self, share: Share, check: Check, *, full: bool) -> str:
        """The index, up to the disk."""
        ...

    def learn(self, check: Check) -> None:
        """Have the history of the repository read and kept beside the index, where another process can do that."""
        ...

    def close(self) -> None:
        """Nobody asks any more."""
        ...


@dataclass(slots=True)
class _Kept:
    """What outlives a look. `head`: the commit that `drift` knows the past of; `asked` False: the disk was looked at since, so another commit

    may be checked out. `whole`: no first index, nor one made anew, is under way.
    """

    late: LateWorkspace
    desk: AskingDesk
    watching: Watching
    sections: SectionCache | None = None
    drifted: DriftState | None = None
    orders: count[int] = field(default_factory=count)
    refreshed: bool = False
    whole: bool = False
    head: str | None = None
    asked: bool = False
    failures: Failures | None = None
    making: threading.Lock = field(default_factory=threading.Lock)

    @property
    def drift(self) -> DriftState:
        """Made when somebody first asks."""
        from helix_lsp.ide.drift_state import DriftState

        with self.making:
            self.drifted = self.drifted or DriftState()
            return self.drifted


class RealLook:
    """One `View`, with the workspace for its status."""

    def __init__(self, kept: _Kept) -> None:
        self._kept = kept
        self._order = 0
        self._view: View | None = None
        self._drift: DriftLook | None = None

    @property
    def _workspace(self) -> Workspace:
        """Opened by the first who needs it; a question does not."""
        return self._kept.late.get()

    @property
    def view(self) -> View:
        """What features of `ide` take: as of its first use."""
        if self._view is None:
            self._order = next(self._kept.orders)
            self._view = self._workspace.view()
        return self._view

    @property
    def drift(self) -> DriftLook:
        """Over the options of the current files."""
        if self._drift is None:
            from helix_lsp.ide.drift_look import DriftLook
            from helix_lsp.session.drift_ignores import with_ignores

            config, texts = self.view.config, self.view.texts
            view = replace(self.view, config=replace(config, drift=with_ignores(config.drift, texts)))
            self._drift = DriftLook(view, self._kept.drift, self._order, self._workspace.at_hand())
        return self._drift

    def prepare(self, check: Check) -> bool:
        """After the first refresh; the past is opened again when another commit is checked out."""
        kept = self._kept
        if not kept.refreshed or not self.drift.on:
            return False
        if not kept.asked:
            head = self._workspace.head()
            if head != kept.head:
                kept.desk.learn(check)
                kept.drift.remember(self._workspace.history(check))
                kept.head = head
            kept.asked = True
        self.drift.bring(check)
        return True

    def sections(self, query: str) -> tuple[FoundSection, ...]:
        """Sections of documents by their titles."""
        from helix_lsp.ide.find_sections import SectionCache, find_sections

        self._kept.sections = self._kept.sections or SectionCache()
        return find_sections(self.view, query, self._kept.sections)

    def text(self, path: str) -> bytes | None:
        """Current bytes."""
        return self.view.texts(path)

    def hover(self, path: str, offset: int) -> Hover | None:
        """The proof hover."""
        from helix_lsp.ide.hover import hover

        found = hover(self.view, path, offset)
        if found is not None or self._kept.whole:
            return found
        from helix_lsp.ide.hover_not_yet import hover_not_yet

        return hover_not_yet(self.view, path, offset)

    def definition(self, path: str, offset: int) -> tuple[NavigationTarget, ...]:
        """Targets, best first."""
        from helix_lsp.ide.definition import definition

        return definition(self.view, path, offset)

    def ask(self, question: Question, events: Callable[[str], None], check: Check) -> dict[str, Any]:
        """The envelope as JSON data, with the trace when it was asked for."""
        self._kept.watching.before_asking()
        self._kept.desk.await_index(check)
        envelope = self._kept.desk.ask(question, lambda: self.view, events, check)
        if envelope["index"]["state"] == "checking":
            self._kept.watching.seen()
        return envelope

    def explain(self, session_id: str) -> dict[str, Any] | None:
        """The last envelope of a session with its trace."""
        return self._kept.desk.explain(session_id)

    def status(self) -> dict[str, Any]:
        """The index status as JSON data."""
        self._kept.watching.before_asking()
        if self._kept.failures is not None:
            self._kept.failures.report()  # what could not be written when it failed is written now, for the desk to read
        return self._kept.desk.status()

    def graph_lock(self, request: LockRequest) -> dict[str, Any]:
        """The lock of a session after the action, as JSON data."""
        from helix_lsp.wire.tree_lock import lock_to_wire

        locks, session = self._workspace.locks(), request.session_id
        if request.action in ("pin", "merge"):
            known = tuple(tree.entry.id for tree in self.view.knowledge().forest.trees)
            act = locks.pin if request.action == "pin" else locks.merge
            return lock_to_wire(act(session, request.tree_ids, known))
        return lock_to_wire(locks.clear(session) if request.action == "clear" else locks.inspect(session))


class RealBackend:
    """One `Workspace`, opened when it is first needed, and a desk."""

    def __init__(self, late: LateWorkspace, desk: AskingDesk, problems: tuple[str, ...], directory: str) -> None:
        """`desk` over the same root; `problems` of the settings, one line each; `directory` of the index. `open_here` and `open_split` do so."""
        self.problems = problems
        self._directory = directory
        self._late = late
        self._kept = _Kept(late, desk, Watching(late, desk))

    @property
    def root(self) -> str:
        """Real absolute path."""
        return self._late.root

    def edit(self, path: str, data: bytes) -> None:
        """The open buffer of a path."""
        self._late.put(path, data)
        self._kept.desk.edit(path, data)

    def release(self, path: str) -> None:
        """The disk counts again."""
        self._late.put(path, None)
        self._kept.desk.edit(path, None)

    def look(self) -> RealLook:
        """The state now."""
        self._kept.watching.before_drawing()
        return RealLook(self._kept)

    def on_change(self, told: Callable[[], None]) -> None:
        """Whom to tell that the disk is no longer as the index has it."""
        self._kept.watching.on_change = told

    def refresh(self, share: Share, check: Check, *, full: bool = False) -> str:
        """What was done, in one line; `` when there is nothing new to say."""
        self._kept.whole = self._kept.whole and not full
        with self._kept.watching.refreshing():
            done = self._kept.desk.refresh(share, check, full=full)
        self._kept.refreshed, self._kept.whole, self._kept.asked = True, True, False
        return done

    def keep_answer(self, text: str) -> str:
        """Beside the index; the latest few are kept."""
        from helix_lsp.session.answer_file import keep_answer

        return keep_answer(self._late.get().directory, text)

    def note_failure(self, line: str) -> None:
        """Beside the index; called on the loop."""
        from helix_lsp.session.failures import Failures

        self._kept.failures = self._kept.failures or Failures(self._directory)
        self._kept.failures.note(line)

    def close(self) -> None:
        """Give up the index."""
        self._kept.desk.close()
        self._late.close()


def open_here(path: str, settings: Mapping[str, Any], complete: Complete | None = None) -> RealBackend:
    """A folder of which this process does everything. Raises as `Workspace.open` does."""
    from helix_lsp.lsp.desk import Desk, opened

    workspace, problems = opened(path, settings)
    return RealBackend(LateWorkspace(workspace.root, lambda: workspace), Desk(workspace, complete), problems, workspace.directory)
