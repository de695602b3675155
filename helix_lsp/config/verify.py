"""Options of verification: when a sentence is carried by what it cites, and what a failed gate does."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.verify import VerifyTuning

_HAND = "chosen by hand, not measured"
_BENCH = "measured once with bench/calibrate_gates.py, before the last changes to the answers"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyConfig(VerifyTuning):
    """Read by `helix_lsp.verify` and the last gates of the ladder."""

    covered_share: float = option(
        0.8,
        "Least share of a sentence's content words that its own citations must hold.",
        low=0,
        high=1,
        repository="raise",
        source=f"{_BENCH}: no right sentence of 906 is stopped, of six kinds of wrong ones at least 98 % are",
    )
    quantity_rules: tuple[str, ...] = option(
        (),
        "What quantities of this repository are measured in, as `NAME: UNIT` or `NAME: UNIT LOW..HIGH` (`tile pressure: GPa 0.1..10`).",
        repository="add",
        source="rules of one repository are data (design-decisions.md#quantities)",
    )
    unsupported_most: float = option(
        0.5,
        "Largest share of its statements that what they cite may speak against before an answer is replaced; below it they are dropped one by one.",
        low=0,
        high=1,
        repository="lower",
        source=_HAND,
    )
