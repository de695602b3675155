"""`textDocument/hover`: the proof hover, the finding on a stale name, and the answer on the line that asked for it
(`?? `). Also `helix/proof`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from helix_lsp.lsp.convert import hover_of, range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers.fields import DocumentPosition, document_uri, position, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job
from helix_lsp.wire.readable import fields

if TYPE_CHECKING:
    from helix_lsp.align.proof import ProofSpan
    from helix_lsp.lsp.service.drawing import FolderView


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


# `helix/proof`: definition, uses, tests and documents of what is at a place, each range with the hash of
# its bytes.

PROOF = "helix/proof"


def proof(ls: HelixServer, params: dict[str, Any]) -> Job | None:
    """Null where nothing stands that names a definition."""
    uri, where = document_uri(params), position(params)
    if uri is None or where is None:
        raise BadParams("`textDocument` and `position` are needed")
    place = position_in(ls, uri, where)
    return None if place is None else ls.quick(lambda job: _prove(place, job))


def _prove(place: DocumentPosition, job: Job) -> dict[str, Any] | None:
    from helix_lsp.ide.places import proof_at

    folder_view = place.folder.view(job.check)
    meant = place.resolve(folder_view)
    found = proof_at(folder_view.view, place.path, meant[1]) if meant is not None else None
    if meant is None or found is None:
        return None
    shown = _Shown(folder_view, place)
    made = found.proof
    return {
        "origin": shown.range(found.origin.start, found.origin.end, meant[0]),
        **fields(made.symbol, "symbol=qualified kind"),
        "why": found.found.why,
        "confidence": round(min(1.0, found.found.score), 3),
        "definition": shown.span(made.definition),
        "signature": shown.span(made.signature),
        "doc": shown.span(made.doc) if made.doc is not None else None,
        "usages": [shown.span(one) for one in made.usages],
        "tests": [shown.span(one) for one in made.tests],
        "documents": [shown.span(one) for one in made.documents],
        **fields(made, "used byNameOnly=maybe tested mentioned"),
        "atLeast": made.capped or made.tests_capped,
        "others": [
            {"path": one.defined.path, "name": one.defined.symbol.qualified, "why": one.why}
            for one in found.others
        ],
    }


class _Shown:
    """Ranges of one view of the folder, each text read once."""

    def __init__(self, folder_view: FolderView, place: DocumentPosition) -> None:
        self._view = folder_view
        self._place = place
        self._texts: dict[str, Text] = {}

    def span(self, one: ProofSpan) -> dict[str, Any]:
        """A proof span as JSON data."""
        if one.path not in self._texts:
            self._texts[one.path] = Text(self._view.text(one.path) or b"")
        return {
            "uri": self._place.uri(one.path),
            "path": one.path,
            "range": self.range(one.span.start, one.span.end, self._texts[one.path]),
            **fields(one, "startByte=span.start endByte=span.end sha256 label kind"),
        }

    def range(self, start: int, end: int, text: Text) -> dict[str, Any]:
        """A range as the client counts it."""
        from helix_lsp.text.positions import Span

        found = range_of(Span(start, end), text, self._place.encoding)
        return {
            "start": {"line": found.start.line, "character": found.start.character},
            "end": {"line": found.end.line, "character": found.end.character},
        }
