"""The real floors behind the port of `backend.py`. Imported when a folder is opened, so that `initialize` waits for none of
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, cast

from helix_lsp.ask.question import Choice, Verbosity
from helix_lsp.ide.ask import Asked, AskRequest
from helix_lsp.ide.definition import definition
from helix_lsp.ide.drift_look import DriftLook
from helix_lsp.ide.drift_state import DriftState
from helix_lsp.ide.find_sections import FoundSection, SectionCache, find_sections
from helix_lsp.ide.hover import Hover, hover
from helix_lsp.ide.target import NavigationTarget
from helix_lsp.ide.view import View
from helix_lsp.lsp.backend import Check, LockRequest, Question, Share
from helix_lsp.session.answer_file import keep_answer
from helix_lsp.session.answering import Sitting, answer
from helix_lsp.session.drift_ignores import with_ignores
from helix_lsp.session.memory import Memory
from helix_lsp.session.model.client import Complete
from helix_lsp.session.settings import load
from helix_lsp.session.workspace import Workspace
from helix_lsp.wire.answer_envelope import envelope_to_wire
from helix_lsp.wire.index_status import status_to_wire
from helix_lsp.wire.tree_lock import lock_to_wire

_SESSIONS = 16


@dataclass(slots=True)
class _Kept:
    """What outlives a look. `answered`: the last answer of each of the latest sessions. `head`: the commit that `drift` knows the past of;

    `asked` False: the disk was looked at since, so another commit may be checked out.
    """

    workspace: Workspace
    memory: Memory
    complete: Complete | None
    sections: SectionCache = field(default_factory=SectionCache)
    answered: dict[str, Asked] = field(default_factory=dict[str, Asked])
    drift: DriftState = field(default_factory=DriftState)
    orders: count[int] = field(default_factory=count)
    refreshed: bool = False
    head: str | None = None
    asked: bool = False

    def remember(self, session_id: str, asked: Asked) -> None:
        """The latest stays longest."""
        self.answered.pop(session_id, None)
        self.answered[session_id] = asked
        while len(self.answered) > _SESSIONS:
            self.answered.pop(next(iter(self.answered)), None)


class RealLook:
    """One `View`, with the workspace for its status."""

    def __init__(self, kept: _Kept) -> None:
        self._kept = kept
        self._workspace = kept.workspace
        self._order = next(kept.orders)
        self._view = kept.workspace.view()
        self._drift: DriftLook | None = None

    @property
    def view(self) -> View:
        """What features of `ide` take."""
        return self._view

    @property
    def drift(self) -> DriftLook:
        """Over the options of the current files."""
        if self._drift is None:
            config, texts = self._view.config, self._view.texts
            view = replace(self._view, config=replace(config, drift=with_ignores(config.drift, texts)))
            self._drift = DriftLook(view, self._kept.drift, self._order, self._workspace.at_hand())
        return self._drift

    def prepare(self, check: Check) -> bool:
        """After the first refresh; the past is opened again when another commit is checked out."""
        kept = self._kept
        if not kept.refreshed or not self.drift.on:
            return False
        if not kept.asked:
            kept.asked = True
            head = self._workspace.head()
            if head != kept.head:
                kept.drift.remember(self._workspace.history())
                kept.head = head
        self.drift.bring(check)
        return True

    def sections(self, query: str) -> tuple[FoundSection, ...]:
        """Sections of documents by their titles."""
        return find_sections(self._view, query, self._kept.sections)

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
            slots=question.slots, dry=question.dry, method=question.debug, near=self._workspace.at_hand(),
            choice=Choice(token=question.token, option=question.option) if question.token else None,
        )  # fmt: skip
        sitting = Sitting(session_id=question.session_id, memory=self._kept.memory, complete=self._kept.complete)
        asked = answer(self._workspace, request, sitting, view=self._view, events=events, check=check)
        self._kept.remember(question.session_id, asked)
        trace = asked.trace if question.debug else None
        return envelope_to_wire(asked.envelope, trace, debug=question.debug, method=asked.method)

    def explain(self, session_id: str) -> dict[str, Any] | None:
        """The last envelope of a session with its trace."""
        asked = self._kept.answered.get(session_id)
        return None if asked is None else envelope_to_wire(asked.envelope, asked.trace, debug=True, method=asked.method)

    def status(self) -> dict[str, Any]:
        """The index status as JSON data."""
        return status_to_wire(self._workspace.status())

    def graph_lock(self, request: LockRequest) -> dict[str, Any]:
        """The lock of a session after the action, as JSON data."""
        locks, session = self._workspace.locks(), request.session_id
        if request.action in ("pin", "merge"):
            known = tuple(tree.entry.id for tree in self._view.knowledge().forest.trees)
            act = locks.pin if request.action == "pin" else locks.merge
            return lock_to_wire(act(session, request.tree_ids, known))
        return lock_to_wire(locks.clear(session) if request.action == "clear" else locks.inspect(session))


class RealBackend:
    """One `Workspace`."""

    def __init__(self, path: str, settings: Mapping[str, Any], complete: Complete | None = None) -> None:
        """The client's settings may come from the repository (some editors do that): only harmless ones are taken (I11)."""
        loaded = load(path, workspace_client=settings)
        self._workspace = Workspace.open(path, loaded)
        self.problems = loaded.problems
        self._kept = _Kept(self._workspace, Memory(loaded.config.session), complete)
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
        return RealLook(self._kept)

    def refresh(self, share: Share, check: Check, *, full: bool = False) -> str:
        """What was done, in one line; `` when there is nothing new to say."""
        report = self._workspace.refresh(share, check, full=full)
        self._kept.refreshed, self._kept.asked = True, False
        if self._told and not (report.added or report.changed or report.removed or report.freshness.reason):
            return ""
        self._told = True
        done = f"{report.files} files indexed, {report.added + report.changed} new or changed, in {report.seconds:.1f} s"
        return f"{done}; {report.freshness.reason}" if report.freshness.reason else done

    def keep_answer(self, text: str) -> str:
        """Beside the index; the latest few are kept."""
        return keep_answer(self._workspace.directory, text)

    def close(self) -> None:
        """Give up the index."""
        self._workspace.close()
