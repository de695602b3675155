"""Where questions about one folder are answered and its index is kept: in this process. `lsp/split.py` has the same in another.

Imports neither what an editor draws (hover, drift) nor, before the first question, the ladder.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast

from helix_lsp.lsp.backend import Check, Question, Share
from helix_lsp.session.memory import Memory
from helix_lsp.session.settings import load
from helix_lsp.session.workspace import Workspace

if TYPE_CHECKING:
    from helix_lsp.ask.question import Verbosity
    from helix_lsp.ide.ask import Asked
    from helix_lsp.ide.view import View
    from helix_lsp.session.model.client import Complete

_SESSIONS = 16
_LOOK_EVERY = 0.02


class Desk:
    """One open `Workspace`. From any thread."""

    def __init__(self, workspace: Workspace, complete: Complete | None) -> None:
        """`complete` is the way to the editor's own model."""
        self.workspace = workspace
        self._complete = complete
        self._memory = Memory(workspace.settings.config.session)
        self._answered: dict[str, Asked] = {}
        self._told = False

    def edit(self, path: str, data: bytes | None) -> None:
        """The workspace knows already."""

    def close(self) -> None:
        """The workspace is closed by whoever opened it."""

    def doubt(self) -> None:
        """Nothing is fresh until the next refresh."""
        self.workspace.doubt()

    def await_index(self, check: Check) -> None:
        """A question that comes while the index is being brought up to the disk waits for that, not for long; while nothing is indexed, longer:
        "no evidence" would be wrong.
        """
        limits, began = self.workspace.settings.config.session, time.monotonic()
        while self.workspace.standing().doing:
            most = limits.settle_ms if self.workspace.view().snapshot.paths() else max(limits.settle_ms, limits.first_files_ms)
            if time.monotonic() - began >= most / 1e3:
                return
            check()
            time.sleep(_LOOK_EVERY)

    def ask(self, question: Question, view: Callable[[], View], events: Callable[[str], None], check: Check) -> dict[str, Any]:
        """The envelope as JSON data, with the trace when it was asked for."""
        from helix_lsp.ask.question import Choice
        from helix_lsp.ide.ask import AskRequest
        from helix_lsp.session.answering import Sitting, answer
        from helix_lsp.wire.answer_envelope import envelope_to_wire

        request = AskRequest(
            question=question.text, path=question.path, offset=question.offset, verbosity=cast("Verbosity", question.verbosity),
            slots=question.slots, dry=question.dry, method=question.debug, near=self.workspace.at_hand(),
            choice=Choice(token=question.token, option=question.option) if question.token else None,
        )  # fmt: skip
        sitting = Sitting(session_id=question.session_id, memory=self._memory, complete=self._complete, silent=question.silent)
        asked = answer(self.workspace, request, sitting, view=view(), events=events, check=check)
        if not question.silent:
            self._remember(question.session_id, asked)
        return envelope_to_wire(asked.envelope, asked.trace if question.debug else None, debug=question.debug, method=asked.method)

    def explain(self, session_id: str) -> dict[str, Any] | None:
        """The last envelope of a session with its trace; None when nothing was answered yet."""
        from helix_lsp.wire.answer_envelope import envelope_to_wire

        asked = self._answered.get(session_id)
        return None if asked is None else envelope_to_wire(asked.envelope, asked.trace, debug=True, method=asked.method)

    def status(self) -> dict[str, Any]:
        """The index status as JSON data."""
        from helix_lsp.wire.index_status import status_to_wire

        return status_to_wire(self.workspace.status())

    def refresh(self, share: Share, check: Check, *, full: bool) -> str:
        """What was done, in one line; `` when there is nothing new to say."""
        report = self.workspace.refresh(share, check, full=full)
        if self._told and not (report.added or report.changed or report.removed or report.freshness.reason):
            return ""
        self._told = True
        done = f"{report.files} files indexed, {report.added + report.changed} new or changed, in {report.seconds:.1f} s"
        return f"{done}; {report.freshness.reason}" if report.freshness.reason else done

    def learn(self, check: Check) -> None:
        """Whoever needs the history reads it in this same process."""

    def _remember(self, session_id: str, asked: Asked) -> None:
        """The last answer of each of the latest sessions."""
        self._answered.pop(session_id, None)
        self._answered[session_id] = asked
        while len(self._answered) > _SESSIONS:
            self._answered.pop(next(iter(self._answered)), None)


def opened(path: str, settings: Mapping[str, Any]) -> tuple[Workspace, tuple[str, ...]]:
    """(the folder open as a workspace, what is wrong with its settings, one line each).

    The client's settings may come from the repository (some editors do that): only harmless ones are taken (I11).
    """
    loaded = load(path, workspace_client=settings)
    return Workspace.open(path, loaded), loaded.problems
