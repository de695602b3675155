"""Options of what an editor shows beside answers: symbols, links, references, completion, rename."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option
from helix_lsp.tuning.ide import IdeTuning

_BY_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdeConfig(IdeTuning):
    """Bounds of lists that an editor draws."""

    completions: int = option(
        100,
        "Names or paths offered at once.",
        unit="items",
        low=1,
        high=2_000,
        repository="lower",
        source=_BY_HAND,
    )
    references: int = option(
        1_000,
        "References listed for one definition or section.",
        unit="places",
        low=1,
        high=100_000,
        repository="lower",
        source=_BY_HAND,
    )
    diagnostics: bool = option(
        True,
        "Show references that the code no longer backs as diagnostics.",
        repository="lower",
        source="best seen where it stands",
        first=True,
    )
    code_lens: bool = option(
        True,
        "Show above a definition how many documents mention it.",
        repository="lower",
        source="who changes code should see what describes it",
        first=True,
    )
    mentions: int = option(
        1_000,
        "Mentions listed for one symbol.",
        unit="mentions",
        low=1,
        high=100_000,
        repository="lower",
        source=_BY_HAND,
    )
