"""The one door to a model: a request in, a reply out. Who answers it, and over what, is the business of
`session/model`.

Invariants: I9 a port is called at most once for a question, and never tries again. A port does not raise for
anything that the outside world does: a refusal, a time-out, a broken answer are replies with a reason in
plain words. No reply and no reason holds a key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

Check = Callable[[], None]
"""Called often while the model writes; raises `Cancelled` once the caller gave up."""

ReplyStatus = Literal["ok", "none", "timeout", "error", "cut", "cancelled"]
"""`none`: no model was asked; `cut`: it stopped at its length limit, `text` holds what it wrote until then."""


class ModelRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Exactly what is sent. `system` is ours alone; `prompt` holds the question and quoted repository text;
    `max_tokens` bounds the answer.
    """

    system: str
    prompt: str
    max_tokens: int


class ModelReply(msgspec.Struct, frozen=True, kw_only=True):
    """`calls` is 1 once a server, a program or the editor was addressed, whatever came of it, else 0.

    `reason` is empty only when the status is `ok`.
    """

    status: ReplyStatus
    text: str = ""
    reason: str = ""
    provider: str = ""
    model: str = ""
    calls: int = 0


ModelPort = Callable[[ModelRequest, Check], ModelReply]
