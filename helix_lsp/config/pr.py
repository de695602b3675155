"""Options of `pr explain`: how much of a change is looked at and listed."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.pr import PrTuning

_BY_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrConfig(PrTuning):
    """Bounds; what lies beyond one is counted and never silently dropped."""

    files: int = option(
        2_000,
        "Changed files that are listed and taken apart, in the order of their paths.",
        unit="files",
        low=1,
        high=100_000,
        repository="lower",
        source=_BY_HAND,
    )
    asked: int = option(
        150,
        "Changed definitions whose documents, uses and tests are looked for, those first that went or have another signature.",
        unit="definitions",
        low=0,
        high=10_000,
        repository="lower",
        source="about 20 ms each in flask and redis-py, measured by hand",
    )
    listed: int = option(
        300,
        "Entries of each other list: documents, stale references, flags.",
        unit="entries",
        low=1,
        high=100_000,
        repository="lower",
        source=_BY_HAND,
    )
