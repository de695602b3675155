"""Keeps what the client was told about drift right: after a change it checks again what may have changed, off
the loop.

A keystroke only sets an event. After a short quiet time one job runs; a newer change takes its place. Documents
that are not open, which a client holds reports of after it pulled the whole workspace, wait until nobody types. Clients
that pull are asked to pull again, only when a report they hold is no longer right; others are sent the
diagnostics of their open documents. A look that failed is tried again, after longer and longer: nothing else
may come that would begin one.
Source: LSP 3.17, Pull Diagnostics, Publish Diagnostics.
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from helix_lsp.errors import Cancelled, HelixError, StorageError
from helix_lsp.lsp.capabilities import Manner
from helix_lsp.lsp.documents import Document
from helix_lsp.lsp.failure import NotNow
from helix_lsp.lsp.folders import path_in
from helix_lsp.lsp.work import Busy, Job, Outcome
from helix_lsp.session.memory import give_back

if TYPE_CHECKING:
    from helix_lsp.lsp.client import Client, Loop
    from helix_lsp.lsp.documents import Documents
    from helix_lsp.lsp.folders import Folder, Folders
    from helix_lsp.lsp.protocol import HelixProtocol
    from helix_lsp.lsp.work import Work

_LONGEST = 8  # quiet times that a change waits at most
_LATER, _LATEST, _MOST_UNDONE = 0.25, 30.0, 8
Id = str | None


class Session(Protocol):
    """What of a session is needed here."""

    protocol: HelixProtocol
    client: Client
    loop: Loop
    documents: Documents
    folders: Folders

    @property
    def manner(self) -> Manner:
        """How the client takes diagnostics."""
        ...

    @property
    def diagnosing(self) -> Diagnosing:
        """What this module keeps."""
        ...

    def slow(self, work: Work) -> Job:
        """Work on a thread."""
        ...


class _Work(msgspec.Struct, frozen=True, kw_only=True):
    """What one job is to look at: folders with their open documents by path, and what the client holds by
    URI.
    """

    folders: tuple[tuple[Folder, Mapping[str, Document]], ...]
    told: Mapping[str, tuple[str, Id]]
    manner: Manner
    push: bool


@dataclass(slots=True)
class _Done:
    """What a job found: reports that differ from what was told, by URI; `late`: some facts are behind their
    text, so look again soon.

    `settled` is False while an index is behind its folder; `failed` are the lines of what could not be read;
    `undone`: a folder could not be looked at.
    """

    news: dict[str, tuple[str, Id, int | None, list[Any]]]
    late: bool = False
    mentions: int = 0
    settled: bool = True
    failed: list[str] = field(default_factory=list[str])
    undone: bool = False


class Diagnosing:
    """`touch` from any thread; everything else on the loop. `begun` counts the jobs so far."""

    def __init__(self, ls: Session, delay: float, quiet: float) -> None:
        """Both in seconds: between a change and the check of open documents, and between the last keystroke and the
        check of all others.
        """
        self._ls = ls
        self._delay = delay
        self._quiet = quiet
        self._typed = -quiet
        self._told: dict[str, tuple[str, Id]] = {}
        self._job: Job | None = None
        self._due = threading.Event()
        self._thread: threading.Thread | None = None
        self._stop = threading.Event()
        self._late = 0.0
        self._undone = 0
        self._said: frozenset[str] = frozenset()
        self._mentions = 0
        self._asleep = True
        self.lenses = False
        self.begun = 0

    @property
    def at_rest(self) -> bool:
        """True when nothing is due and no job is under way. On the loop."""
        working = self._job is not None and not self._job.done
        return self._asleep and not self._due.is_set() and not working

    def touch(self) -> None:
        """Something changed: a text, the disk, the index."""
        self._due.set()
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="helix-diagnosing", daemon=True)
            with contextlib.suppress(RuntimeError):  # the system gives no thread: the next change tries again
                thread.start()
                self._thread = thread

    def typed(self) -> None:
        """The user types or saves."""
        self._typed = time.monotonic()

    def busy(self, since: float = math.inf) -> bool:
        """True while the user types or has only just stopped: what nobody sees can wait. Raises NotNow where
        something was typed after `since`, a monotonic time: what was looked at then is old. From any thread.
        """
        if self._typed > since:
            raise NotNow("the documents are being edited; ask again")
        return time.monotonic() - self._typed < self._quiet

    def stop(self) -> None:
        """No more work is begun."""
        self._stop.set()
        self._due.set()

    def told(self, uri: str, sha: str, result: Id) -> None:
        """The client holds this report of a document now."""
        self._told[uri] = (sha, result)

    def held(self) -> dict[str, tuple[str, Id]]:
        """What the client holds, by URI: (content, result id)."""
        return dict(self._told)

    def closed(self, uri: str) -> None:
        """A document was closed: what was pushed for it goes."""
        held = self._told.pop(uri, None)
        if held is not None and not self._ls.client.pulls:
            self._publish(uri, None, [])

    def _run(self) -> None:
        """Waits; the loop starts the work."""
        while not self._stop.is_set():
            self._asleep = True
            self._due.wait()
            self._asleep = False  # before it is no longer due: one of the two is always seen
            late, self._late = self._late, 0.0
            if late and self._stop.wait(late):
                return
            until = time.monotonic() + _LONGEST * self._delay
            while self._due.is_set() and time.monotonic() < until:
                self._due.clear()
                if self._stop.wait(self._delay):
                    return
            self._due.clear()
            self._ls.loop.post("check documents", self._start)

    def _start(self) -> None:
        ls = self._ls
        self.begun += 1
        if self._job is not None:
            self._job.cancel()
        opened = [
            (held[0], held[1], document)
            for document in ls.documents
            if (held := ls.folders.folder_of(document.uri)) is not None
        ]
        folders = tuple(
            (folder, {path: document for held, path, document in opened if held is folder})
            for folder in ls.folders
            if folder.problem is None
        )
        work = _Work(folders=folders, told=dict(self._told), manner=ls.manner, push=not self._ls.client.pulls)
        try:
            self._job = ls.slow(lambda job: _look(ls, work, job))
        except Busy:
            self._again()
            return
        self._job.when_done(self._finish)

    def _tell_failed(self, done: _Done) -> None:
        """Once, not with each try."""
        for line in done.failed:
            if line not in self._said:
                self._ls.protocol.failed(line)
        self._said = frozenset(done.failed)
        self._undone = self._undone if done.undone else 0

    def _again(self) -> None:
        """What could not be done now is tried after longer and longer."""
        self._late = min(_LATER * 2**self._undone, _LATEST)
        self._undone = min(self._undone + 1, _MOST_UNDONE)
        self._due.set()

    def _finish(self, outcome: Outcome) -> None:
        done = outcome.value
        if isinstance(outcome.error, Cancelled):
            return  # by the one that is under way now
        if outcome.error is not None or not isinstance(done, _Done):
            if outcome.error is not None and not self._undone:  # said once, not with each try
                self._ls.protocol.note(outcome.error, "checking documents")
            self._again()
            return
        self._tell_failed(done)
        push = not self._ls.client.pulls
        news = {
            uri: one
            for uri, one in done.news.items()
            if uri not in self._told or self._told[uri][1] != one[1]
        }  # not what was pulled meanwhile
        for uri, (sha, result, version, items) in news.items():
            document = self._ls.documents.get(uri)
            if push and (document is None or (version is not None and document.version != version)):
                continue  # closed, or typed on: not sent, so not told; the next job speaks of the newer text
            self._told[uri] = (sha, result)
            if push:
                self._publish(uri, version, items)
        if news and not push and self._ls.client.supports("workspace.diagnostics.refreshSupport"):
            self._ls.protocol.send_request("workspace/diagnostic/refresh")
        if (
            self.lenses
            and done.mentions != self._mentions
            and self._ls.client.supports("workspace.codeLens.refreshSupport")
        ):
            if done.settled:  # a refresh takes the lenses away that somebody may be clicking on, so one is sent when the counts hold
                self._ls.protocol.send_request("workspace/codeLens/refresh")
            done.late = done.late or not done.settled
        self._mentions = done.mentions if done.settled else self._mentions
        if done.undone:
            self._again()
        elif done.late:
            self._late = _LATER
            self._due.set()

    def _publish(self, uri: str, version: int | None, items: list[Any]) -> None:
        params: dict[str, Any] = {"uri": uri, "diagnostics": items}
        if version is not None and self._ls.client.supports("textDocument.publishDiagnostics.versionSupport"):
            params["version"] = version
        self._ls.protocol.notify("textDocument/publishDiagnostics", params)


def _look(ls: Session, work: _Work, job: Job) -> _Done:
    done = _Done(news={})
    for folder, opened in work.folders:
        try:
            _look_at(ls, folder, opened, work, done, job)
        except StorageError as error:
            done.failed.append(f"checking documents: {error}")  # what was told stays as it is
            done.undone = True
        except HelixError:
            job.check()  # given up
            # a folder that could not be opened says so elsewhere
            done.undone = done.undone or folder.problem is None
    return done


def _look_at(
    ls: Session, folder: Folder, opened: Mapping[str, Document], work: _Work, done: _Done, job: Job
) -> None:
    """Judge again what the client holds, and in push mode what it has open; only what may have changed costs
    anything.
    """
    folder_view = folder.view(job.check)
    was_ready = folder_view.drift.ready
    if not folder_view.prepare(job.check, job.given_up):
        return
    if not was_ready:
        give_back()  # the whole tree was read
    done.mentions += folder_view.drift.state.mentions
    done.settled = done.settled and folder_view.view.freshness.fresh
    uris = {path: document.uri for path, document in opened.items()}
    held = {path: uri for uri in work.told if (path := path_in(folder, uri)) is not None}
    for path in {**held, **uris} if work.push or not was_ready else held:
        job.check()
        uri = uris.get(path) or held[path]
        document = opened.get(path)
        if document is None and folder_view.drift.due(path) and ls.diagnosing.busy():
            done.late = True
            continue
        made = work.manner.report(
            folder_view, path, lambda one: uris.get(one) or folder.uri_below(one), job.given_up
        )
        if made is None and folder_view.text(path) is not None and folder_view.view.snapshot.sha(path):
            done.late = True
            continue
        sha, result, items = (made.sha, made.id, made.items) if made is not None else ("", None, [])
        before = work.told.get(uri)
        if document is not None and document.text.data != folder_view.text(path):
            continue  # a newer text: its own pull or the next job speaks of it
        if (
            not work.push
            and document is not None
            and before is not None
            and before[1] is not None
            and before[0] != sha
        ):
            continue  # its own text changed since: the client pulls by itself
        if before is None or before[1] != result:
            version = document.version if document is not None else None
            done.news[uri] = (sha, result, version, [ls.protocol.plain(item) for item in items])
