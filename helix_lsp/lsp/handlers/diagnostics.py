"""`textDocument/diagnostic` and `workspace/diagnostic`: what drifted, pulled by the client, with ids so that
nothing is sent twice.

Until the index and the history are there a document's report is empty and does not have an id, and the workspace's is
refused for now: an empty list would say that nothing is stale. `workspace/diagnostic/refresh` follows when
they are.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from lsprotocol import types

from helix_lsp.lsp.capabilities import Manner, Report
from helix_lsp.lsp.failure import NotNow
from helix_lsp.lsp.folders import Folder, path_in
from helix_lsp.lsp.handlers.fields import DocumentPosition, open_uris, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.progress import Progress
from helix_lsp.lsp.work import Job, Outcome
from helix_lsp.tuning.server import WAITING

if TYPE_CHECKING:
    from helix_lsp.lsp.service.drawing import FolderView

_BATCH = 32
DocumentReport = types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport


def diagnostic(ls: HelixServer, params: types.DocumentDiagnosticParams) -> Job | DocumentReport:
    """Full, or unchanged when the client has the same report already."""
    asked = position_in(ls, params.text_document.uri)
    if asked is None:
        return types.RelatedFullDocumentDiagnosticReport(items=[])
    before = params.previous_result_id
    held = (
        ls.diagnosing.held() if ls.client.supports("textDocument.diagnostic.relatedDocumentSupport") else {}
    )
    texts = {document.uri: document.text.data for document in ls.documents}
    pull = _One(asked=asked, uri=params.text_document.uri, manner=ls.manner, held=held, texts=texts)
    reports: dict[str, Report] = {}

    def answer(job: Job) -> DocumentReport:
        made = _report(pull, reports, job)
        others = {uri: _full(one) for uri, one in reports.items() if uri != pull.uri}
        if made.id is not None and made.id == before and not others:
            return types.RelatedUnchangedDocumentDiagnosticReport(result_id=made.id)
        return types.RelatedFullDocumentDiagnosticReport(
            items=made.items, result_id=made.id, related_documents=others or None
        )

    def told(outcome: Outcome) -> None:
        for uri, made in reports.items() if outcome.error is None else ():
            ls.diagnosing.told(uri, made.sha, made.id)

    job = ls.shown(answer)
    job.when_done(told)
    return job


class _One(msgspec.Struct, frozen=True, kw_only=True):
    """One `textDocument/diagnostic`. `held`: the reports that the client holds, by URI; `texts`: what it has
    open.
    """

    asked: DocumentPosition
    uri: str
    manner: Manner
    held: Mapping[str, tuple[str, str | None]]
    texts: Mapping[str, bytes]


def _full(made: Report) -> types.FullDocumentDiagnosticReport:
    return types.FullDocumentDiagnosticReport(items=made.items, result_id=made.id)


def _report(pull: _One, reports: dict[str, Report], job: Job) -> Report:
    """The report of the document; `reports` gets it, and those of other documents that the client holds and
    that are no longer right.
    """
    asked = pull.asked
    until = time.monotonic() + WAITING.request
    while True:
        folder_view = asked.folder.view(job.check)
        if not folder_view.drift.ready:
            break
        dirty = folder_view.drift.bring(job.given_up)
        made = pull.manner.report(folder_view, asked.path, asked.uri, job.given_up)
        if made is not None:
            reports.update(_others(pull, folder_view, dirty, job))
            reports[pull.uri] = made
            return made
        if folder_view.text(asked.path) is None or not folder_view.view.snapshot.sha(asked.path):
            break  # left out of the index, or gone
        if time.monotonic() > until:
            raise NotNow("the index is being written; ask again")
        job.check()
        time.sleep(WAITING.pause)
    return reports.setdefault(pull.uri, Report(items=[], id=None))


def _others(pull: _One, folder_view: FolderView, dirty: frozenset[str], job: Job) -> dict[str, Report]:
    """Documents in the client's hands that the same change made wrong, so that it need not ask for each."""
    found: dict[str, Report] = {}
    for uri, (_, result) in pull.held.items():
        path = path_in(pull.asked.folder, uri)
        if path is None or path not in dirty or uri == pull.uri or result is None:
            continue
        made = pull.manner.report(folder_view, path, pull.asked.uri, job.given_up)
        same = uri not in pull.texts or pull.texts[uri] == folder_view.text(path)
        if made is not None and made.id != result and same:
            found[uri] = made
    return found


