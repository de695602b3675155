"""A folder in two processes: this one shows what an editor waits for while it draws, the companion keeps the
index and answers questions.

This one reads the index that the companion writes and has the open texts, so a hover, a definition and what
has drifted are computed here.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from helix_lsp.errors import Cancelled, HelixError, WorkspaceError
from helix_lsp.lsp.companion.link import Handed, Hear, Link, Request, unheard
from helix_lsp.lsp.companion.messages import CompanionFault
from helix_lsp.lsp.service.drawing import WorkspaceService
from helix_lsp.lsp.service.workspace_service import LazyWorkspace
from helix_lsp.session.disk.origin import real_root
from helix_lsp.session.how_fresh import Standing
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.settings.settings import Settings, load
from helix_lsp.wire.answer_envelope import question_to_wire

if TYPE_CHECKING:
    from helix_lsp.ask.question.question import Question
    from helix_lsp.lsp.companion.messages import Message
    from helix_lsp.lsp.service.drawing import FolderView
    from helix_lsp.lsp.service.workspace_service import Check, Events, LockRequest, OpenTexts, Share
    from helix_lsp.session.workspace import Workspace

_folders = count(1)
_FIRST_QUESTION = 0.1
_DOUBT_SECONDS = 0.5
_STANDING = ("standing", "share")  # what ends with how fresh the index is
_DRAWING = ("helix_lsp.ide.hover", "helix_lsp.ide.places", "helix_lsp.ide.drift_look")
Seen = tuple[str, bytes] | None


class RemoteService(WorkspaceService):
    """One folder whose index and answers are the companion's."""

    def __init__(self, link: Link, path: str, settings: Mapping[str, Any], texts: OpenTexts) -> None:
        """Waits neither for the companion nor for what this process reads. Raises as `Workspace.open` does."""
        loaded = load(path, workspace_client=settings)
        root = real_root(path, loaded.surroundings.home)
        super().__init__(
            LazyWorkspace(root, lambda: _beside(path, loaded), texts),
            loaded.problems,
            index_directory(root, loaded),
        )
        self._link = link
        self._opening: Message = [path, dict(settings)]
        self._modelled = loaded.config.model.provider != "none"  # a question may ask a model
        self._key = next(_folders)
        self._process = self._sent = 0
        self._closed = False
        self.workspace.warm(_FIRST_QUESTION, _DRAWING)

    def ask(
        self, question: Question, seen: FolderView | None, events: Events, check: Check
    ) -> dict[str, Any]:
        """The companion sees the text of the place as the view saw it."""
        self.before_asking()
        path = question.path if question.offset is not None else None
        text = seen.text(path) if path is not None and seen is not None else None
        again = not self._modelled  # a model is called once for a question, whatever happens (I9)
        request = Request("ask", [question_to_wire(question)], again)
        shown = (path, text) if path is not None and text is not None else None
        answer = self._call(request, check, lambda _kind, values: events(values[0]), shown)
        return self.notice(self._passed(answer))

    def explain(self, session_id: str) -> dict[str, Any] | None:
        """The last envelope of a session with its trace."""
        answer = self._call(Request("explain", [session_id]))
        return None if answer is None else self._passed(answer)

    def status(self) -> dict[str, Any]:
        """As the process that writes has it."""
        self.before_asking()
        return self._passed(self._call(Request("status", [self.unwritten()])))

    def doubt(self) -> None:
        """Where the companion cannot hear it just now or fails, the refresh that follows says the same."""
        until = time.monotonic() + _DOUBT_SECONDS

        def check() -> None:
            if time.monotonic() > until:
                raise Cancelled("the companion is busy")

        self.workspace.doubt()
        with contextlib.suppress(HelixError, CompanionFault):
            self._call(Request("doubt", []), check)

    def refresh_index(self, share: Share, check: Check, *, full: bool) -> str:
        """What was done, in one line; this process follows while it is being done."""
        if full:
            self.workspace.doubt()  # what is drawn from is about to be thrown away
        summary = self._call(Request("refresh", [full]), check, lambda _kind, values: share(*values[:3]))
        self.workspace.get()
        return summary

    def read_history(self, check: Check) -> None:
        """Minutes of patches, once for a repository: this process then reads only what was kept of them."""
        self._call(Request("history", []), check)

    def graph_lock(self, request: LockRequest) -> dict[str, Any]:
        """The companion reads the file that this writes."""
        self._link.hold("lock call", unheard)
        locked = super().graph_lock(request)
        self._link.hold("lock result", unheard)
        return locked

    def close(self) -> None:
        """The companion gives up the index, and this process what it reads."""
        self._closed = True
        self._link.close_folder(self._key, lambda process: process == self._process)
        super().close()

    def _call(self, request: Request, check: Check = unheard, hear: Hear = unheard, seen: Seen = None) -> Any:
        """With all texts that the companion has not had. `seen`: a path and its text as the call means it,
        should a newer one be open.

        What the companion says of its index, this process draws from before the caller is told: the one way
        on which anything is heard from it.
        """

        def heard(kind: str, values: Message) -> None:
            if kind in _STANDING and values[-1] is not None:
                self.workspace.follow(Standing(*values[-1]))
                self._link.hold(f"{request.name} followed", check)
            if kind != "standing":
                hear(kind, values)

        return self._link.call(self._key, lambda process: self._handed(process, seen), request, check, heard)

    def _passed(self, message: dict[str, Any]) -> dict[str, Any]:
        """A message of the wire on its way out. It says fresh only while this process draws from a state that
        is fresh and no older.
        """
        said = message["index"]
        if not said["fresh"]:
            return message
        ready, mine = self.workspace.ready, self.workspace.freshness()
        if mine.fresh and not (ready and mine.generation < said["generation"]):
            return message
        if mine.fresh:
            mine = replace(
                mine, fresh=False, reason="the newest state of the index is being read", doing="reading"
            )
        lesser = {"fresh": False, "state": mine.state, "behind": mine.behind, "reason": mine.reason}
        return {**message, "index": said | lesser}

    def _handed(self, process: int, seen: Seen) -> Handed:
        """What this process of the companion has not had. The link asks one call after the other, each once the
        one before was written.
        """
        if self._closed:  # it may not be opened once more: nobody would ever close it
            raise WorkspaceError("the folder is closed")
        new = process != self._process
        if new and self._process:
            self.workspace.doubt()  # the one that died may have known better; the next has yet to look
        edits, version = self.workspace.texts.since(0 if new else self._sent)
        if seen is not None and self.workspace.texts.again_unless(*seen):
            edits.append(seen)

        def written() -> None:
            self._process, self._sent = process, version

        return Handed(self._opening if new else None, edits, written)


def _beside(path: str, settings: Settings) -> Workspace:
    from helix_lsp.session.workspace import Workspace

    return Workspace.open(path, settings, writable=False, beside=True)
