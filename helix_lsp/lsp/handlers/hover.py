"""`textDocument/hover`: the proof hover, the finding on a stale name, and the answer on the line that asked for it
(`?? `). Also `helix/proof`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lsprotocol import types

from helix_lsp.lsp.convert import hover_of, plain_range, range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers.fields import Here, Texts, at_place, document_uri, position, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job
from helix_lsp.wire.readable import fields

if TYPE_CHECKING:
    from helix_lsp.align.proof import ProofSpan


def hover(ls: HelixServer, params: types.HoverParams) -> Job | None:
    """Markdown where the client shows it. A client that joins findings to its hovers says so, and gets none twice."""
    formats = ls.client.listed("textDocument.hover.contentFormat")
    markdown = not formats or "markdown" in formats
    last = ls.last_answer.get(params.text_document.uri)
    stale = not ls.client.supports("experimental.helixFindingsInHover")
    return at_place(ls, params, lambda here: _answer(here, last, markdown=markdown, stale=stale))


def _answer(here: Here, last: tuple[str, str] | None, *, markdown: bool, stale: bool) -> types.Hover | None:
    if last is not None and _asks(here.text, here.offset) == last[0]:
        kind = types.MarkupKind.Markdown if markdown else types.MarkupKind.PlainText
        return types.Hover(contents=types.MarkupContent(kind=kind, value=last[1]))
    found = here.folder_view.hover(here.path, here.offset)
    if found is None and stale:
        found = here.folder_view.stale_hover(here.path, here.offset)
    if found is None:
        return None
    return hover_of(found, here.text, here.position.encoding, here.position.uri, markdown=markdown)


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
    return None if place is None else ls.quick(lambda job: _prove(place.here(job)))


def _prove(here: Here | None) -> dict[str, Any] | None:
    from helix_lsp.ide.places import proof_at

    found = proof_at(here.view, here.path, here.offset) if here is not None else None
    if here is None or found is None:
        return None
    made, texts = found.proof, Texts(here.folder_view, here.position.encoding)

    def span(one: ProofSpan) -> dict[str, Any]:
        place = range_of(one.span, texts.at(one.path) or Text(b""), here.position.encoding)
        return {
            "uri": here.position.uri(one.path),
            "path": one.path,
            "range": plain_range(place),
            **fields(one, "startByte=span.start endByte=span.end sha256 label kind"),
        }

    return {
        "origin": plain_range(here.range(found.origin)),
        **fields(made.symbol, "symbol=qualified kind"),
        "why": found.found.why,
        "confidence": round(min(1.0, found.found.score), 3),
        "definition": span(made.definition),
        "signature": span(made.signature),
        "doc": span(made.doc) if made.doc is not None else None,
        "usages": [span(one) for one in made.usages],
        "tests": [span(one) for one in made.tests],
        "documents": [span(one) for one in made.documents],
        **fields(made, "used byNameOnly=maybe tested mentioned"),
        "atLeast": made.capped or made.tests_capped,
        "others": [
            {"path": one.defined.path, "name": one.defined.symbol.qualified, "why": one.why}
            for one in found.others
        ],
    }