class _Pull(msgspec.Struct, frozen=True, kw_only=True):
    """One `workspace/diagnostic`: what the client has, and where reports go as they are made. `busy` is
    `Diagnosing.busy`.
    """

    before: Mapping[str, str]
    versions: Mapping[str, int]
    manner: Manner
    stream: Callable[[list[Any]], None] | None
    progress: Progress | None
    busy: Callable[[float], bool]


def workspace_diagnostic(ls: HelixServer, params: types.WorkspaceDiagnosticParams) -> Job:
    """All documents with findings, and those the client has a report of; by partial results where it gave a
    token. What is not known yet is looked at while nobody types; who types ends it, and the client asks again.
    """
    partial, given = params.partial_result_token, params.work_done_token
    progress = None if given is None else ls.progress_on(given)

    def stream(items: list[Any]) -> None:
        ls.protocol.notify("$/progress", {"token": partial, "value": {"items": ls.plain(items)}})

    pull = _Pull(
        before={one.uri: one.value for one in params.previous_result_ids},
        versions={d.uri: d.version for d in ls.documents},
        manner=ls.manner,
        stream=stream if partial is not None else None,
        progress=progress,
        busy=ls.diagnosing.busy,
    )
    folders = [(folder, open_uris(ls, folder)) for folder in ls.folders if folder.problem is None]
    told: dict[str, tuple[str, str | None]] = {}
    job = ls.with_progress(
        progress,
        "Helix Ask: checking documents",
        lambda: ls.slow(lambda job: _workspace(folders, pull, told, job)),
        percentage=0,
    )

    def note(outcome: Outcome) -> None:
        for uri, one in told.items() if outcome.error is None else ():
            ls.diagnosing.told(uri, *one)

    job.when_done(note)
    return job


def _workspace(
    folders: Iterable[tuple[Folder, dict[str, str]]],
    pull: _Pull,
    told: dict[str, tuple[str, str | None]],
    job: Job,
) -> types.WorkspaceDiagnosticReport:
    kept: list[Any] = []
    seen: set[str] = set()
    began = time.monotonic()
    looks = [(folder, uris, folder.view(job.check)) for folder, uris in folders]
    if any(folder_view.drift.on and not folder_view.drift.ready for _, _, folder_view in looks):
        raise NotNow("the documents have not been compared with git's history yet; ask again")
    for folder, uris, folder_view in looks:
        folder_view.drift.bring(job.given_up)
        paths = folder_view.view.snapshot.paths()
        batch: list[Any] = []
        for number, path in enumerate(paths):
            job.check()
            if pull.progress is not None:
                pull.progress.share("documents", number, len(paths))
            uri = uris.get(path) or folder.uri_below(path)
            seen.add(uri)
            while folder_view.drift.due(path) and pull.busy(began):
                job.check()
                time.sleep(WAITING.pause)
            made = _one(folder, folder_view, path, uri, uris, pull, job)
            if made is None:
                continue
            told[uri] = (made[1].sha, made[1].id)
            batch.append(made[0])
            if pull.stream is not None and len(batch) >= _BATCH:
                pull.stream(batch)
                batch = []
        kept += batch
    kept += [
        types.WorkspaceFullDocumentDiagnosticReport(uri=uri, items=[], version=pull.versions.get(uri))
        for uri in pull.before
        if uri not in seen
    ]
    if pull.stream is not None and kept:
        pull.stream(kept)
        kept = []
    return types.WorkspaceDiagnosticReport(items=kept)


def _one(
    folder: Folder, folder_view: FolderView, path: str, uri: str, uris: dict[str, str], pull: _Pull, job: Job
) -> tuple[Any, Report] | None:
    """A document's report; None where there is nothing to tell and the client holds nothing, or where its
    facts are behind.
    """

    def named(one: str) -> str:
        return uris.get(one) or folder.uri_below(one)

    made = pull.manner.report(folder_view, path, named, job.given_up)
    if made is None or (not made.items and uri not in pull.before):
        return None
    version = pull.versions.get(uri)
    if made.id is not None and made.id == pull.before.get(uri):
        return types.WorkspaceUnchangedDocumentDiagnosticReport(
            uri=uri, result_id=made.id, version=version
        ), made
    return types.WorkspaceFullDocumentDiagnosticReport(
        uri=uri, items=made.items, result_id=made.id, version=version
    ), made
