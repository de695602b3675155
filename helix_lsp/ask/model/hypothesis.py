"""A hypothetical passage to be searched with (HyDE, Gao et al. 2022), written by the user's model.

The one call of the question is spent on it, so the answer is made of quotations. Only the question is sent, no
line of the repository.

Invariants: the passage brings candidates and nothing else: it is never cited, never judged by, never shown but in
the trace. A model that fails costs the passage alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from helix_lsp.ask.draft import Events
from helix_lsp.ask.model.model_port import Check, ModelPort, ModelReply, ModelRequest
from helix_lsp.ask.model.redact import redact_prompt
from helix_lsp.config.questions import ModelConfig
from helix_lsp.search.reading.likeness import Likeness

_SYSTEM = (
    "Write a short hypothetical passage (two or three sentences) that would answer the question if it stood in the "
    "documentation or the code of a project. Use the words that such a text would use: names, terms, settings. Do not "
    "say that you do not know. Write the passage alone."
)
_LONGEST = 1_200  # characters
_TOKENS = 200


class Hypothesis(msgspec.Struct, frozen=True, kw_only=True):
    """`text` is on one line, `` where the model gave none."""

    text: str
    reply: ModelReply

    @property
    def status(self) -> str:
        """`written`, or `none` where the model gave nothing."""
        return "written" if self.text else "none"

    @property
    def events(self) -> Events:
        """None: the passage is for the trace."""
        return ()

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        """The passage itself, and what became of the call."""
        reply = self.reply
        return (
            ("hypothetical passage", self.text),
            ("model", f"{reply.provider} {reply.model}".strip()),
            ("model calls", str(reply.calls)),
            ("reply", f"{reply.status}{': ' + reply.reason if reply.reason else ''}"),
        )

    def likeness(self, port: Likeness | None) -> Likeness | None:
        """The port, asked about the question with the passage behind it."""
        return _Together(port, self.text) if port is not None and self.text else port


class _Together:
    """A port that is asked about the question and the passage together."""

    def __init__(self, port: Likeness, text: str) -> None:
        self._port, self._text = port, text
        self.learned = getattr(port, "learned", False)

    def __call__(
        self, question: str, passages: tuple[str, ...], check: Callable[[], None]
    ) -> Sequence[float]:
        """The values of the port."""
        return self._port(f"{question} {self._text}", passages, check)


def hypothesise(question: str, port: ModelPort, cfg: ModelConfig, check: Check) -> Hypothesis:
    """Ask the model once. Raises only what `check` raises."""
    check()
    sent = ModelRequest(
        system=_SYSTEM, prompt=redact_prompt(question).text, max_tokens=min(_TOKENS, cfg.max_tokens)
    )
    reply = port(sent, check)
    check()
    told = reply.text if reply.status in ("ok", "cut") else ""
    plain = " ".join("".join(c if c.isprintable() else " " for c in told).split())
    return Hypothesis(text=plain[:_LONGEST], reply=reply)
