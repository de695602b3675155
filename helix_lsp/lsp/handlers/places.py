"""Where things are: `textDocument/references`, `implementation`, `definition`, and `documentLink` with `documentLink/resolve`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from helix_lsp.lsp.convert import link_of, location_of, range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.partial import Partial
from helix_lsp.lsp.work import Job

if TYPE_CHECKING:
    from helix_lsp.ide.places import NavigationTarget
    from helix_lsp.lsp.service.drawing import FolderView


# `textDocument/definition`: from a mention to the definition it means.

Links = list[types.LocationLink] | list[types.Location]


def definition(ls: HelixServer, params: types.DefinitionParams) -> Job | None:
    """LocationLinks where the client takes them."""
    asked = position_in(ls, params.text_document.uri, params.position)
    if asked is None:
        return None
    linked = ls.client.supports("textDocument.definition.linkSupport")
    return ls.quick(lambda job: _answer(asked, linked, job))


def _answer(asked: DocumentPosition, linked: bool, job: Job) -> Links | None:
    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return None
    return links_to(
        folder_view.definition(asked.path, meant[1]), asked, folder_view, meant[0] if linked else None
    )


def links_to(
    targets: Sequence[NavigationTarget], asked: DocumentPosition, folder_view: FolderView, origin: Text | None
) -> Links:
    """Targets whose texts are there, as LocationLinks from a place of `origin`; as Locations without one."""
    texts = {one.path: Text(data) for one in targets if (data := folder_view.text(one.path)) is not None}
    shown = [(one, asked.uri(one.path), texts[one.path]) for one in targets if one.path in texts]
    if origin is None:
        return [location_of(one, uri, text, asked.encoding) for one, uri, text in shown]
    return [link_of(one, uri, text, origin, asked.encoding) for one, uri, text in shown]


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


# `textDocument/documentLink` and `documentLink/resolve`: cited paths and names, only where they lead
# somewhere.


def document_link(ls: HelixServer, params: types.DocumentLinkParams) -> Job | None:
    """Targets are files of the workspace, with a line as `#L12`."""
    asked = position_in(ls, params.text_document.uri)
    return None if asked is None else ls.quick(lambda job: _links(asked, job))


def _links(asked: DocumentPosition, job: Job) -> list[types.DocumentLink] | None:
    from helix_lsp.ide.links import document_links

    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return None
    return [
        types.DocumentLink(
            range=range_of(link.span, meant[0], asked.encoding),
            target=asked.uri(link.path) + (f"#L{link.line}" if link.line else ""),
            data={"shown": f"{link.path}:{link.line}" if link.line else link.path},
        )
        for link in document_links(folder_view.view, asked.path)
    ]


def resolve_link(ls: HelixServer, link: types.DocumentLink) -> types.DocumentLink:
    """Adds the words that an editor shows over the link."""
    shown = link.data.get("shown") if isinstance(link.data, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]  (any JSON)
    if isinstance(shown, str) and ls.client.supports("textDocument.documentLink.tooltipSupport"):
        link.tooltip = shown
    return link
