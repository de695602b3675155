"""Options of answers: how much of what was found they show."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import taste
from helix_lsp.tuning.ask import AskTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class AskConfig(AskTuning):
    """Read by `helix_lsp.ask`."""

    places: int = taste(5, low=1, high=50, first=True)
    documents: int = taste(2, low=0, high=20)
