"""A folder of which this process does everything: it keeps the index and answers questions. The companion is
made of these too; there nothing is drawn.

Before the first question nothing of the ladder is imported.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from helix_lsp.lsp.service.drawing import WorkspaceService
from helix_lsp.lsp.service.workspace_service import LazyWorkspace
from helix_lsp.session.kept.memory import Memory
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace

if TYPE_CHECKING:
    from helix_lsp.ask.question.question import Question
    from helix_lsp.ide.ask import Asked
    from helix_lsp.ide.mentions import View
    from helix_lsp.lsp.service.drawing import FolderView
    from helix_lsp.lsp.service.workspace_service import Check, Events, OpenTexts, Share
    from helix_lsp.session.model.open_model import Complete

_SESSIONS = 16
_LOOK_EVERY = 0.02


class LocalService(WorkspaceService):
    """One open `Workspace`. From any thread."""

    def __init__(
        self, workspace: Workspace, problems: tuple[str, ...], texts: OpenTexts, complete: Complete | None
    ) -> None:
        """`complete` is the way to the editor's own model."""
        super().__init__(
            LazyWorkspace(workspace.root, lambda: workspace, texts), problems, workspace.directory
        )
        self.workspace.get()  # it is open, so it is also closed with this
        self._complete = complete
        self._memory = Memory(workspace.settings.config.session)
        self._answered: dict[str, Asked] = {}
        self._told = False

    def ask(
        self, question: Question, seen: FolderView | None, events: Events, check: Check
    ) -> dict[str, Any]:
        """The envelope as JSON data; a question from a place is answered from the view of that place."""
        self.before_asking()
        self.await_index(check)
        view = seen.view if seen is not None else self.workspace.get().view()
        return self.notice(self.answer(question, view, events, check))

    def status(self) -> dict[str, Any]:
        """The index status as JSON data."""
        self.before_asking()
        return self.index_status(self.unwritten())

    def doubt(self) -> None:
        """Nothing is fresh until the next refresh."""
        self.workspace.get().doubt()

    def read_history(self, check: Check) -> None:
        """Whoever needs the history reads it in this same process."""

    def await_index(self, check: Check) -> None:
        """A question that comes while the index is being brought up to the disk waits for that, not for long;
        while nothing is indexed, longer:
        "no evidence" would be wrong.
        """
        workspace, began = self.workspace.get(), time.monotonic()
        limits = workspace.settings.config.session
        while workspace.standing().doing:
            most = (
                limits.settle_ms
                if workspace.view().snapshot.paths()
                else max(limits.settle_ms, limits.first_files_ms)
            )
            if time.monotonic() - began >= most / 1e3:
                return
            check()
            time.sleep(_LOOK_EVERY)

    def answer(self, question: Question, view: View, events: Events, check: Check) -> dict[str, Any]:
        """The envelope as JSON data, with the trace when it was asked for."""
        from helix_lsp.session.answering import AskSession, answer
        from helix_lsp.wire.answer_envelope import envelope_to_wire

        workspace = self.workspace.get()
        question = replace(question, near=workspace.at_hand())
        session = AskSession(memory=self._memory, complete=self._complete)
        asked = answer(workspace, question, session, view=view, events=events, check=check)
        workspace.make_vectors_ahead(view)
        if not question.asker.silent:
            self._remember(question.asker.session_id, asked)
        trace = asked.trace if question.explain else None
        sent = envelope_to_wire(asked.envelope, trace, debug=question.explain, method=asked.method)
        return workspace.stamped(sent, view)

    def explain(self, session_id: str) -> dict[str, Any] | None:
        """The last envelope of a session with its trace; None when nothing was answered yet."""
        from helix_lsp.wire.answer_envelope import envelope_to_wire

        asked = self._answered.get(session_id)
        if asked is None:
            return None
        sent = envelope_to_wire(asked.envelope, asked.trace, debug=True, method=asked.method)
        workspace = self.workspace.get()
        return workspace.stamped(sent, workspace.view())

    def index_status(self, unwritten: Sequence[bytes]) -> dict[str, Any]:
        """The index status as JSON data; nothing is looked at for it. `unwritten` as `Workspace.status`."""
        from helix_lsp.wire.status import status_to_wire

        return status_to_wire(self.workspace.get().status(unwritten))

    def refresh_index(self, share: Share, check: Check, *, full: bool) -> str:
        """What was done, in one line; `` when there is nothing new to say."""
        workspace = self.workspace.get()
        report = workspace.refresh(share, check, full=full)
        workspace.make_vectors_ahead(workspace.view())
        if self._told and not (report.added or report.changed or report.removed or report.freshness.reason):
            return ""
        self._told = True
        done = f"{report.files} files indexed, {report.added + report.changed} new or changed, in {report.seconds:.1f} s"
        return f"{done}; {report.freshness.reason}" if report.freshness.reason else done

    def _remember(self, session_id: str, asked: Asked) -> None:
        """The last answer of each of the latest sessions."""
        self._answered.pop(session_id, None)
        self._answered[session_id] = asked
        while len(self._answered) > _SESSIONS:
            self._answered.pop(next(iter(self._answered)), None)


def open_local(
    path: str, settings: Mapping[str, Any], texts: OpenTexts, complete: Complete | None = None
) -> LocalService:
    """The folder, open. Raises as `Workspace.open` does.

    The client's settings may come from the repository (some editors do that): only harmless ones are taken
    (I11).
    """
    loaded = load(path, workspace_client=settings)
    return LocalService(Workspace.open(path, loaded), loaded.problems, texts, complete)
