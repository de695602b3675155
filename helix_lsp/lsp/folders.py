"""The workspace folders of the session, and which of them a URI belongs to.

A folder opens in the background. Its open texts are noted meanwhile and always (`service/workspace_service.py`), and
whoever needs them takes them: a keystroke costs the loop nothing but the keystroke.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from typing import TYPE_CHECKING, Any

from helix_lsp.errors import WorkspaceError
from helix_lsp.lsp.convert import below, inside, path_of, uri_of
from helix_lsp.lsp.service.workspace_service import Check, OpenTexts

if TYPE_CHECKING:
    from helix_lsp.lsp.service.drawing import FolderView, WorkspaceService
    from helix_lsp.lsp.work import Worker

log = logging.getLogger(__name__)

_CHECK_EVERY = 0.05
_MOST_HELD = 10_000


OpenService = Callable[[str, Mapping[str, Any], OpenTexts], "WorkspaceService"]
"""Opens the folder at an absolute path with the client's settings, over the texts that the client has open;
raises HelixError with one clear line.
"""


class Folder:
    """`uri` and `path` as the client spells them. `open` runs once, in the folder's indexing thread."""

    def __init__(self, uri: str, path: str, open_service: OpenService, settings: Mapping[str, Any]) -> None:
        self.uri = uri
        self.path = path
        self._settings = settings
        self._open_service = open_service
        self._service: Future[WorkspaceService] = Future()
        self._texts = OpenTexts()

    def open(self) -> WorkspaceService | None:
        """Open the service; None when that failed (whoever asks for it is then told the reason)."""
        try:
            self._service.set_result(self._open_service(self.path, self._settings, self._texts))
        except Exception as error:  # noqa: BLE001  (kept, and raised to whoever asks)
            self._service.set_exception(error)
            return None
        return self._service.result()

    @property
    def problem(self) -> BaseException | None:
        """Why the folder could not be opened; None while it is being opened or when it is."""
        return self._service.exception() if self._service.done() else None

    def refuse(self) -> None:
        """Raises why the folder could not be opened, but for one that cannot be a workspace: nothing is to be
        found in that.
        """
        if self.problem is not None and not isinstance(self.problem, WorkspaceError):
            raise self.problem.with_traceback(
                None
            )  # raised again and again, and would hold the frames of each time

    def fail(self, error: Exception) -> None:
        """It cannot even be tried to open it."""
        self._service.set_exception(error)

    @property
    def opened(self) -> bool:
        """True once opening has ended, well or not."""
        return self._service.done()

    def stage(self, path: str, data: bytes | None) -> None:
        """The newest text of an open buffer; None once it is closed. A path that the core refuses (its rules
        are those of every system) is left out.
        """
        try:
            self._texts.put(path, data)
        except WorkspaceError:
            log.warning("an open document is left out: its path cannot be a file of a workspace")

    def service(self, check: Check) -> WorkspaceService:
        """Waits for the folder to open; raises why it could not, or Cancelled."""
        while True:
            check()
            if self.problem is not None:
                raise self.problem.with_traceback(None)
            try:
                return self._service.result(timeout=_CHECK_EVERY)
            except NotYet:
                continue

    def view(self, check: Check) -> FolderView:
        """The present state, open buffers included; waits and raises as `service`."""
        return self.service(check).view()

    @property
    def _now(self) -> WorkspaceService | None:
        """None while the folder is not open."""
        opened = self._service.done() and self._service.exception() is None
        return self._service.result() if opened else None

    @property
    def watching(self) -> Worker | None:
        """Who looks whether the disk has changed; None while the folder is not open."""
        return self._now.watching if self._now is not None else None

    def note_failure(self, line: str) -> None:
        """Keep the line of a request that failed, once the folder is open."""
        if self._now is not None:
            self._now.note_failure(line)

    def close(self) -> None:
        """Close what was opened."""
        if self._now is not None:
            self._now.close()

    def relative(self, path: str) -> str | None:
        """A path of this folder, also when it is spelled through the real root; None for others and for the
        root itself.
        """
        found = inside(path, self.path)
        if found is None and self._now is not None:
            found = inside(path, self._now.root)
        return found or None

    def uri_below(self, path: str) -> str:
        """The URI of a path of this folder, under the client's spelling of it."""
        return uri_of(below(self.path, path))


def path_in(folder: Folder, uri: str) -> str | None:
    """The path of a document in this folder, None when it lies elsewhere. From any thread."""
    path = path_of(uri)
    return folder.relative(path) if path is not None else None


class Folders:
    """In the client's order. Belongs to the loop."""

    def __init__(self) -> None:
        self._open: dict[str, Folder] = {}
        self._held: dict[str, tuple[Folder, str] | None] = {}
        self._held_for = 0

    def __iter__(self) -> Iterator[Folder]:
        """A copy: folders may come and go meanwhile."""
        return iter(tuple(self._open.values()))

    def add(self, folder: Folder) -> None:
        """A folder with the same URI is replaced."""
        self._open[folder.uri] = folder
        self._held.clear()

    def has(self, uri: str) -> bool:
        """True when this URI, however it is spelled, is a folder of the session."""
        return self.get(uri) is not None

    def get(self, uri: str) -> Folder | None:
        """The folder with this URI; a client may spell it in another way than before (`%3A`, a slash at the
        end).
        """
        found = self._open.get(uri)
        if found is None and (path := path_of(uri)) is not None:
            found = next((folder for folder in self._open.values() if inside(folder.path, path) == ""), None)
        return found

    def remove(self, uri: str) -> Folder | None:
        """Take it out; the caller closes it."""
        self._held.clear()
        found = self.get(uri)
        return None if found is None else self._open.pop(found.uri)

    def folder_of(self, uri: str) -> tuple[Folder, str] | None:
        """The innermost folder that contains a document, and the document's path in it. Remembered: every
        request asks it of all open ones.
        """
        opened = sum(folder.opened for folder in self._open.values())
        if (
            opened != self._held_for or len(self._held) >= _MOST_HELD
        ):  # the real root of a folder is known from then on
            self._held, self._held_for = {}, opened
        if uri not in self._held:
            self._held[uri] = self._holding(uri)
        return self._held[uri]

    def _holding(self, uri: str) -> tuple[Folder, str] | None:
        path = path_of(uri)
        if path is None:
            return None
        found = [
            (folder, relative)
            for folder in self._open.values()
            if (relative := folder.relative(path)) is not None
        ]
        return min(found, key=lambda one: len(one[1])) if found else None

    def chosen(self, uri: str | None) -> Folder:
        """The folder of a document, or of its own URI, else the first. Raises WorkspaceError when no folder is
        open.
        """
        held = self.folder_of(uri) if uri is not None else None
        if held is not None:
            return held[0]
        if uri is not None and (named := self.get(uri)) is not None:
            return named
        for folder in self._open.values():
            return folder
        raise WorkspaceError("no folder is open; open a folder in the editor and ask again")
