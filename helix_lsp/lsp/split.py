"""A folder in two processes: this one shows what an editor waits for while it draws, the companion indexes and answers questions.

This one reads the index that the companion writes and has the open buffers, so a hover, a definition and what has drifted are computed here.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from itertools import count
from typing import TYPE_CHECKING, Any

from helix_lsp.errors import Cancelled, HelixError
from helix_lsp.lsp.companion.link import Handed, Hear, Link, Request
from helix_lsp.lsp.late import LateWorkspace
from helix_lsp.lsp.real import RealBackend
from helix_lsp.session.cache import index_directory
from helix_lsp.session.how_fresh import Standing
from helix_lsp.session.root import real_root
from helix_lsp.session.settings import Settings, load

if TYPE_CHECKING:
    from helix_lsp.ide.view import View
    from helix_lsp.lsp.backend import Check, Question, Share
    from helix_lsp.lsp.companion.messages import Message
    from helix_lsp.session.workspace import Workspace

_folders = count(1)
_FIRST_QUESTION = 0.1
_DOUBT_SECONDS = 0.5
_DRAWING = ("helix_lsp.ide.hover", "helix_lsp.ide.definition", "helix_lsp.ide.drift_look")
Seen = tuple[str, bytes] | None


def _never() -> None:
    """Nobody cancels."""


def _unheard(kind: str, values: Message) -> None:
    """Nobody listens."""


def open_split(link: Link, path: str, settings: Mapping[str, Any]) -> RealBackend:
    """A folder of which the companion does the long work; waits neither for it nor for what this process reads. Raises as `Workspace.open` does.

    The client's settings may come from the repository (some editors do that): only harmless ones are taken (I11).
    """
    loaded = load(path, workspace_client=settings)
    root = real_root(path, loaded.surroundings.home)
    directory = index_directory(root, loaded)
    late = LateWorkspace(root, lambda: _beside(path, loaded))
    late.warm(_FIRST_QUESTION, _DRAWING)
    desk = RemoteDesk(link, late, [path, dict(settings)], modelled=loaded.config.model.provider != "none")
    return RealBackend(late, desk, loaded.problems, directory)


def _beside(path: str, settings: Settings) -> Workspace:
    from helix_lsp.session.workspace import Workspace

    return Workspace.open(path, settings, writable=False, beside=True)


class RemoteDesk:
    """The desk of one folder in the companion."""

    def __init__(self, link: Link, late: LateWorkspace, opening: Message, *, modelled: bool) -> None:
        """`late` follows the index that the companion writes; `opening` is the path and the settings, for the companion.

        `modelled`: a question may ask a model.
        """
        self._link = link
        self._late = late
        self._modelled = modelled
        self._opening = opening
        self._key = next(_folders)
        self._process = 0
        self._unsent: dict[str, bytes | None] = {}
        self._buffers: dict[str, bytes] = {}
        self._noting = threading.Lock()

    def edit(self, path: str, data: bytes | None) -> None:
        """Told with the next call."""
        with self._noting:
            self._unsent.pop(path, None)
            self._unsent[path] = data
            if data is None:
                self._buffers.pop(path, None)
            else:
                self._buffers[path] = data

    def await_index(self, check: Check) -> None:
        """The companion does."""

    def doubt(self) -> None:
        """Where the companion cannot hear it just now, the refresh that follows says the same."""
        until = time.monotonic() + _DOUBT_SECONDS

        def check() -> None:
            if time.monotonic() > until:
                raise Cancelled("the companion is busy")

        with contextlib.suppress(HelixError):
            self._call(Request("doubt", []), check)

    def ask(self, question: Question, view: Callable[[], View], events: Callable[[str], None], check: Check) -> dict[str, Any]:
        """The companion sees the text of the place as the view saw it."""
        path = question.path if question.offset is not None else None
        text = view().texts(path) if path is not None else None
        seen = (path, text) if path is not None and text is not None else None
        again = not self._modelled  # a model is called once for a question, whatever happens (I9)
        return self._call(Request("ask", [asdict(question)], again), check, lambda _kind, values: events(values[0]), seen)

    def explain(self, session_id: str) -> dict[str, Any] | None:
        """The last envelope of a session with its trace."""
        return self._call(Request("explain", [session_id]))

    def status(self) -> dict[str, Any]:
        """As the process that writes has it."""
        return self._call(Request("status", []))

    def refresh(self, share: Share, check: Check, *, full: bool) -> str:
        """What was done, in one line; this process follows while it is being done."""

        def hear(_kind: str, values: Message) -> None:
            text, done, total, standing = values
            if self._late.ready:  # who looks first sees the newest anyway
                self._late.get().follow(Standing(*standing))
            share(text, done, total)

        summary, standing = self._call(Request("refresh", [full]), check, hear)
        self._late.get().follow(Standing(*standing))
        return summary

    def learn(self, check: Check) -> None:
        """Minutes of patches, once for a repository: this process then reads only what was kept of them."""
        self._call(Request("learn", []), check)

    def close(self) -> None:
        """The companion gives up the index."""
        self._link.close_folder(self._key, self._process)

    def _call(self, request: Request, check: Check = _never, hear: Hear = _unheard, seen: Seen = None) -> Any:
        """With all edits that the companion has not had. `seen`: a path and its text as the call means it, should the buffer be newer."""
        return self._link.call(self._key, lambda process: self._handed(process, seen), request, check, hear)

    def _handed(self, process: int, seen: Seen) -> Handed:
        """What this process of the companion has not had."""
        with self._noting:
            opening = None
            if process != self._process:
                opening, self._process = self._opening, process
                self._unsent = {**self._buffers}
            edits, self._unsent = list(self._unsent.items()), {}
            if seen is not None and (newer := self._buffers.get(seen[0], seen[1])) != seen[1]:
                edits.append(seen)
                self._unsent[seen[0]] = newer
            return opening, edits
