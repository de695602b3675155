"""Options of the gates and of how often a question looks for evidence."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.control import ControlTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlConfig(ControlTuning):
    """Read by `helix_lsp.ask`."""

    mode: str = option(
        "enforce", choices=("enforce", "shadow", "off"), repository="tighten", named="ask.gates"
    )
    steps: int = option(3, low=1, high=6, repository="lower", named="ask.passes")
