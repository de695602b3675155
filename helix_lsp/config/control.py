"""Options of the gates and of how often a question looks for evidence."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.control import ControlTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlConfig(ControlTuning):
    """Read by `helix_lsp.ask`."""

    mode: str = option(
        "enforce",
        "The one switch of all gates: `enforce` acts on what they say, `shadow` only records what they would have done, `off` does not look.",
        choices=("enforce", "shadow", "off"),
        repository="tighten",
        source="to act on a gate is the default (design-decisions.md#one-switch)",
        named="ask.gates",
    )
    steps: int = option(
        3,
        "Retrieval passes of one question: seed, expansion, widening.",
        unit="passes",
        low=1,
        high=6,
        repository="lower",
        source="one for each way of looking (docs/reference/ladder.md, S2-09 to S2-11)",
        named="ask.passes",
    )
