"""Options of the drift check: what is looked at, what is left alone, and from which confidence on a finding
is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste
from helix_lsp.tuning.drift import DriftTuning
from helix_lsp.tuning.drift_worths import CHECKS, EVIDENCE, RULES

_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftConfig(DriftTuning):
    """Read by `helix_lsp.align.drift`."""

    min_confidence: float = taste(
        0.8,
        "Findings below this are hints, and hidden by default.",
        unit="confidence",
        low=0.0,
        high=1.0,
        source=_HAND,
        first=True,
    )
    history: bool = option(
        True,
        "Use git history to find what was removed and when. Without it, fewer stale references are found.",
        repository="lower",
        source=_HAND,
        first=True,
    )
    history_commits: int = option(
        20_000,
        "Newest commits whose changes are read for the history of names.",
        unit="commits",
        low=0,
        high=1_000_000,
        repository="lower",
        source=_HAND,
    )
    history_seconds: float = option(
        120.0,
        "Longest time for one answer of git about history.",
        unit="seconds",
        low=1.0,
        high=3_600.0,
        scope="user",
        source=_HAND,
    )
    select: tuple[str, ...] = option(
        (),
        "Checks that are made, by their ids (`name-gone`, `heading-missing`); all when empty.",
        repository="add",
        entries=tuple(CHECKS),
        source="`docs/reference/drift-rules.md` lists the ids",
    )
    ignore: tuple[str, ...] = option(
        (),
        "IDs of checks and rules to disable.",
        repository="add",
        entries=(*CHECKS, *EVIDENCE, *RULES),
        source="`docs/reference/drift-rules.md` lists the ids",
    )
    ignore_paths: tuple[str, ...] = option(
        (),
        "Documents that are never judged, as globs (`docs/old/**`).",
        repository="add",
        source="its owner knows what is history",
    )
    ignore_words: tuple[str, ...] = option(
        (),
        "References that are never judged, as written between the back-ticks.",
        repository="add",
        source="a name may be right that no code has",
    )
