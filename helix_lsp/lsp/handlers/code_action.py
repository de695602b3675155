"""`textDocument/codeAction` and `codeAction/resolve`: what is offered at a place, fixes first, then questions.

What is offered runs on a quick worker, sees one view of the folder, and says with `Asked.wants` whether its kind was
asked for. What cannot say anything yet raises `Behind`: nobody presses the key for the lightbulb twice, so a short
wait is better than "no actions".
"""

from __future__ import annotations

import logging
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from lsprotocol import types

from helix_lsp.errors import UsageError
from helix_lsp.lsp.capabilities import ASK_KIND, resolves_edits
from helix_lsp.lsp.convert import plain_position
from helix_lsp.lsp.failure import BadParams, describe
from helix_lsp.lsp.handlers.commands import ASK_COMMAND
from helix_lsp.lsp.handlers.fields import Asked, Behind, DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job
from helix_lsp.text.positions import Span
from helix_lsp.tuning.server import WAITING

if TYPE_CHECKING:
    from helix_lsp.lsp.handlers.drift_actions import Can

log = logging.getLogger(__name__)


def code_action(ls: HelixServer, params: types.CodeActionParams) -> Job | None:
    """Only CodeAction literals; a client that cannot take them is not offered the capability."""
    start = position_in(ls, params.text_document.uri, params.range.start)
    end = position_in(ls, params.text_document.uri, params.range.end)
    if start is None or end is None:
        return None
    return ls.quick(lambda job: _answer(ls, start, end, params, job))


def _answer(
    ls: HelixServer, start: DocumentPosition, end: DocumentPosition, params: types.CodeActionParams, job: Job
) -> list[types.CodeAction]:
    until = time.monotonic() + WAITING.request
    while True:
        here = start.here(job)
        last = end.resolve(here.folder_view) if here is not None else None
        if here is None or last is None:
            return []
        span = Span(here.offset, max(here.offset, last[1]))
        found, behind = _offered(
            ls, Asked(start, here.folder_view, here.text, here.offset, job, span, params)
        )
        if not behind or time.monotonic() > until:
            return found
        job.check()
        time.sleep(WAITING.pause)


def _offered(ls: HelixServer, asked: Asked) -> tuple[list[types.CodeAction], bool]:
    """(what is offered, True where one is behind the text) of one view: fixes first, then questions."""
    found: list[types.CodeAction] = []
    behind = False
    for offer in (_fixes, _questions):
        asked.job.check()
        try:
            found += offer(ls, asked)
        except Behind:
            behind = True
        except Exception as error:  # noqa: BLE001  (the fault of one must not take the others' actions away)
            asked.job.check()
            log.error("code actions cannot be offered: %s", describe(error))
    return found, behind


# Quick fixes of stale references, `source.fixAll.helix` for renames that are certain, and `codeAction/resolve` for
# edits of other files.

_FIELDS = {"uri": str, "fix": str, "reference": str, "start": int}


def _fixes(ls: HelixServer, asked: Asked) -> list[types.CodeAction]:
    """What can be done about the stale references of a selection."""
    from helix_lsp.lsp.handlers.drift_actions import offer

    return offer(asked, _can(ls), {d.uri: d.version for d in ls.documents})


def _can(ls: HelixServer) -> Can:
    from helix_lsp.lsp.handlers.drift_actions import Can

    return Can(
        versioned=ls.client.supports("workspace.workspaceEdit.documentChanges"),
        create="create" in ls.client.listed("workspace.workspaceEdit.resourceOperations"),
        late=resolves_edits(ls.client),
        manner=ls.manner,
    )


def resolve(ls: HelixServer, action: types.CodeAction) -> Job | types.CodeAction:
    """Adds the edit; an action whose finding is not there any more is refused. An action that needs nothing
    comes back as it is.
    """
    if not isinstance(action.data, Mapping) or action.edit is not None:
        return action
    data = cast("Mapping[str, Any]", action.data)
    if not all(isinstance(data.get(name), kind) for name, kind in _FIELDS.items()) or data["fix"] not in (
        "word",
        "baseline",
    ):
        raise BadParams("`data` is not of an action of ours")
    place = position_in(ls, data["uri"])
    if place is None:
        raise UsageError("the document is not here any more")
    can, versions = _can(ls), {d.uri: d.version for d in ls.documents}

    def made(job: Job) -> types.CodeAction:
        from helix_lsp.lsp.handlers.drift_actions import resolved

        return resolved(action, place, can, versions, job)

    return ls.quick(made)


# Code actions that ask: about what is at a place, and the options of a clarification where its question was asked.


def _questions(ls: HelixServer, asked: Asked) -> list[types.CodeAction]:
    """Options first: they answer what was asked just now. `ls.pending` is replaced as a whole, never changed,
    so a worker may read it.
    """
    if not asked.wants(ASK_KIND):
        return []
    from helix_lsp.ide.ask import ask_about

    found: list[types.CodeAction] = []
    pending = ls.pending.get(asked.params.text_document.uri)
    start = asked.params.range.start
    given_back = pending is not None and pending.line == start.line
    if pending is not None and given_back:
        found += [
            _action(f"Helix Ask: {label}", pending.chosen(option), preferred=False)
            for option, label in pending.options
        ]
    place = {"textDocument": {"uri": asked.params.text_document.uri}, "position": plain_position(start)}
    for one in ask_about(asked.view, asked.path, asked.span):
        found.append(
            _action(one.label, {"question": one.question, **place}, preferred=one.written and not given_back)
        )
    return found


def _action(title: str, argument: dict[str, Any], *, preferred: bool) -> types.CodeAction:
    command = types.Command(title=title, command=ASK_COMMAND, arguments=[argument])
    return types.CodeAction(
        title=title, kind=ASK_KIND, command=command, is_preferred=True if preferred else None
    )
