"""Tuning of what an editor shows beside answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class IdeTuning:
    """Bounds of lists."""

    found_sections: int = 200
    linked_mentions: int = 400
    lenses: int = 200
