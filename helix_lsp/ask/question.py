"""What is asked, and from where."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from helix_lsp.config.ask import AskConfig

Verbosity = Literal["brief", "normal", "extended"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Which option of an earlier clarification was picked; `token` is that clarification's."""

    token: str
    option: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`path` and `offset` (bytes) are the place of the cursor when the question came from an editor.

    `slots` are what the asker insists on; `may_clarify` is False right after a clarification, which is never given twice in a row;
    a `dry` run calls no model; `method` asks for the counterfactual run and what it says.
    """

    text: str
    path: str | None = None
    offset: int | None = None
    verbosity: Verbosity = "normal"
    slots: tuple[str, ...] = ()
    choice: Choice | None = None
    may_clarify: bool = True
    near: tuple[str, ...] = ()
    dry: bool = False
    method: bool = False


def sized(cfg: AskConfig, verbosity: Verbosity) -> AskConfig:
    """How much of everything an answer of this verbosity shows: brief halves the limits, extended doubles them."""
    if verbosity == "normal":
        return cfg

    def scaled(limit: int) -> int:
        return max(1, limit // 2) if verbosity == "brief" else 2 * limit

    return replace(
        cfg, places=scaled(cfg.places), steps=scaled(cfg.steps), entry_points=scaled(cfg.entry_points), documents=scaled(cfg.documents),
        quote_chars=scaled(cfg.quote_chars),
    )  # fmt: skip
