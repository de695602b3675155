"""What is asked, and from where; `HEIRS` is how one asks for what implements or extends a thing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from helix_lsp.config.ask import AskConfig

HEIRS = (
    r"\b(?:who|what|which (?:types|classes|structs|enums|interfaces|traits)) "
    r"(?:implements?|extends?|inherits?|subclass(?:es)?|overrides?)\b|\b(?:implementations?|implement[eo]rs|subclasses) of\b"
)
Verbosity = Literal["brief", "normal", "extended"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """`path` and `offset` (bytes) are the place of the cursor when the question came from an editor."""

    text: str
    path: str | None = None
    offset: int | None = None
    verbosity: Verbosity = "normal"


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
