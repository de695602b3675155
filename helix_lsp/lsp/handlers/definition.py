"""`textDocument/definition`: from a mention to the definition it means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from helix_lsp.lsp.convert import link_of, location_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job

if TYPE_CHECKING:
    from helix_lsp.ide.places import NavigationTarget
    from helix_lsp.lsp.service.workspace_service import FolderView

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
