"""Options of what an editor shows beside answers: symbols, links, references, completion, rename."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option

_BY_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdeConfig:
    """Bounds of lists that an editor draws."""

    found_sections: int = option(
        200, "Sections listed for one workspace symbol search.", unit="sections", low=1, high=10_000, repository="lower", source=_BY_HAND
    )
    completions: int = option(100, "Names or paths offered at once.", unit="items", low=1, high=2_000, repository="lower", source=_BY_HAND)
    linked_mentions: int = option(
        400, "Code spans of one document that are looked up for document links.",
        unit="mentions", low=0, high=10_000, repository="lower", source=_BY_HAND
    )
    references: int = option(
        1_000, "References listed for one definition or section.", unit="places", low=1, high=100_000, repository="lower", source=_BY_HAND
    )
    diagnostics: bool = option(
        True, "Show references that the code no longer backs as diagnostics.", repository="lower", source="the reason to have a checked document open"
    )
    code_lens: bool = option(
        True, "Show above a definition how many documents mention it.", repository="lower", source="who changes a definition sees what speaks of it"
    )
    lenses: int = option(
        200, "Definitions of one file that are looked up for code lenses.",
        unit="definitions", low=0, high=10_000, repository="lower", source=_BY_HAND,
    )  # fmt: skip
    mentions: int = option(1_000, "Mentions listed for one symbol.", unit="mentions", low=1, high=100_000, repository="lower", source=_BY_HAND)
