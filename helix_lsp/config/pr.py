"""Options of `pr explain`: how much of a change is taken apart, asked about and listed."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste

_BY_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class PrConfig:
    """Bounds; what lies beyond one is counted and never silently dropped."""

    files: int = option(
        2_000, "Changed files that are listed and taken apart, in the order of their paths.",
        unit="files", low=1, high=100_000, repository="lower", source=_BY_HAND,
    )  # fmt: skip
    total_bytes: int = option(
        200_000_000, "Bytes of changed files, both sides, that are read.", unit="bytes", low=1_000_000, high=4_000_000_000,
        repository="lower",
        source="bounds memory; a change of 2,000 files of 50 KB, both sides",
    )  # fmt: skip
    line_pairs: int = option(
        400_000_000, "Old lines times new lines of a file beyond which its changed lines are told as one stretch.", unit="pairs",
        low=1_000_000, high=10_000_000_000, repository="lower", source="a bit each in the comparison: 50 MB",
    )  # fmt: skip
    hunks: int = option(300, "Changed stretches listed for one file.", unit="stretches", low=1, high=100_000, repository="lower", source=_BY_HAND)
    symbols: int = option(
        300, "Changed definitions, sections or keys listed for one file.",
        unit="definitions", low=1, high=100_000, repository="lower", source=_BY_HAND,
    )  # fmt: skip
    asked: int = option(
        150, "Changed definitions whose documents, uses and tests are looked for, those first that went or have another signature.",
        unit="definitions", low=0, high=10_000, repository="lower", source="about 20 ms each in flask and redis-py, measured by hand",
    )  # fmt: skip
    places: int = option(8, "Uses and tests listed of one definition.", unit="places", low=1, high=10_000, repository="lower", source=_BY_HAND)
    listed: int = option(
        300, "Entries of each other list: documents, stale references, flags.",
        unit="entries", low=1, high=100_000, repository="lower", source=_BY_HAND,
    )  # fmt: skip
    min_mention: float = taste(
        0.4, "Mentions of less confidence are not listed.", low=0.0, high=1.0, source=_BY_HAND,
    )  # fmt: skip
