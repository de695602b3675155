"""Options of retrieval: how long a question may be, and what a list holds."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste
from helix_lsp.tuning.search import SearchTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchConfig(SearchTuning):
    """Read by `helix_lsp.search` and whoever asks it."""

    longest_question: int = option(
        20_000,
        "Longer questions are refused.",
        unit="characters",
        low=100,
        high=1_000_000,
        repository="lower",
        source="a pasted log of 200 lines still fits",
    )
    meaning: bool = option(
        True,
        "The passages of an answer are also ordered by what they mean, where the extra `semantic` is installed (use-meaning.md).",
        repository="lower",
        source="measured: a right place among three passages .49 to .66 and .56 to .61 on two sets of questions over 21 repositories (ADR 0010)",
        first=True,
    )
    learned: bool = option(
        True,
        "The ranker that this repository trained on itself orders results, where one was promoted (teach-the-ranker.md).",
        repository="lower",
        source="measured: bench/learned.py (ADR 0021)",
    )
    second_opinion: bool = option(
        False,
        "A list of places is also weighed by meaning, where a model is there and its vectors are ready (use-meaning.md).",
        repository="lower",
        source="off: Semble +.0050 [+.0016, +.0089] with the model of the extra, but +.0003 on 246 everyday questions (ADR 0010)",
    )
    per_file: int = taste(
        5,
        "Hits of one file in a long list.",
        unit="hits",
        low=1,
        high=20,
        source="measured: sweqa span hit@5 .750 at 5, .727 at 3",
    )
