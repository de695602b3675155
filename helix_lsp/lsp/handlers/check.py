"""`helixAsk.checkClaims`: a document, or the paragraph at a place in it, held against the code, as a page that says what is
contradicted, what is borne out and what nobody can tell.
"""

from __future__ import annotations

from typing import Any

from helix_lsp.errors import UsageError
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers.fields import DocumentPosition, document_uri, optional, position, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.last_answer import show_text
from helix_lsp.lsp.work import Job, Outcome

CHECK_COMMAND = "helixAsk.checkClaims"


def check(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`claim-audit.v2` of the document, or with `position` of the paragraph there; shown unless `show` is false."""
    uri, where, show = document_uri(params), position(params), optional(params, "show", bool)
    if uri is None:
        raise BadParams("give `textDocument`")
    place = position_in(ls, uri, where) if where else position_in(ls, uri)
    if place is None:
        raise UsageError(
            "the document lies in no open folder, or is out of step; open its folder and try again"
        )
    job = ls.slow(lambda job: _audited(place, where is not None, job))

    def shown(outcome: Outcome) -> None:
        if outcome.error is None:
            from helix_lsp.lsp.answer_document import claims_document

            line = where.line + 1 if where is not None else None
            text = claims_document(outcome.value, place.path, place.folder.uri_below, line)
            show_text(ls, place.folder, text, "check")

    if show is not False:
        job.when_done(shown)
    return job


def _audited(place: DocumentPosition, paragraph: bool, job: Job) -> dict[str, Any]:
    from helix_lsp.ide.places import verify_file
    from helix_lsp.wire.claim_audit import claim_audit_to_wire

    folder_view = place.folder.view(job.check)
    offset = None
    if paragraph:
        meant = place.resolve(folder_view)
        offset = meant[1] if meant is not None else 0
    found = verify_file(folder_view.view, place.path, near=offset, check=job.check)
    return folder_view.stamped(claim_audit_to_wire(found))
