"""Tuning of `pr explain`: how much of a change is taken apart."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PrTuning:
    """Bounds; what lies beyond one is counted and never silently dropped."""

    total_bytes: int = 200_000_000
    line_pairs: int = 400_000_000
    hunks: int = 300
    symbols: int = 300
    places: int = 8
    min_mention: float = 0.4
