"""Options of verification: when a sentence is carried by what it cites, and what a failed gate does."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.verify import VerifyTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyConfig(VerifyTuning):
    """Read by `helix_lsp.verify` and the last gates of the ladder."""

    covered_share: float = option(0.8, low=0, high=1, repository="raise")
    quantity_rules: tuple[str, ...] = option((), repository="add")
    unsupported_most: float = option(0.5, low=0, high=1, repository="lower")
