"""Tuning of tying documents to code: which candidates a mention has, how much proof is gathered, what a
sentence speaks of.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class AlignTuning:
    """How a mention finds its definitions, and how much proof is gathered for one."""

    least_score: float = 0.3
    falloff: float = 0.2
    tie: float = 0.021
    max_candidates: int = 12
    max_same_word: int = 6
    lineage_depth: int = 8
    usage_units: int = 10_000
    usage_files: int = 200
    usage_bytes: int = 1_000_000
    longest_line: int = 400
    doc_chars: int = 600
    abbreviations: bool = True
    spoken_whole: float = 0.8
    spoken_capital: float = 0.6
    spoken_lower: float = 0.4
    spoken_units: int = 400
    written_confidence: float = 0.95
    named_confidence: float = 0.85
    plain_confidence: float = 0.7
    pronoun_confidence: float = 0.6
    passage: int = 6
    like_least: float = 3.0
    like_lead: float = 2.0
    title_weight: float = 5.0
    neighbour_weight: float = 0.5
    chance_power: float = 0.4
    chance_draws: int = 12
    chance_scores: int = 4_000
    described_least: float = 0.3
    private_share: float = 0.8
    described_sentences: int = 60
    most_spans: int = 50
    document_bytes: int = 4_000_000
