"""Gold evaluation has no options: all that decides there is tuning."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.evaluate import EvaluateTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateConfig(EvaluateTuning):
    """Read by `helix_lsp.evaluate`."""
