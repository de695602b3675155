"""`workspace/executeCommand`, `workspace/textDocumentContent`, `helix/explain` and `helix/status`: what an editor without a plugin
of ours can start. Also `helixAsk.checkClaims`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, cast

from lsprotocol import types

from helix_lsp.errors import UsageError
from helix_lsp.lsp.answer_document import SCHEME
from helix_lsp.lsp.failure import BadParams
from helix_lsp.lsp.handlers import ask, forms
from helix_lsp.lsp.handlers.ask import SHOW_MENTIONS
from helix_lsp.lsp.handlers.fields import DocumentPosition, document_uri, optional, position, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.last_answer import show_answer, show_place, show_text
from helix_lsp.lsp.work import Job, Outcome

# `helixAsk.checkClaims`: a document, or the paragraph at a place in it, held against the code, as a page
# that says what is contradicted, what is borne out and what nobody can tell.

CHECK_COMMAND = "helixAsk.checkClaims"


def check_check(ls: HelixServer, params: dict[str, Any]) -> Job:
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
    meant = place.resolve(folder_view) if paragraph else None
    offset = meant[1] if meant is not None else 0 if paragraph else None
    found = verify_file(folder_view.view, place.path, near=offset, check=job.check)
    return folder_view.stamped(claim_audit_to_wire(found))


EXPLAIN, STATUS = "helix/explain", "helix/status"
ASK_COMMAND = "helixAsk.ask"


def execute_command(ls: HelixServer, params: types.ExecuteCommandParams) -> Any:
    """One of `COMMANDS`, with at most one object as its argument."""
    run = COMMANDS.get(params.command)
    if run is None:
        raise BadParams(f"there is no such command; the commands are {', '.join(COMMANDS)}")
    given = list(params.arguments or ())
    if len(given) > 1 or not all(isinstance(one, Mapping) for one in given):
        raise BadParams(f"{params.command} takes one object")
    argument = dict(cast("Mapping[str, Any]", given[0])) if given else {}
    if params.work_done_token is not None:
        argument["workDoneToken"] = params.work_done_token
    return run(ls, argument)


def resolve_command(ls: HelixServer, params: dict[str, Any]) -> Job | dict[str, Any]:
    """What a command still has to be told, as forms; see `forms.py`."""
    return forms.resolve(ls, params, COMMANDS)


def _ask(ls: HelixServer, asked: dict[str, Any]) -> Job:
    """As `helix/ask` in one piece, and shown to the user unless `show` is false."""
    show = optional(asked, "show", bool)
    asked = {key: value for key, value in asked.items() if key != "partialResultToken"}
    folder = ls.folders.chosen(document_uri(asked))
    job = ask.ask(ls, asked)
    if show is not False:
        job.when_done(
            lambda outcome: show_answer(ls, folder, asked, outcome, lambda choice: _ask(ls, choice))
        )
    return job


def _explain_last(ls: HelixServer, asked: dict[str, Any]) -> Job:
    """The trace as a document; the envelope with the trace as the result."""
    folder = ls.folders.chosen(document_uri(asked))
    job = explain(ls, asked)

    def show(outcome: Outcome) -> None:
        if outcome.error is None:
            from helix_lsp.lsp.answer_document import trace_document

            show_text(ls, folder, trace_document(outcome.value), "trace")

    job.when_done(show)
    return job


def explain(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`answer-envelope.v1` of the last answer of a session, with its whole trace. Nothing is asked again."""
    session = optional(params, "sessionId", str) or "editor"
    folder = ls.folders.chosen(document_uri(params))

    def last(job: Job) -> dict[str, Any]:
        found = folder.service(job.check).explain(session)
        if found is None:
            raise UsageError("nothing was answered yet in this session; ask a question first")
        return found

    return ls.question(last)


def _rebuild(ls: HelixServer, asked: dict[str, Any]) -> None:
    """In the background, with the usual progress."""
    ls.rebuild(ls.folders.chosen(document_uri(asked)).uri)


def status(ls: HelixServer, params: dict[str, Any]) -> Job:
    """`index-status.v1` of the folder that holds `textDocument`, else of the first: the truth about its index."""
    folder = ls.folders.chosen(document_uri(params))
    return ls.question(lambda job: folder.service(job.check).status())


def _lock(action: str, ls: HelixServer, asked: dict[str, Any]) -> Job:
    """`tree-lock.v1` with these trees pinned, or with nothing pinned."""
    return ask.graph_lock(ls, {"sessionId": "editor", **asked, "action": action})


def _show_mentions(ls: HelixServer, asked: dict[str, Any]) -> Any:
    """As `helix/mentions`; a single mention is opened, several are listed in a document, unless `show` is
    false.
    """
    show = optional(asked, "show", bool)
    folder = ls.folders.chosen(document_uri(asked))
    job = ask.mentions(ls, asked)
    if not isinstance(job, Job) or show is False:
        return job

    def shown(outcome: Outcome) -> None:
        if outcome.error is not None:
            return
        found = cast("dict[str, Any]", outcome.value)
        listed = cast("list[dict[str, Any]]", found["mentions"])
        if len(listed) == 1 and show_place(ls, listed[0]["uri"], listed[0]["range"]):
            return
        if listed:
            from helix_lsp.lsp.answer_document import mentions_document

            show_text(ls, folder, mentions_document(found), "mentions")

    job.when_done(shown)
    return job


def text_document_content(
    ls: HelixServer, params: types.TextDocumentContentParams
) -> types.TextDocumentContentResult:
    """An answer document of this session."""
    text = ls.answers.get(params.uri)
    if text is None:
        raise UsageError(f"there is no such {SCHEME} document any more; ask again")
    return types.TextDocumentContentResult(text=text)


COMMANDS: dict[str, Callable[[HelixServer, dict[str, Any]], Any]] = {
    ASK_COMMAND: _ask,
    "helixAsk.explainLast": _explain_last,
    "helixAsk.rebuildIndex": _rebuild,
    "helixAsk.showStatus": status,
    "helixAsk.pinTrees": partial(_lock, "pin"),
    "helixAsk.clearTrees": partial(_lock, "clear"),
    SHOW_MENTIONS: _show_mentions,
    CHECK_COMMAND: check_check,
}
