"""Tuning of retrieval: what a question weighs, how channels are fused, how files are ranked, and how
much evidence fits a budget.
"""

from __future__ import annotations

from helix_lsp.tuning.record import record


@record
class SearchTuning:
    """Weights are relative; each pair of `..._short` and `..._long` is blended by the length of the question."""

    # the question
    issue_from: int = 400
    most_terms: int = 80
    frame_weight: float = 0.3
    whole_weight: float = 0.5
    synonym_weight: float = 0.4
    misspelt_weight: float = 0.9
    position_decay: float = 60.0
    title_weight: float = 1.5
    prose_weight: float = 0.5
    code_weight: float = 0.25
    trace_weight: float = 0.5
    short_terms: float = 5.0

    # a second pass, a second opinion
    hypothesis_weight: float = 0.2
    hypothesis_terms: int = 20
    rerank_pool: int = 10
    rerank_places: int = 3
    rerank_weight: float = 0.06

    # what must stand word for word, and stack traces
    exact_files: int = 40
    exact_bytes: int = 400_000
    quoting_words: int = 5
    most_frames: int = 30
    frame_decay: float = 0.8

    # BM25F over units
    k1: float = 1.2
    weight_name: float = 3.0
    weight_qualifier: float = 1.0
    weight_signature: float = 1.0
    weight_doc: float = 1.5
    weight_body: float = 1.0
    weight_path: float = 1.0
    norm_name: float = 0.3
    norm_qualifier: float = 0.3
    norm_signature: float = 0.5
    norm_doc: float = 0.6
    norm_body: float = 0.6

    # channels and fusion
    pool_units: int = 200
    pool_paths: int = 50
    rrf_k: float = 60.0
    channel_lexical: float = 1.0
    channel_symbol: float = 1.0
    channel_path: float = 0.7
    channel_fuzzy: float = 0.4
    channel_trace: float = 1.0
    channel_quoted: float = 1.0
    channel_tracked: float = 0.3
    fuzzy_cutoff: float = 82.0
    fuzzy_names: int = 20
    scan_files: int = 8

    # ranking
    rank_units: float = 2.5
    rank_fused: float = 0.25
    rank_name: float = 0.5
    rank_defines_short: float = 1.0
    rank_defines_long: float = 1.0
    rank_stem: float = 1.0
    rank_precise_short: float = 1.0
    rank_precise_long: float = 0.0
    rank_mentioned: float = 2.0
    rank_symbol: float = 1.5
    rank_covers: float = 0.5
    rank_used_short: float = 1.0
    rank_uses_short: float = 0.5
    rank_frame: float = 4.0
    rank_quoted: float = 2.0
    rank_literal: float = 2.0
    rank_beside: float = 0.1
    second_unit: float = 0.5
    third_unit: float = 0.25
    prefix_match: float = 0.7

    # authority
    demote_test: float = 0.85
    demote_test_issue: float = 0.4
    demote_example: float = 0.5
    demote_generated: float = 0.5
    demote_docs: float = 0.5
    demote_docs_reason: float = 1.0
    demote_docs_issue: float = 0.4
    demote_config: float = 0.5
    demote_config_asked: float = 1.0
    demote_unquoted: float = 0.5
    demote_quoting: float = 0.3
    demote_entry: float = 0.8
    demote_platform: float = 0.8
    demote_bodiless: float = 0.8

    # the list
    place_class: float = 0.8
    place_module: float = 0.7
    place_holder: float = 0.5
    read_share: float = 0.4
    read_named: float = 0.3
    read_places_from: float = 0.3
    spread_from: int = 30
    more_places: int = 2
    collaborators: int = 2
    collaborators_from: int = 8
    collaborators_least: float = 1.0
    guard_names: int = 1
    words_share: float = 0.3
    words_from: int = 5
    words_pool: int = 15
    neighbour_lines: int = 30


@record
class FindTuning:
    """How much evidence one answer holds. A token is taken for four characters, whatever the model."""

    budget: int = 2_000
    least: int = 200
    most: int = 20_000
    places: int = 40
    record: int = 70
    printed: int = 5
    full: int = 3
    token: int = 4


FIND = FindTuning()
"""The one record of these: nobody sets them."""


# Tuning of the model of meaning: what it reads, what is kept of it and for how long.


@record
class MeaningTuning:
    """Bounds of time, memory and disk."""

    seconds: float = 10.0
    quick_seconds: float = 0.1
    most_candidates: int = 50
    idle_seconds: float = 60.0
    kept_bytes: int = 200_000_000
    held_bytes: int = 4_000_000
    ahead_passages: int = 20_000
    places_most: int = 30_000
    places_found: int = 40
    ahead_rest: float = 30.0
    reply_max_bytes: int = 20_000_000


MEANING = MeaningTuning()


# Tuning of the ranker that a repository trains on itself: what is read of its history, how weights are fitted,
# and what a candidate has to show.


@record
class LearnTuning:
    """All of it belongs to the version; a model that was made under other numbers is made again."""

    # what is read
    most_changes: int = 3_000
    most_files: int = 20
    asked_files: int = 6
    asked_words: int = 3
    most_questions: int = 100
    most_later: int = 80
    later_share: float = 0.2
    most_pairs: int = 60
    told_power: float = 3.0
    told_changes: int = 50

    # how weights are fitted
    told_weights: tuple[float, ...] = (0.0, 2.0, 4.0, 6.0, 8.0)
    fit_loss: float = 0.0075
    told_margin: float = 0.005
    fitted_files: int = 60

    # what a candidate has to show
    least_changes: int = 40
    least_later: int = 15
    later_gain: float = 0.005
    pairs_loss: float = 0.01
    gold_loss: float = 0.0
    calibration_loss: float = 0.02
    slower: float = 1.5
    slower_seconds: float = 0.01
    few_files: int = 3
    most_of_few_files: float = 0.6
    most_repeated: float = 0.7
    most_of_one_day: float = 0.5
    day_from: int = 200
    longest_model: int = 20_000_000


LEARN = LearnTuning()
