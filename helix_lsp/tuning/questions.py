"""Tuning of questions: the first rungs, how much evidence there must be, the gates and the verdict, what composers quote,
what is sent to a model, and how questions with a known answer are judged.
"""

from __future__ import annotations

from helix_lsp.tuning.record import record


@record
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


@record
class ControlTuning:
    """Read by `helix_lsp.ask`."""

    queries: int = 3
    query_hits: int = 6
    extra_share: float = 0.6
    preflight_share: float = 0.8

    # ambiguity
    use_meanings: int = 4
    sense_places: int = 12
    sense_spans: int = 4
    dominance: float = 0.18
    density_share: float = 0.5

    # arbiter
    repo_confidence: float = 0.45
    high_confidence: float = 0.6
    medium_confidence: float = 0.35

    # the verdict of an answer: a logistic of features 0..1, none of which lowers it
    verdict_apart: float = 4.11
    verdict_own: float = 0.99
    verdict_cause: float = 0.97
    verdict_lines: float = 1.28
    verdict_needed: float = 3.31
    verdict_strong: float = 0.7
    verdict_strong_fit: float = 0.75
    verdict_weak: float = 0.52
    verdict_fit: float = 0.5
    verdict_weak_fit: float = 1.0


@record
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


@record
class ComposeTuning:
    """How the extractive answers choose and order what they quote; shares are of the question's weight."""

    document_share: float = 0.25
    adds: float = 0.05
    most_of_it: float = 0.5
    content: float = 0.3
    reading_fall_off: float = 3.5
    carries: float = 0.15
    carries_last: float = 0.3
    carries_first: float = 0.01
    carries_whole: float = 0.6
    third_adds: float = 0.008
    third_fit: float = 1.0
    place_adds: float = 0.1
    prose_first: int = 50
    prose_next: int = 0
    near_line: float = 0.08
    near_lines: int = 4
    same_excerpt: float = 0.8
    same_words: float = 0.8
    value_share: float = 0.36
    value_share_told: float = 0.45
    value_share_sure: float = 0.5
    premise_share: float = 0.2
    agrees: float = 0.5
    course_found: float = 2.0
    course_shown: float = 0.1
    course_read: float = 1.0
    course_power: float = 2.0
    course_beside: float = 0.15
    course_start: float = 10.0
    course_end: float = 4.0
    course_covers: float = 4.0
    course_way: float = 0.3
    course_near: float = 0.7
    course_facade: float = 6.0
    course_least: float = 0.15
    course_passive: float = 4.0
    course_under: float = 0.7
    course_less: float = 0.05
    course_behind: float = 5.0
    course_reached: float = 0.5
    course_stage: float = 0.25
    in_a_row: float = 0.5
    leads_on: float = 0.3
    tree_fit: float = 0.4


COMPOSE = ComposeTuning()
"""The one record of these: they are read where no configuration is at hand."""


@record
class ModelTuning:
    """Excerpts, citations and repairs."""

    reply_max_bytes: int = 1_000_000
    span_chars: int = 1_600
    spans: int = 16
    spans_per_file: int = 3
    carried: float = 0.7
    recited: float = 0.1
    sentence_chars: int = 600
    sentences: int = 40
    repeated: float = 0.5


@record
class EvaluateTuning:
    """They classify misses; no figure depends on them except through `pack_questions`, which keeps test packs
    out.
    """

    depth: int = 200
    pack_questions: int = 3
    pack_words: int = 4
    vocabulary_share: float = 0.35
    noise_share: float = 0.5


# Tuning of how a question's words and names are read, where several modules must agree on a number.


@record
class ReadingTuning:
    """What a word or a name of a question weighs when it counts, and how near to the best one a second one
    stands.
    """

    content: float = 0.35
    meant: float = 0.4
    sure: float = 0.7
    near_best: float = 0.75
    from_path: float = 0.8
    score_step: float = 0.000_001
    gate_lost: float = 10.05
    gate_said: float = 3.16
    gate_beside: float = 2.27
    gate_word: float = 0.157
    gate_needed: float = 1.25
    near_most: int = 6
    near_below: float = 3.0


READING = ReadingTuning()
"""The one record of these: they are read where no configuration is at hand."""
