"""Tuning of the ladder: how much evidence there must be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AskTuning:
    """How much evidence a question gathers, and what is too little."""

    hits: int = 24
    evidence_share: float = 0.25
    evidence_alone: float = 0.24
    evidence_alone_short: float = 0.4
    evidence_strength: float = 0.32
    evidence_strength_short: float = 0.5
    unknown_words: float = 0.5
    defined_names: float = 0.2
    whole_names: float = 0.2
    evidence_words: int = 1
    cards: int = 24
    fall_off: float = 0.4
    sentence_fall_off: float = 0.5
    quote_chars: int = 360
    steps: int = 5
    entry_points: int = 3
