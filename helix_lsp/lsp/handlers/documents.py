"""What an editor does with a document: `prepareRename` and `rename` of a heading, `documentSymbol` and `workspace/symbol`,
`foldingRange` and `selectionRange`, and `completion` in code spans and link targets.
"""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from helix_lsp.lsp.convert import range_of, workspace_edit
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.handlers.fields import DocumentPosition, Here, Texts, at_place, open_uris, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.progress import Partial
from helix_lsp.lsp.work import Job
from helix_lsp.text.positions import Encoding, Span


def prepare_rename(ls: HelixServer, params: types.PrepareRenameParams) -> Job | None:
    """The title of the heading, nothing elsewhere."""
    return at_place(ls, params, _prepare)


def _prepare(here: Here) -> types.PrepareRenamePlaceholder | None:
    from helix_lsp.ide.document_shape import title_span

    span = title_span(here.view, here.path, here.offset)
    if span is None:
        return None
    title = span.cut(here.text.data).decode("utf-8", "replace")
    return types.PrepareRenamePlaceholder(range=here.range(span), placeholder=title)


def rename(ls: HelixServer, params: types.RenameParams) -> Job | None:
    """One edit of the workspace; versions of open documents are named where the client takes them."""
    versions = {document.uri: document.version for document in ls.documents}
    versioned = ls.client.supports("workspace.workspaceEdit.documentChanges")
    return at_place(
        ls,
        params,
        lambda here: _rename(here, params.new_name, versions if versioned else None),
        take_up=ls.places,
    )


def _rename(here: Here, title: str, versions: dict[str, int] | None) -> types.WorkspaceEdit:
    from helix_lsp.ide.document_shape import rename_heading

    changes: dict[str, list[types.TextEdit]] = {}
    texts = Texts(here.folder_view, here.position.encoding)
    for edit in rename_heading(here.view, here.path, here.offset, title):
        if (place := texts.range(edit.path, edit.span)) is not None:
            made = types.TextEdit(range=place, new_text=edit.text)
            changes.setdefault(here.position.uri(edit.path), []).append(made)
    return workspace_edit(changes, None if versions is None else versions.get)


# `textDocument/documentSymbol` and `workspace/symbol`: the sections of documents.

_KIND = types.SymbolKind.String
_HIERARCHY = "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"


def document_symbol(ls: HelixServer, params: types.DocumentSymbolParams) -> Job | None:
    """A tree where the client takes one, else the same as a list with containers; in batches for a client
    that takes partial results.
    """
    tree, uri = ls.client.supports(_HIERARCHY), params.text_document.uri
    found = Partial[types.DocumentSymbol | types.SymbolInformation](ls.protocol, params.partial_result_token)
    job = at_place(ls, params, lambda here: _symbols(here, uri, tree, found))
    return None if job is None else found.until(job)


def _symbols(
    here: Here, uri: str, tree: bool, found: Partial[types.DocumentSymbol | types.SymbolInformation]
) -> list[types.DocumentSymbol | types.SymbolInformation]:
    from helix_lsp.ide.document_shape import Entry, document_symbols

    def nested(entry: Entry) -> types.DocumentSymbol:
        return types.DocumentSymbol(
            name=entry.name,
            kind=_KIND,
            range=here.range(entry.full),
            selection_range=here.range(entry.focus),
            detail="#" * entry.level,
            children=[nested(child) for child in entry.children],
        )

    def flat(entry: Entry, above: str | None) -> list[types.SymbolInformation]:
        place = types.Location(uri=uri, range=here.range(entry.full))
        own = types.SymbolInformation(name=entry.name, kind=_KIND, location=place, container_name=above)
        return [own, *(one for child in entry.children for one in flat(child, entry.name))]

    for entry in document_symbols(here.view, here.path):
        here.job.check()
        for one in [nested(entry)] if tree else flat(entry, None):
            found.add(one)
    return found.rest()


def workspace_symbol(ls: HelixServer, params: types.WorkspaceSymbolParams) -> Job:
    """Sections of all folders whose titles fit the query; in batches for a client that takes partial results."""
    folders = [(folder, open_uris(ls, folder)) for folder in ls.folders if folder.problem is None]
    encoding, found = (
        ls.documents.encoding,
        Partial[types.WorkspaceSymbol](ls.protocol, params.partial_result_token),
    )

    def search(job: Job) -> list[types.WorkspaceSymbol]:
        for folder, uris in folders:
            for one in _sections(folder, uris, params.query, encoding, job):
                found.add(one)
        return found.rest()

    return found.until(ls.quick(search))


def _sections(
    folder: Folder, uris: dict[str, str], query: str, encoding: Encoding, job: Job
) -> Iterator[types.WorkspaceSymbol]:
    folder_view = folder.view(job.check)
    texts = Texts(folder_view, encoding)
    for section in folder_view.sections(query):
        job.check()
        place = texts.range(section.path, section.span)
        if place is None:
            continue
        uri = uris.get(section.path) or folder.uri_below(section.path)
        yield types.WorkspaceSymbol(
            location=types.Location(uri=uri, range=place),
            name=section.title or "(no title)",
            kind=_KIND,
            container_name=section.above or section.path,
        )


# `textDocument/foldingRange` and `textDocument/selectionRange` of documents.


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


# `textDocument/completion` inside code spans and link targets of documents.

_KINDS = {
    "name": types.CompletionItemKind.Reference,
    "file": types.CompletionItemKind.File,
    "section": types.CompletionItemKind.Text,
}


def completion(ls: HelixServer, params: types.CompletionParams) -> Job | None:
    """Each item replaces what was typed of it."""
    return at_place(ls, params, _complete)


def _complete(here: Here) -> types.CompletionList:
    from helix_lsp.ide.completion import completion as find

    found = find(here.view, here.path, here.offset)
    items = [
        types.CompletionItem(
            label=one.text,
            kind=_KINDS[one.kind],
            detail=one.detail or None,
            sort_text=f"{number:05d}",
            text_edit=types.TextEdit(range=here.range(one.span), new_text=one.text),
        )
        for number, one in enumerate(found)
    ]
    return types.CompletionList(is_incomplete=len(found) >= here.view.config.ide.completions, items=items)
