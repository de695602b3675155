"""Options of what an editor shows beside answers: symbols, links, references, completion, rename."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.ide import IdeTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class IdeConfig(IdeTuning):
    """Bounds of lists that an editor draws."""

    completions: int = option(100, low=1, high=2_000, repository="lower")
    references: int = option(1_000, low=1, high=100_000, repository="lower")
    diagnostics: bool = option(True, repository="lower", first=True)
    code_lens: bool = option(True, repository="lower", first=True)
    mentions: int = option(1_000, low=1, high=100_000, repository="lower")
