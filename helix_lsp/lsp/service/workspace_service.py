"""What the handlers ask of one workspace folder: two protocols. `local.py` and `companion/remote.py` do the work;
protocol tests put a small fake.

`WorkspaceService` answers, keeps the index and draws; a `FolderView` is one state of the folder to draw from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from helix_lsp.ask.question.question import Question
    from helix_lsp.ide.drift_look import DriftLook
    from helix_lsp.ide.find_sections import FoundSection
    from helix_lsp.ide.hover import Hover
    from helix_lsp.ide.places import NavigationTarget
    from helix_lsp.ide.view import View
    from helix_lsp.lsp.service.open_texts import OpenTexts
    from helix_lsp.lsp.settled import Worker

Check = Callable[[], None]
Share = Callable[[str, int, int], None]
Events = Callable[[str], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class LockRequest:
    """What `helix/graphLock` asks; `action` is inspect, pin, merge or clear."""

    session_id: str
    action: str
    tree_ids: tuple[str, ...] = ()


class FolderView(Protocol):
    """One consistent state of a folder: snapshot, buffers and freshness belong together. Used by one worker."""

    @property
    def view(self) -> View:
        """What features of `ide` take."""
        ...

    @property
    def drift(self) -> DriftLook:
        """What has drifted, as far as it is known; `prepare` makes it ready."""
        ...

    def text(self, path: str) -> bytes | None:
        """Current bytes: live buffer, else disk, else None."""
        ...

    def stamped(self, message: dict[str, Any]) -> dict[str, Any]:
        """A message of the wire about this view, its references with repository and commit."""
        ...

    def hover(self, path: str, offset: int) -> Hover | None:
        """What is at a byte."""
        ...

    def stale_hover(self, path: str, offset: int) -> Hover | None:
        """What is told of a stale reference at a byte; never waits."""
        ...

    def definition(self, path: str, offset: int) -> tuple[NavigationTarget, ...]:
        """Where what is at a byte is defined, best first."""
        ...

    def sections(self, query: str) -> tuple[FoundSection, ...]:
        """Sections of documents by their titles."""
        ...

    def prepare(self, check: Check) -> bool:
        """Read the tree and its history for `drift`, and take in what changed; False while the index is not
        there yet. May take long at first.
        """
        ...


class WorkspaceService(Protocol):
    """One folder, open. Every method may be called from any thread."""

    @property
    def problems(self) -> tuple[str, ...]:
        """What is wrong with its settings, one line each."""
        ...

    @property
    def root(self) -> str:
        """Real absolute path."""
        ...

    @property
    def watching(self) -> Worker | None:
        """Who looks whether the disk has changed, as `helix/test/settled` sees it; None where nobody does."""
        ...

    def view(self) -> FolderView:
        """The state now, with all open buffers as they are."""
        ...

    def ask(
        self, question: Question, seen: FolderView | None, events: Events, check: Check
    ) -> dict[str, Any]:
        """`answer-envelope.v1`. `seen` is the view that the place of the question was found in, None for a
        question without one; `events` takes live-event lines. Raises Cancelled through `check`.
        """
        ...

    def explain(self, session_id: str) -> dict[str, Any] | None:
        """The last answer of a session once more, with its trace and debug payload; None when nothing was
        answered yet.
        """
        ...

    def status(self) -> dict[str, Any]:
        """`index-status.v1`."""
        ...

    def graph_lock(self, request: LockRequest) -> dict[str, Any]:
        """`tree-lock.v1` after the action. Raises UsageError for an unknown tree or a bad session."""
        ...

    def refresh(self, share: Share, check: Check, *, full: bool = False) -> str:
        """Bring the index up to date with the disk (`full`: make it anew); one line about what was done, ``
        when there is nothing new to say. Raises Cancelled.
        """
        ...

    def awaited(self) -> str:
        """What another process has still to do before what is drawn is whole: it writes the index, and this one
        cannot. `` for nothing.
        """
        ...

    def on_change(self, told: Callable[[], None]) -> None:
        """`told` is called, on the thread of whoever looks, when the disk is no longer as the index has it."""
        ...

    def keep_answer(self, text: str) -> str:
        """Write an answer document beside the index; its absolute path."""
        ...

    def note_failure(self, line: str) -> None:
        """A request failed that should not: keep the line for `helix/status` and `helix-lsp doctor`. Never
        raises.
        """
        ...

    def close(self) -> None:
        """Give up the index."""
        ...


OpenService = Callable[[str, Mapping[str, Any], "OpenTexts"], WorkspaceService]
"""Opens the folder at an absolute path with the client's settings, over the texts that the client has open;
raises HelixError with one clear line.
"""
