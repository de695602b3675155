"""`textDocument/hover`: the proof hover, the finding on a stale name, and the answer on the line that asked for it
(`?? `).
"""

from __future__ import annotations

from lsprotocol import types

from helix_lsp.lsp.convert import hover_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job


def hover(ls: HelixServer, params: types.HoverParams) -> Job | None:
    """Markdown where the client shows it. A client that joins findings to its hovers says so, and gets none twice."""
    asked = position_in(ls, params.text_document.uri, params.position)
    if asked is None:
        return None
    formats = ls.client.listed("textDocument.hover.contentFormat")
    markdown = not formats or "markdown" in formats
    last = ls.last_answer.get(params.text_document.uri)
    stale = not ls.client.supports("experimental.helixFindingsInHover")
    return ls.quick(lambda job: _answer(asked, last, job, markdown=markdown, stale=stale))


def _answer(
    asked: DocumentPosition, last: tuple[str, str] | None, job: Job, *, markdown: bool, stale: bool
) -> types.Hover | None:
    folder_view = asked.folder.view(job.check)
    meant = asked.resolve(folder_view)
    if meant is None:
        return None
    text, offset = meant
    if last is not None and _asks(text, offset) == last[0]:
        kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
        return types.Hover(contents=types.MarkupContent(kind=kind, value=last[1]))
    found = folder_view.hover(asked.path, offset)
    if found is None and stale:
        found = folder_view.stale_hover(asked.path, offset)
    return None if found is None else hover_of(found, text, asked.encoding, asked.uri, markdown=markdown)


def _asks(text: Text, offset: int) -> str:
    from helix_lsp.ide.ask_about import written_question

    return written_question(text.index.line_text(text.index.line_of(offset)))
