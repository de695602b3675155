"""`textDocument/documentSymbol` and `workspace/symbol`: the sections of documents."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.handlers.fields import DocumentPosition, open_uris, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.partial import Partial
from helix_lsp.lsp.work import Job
from helix_lsp.text.positions import Encoding

_KIND = types.SymbolKind.String
_HIERARCHY = "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"


def document_symbol(ls: HelixServer, params: types.DocumentSymbolParams) -> Job | None:
    """A tree where the client takes one, else the same as a list with containers; in batches for a client
    that takes partial results.
    """
    asked = position_in(ls, params.text_document.uri)
    if asked is None:
        return None
    tree, uri = ls.client.supports(_HIERARCHY), params.text_document.uri
    found = Partial[types.DocumentSymbol | types.SymbolInformation](ls, params.partial_result_token)
    return found.until(ls.quick(lambda job: _symbols(asked, uri, tree, found, job)))


def _symbols(
    asked: DocumentPosition,
    uri: str,
    tree: bool,
    found: Partial[types.DocumentSymbol | types.SymbolInformation],
    job: Job,
) -> list[types.DocumentSymbol | types.SymbolInformation] | None:
    from helix_lsp.ide.document_shape import Entry, document_symbols

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return None
    text = meant[0]

    def nested(entry: Entry) -> types.DocumentSymbol:
        return types.DocumentSymbol(
            name=entry.name,
            kind=_KIND,
            range=range_of(entry.full, text, asked.encoding),
            selection_range=range_of(entry.focus, text, asked.encoding),
            detail="#" * entry.level,
            children=[nested(child) for child in entry.children],
        )

    def flat(entry: Entry, above: str | None) -> list[types.SymbolInformation]:
        place = types.Location(uri=uri, range=range_of(entry.full, text, asked.encoding))
        own = types.SymbolInformation(name=entry.name, kind=_KIND, location=place, container_name=above)
        return [own, *(one for child in entry.children for one in flat(child, entry.name))]

    for entry in document_symbols(folder_view.view, asked.path):
        job.check()
        for one in [nested(entry)] if tree else flat(entry, None):
            found.add(one)
    return found.rest()


def workspace_symbol(ls: HelixServer, params: types.WorkspaceSymbolParams) -> Job:
    """Sections of all folders whose titles fit the query; in batches for a client that takes partial results."""
    folders = [(folder, open_uris(ls, folder)) for folder in ls.folders if folder.problem is None]
    encoding, found = ls.documents.encoding, Partial[types.WorkspaceSymbol](ls, params.partial_result_token)

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
    texts: dict[str, Text | None] = {}
    for section in folder_view.sections(query):
        job.check()
        if section.path not in texts:
            data = folder_view.text(section.path)
            texts[section.path] = None if data is None else Text(data)
        text = texts[section.path]
        if text is None:
            continue
        uri = uris.get(section.path) or folder.uri_below(section.path)
        place = types.Location(uri=uri, range=range_of(section.span, text, encoding))
        name = section.title or "(no title)"
        yield types.WorkspaceSymbol(
            location=place, name=name, kind=_KIND, container_name=section.above or section.path
        )
