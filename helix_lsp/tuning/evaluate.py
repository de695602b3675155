"""Tuning of gold evaluation: how deep a miss is looked for, and what its classes mean in numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateTuning:
    """They classify misses; no figure depends on them except through `pack_questions`, which keeps test packs
    out.
    """

    depth: int = 200
    pack_questions: int = 3
    pack_words: int = 4
    vocabulary_share: float = 0.35
    noise_share: float = 0.5
