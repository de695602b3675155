"""Tuning of knowledge trees, concept cards and their locks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
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
