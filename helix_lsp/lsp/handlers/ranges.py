"""`textDocument/foldingRange` and `textDocument/selectionRange` of documents."""

from __future__ import annotations

from lsprotocol import types

from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job
from helix_lsp.text.positions import Span


def folding_range(ls: HelixServer, params: types.FoldingRangeParams) -> Job | None:
    """Whole lines; at most as many as the client takes. Null where nothing folds: VS Code folds by indentation
    where every server says null, and does not where one says `[]`.
    """
    asked = position_in(ls, params.text_document.uri)
    if asked is None:
        return None
    most = ls.client.value("textDocument.foldingRange.rangeLimit")
    limit = most if isinstance(most, int) and most > 0 else None
    return ls.quick(lambda job: _folds(asked, limit, job))


def _folds(asked: DocumentPosition, limit: int | None, job: Job) -> list[types.FoldingRange] | None:
    from helix_lsp.ide.document_shape import folding

    folder_view = asked.folder.view(job.check)
    kind = types.FoldingRangeKind.Region
    found = folding(folder_view.view, asked.path)[:limit]
    return [types.FoldingRange(start_line=a, end_line=b, kind=kind) for a, b in found] or None


def selection_range(ls: HelixServer, params: types.SelectionRangeParams) -> Job | None:
    """One chain for each position, in order."""
    places = [position_in(ls, params.text_document.uri, position) for position in params.positions]
    asked = [place for place in places if place is not None]
    if not asked or len(asked) != len(places):
        return None
    return ls.quick(lambda job: _selections(asked, job))


def _selections(asked: list[DocumentPosition], job: Job) -> list[types.SelectionRange]:
    from helix_lsp.ide.document_shape import selection

    folder_view = asked[0].folder.view(job.check)
    found: list[types.SelectionRange] = []
    for one in asked:
        job.check()
        meant = one.resolve(folder_view)
        text, offset = meant if meant is not None else (Text(b""), 0)
        found.append(_chain(selection(folder_view.view, one.path, offset) or (Span(0, 0),), text, one))
    return found


def _chain(spans: tuple[Span, ...], text: Text, asked: DocumentPosition) -> types.SelectionRange:
    """The smallest with the others as its parents."""
    chain: types.SelectionRange | None = None
    for span in reversed(spans):
        chain = types.SelectionRange(range=range_of(span, text, asked.encoding), parent=chain)
    assert chain is not None
    return chain
