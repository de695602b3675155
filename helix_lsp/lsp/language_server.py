"""One session's state in one object, handed to every handler: there is no global server.

Handlers are plain functions `(ls, params)`. They run on the loop, read state there, and either answer at once
or return a `Job` from `quick` or `slow`, whose function runs on a worker and must touch none of this state
except the senders.
"""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from pygls.lsp.server import LanguageServer

from helix_lsp import __version__
from helix_lsp.config.server import ServeConfig
from helix_lsp.errors import StorageError
from helix_lsp.lsp.answer_document import Answers
from helix_lsp.lsp.capabilities import Manner, completer
from helix_lsp.lsp.client import Client, Loop, Stopper
from helix_lsp.lsp.diagnosing import Diagnosing
from helix_lsp.lsp.documents import Document, Documents
from helix_lsp.lsp.folders import Folder, Folders, OpenService
from helix_lsp.lsp.indexing import Indexing, Surroundings
from helix_lsp.lsp.progress import Pending, Progress, ServerStatus, Token
from helix_lsp.lsp.protocol import HelixProtocol, converter
from helix_lsp.lsp.stream.framing import Writer
from helix_lsp.lsp.work import Busy, Job, Pool, Scheduler, Work, Worker

if TYPE_CHECKING:
    from helix_lsp.lsp.companion.link import Link
    from helix_lsp.lsp.companion.messages import Holds
    from helix_lsp.lsp.service.drawing import WorkspaceService
    from helix_lsp.lsp.service.workspace_service import OpenTexts

log = logging.getLogger(__name__)

_NAME = "helix-lsp"
_LONGEST_STEP = 5.0
_LOG_ERROR, _LOG_INFO = 1, 3


