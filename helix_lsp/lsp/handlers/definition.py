"""`textDocument/definition`: from a mention to the definition it means."""

from __future__ import annotations

from lsprotocol import types

from helix_lsp.lsp.convert import link_of, location_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job

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
    text, offset = meant
    targets = folder_view.definition(asked.path, offset)
    texts = {
        target.path: Text(data) for target in targets if (data := folder_view.text(target.path)) is not None
    }
    shown = [target for target in targets if target.path in texts]
    if linked:
        return [
            link_of(target, asked.uri(target.path), texts[target.path], text, asked.encoding)
            for target in shown
        ]
    return [
        location_of(target, asked.uri(target.path), texts[target.path], asked.encoding) for target in shown
    ]
