"""Tuning of documents tied to code: which candidates a mention has, every use of a name, knowledge trees, explained
changes, and what an editor shows beside answers.
"""

from __future__ import annotations

from helix_lsp.tuning.record import record


@record
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


@record
class UsesTuning:
    """Bounds that a common name meets; each that is met is told with the list."""

    units: int = 1_000_000
    files: int = 20_000
    bytes: int = 64_000_000
    asked_bytes: int = 8_000_000
    definitions: int = 24
    page: int = 100
    most_page: int = 1_000
    line: int = 160


USES = UsesTuning()
"""The one record of these: nobody sets them."""


@record
class TreesTuning:
    """Read by `helix_lsp.trees`."""

    file_max_bytes: int = 4_000_000
    forest_max_bytes: int = 32_000_000
    max_trees: int = 200
    max_nodes: int = 5_000
    max_cards: int = 2_000
    card_units: int = 5_000
    card_bytes: int = 64_000
    card_ratio: float = 0.6
    weight_id: float = 8.0
    weight_slug: float = 6.0
    weight_title: float = 6.0
    weight_tags: float = 5.0
    weight_excerpt: float = 3.0
    weight_body: float = 1.0
    title_bonus: float = 6.0
    concept_same: float = 12.0
    concept_inside: float = 6.0
    lock_bonus: float = 4.0
    pack_trees: int = 3
    pack_score: float = 6.0
    pack_ratio: float = 0.25
    walk_mode: str = ""
    excerpt_chars: int = 200
    hint_terms: int = 16
    bind_max_bytes: int = 2_000_000
    bind_guess_bytes: int = 300_000
    bind_records: int = 12
    bind_lines: int = 12
    bind_share: float = 0.6
    max_locked: int = 6
    max_sessions: int = 200


@record
class PrTuning:
    """Bounds; what lies beyond one is counted and never silently dropped."""

    total_bytes: int = 200_000_000
    line_pairs: int = 400_000_000
    hunks: int = 300
    symbols: int = 300
    places: int = 8
    min_mention: float = 0.4


@record
class IdeTuning:
    """Bounds of lists."""

    found_sections: int = 200
    linked_mentions: int = 400
    lenses: int = 200


# Tuning of the drift check: what reading history may cost, and how many of a kind make a family. What a rule is
# worth: `drift_worths.py`.


@record
class DriftTuning:
    """How much of history is read, and when a family is known."""

    declaring_bytes: int = 1_000_000
    history_step: int = 250
    history_patches: int = 64_000_000
    history_calls: int = 400
    history_saved_seconds: float = 5.0
    history_first_seconds: float = 4.0
    history_places: int = 4
    history_bytes: int = 400_000_000
    introduced_hops: int = 3
    introduced_most: int = 300
    command_subs: int = 3
    suggest_likeness: int = 75
    suggest_most: int = 3
