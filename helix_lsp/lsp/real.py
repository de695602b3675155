"""The real floors behind the port of `backend.py`. Imported when a folder is opened, so that `initialize` waits for none of
them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any, cast

from helix_lsp.ask.question import Verbosity
from helix_lsp.ide.ask import AskRequest, ask
from helix_lsp.ide.definition import definition
from helix_lsp.ide.hover import Hover, hover
from helix_lsp.ide.target import NavigationTarget
from helix_lsp.lsp.backend import Check, Question, Share
from helix_lsp.session.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.wire.answer_envelope import envelope_to_wire
from helix_lsp.wire.index_status import status_to_wire


class RealLook:
    """One `View`, with the workspace for its status."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._view = workspace.view()

    def text(self, path: str) -> bytes | None:
        """Current bytes."""
        return self._view.texts(path)

    def hover(self, path: str, offset: int) -> Hover | None:
        """The proof hover."""
        return hover(self._view, path, offset)

    def definition(self, path: str, offset: int) -> tuple[NavigationTarget, ...]:
        """Targets, best first."""
        return definition(self._view, path, offset)

    def ask(self, question: Question, events: Callable[[str], None], check: Check) -> dict[str, Any]:
        """The envelope as JSON data, with the trace when it was asked for."""
        request = AskRequest(
            question=question.text, path=question.path, offset=question.offset, verbosity=cast("Verbosity", question.verbosity),
        )  # fmt: skip
        asked = ask(self._view, request, events=events, check=check, clock=_microseconds)
        return envelope_to_wire(asked.envelope, asked.trace if question.debug else None)

    def status(self) -> dict[str, Any]:
        """The index status as JSON data."""
        return status_to_wire(self._workspace.status())


class RealBackend:
    """One `Workspace`."""

    def __init__(self, path: str, settings: Mapping[str, Any]) -> None:
        """The client's settings may come from the repository (some editors do that): only harmless ones are taken (I11)."""
        loaded = load(path, workspace_client=settings)
        self._workspace = Workspace.open(path, loaded)
        self.problems = loaded.problems
        self._told = False

    @property
    def root(self) -> str:
        """Real absolute path."""
        return self._workspace.root

    def edit(self, path: str, data: bytes) -> None:
        """The open buffer of a path."""
        self._workspace.edit(path, data)

    def release(self, path: str) -> None:
        """The disk counts again."""
        self._workspace.release(path)

    def look(self) -> RealLook:
        """The state now."""
        return RealLook(self._workspace)

    def refresh(self, share: Share, check: Check) -> str:
        """What was done, in one line; `` when there is nothing new to say."""
        report = self._workspace.refresh(share, check)
        if self._told and not (report.added or report.changed or report.removed or report.freshness.reason):
            return ""
        self._told = True
        done = f"{report.files} files indexed, {report.added + report.changed} new or changed, in {report.seconds:.1f} s"
        return f"{done}; {report.freshness.reason}" if report.freshness.reason else done

    def close(self) -> None:
        """Give up the index."""
        self._workspace.close()


def _microseconds() -> int:
    return time.perf_counter_ns() // 1_000
