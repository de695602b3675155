"""Options of `pr explain`: how much of a change is looked at and listed."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.pr import PrTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class PrConfig(PrTuning):
    """Bounds; what lies beyond one is counted and never silently dropped."""

    files: int = option(2_000, low=1, high=100_000, repository="lower")
    asked: int = option(150, low=0, high=10_000, repository="lower")
    listed: int = option(300, low=1, high=100_000, repository="lower")
