"""Tuning of what an editor shows beside answers."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_BY_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdeTuning:
    """Bounds of lists."""

    found_sections: int = tuned(
        200, "Sections listed for one workspace symbol search.", unit="sections", source=_BY_HAND
    )
    linked_mentions: int = tuned(
        400,
        "Code spans of one document that are looked up for document links.",
        unit="mentions",
        source=_BY_HAND,
    )
    lenses: int = tuned(
        200,
        "Definitions of one file that are looked up for code lenses.",
        unit="definitions",
        source=_BY_HAND,
    )
