"""`helix/proof`: definition, uses, tests and documents of what stands at a place, each range with the hash of its bytes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from helix_lsp.lsp.backend import Look
from helix_lsp.lsp.convert import range_of
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers.at import At, at
from helix_lsp.lsp.handlers.fields import document_uri, position
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job

if TYPE_CHECKING:
    from helix_lsp.align.proof import ProofSpan

PROOF = "helix/proof"


def register(server: HelixServer) -> None:
    """Add the handler."""
    server.feature(PROOF)(proof)


def proof(ls: HelixServer, params: dict[str, Any]) -> Job | None:
    """Null where nothing stands that names a definition."""
    uri, where = document_uri(params), position(params)
    if uri is None or where is None:
        raise BadParams("`textDocument` and `position` are needed")
    place = at(ls, uri, where)
    return None if place is None else ls.quick(lambda job: _prove(place, job))


def _prove(place: At, job: Job) -> dict[str, Any] | None:
    from helix_lsp.ide.proof import proof_at

    look = place.folder.look(job.check)
    meant = place.resolve(look)
    found = proof_at(look.view, place.path, meant[1]) if meant is not None else None
    if meant is None or found is None:
        return None
    shown = _Shown(look, place)
    made = found.proof
    return {
        "origin": shown.range(found.origin.start, found.origin.end, meant[0]), "symbol": made.symbol.qualified, "kind": made.symbol.kind,
        "why": found.found.why, "confidence": round(min(1.0, found.found.score), 3), "definition": shown.span(made.definition),
        "signature": shown.span(made.signature), "doc": shown.span(made.doc) if made.doc is not None else None,
        "usages": [shown.span(one) for one in made.usages], "tests": [shown.span(one) for one in made.tests],
        "documents": [shown.span(one) for one in made.documents],
        "used": made.used, "byNameOnly": made.maybe, "tested": made.tested, "mentioned": made.mentioned, "atLeast": made.capped or made.tests_capped,
        "others": [{"path": one.defined.path, "name": one.defined.symbol.qualified, "why": one.why} for one in found.others],
    }  # fmt: skip


class _Shown:
    """Ranges of one look, each text read once."""

    def __init__(self, look: Look, place: At) -> None:
        self._look = look
        self._place = place
        self._texts: dict[str, Text] = {}

    def span(self, one: ProofSpan) -> dict[str, Any]:
        """A proof span as JSON data."""
        if one.path not in self._texts:
            self._texts[one.path] = Text(self._look.text(one.path) or b"")
        return {
            "uri": self._place.uri(one.path), "path": one.path, "range": self.range(one.span.start, one.span.end, self._texts[one.path]),
            "startByte": one.span.start, "endByte": one.span.end, "sha256": one.sha256, "label": one.label, "kind": one.kind,
        }  # fmt: skip

    def range(self, start: int, end: int, text: Text) -> dict[str, Any]:
        """A range as the client counts it."""
        from helix_lsp.text.span import Span

        found = range_of(Span(start, end), text, self._place.encoding)
        return {
            "start": {"line": found.start.line, "character": found.start.character},
            "end": {"line": found.end.line, "character": found.end.character},
        }
