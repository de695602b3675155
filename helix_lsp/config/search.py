"""Options of retrieval: how long a question may be, and what a list holds."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste
from helix_lsp.tuning.search import SearchTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig(SearchTuning):
    """Read by `helix_lsp.search` and whoever asks it."""

    longest_question: int = option(20_000, low=100, high=1_000_000, repository="lower")
    meaning: bool = option(True, repository="lower", first=True)
    learned: bool = option(True, repository="lower")
    second_opinion: bool = option(False, repository="lower")
    per_file: int = taste(5, low=1, high=20)