class HelixServer(LanguageServer):
    """Built by `server.serve`; `protocol` reads and answers."""

    protocol: HelixProtocol  # pyright: ignore[reportIncompatibleVariableOverride]  (pygls declares the base class and sets ours)

    def __init__(
        self,
        *,
        config: ServeConfig,
        loop: Loop,
        out: Writer,
        stopper: Stopper,
        open_service: OpenService | None,
    ) -> None:
        super().__init__(  # pyright: ignore[reportUnknownMemberType]  (pygls leaves *args and **kwargs untyped)
            _NAME, __version__, protocol_cls=HelixProtocol, converter_factory=converter
        )
        self.protocol.out = out
        self.config = config
        self.loop = loop
        self.stopper = stopper
        self.client = Client()
        self.documents = Documents()
        self.folders = Folders()
        self.settings: Mapping[str, Any] = {}
        self.folder_settings: dict[str, Mapping[str, Any]] = {}
        self.answers = Answers()
        self.pending: Mapping[str, Pending] = {}
        self.last_answer: Mapping[
            str, tuple[str, str]
        ] = {}  # document -> (question asked from it last, the answer as Markdown)
        self.status = ServerStatus(self._send_status)
        self.plain = self.protocol.plain
        self.protocol.failed = self.note_failure
        self.diagnosing = Diagnosing(self, config.diagnose_debounce_ms / 1e3, config.quiet_ms / 1e3)
        self._open_service: OpenService = open_service or self._open_real
        self._splits = config.companion and open_service is None
        self._link: Link | None = None
        self.holds: Holds | None = None
        self._indexing: dict[str, Indexing] = {}
        self._numbers = itertools.count(1)
        self._cancellers: dict[Token, Callable[[], None]] = {}
        self._order = Scheduler(config.give_way_ms / 1e3)
        self._quick = Pool(
            "quick", config.quick_workers, config.max_waiting, loop.post, self._order, urgent=True
        )
        self._places = Pool(
            "places", config.place_workers, config.max_waiting, loop.post, self._order, urgent=False
        )
        self._slow = Pool(
            "slow", config.slow_workers, config.max_waiting, loop.post, self._order, urgent=False
        )
        # Whoever waits for the companion computes nothing, so these take no turns with anybody.
        self._waiting = Pool(
            "waiting", 2 * config.slow_workers, config.max_waiting, loop.post, Scheduler(0.0), urgent=True
        )

    def _open_real(self, path: str, settings: Mapping[str, Any], texts: OpenTexts) -> WorkspaceService:
        """With a companion; where no process can be started, all in this one."""
        if self._link is not None:
            try:
                self._link.start()
            except OSError as error:
                self._link, self._splits = None, False
                self.tell(
                    f"no second process could be started ({error.strerror}); indexing and questions go on in this one, which is slower",
                    True,
                )
            else:
                from helix_lsp.lsp.companion.remote import RemoteService

                return RemoteService(self._link, path, settings, texts)
        from helix_lsp.lsp.service.local import open_local

        return open_local(path, settings, texts, completer(self))

    def note_failure(self, line: str) -> None:
        """A request failed that should not: counted with every open folder, since nobody knows of whom it
        was.
        """
        for folder in self.folders:
            folder.note_failure(line)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Never a pop-up in the editor."""
        log.error("%s in %s", type(error).__name__, getattr(source, "__name__", "the server"))

    def quick(self, work: Work) -> Job:
        """Work that a person waits for while the editor draws."""
        return self._quick.take_up(work)

    def places(self, work: Work) -> Job:
        """Work that a person asked for with a key, which may take a second: behind what the editor draws, before
        checks of documents, of which an editor asks for several at once.
        """
        return self._places.take_up(work, ahead=2)

    def shown(self, work: Work) -> Job:
        """Work whose result the editor draws beside a text that is open, such as its diagnostics: on the threads of
        slow work, before checks of whole folders.
        """
        return self._slow.take_up(work, ahead=1)

    def slow(self, work: Work) -> Job:
        """Work that may take seconds."""
        return self._slow.take_up(work)

    def question(self, work: Work) -> Job:
        """Work that the companion does where there is one."""
        return (self._slow if self._link is None else self._waiting).take_up(work)

    def _companion(self) -> Link:
        from helix_lsp.lsp.companion.link import Link

        config = self.config
        options = {
            "slow_workers": config.slow_workers,
            "give_way_ms": config.give_way_ms,
            "switch_interval_us": config.switch_interval_us,
        }
        return Link(options, completer(self), restarted=self._restarted, holds=self.holds)

    def _restarted(self) -> None:
        """From any thread: a companion has taken the place of one that died, and nobody has told it to look at
        any folder.
        """
        for indexing in tuple(self._indexing.values()):
            indexing.look_again("the process that indexes was started again")

    def tell(self, line: str, failed: bool = False) -> None:
        """A line for the editor's log (never a pop-up), and for ours."""
        log.log(logging.WARNING if failed else logging.INFO, "%s", line)
        self.protocol.notify(
            "window/logMessage",
            {"type": _LOG_ERROR if failed else _LOG_INFO, "message": f"Helix Ask: {line}"},
        )

    def open_folder(self, uri: str, path: str, after: Callable[[], object] = lambda: None) -> None:
        """Add a folder and begin to index it, `after` something is done; a folder that is there already stays
        as it is.
        """
        if self.folders.has(uri):
            return
        if self._splits and self._link is None:
            self._link = self._companion()
        folder = Folder(uri, path, self._open_service, self.folder_settings.get(uri, self.settings))
        self.folders.add(folder)
        around = Surroundings(
            open_progress=lambda cancel: self.open_progress("Helix Ask", cancel),
            tell=self.tell,
            opened=lambda: self.loop.post("opened", self.stage_all),
            say=lambda health, quiet, message: self.loop.post(
                "status", lambda: self._said(folder, health, quiet, message)
            ),
            after=after,
            order=self._order,
            debounce=self.config.watch_debounce_ms / 1e3,
            progress_after=self.config.progress_after_ms / 1e3,
            poll=(self.config.rescan_watched_ms if self.watches else self.config.rescan_ms) / 1e3,
            poll_share=self.config.rescan_share,
        )
        self._indexing[uri] = Indexing(folder, around)
        try:
            self._indexing[uri].start()
        except RuntimeError as error:  # the system gives no thread
            del self._indexing[uri]
            folder.fail(
                StorageError(
                    f"{path} cannot be opened: {error}. Close some programs, then restart the server"
                )
            )
            self.tell(str(folder.problem), True)
            self._said(folder, "error", True, str(folder.problem))
        self.stage_all()

    def _said(self, folder: Folder, health: str, quiet: bool, message: str) -> None:
        if self.folders.get(folder.uri) is not folder:
            return  # said while it was being closed, and may be open again: nobody would ever take it back
        self.status.set(folder.uri, health, quiet, message)
        if (
            quiet and health != "error"
        ):  # after an error nothing is new, and to look for it would begin the next refresh
            self.diagnosing.touch()

    @property
    def manner(self) -> Manner:
        """How the client takes diagnostics."""
        return Manner(
            encoding=self.documents.encoding, related=self.client.shows_related, plain=self.protocol.plain
        )

    @property
    def watches(self) -> bool:
        """True when the client tells of changes on disk."""
        return self.client.supports("workspace.didChangeWatchedFiles.dynamicRegistration")

    def close_folder(self, uri: str) -> None:
        """Stop its indexing and forget it; its index is closed by whoever ends last."""
        closing = self._take_out(uri)
        if closing is not None:
            threading.Thread(target=closing, name="helix-closing", daemon=True).start()

    def reopen_folder(self, uri: str) -> None:
        """Once more with the settings of now. Requests wait meanwhile; open buffers are handed on again."""
        folder = self.folders.get(uri)
        closing = self._take_out(uri) if folder is not None else None
        if folder is not None and closing is not None:
            self.open_folder(uri, folder.path, after=closing)

    def _take_out(self, uri: str) -> Callable[[], object] | None:
        """Out of the session, its indexing told to stop; what is left to do, for a thread that may wait."""
        folder = self.folders.remove(uri)
        indexing = None if folder is None else self._indexing.pop(folder.uri, None)
        self.status.forget(uri if folder is None else folder.uri)
        if folder is None or indexing is None:
            return None
        indexing.stop()

        def close() -> None:
            while not indexing.join(_LONGEST_STEP):  # a step that asks nobody: its lock may not outlive it
                log.warning("the indexing of a closed folder goes on; its index is given up when it ends")
            folder.close()

        return close

    def rebuild(self, uri: str) -> None:
        """Make the index of a folder anew, in the background."""
        if uri in self._indexing:
            self._indexing[uri].rebuild()

    def _send_status(self, params: dict[str, Any]) -> None:
        if self.client.supports("experimental.serverStatusNotification"):
            self.protocol.notify("experimental/serverStatus", params)

    def disk_changed(self, uris: Iterable[str]) -> None:
        """Refresh soon the folders that hold these."""
        held = {found[0].uri for uri in uris if (found := self.folders.folder_of(uri)) is not None}
        for uri in held & self._indexing.keys():
            self._indexing[uri].changed()

    def stage(self, document: Document) -> None:
        """Hand the newest text of an open document on; one that is out of step is taken from disk instead."""
        held = self.folders.folder_of(document.uri)
        if held is not None:
            held[0].stage(held[1], document.text.data if document.doubt is None else None)
            self.diagnosing.touch()

    def stage_all(self) -> None:
        """Hand on every open document: a folder was added, or is known better now."""
        for document in self.documents:
            self.stage(document)

    def progress_on(self, token: Token, cancel: Callable[[], None] | None = None) -> Progress:
        """Progress under a token of the client's, or a created one."""
        if cancel is not None:
            self._cancellers[token] = cancel
        return Progress(token, self._send_progress, self.config.progress_every_ms / 1e3)

    def with_progress(
        self, progress: Progress | None, title: str, take_up: Callable[[], Job], percentage: int | None = None
    ) -> Job:
        """A job with a progress of the client's, if there is one, from now to its end; cancelled from there, too. Raises
        Busy.
        """
        if progress is None:
            return take_up()
        progress.begin(title, cancellable=True, percentage=percentage)
        try:
            job = take_up()
        except Busy:
            progress.end("too busy")
            raise
        self._cancellers[progress.token] = job.cancel
        job.when_done(lambda _: progress.end())
        return job

    def cancel_progress(self, token: Token) -> None:
        """The user pressed cancel in the progress display."""
        cancel = self._cancellers.get(token)
        if cancel is not None:
            cancel()

    def open_progress(self, title: str, cancel: Callable[[], None]) -> Progress | None:
        """From any thread: a progress display of ours, None when the client has none. It begins when the
        client agrees.
        """
        if not self.client.supports("window.workDoneProgress"):
            return None
        progress = self.progress_on(f"helix-{next(self._numbers)}", cancel)
        asked = self.protocol.send_request("window/workDoneProgress/create", {"token": progress.token})

        def agreed(done: Future[Any]) -> None:
            if done.exception() is None:
                progress.begin(title, cancellable=True, percentage=0)

        asked.add_done_callback(agreed)
        return progress

    def _send_progress(self, params: dict[str, Any], droppable: bool) -> None:
        if params["value"]["kind"] == "end":
            self._cancellers.pop(params["token"], None)
        self.protocol.notify("$/progress", params, droppable=droppable)

    def abandon(self) -> None:
        """The process ends at this moment, whatever runs."""
        if self._link is not None:
            self._link.kill()

    def workers(self) -> tuple[Worker, ...]:
        """All who do what follows from the client's messages. On the loop."""
        looks = (look for folder in self.folders if (look := folder.watching) is not None)
        return (
            self._quick,
            self._places,
            self._slow,
            self._waiting,
            *looks,
            *self._indexing.values(),
            self.diagnosing,
        )

    def wind_up(self, seconds: float) -> bool:
        """Stop everything, wait a little; True when nothing runs any more and all indexes are closed."""
        if self.holds is not None:
            self.holds.release_all()
        self.protocol.cancel_all()
        self.diagnosing.stop()
        for indexing in self._indexing.values():
            indexing.stop()
        quiet = all(indexing.join(seconds) for indexing in self._indexing.values())
        quiet = (
            self._quick.close(seconds)
            and self._places.close(seconds)
            and self._slow.close(seconds)
            and self._waiting.close(seconds)
            and quiet
        )
        quiet = (self._link is None or self._link.close(seconds)) and quiet
        if quiet:
            for folder in self.folders:
                folder.close()
        return quiet
