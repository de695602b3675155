"""Tuning of `pr explain`: how much of a change is taken apart."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_BY_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrTuning:
    """Bounds; what lies beyond one is counted and never silently dropped."""

    total_bytes: int = tuned(
        200_000_000,
        "Bytes of changed files, both sides, that are read.",
        unit="bytes",
        source="bounds memory; a change of 2,000 files of 50 KB, both sides",
    )
    line_pairs: int = tuned(
        400_000_000,
        "Old lines times new lines of a file beyond which its changed lines are told as one stretch.",
        unit="pairs",
        source="a bit each in the comparison: 50 MB",
    )
    hunks: int = tuned(300, "Changed stretches listed for one file.", unit="stretches", source=_BY_HAND)
    symbols: int = tuned(
        300, "Changed definitions, sections or keys listed for one file.", unit="definitions", source=_BY_HAND
    )
    places: int = tuned(8, "Uses and tests listed of one definition.", unit="places", source=_BY_HAND)
    min_mention: float = tuned(0.4, "Mentions of less confidence are not listed.", source=_BY_HAND)
