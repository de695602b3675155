"""`textDocument/references` and `textDocument/implementation`."""

from __future__ import annotations

from lsprotocol import types

from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.handlers.definition import Links, links_to
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.partial import Partial
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


def _implementation(asked: DocumentPosition, linked: bool, job: Job) -> Links | None:
    from helix_lsp.ide.places import implementation as find

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return None
    found = find(folder_view.view, asked.path, meant[1])
    return links_to(found, asked, folder_view, meant[0] if linked else None)
