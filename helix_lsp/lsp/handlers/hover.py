"""`textDocument/hover`: the proof hover."""

from __future__ import annotations

from lsprotocol import types

from helix_lsp.lsp.convert import hover_of
from helix_lsp.lsp.handlers.at import At, at
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job


def register(server: HelixServer) -> None:
    """Add the handler."""
    server.feature(types.TEXT_DOCUMENT_HOVER)(hover)


def hover(ls: HelixServer, params: types.HoverParams) -> Job | None:
    """Markdown where the client shows it."""
    asked = at(ls, params.text_document.uri, params.position)
    if asked is None:
        return None
    formats = ls.client.listed("textDocument.hover.contentFormat")
    markdown = not formats or "markdown" in formats
    return ls.quick(lambda job: _answer(asked, markdown, job))


def _answer(asked: At, markdown: bool, job: Job) -> types.Hover | None:
    look = asked.folder.look(job.check)
    meant = asked.resolve(look)
    if meant is None:
        return None
    text, offset = meant
    found = look.hover(asked.path, offset)
    return None if found is None else hover_of(found, text, asked.encoding, asked.uri, markdown=markdown)
