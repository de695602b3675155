"""Puts a finished answer before a person: as a virtual document, else as a file beside the index; and gives a
clarification back.

Only what a user command asked for is shown. Everything here runs on the loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, cast

from helix_lsp.lsp.convert import uri_of
from helix_lsp.lsp.folders import Folder
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.progress import Pending
from helix_lsp.lsp.work import Outcome

_INFO = 3
_MOST_KEPT = 64  # documents
CLARIFY_REQUEST = "experimental.helixClarifyRequest"


def remember(ls: HelixServer, asked: Mapping[str, Any], envelope: Any) -> None:
    """Keep or clear what the document of the question waits for."""
    uri = _uri(asked)
    clarify = cast("dict[str, Any]", envelope).get("clarify") if isinstance(envelope, dict) else None
    rest = {key: value for key, value in ls.pending.items() if key != uri}
    if not clarify:
        ls.pending = rest
        return
    pending = Pending(
        asked={
            key: value
            for key, value in asked.items()
            if key not in ("clarify", "workDoneToken", "partialResultToken")
        },
        line=int(_part(asked, "position").get("line", -1)),
        asks=clarify["asks"],
        token=clarify["token"],
        options=tuple((o["id"], o["label"]) for o in clarify["options"]),
    )
    ls.pending = {**rest, uri: pending}


def _uri(asked: Mapping[str, Any]) -> str:
    """The document that a question was asked from, `` for none."""
    return str(_part(asked, "textDocument").get("uri", ""))


def _part(asked: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    return cast("Mapping[str, Any]", asked.get(name) or {})


def show_answer(
    ls: HelixServer,
    folder: Folder,
    asked: Mapping[str, Any],
    outcome: Outcome,
    again: Callable[[dict[str, Any]], object],
) -> None:
    """Show the answer of a command; `again` asks with a choice, for clients that take the choice from a
    message request.
    """
    if outcome.error is not None or not isinstance(outcome.value, dict):
        return
    from helix_lsp.lsp.answer_document import answer_document

    envelope = cast("dict[str, Any]", outcome.value)
    text = answer_document(envelope, folder.uri_below)
    if _uri(asked):  # a hover on the line that asks shows it, also where the client opens no documents
        kept = {uri: last for uri, last in ls.last_answer.items() if uri != _uri(asked)}
        ls.last_answer = {
            **dict(list(kept.items())[1 - _MOST_KEPT :]),
            _uri(asked): (str(asked.get("question", "")), text),
        }
    show_text(ls, folder, text, "answer")
    pending = ls.pending.get(_uri(asked))
    if envelope.get("clarify") and pending is not None and ls.client.supports(CLARIFY_REQUEST):
        _ask_back(ls, pending, again)


def show_text(ls: HelixServer, folder: Folder, text: str, name: str) -> None:
    """As the client can; a client that shows no documents gets a line in its log with the place of the file."""
    virtual = isinstance(ls.client.value("workspace.textDocumentContent"), Mapping)
    shows = ls.client.supports("window.showDocument.support")
    if virtual:
        uri = ls.answers.add(text, name)
        if shows:
            _show(ls, uri)
        else:
            ls.tell(f"the answer is at {uri}")
        return

    def written(outcome: Outcome) -> None:
        if outcome.error is not None:
            ls.tell("the answer could not be written to a file", failed=True)
        elif shows:
            _show(ls, uri_of(outcome.value))
        else:
            ls.tell(f"the answer is in {outcome.value}")

    ls.slow(lambda job: folder.service(job.check).keep_answer(text)).when_done(written)


def show_place(ls: HelixServer, uri: str, place: Mapping[str, Any]) -> bool:
    """Open a document at a range; False for a client that shows none."""
    if not ls.client.supports("window.showDocument.support"):
        return False
    ls.protocol.send_request("window/showDocument", {"uri": uri, "takeFocus": True, "selection": dict(place)})
    return True


def _show(ls: HelixServer, uri: str) -> None:
    ls.protocol.send_request("window/showDocument", {"uri": uri, "takeFocus": True})


def _ask_back(ls: HelixServer, pending: Pending, again: Callable[[dict[str, Any]], object]) -> None:
    actions = [{"title": label} for _, label in pending.options]
    asked = ls.protocol.send_request(
        "window/showMessageRequest", {"type": _INFO, "message": pending.asks, "actions": actions}
    )

    def chosen(done: Future[Any]) -> None:
        picked = done.result() if done.exception() is None else None
        title = cast("dict[str, Any]", picked).get("title") if isinstance(picked, dict) else None
        for option, label in pending.options:
            if label == title:
                again(pending.chosen(option))
                return

    asked.add_done_callback(chosen)
