"""The editor's own model: one message to the editor, one answer back. What the message is called is the
door's business.

The message is `{system, prompt, maxTokens, model, consent}`, `consent` telling whether the user agreed in the
settings already (else the editor has to ask); the answer is `{text, finishReason?, model?}`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Protocol, cast

from helix_lsp.ask.model.model_port import Check, ModelPort, ModelReply, ModelRequest, ReplyStatus
from helix_lsp.config.questions import ModelConfig
from helix_lsp.errors import Cancelled
from helix_lsp.tuning.waiting import WAITING

CUT = "it stopped at its length limit"
_LONGEST_NAME = 100


class Pending(Protocol):
    """An answer that is to come."""

    def done(self) -> bool:
        """True once `result` does not wait."""
        ...

    def result(self) -> object:
        """The answer as plain data; raises when the editor refused."""
        ...

    def give_up(self) -> None:
        """Tell the editor that nobody waits any more."""
        ...


Complete = Callable[[Mapping[str, object]], Pending | None]
"""Sends the message from any thread; None when the editor did not announce that it can answer."""


def client_port(cfg: ModelConfig, complete: Complete) -> ModelPort:
    """A port that asks the editor."""

    def ask(request: ModelRequest, check: Check) -> ModelReply:
        try:
            check()
        except Cancelled:
            return reply(cfg, "cancelled", "cancelled before anything was sent", calls=0)
        pending = complete(_message(request, cfg))
        if pending is None:
            return reply(
                cfg, "error", "the editor offers no model (it did not announce helix/complete)", calls=0
            )
        try:
            if not _wait(pending, cfg.timeout, check):
                pending.give_up()
                return reply(cfg, "timeout", f"the editor's model did not answer within {cfg.timeout:g} s")
        except Cancelled:
            pending.give_up()
            return reply(cfg, "cancelled", "cancelled while the model was writing")
        except BaseException:
            pending.give_up()
            raise
        return _read(pending, cfg)

    return ask


def _wait(pending: Pending, seconds: float, check: Check) -> bool:
    """False when the time was up first."""
    deadline = time.monotonic() + seconds
    while not pending.done():
        check()
        if time.monotonic() >= deadline:
            return False
        time.sleep(WAITING.poll)
    return True


def _message(request: ModelRequest, cfg: ModelConfig) -> dict[str, object]:
    return {
        "system": request.system,
        "prompt": request.prompt,
        "maxTokens": request.max_tokens,
        "model": cfg.model,
        "consent": cfg.consent,
    }


def _read(pending: Pending, cfg: ModelConfig) -> ModelReply:
    try:
        answer = pending.result()
    except Exception as error:  # noqa: BLE001  (whatever the editor does, the question is answered without it)
        return reply(cfg, "error", f"the editor's model was not used ({type(error).__name__})")
    empty: Mapping[str, object] = {}
    data = cast("Mapping[str, object]", answer) if isinstance(answer, Mapping) else empty
    text, model = data.get("text"), data.get("model")
    if not isinstance(text, str):
        return reply(cfg, "error", "the editor answered without a text")
    if len(text) > cfg.reply_max_bytes:
        return reply(cfg, "error", f"the editor's answer is longer than {cfg.reply_max_bytes:,} characters")
    named = model[:_LONGEST_NAME] if isinstance(model, str) and model.isprintable() else cfg.model
    if data.get("finishReason") == "length":
        return reply(cfg, "cut", CUT, text=text, model=named)
    return reply(cfg, "ok", text=text, model=named)


def reply(
    cfg: ModelConfig,
    status: ReplyStatus,
    reason: str = "",
    *,
    calls: int = 1,
    text: str = "",
    model: str = "",
) -> ModelReply:
    """What the provider of the settings has to say; `model` is what it calls itself, where it says that."""
    return ModelReply(
        status=status, text=text, reason=reason, provider=cfg.provider, model=model or cfg.model, calls=calls
    )
