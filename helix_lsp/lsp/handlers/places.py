"""`textDocument/references` and `textDocument/implementation`."""

from __future__ import annotations

from lsprotocol import types

from helix_lsp.lsp.convert import link_of, location_of, range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.partial import Partial
from helix_lsp.lsp.service.workspace_service import FolderView
from helix_lsp.lsp.work import Job


def references(ls: HelixServer, params: types.ReferenceParams) -> Job | None:
    """Uses, tests, documents; of a heading the links to it. In batches for a client that takes partial
    results.
    """
    asked = position_in(ls, params.text_document.uri, params.position)
    if asked is None:
        return None
    declaration, found = (
        params.context.include_declaration,
        Partial[types.Location](ls, params.partial_result_token),
    )
    return found.until(ls.places(lambda job: _references(asked, declaration, found, job)))


def _references(
    asked: DocumentPosition, declaration: bool, found: Partial[types.Location], job: Job
) -> list[types.Location] | None:
    from helix_lsp.ide.places import references as find

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return None
    places = find(folder_view.view, asked.path, meant[1], declaration=declaration)
    texts: dict[str, Text | None] = {}
    for place in places:
        job.check()
        if place.path not in texts:
            data = folder_view.text(place.path)
            texts[place.path] = None if data is None else Text(data)
        text = texts[place.path]
        if text is not None:
            found.add(
                types.Location(uri=asked.uri(place.path), range=range_of(place.span, text, asked.encoding))
            )
    return found.rest()


def implementation(ls: HelixServer, params: types.ImplementationParams) -> Job | None:
    """LocationLinks where the client takes them."""
    asked = position_in(ls, params.text_document.uri, params.position)
    linked = ls.client.supports("textDocument.implementation.linkSupport")
    return None if asked is None else ls.quick(lambda job: _implementation(asked, linked, job))


def _implementation(
    asked: DocumentPosition, linked: bool, job: Job
) -> list[types.LocationLink] | list[types.Location] | None:
    from helix_lsp.ide.places import implementation as find

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return None
    targets = find(folder_view.view, asked.path, meant[1])
    texts = _texts(folder_view, {target.path for target in targets})
    shown = [target for target in targets if target.path in texts]
    if linked:
        return [link_of(t, asked.uri(t.path), texts[t.path], meant[0], asked.encoding) for t in shown]
    return [location_of(t, asked.uri(t.path), texts[t.path], asked.encoding) for t in shown]


def _texts(folder_view: FolderView, paths: set[str]) -> dict[str, Text]:
    return {path: Text(data) for path in sorted(paths) if (data := folder_view.text(path)) is not None}
