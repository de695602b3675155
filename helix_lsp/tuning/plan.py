"""Tuning of the first rungs: obligations, topics, plan, slots, scope."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTuning:
    """Read by `helix_lsp.ask`."""

    explicit_score: int = 3
    concept_score: int = 2
    topic_score: int = 2
    name_score: int = 2
    hint_score: int = 1
    topic_boost: float = 0.05
    high_from: int = 3
    medium_from: int = 2
    known_words: int = 2
    known_share: float = 0.6
    code_words: int = 2
    everyday_paths: int = 40
    hints: int = 6
    hint_words: int = 12
    hint_chars: int = 120
    queries: int = 8
    sub_questions: int = 4
    hard_concepts: int = 4
    concept_share: float = 0.6
    request_slots: int = 12
    soft_slots: int = 8
    aliases: int = 12
    must_include: int = 12
