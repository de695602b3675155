"""`textDocument/codeAction`: what all providers offer at a place, in the order of the list.

A provider is a function `(Asked) -> code actions`. It runs on a quick worker, sees one view of the folder, and says with
`Asked.wants` whether its kind was asked for; `server.register` lists them. What cannot say anything yet raises
`Behind`: nobody presses the key for the lightbulb twice, so a short wait is better than "no actions".
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lsprotocol import types

from helix_lsp.lsp.convert import follow
from helix_lsp.lsp.documents import Text
from helix_lsp.lsp.failure import describe
from helix_lsp.lsp.handlers.fields import DocumentPosition, position_in
from helix_lsp.lsp.language_server import HelixServer
from helix_lsp.lsp.work import Job
from helix_lsp.text.positions import Span
from helix_lsp.tuning.waiting import WAITING

if TYPE_CHECKING:
    from helix_lsp.lsp.service.drawing import FolderView

log = logging.getLogger(__name__)


class Behind(Exception):
    """What is known of the text is older than the text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """`span` is the selection in the bytes of `text`, which are those that `folder_view` sees; `params` is what the
    client sent.
    """

    uri: str
    position: DocumentPosition
    folder_view: FolderView
    text: Text
    span: Span
    params: types.CodeActionParams

    def wants(self, kind: str) -> bool:
        """True when no kind was asked for, or this one or one above it."""
        only = self.params.context.only
        return only is None or any(
            kind == str(one) or kind.startswith(f"{one}.") or not one for one in map(_plain, only)
        )


Provider = Callable[[Asked], Sequence[types.CodeAction]]


def code_action(ls: HelixServer, params: types.CodeActionParams) -> Job | None:
    """Only CodeAction literals; a client that cannot take them is not offered the capability."""
    asked = position_in(ls, params.text_document.uri, params.range.start)
    end = position_in(ls, params.text_document.uri, params.range.end)
    providers = tuple(ls.code_actions)
    if asked is None or end is None:
        return None
    return ls.quick(lambda job: _answer(asked, end, params, providers, job))


def _answer(
    start: DocumentPosition,
    end: DocumentPosition,
    params: types.CodeActionParams,
    providers: Sequence[Provider],
    job: Job,
) -> list[types.CodeAction]:
    until = time.monotonic() + WAITING.request
    while True:
        found, behind = _found(start, end, params, providers, job)
        if not behind or time.monotonic() > until:
            return found
        job.check()
        time.sleep(WAITING.pause)


def _found(
    start: DocumentPosition,
    end: DocumentPosition,
    params: types.CodeActionParams,
    providers: Sequence[Provider],
    job: Job,
) -> tuple[list[types.CodeAction], bool]:
    """(what is offered, True where a provider is behind the text) of one view."""
    folder_view = start.folder.view(job.check)
    meant = start.resolve(folder_view)
    if meant is None:
        return [], False
    text, first = meant
    last = (
        end.document.text.offset(end.place, end.encoding)
        if end.document is not None
        else text.offset(end.place, end.encoding)
    )
    if end.document is not None:
        last = follow(last, end.document.text.data, text.data)
    asked = Asked(
        uri=params.text_document.uri,
        position=start,
        folder_view=folder_view,
        text=text,
        span=Span(first, max(first, last)),
        params=params,
    )
    found: list[types.CodeAction] = []
    behind = False
    for provider in providers:
        job.check()
        try:
            found += provider(asked)
        except Behind:
            behind = True
        except Exception as error:  # noqa: BLE001  (one provider's fault must not take the others' actions away)
            job.check()
            log.error("a code action provider failed: %s", describe(error))
    return found, behind


def _plain(kind: types.CodeActionKind | str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind
