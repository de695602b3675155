"""Where things are: `textDocument/references`, `implementation`, `definition`, and `documentLink` with `documentLink/resolve`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from helix_lsp.lsp.convert import link_of, location_of
from helix_lsp.lsp.handlers.fields import Here, Texts, at_place
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.progress import Partial
from helix_lsp.lsp.work import Job

if TYPE_CHECKING:
    from helix_lsp.ide.places import NavigationTarget


# `textDocument/definition`: from a mention to the definition it means.

Links = list[types.LocationLink] | list[types.Location]


def definition(ls: HelixServer, params: types.DefinitionParams) -> Job | None:
    """LocationLinks where the client takes them."""
    linked = ls.client.supports("textDocument.definition.linkSupport")
    return at_place(
        ls, params, lambda here: _links_to(here, here.folder_view.definition(here.path, here.offset), linked)
    )


def implementation(ls: HelixServer, params: types.ImplementationParams) -> Job | None:
    """LocationLinks where the client takes them."""
    linked = ls.client.supports("textDocument.implementation.linkSupport")

    def look(here: Here) -> Links:
        from helix_lsp.ide.places import implementation as find

        return _links_to(here, find(here.view, here.path, here.offset), linked)

    return at_place(ls, params, look)


def _links_to(here: Here, targets: Sequence[NavigationTarget], linked: bool) -> Links:
    """Targets whose texts are there, as LocationLinks from the place, else as Locations."""
    asked, texts = here.position, Texts(here.folder_view, here.position.encoding)
    shown = [(one, asked.uri(one.path), text) for one in targets if (text := texts.at(one.path)) is not None]
    if not linked:
        return [location_of(one, uri, text, asked.encoding) for one, uri, text in shown]
    return [link_of(one, uri, text, here.text, asked.encoding) for one, uri, text in shown]


def references(ls: HelixServer, params: types.ReferenceParams) -> Job | None:
    """Uses, tests, documents; of a heading the links to it. In batches for a client that takes partial
    results.
    """
    declaration = params.context.include_declaration
    found = Partial[types.Location](ls.protocol, params.partial_result_token)
    job = at_place(ls, params, lambda here: _references(here, declaration, found), take_up=ls.places)
    return None if job is None else found.until(job)


def _references(here: Here, declaration: bool, found: Partial[types.Location]) -> list[types.Location]:
    from helix_lsp.ide.places import references as find

    texts = Texts(here.folder_view, here.position.encoding)
    for one in find(here.view, here.path, here.offset, declaration=declaration):
        here.job.check()
        if (place := texts.range(one.path, one.span)) is not None:
            found.add(types.Location(uri=here.position.uri(one.path), range=place))
    return found.rest()


# `textDocument/documentLink` and `documentLink/resolve`: cited paths and names, only where they lead
# somewhere.


def document_link(ls: HelixServer, params: types.DocumentLinkParams) -> Job | None:
    """Targets are files of the workspace, with a line as `#L12`."""
    return at_place(ls, params, _links)


def _links(here: Here) -> list[types.DocumentLink]:
    from helix_lsp.ide.links import document_links

    return [
        types.DocumentLink(
            range=here.range(link.span),
            target=here.position.uri(link.path) + (f"#L{link.line}" if link.line else ""),
            data={"shown": f"{link.path}:{link.line}" if link.line else link.path},
        )
        for link in document_links(here.view, here.path)
    ]


def resolve_link(ls: HelixServer, link: types.DocumentLink) -> types.DocumentLink:
    """Adds the words that an editor shows over the link."""
    shown = link.data.get("shown") if isinstance(link.data, dict) else None  # pyright: ignore[reportUnknownVariableType, reportUnknownMemberType]  (any JSON)
    if isinstance(shown, str) and ls.client.supports("textDocument.documentLink.tooltipSupport"):
        link.tooltip = shown
    return link
