"""Options of the drift check: what is looked at, what is left alone, and from which confidence on a finding
is shown.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste
from helix_lsp.tuning.drift import DriftTuning
from helix_lsp.tuning.drift_worths import CHECKS, EVIDENCE, RULES


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftConfig(DriftTuning):
    """Read by `helix_lsp.align.drift`."""

    min_confidence: float = taste(0.8, low=0.0, high=1.0, first=True)
    history: bool = option(True, repository="lower", first=True)
    history_commits: int = option(20_000, low=0, high=1_000_000, repository="lower")
    history_seconds: float = option(120.0, low=1.0, high=3_600.0, scope="user")
    select: tuple[str, ...] = option((), repository="add", entries=tuple(CHECKS))
    ignore: tuple[str, ...] = option((), repository="add", entries=(*CHECKS, *EVIDENCE, *RULES))
    ignore_paths: tuple[str, ...] = option((), repository="add")
    ignore_words: tuple[str, ...] = option((), repository="add")
