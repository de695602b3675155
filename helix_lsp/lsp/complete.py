"""`helix/complete`: the server asks the editor's own model, through the editor, once for a question.

Only a client that announces `experimental.helixComplete` is asked. The message may be sent by any thread; the
answer is set on the loop.
When `consent` is false the client must ask its user before it passes anything on, and refuse with an error
when the user does.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from itertools import count
from typing import TYPE_CHECKING, Any, Protocol

from helix_lsp.lsp.client import Client
from helix_lsp.lsp.loop import Loop
from helix_lsp.lsp.protocol import HelixProtocol

if TYPE_CHECKING:
    from helix_lsp.session.model.client import Complete

COMPLETE = "helix/complete"
CAPABILITY = "experimental.helixComplete"
_numbers = count(1)


class Editor(Protocol):
    """What of a session is needed to ask its editor."""

    protocol: HelixProtocol
    client: Client
    loop: Loop


class PendingAnswer:
    """The one answer to one message."""

    def __init__(self, ls: Editor, message: Mapping[str, object]) -> None:
        self._ls = ls
        self._id = f"helix-complete-{next(_numbers)}"
        self._future: Future[Any] = ls.protocol.send_request(COMPLETE, dict(message), msg_id=self._id)

    def done(self) -> bool:
        """True once the client answered or refused."""
        return self._future.done()

    def result(self) -> object:
        """What it answered; raises `ClientRefused` when it refused."""
        return self._future.result(timeout=0)

    def give_up(self) -> None:
        """Tell the client; an answer that still comes is dropped."""
        self._ls.protocol.notify("$/cancelRequest", {"id": self._id})
        self._ls.loop.post("forget helix/complete", self._forget)

    def _forget(self) -> None:
        self._ls.protocol.awaited.pop(self._id, None)


def completer(ls: Editor) -> Complete:
    """How `session/model` reaches the editor of this session."""

    def complete(message: Mapping[str, object]) -> PendingAnswer | None:
        return PendingAnswer(ls, message) if ls.client.supports(CAPABILITY) else None

    return complete
