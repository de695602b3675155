"""Tuning of extraction and of the index."""

from __future__ import annotations

from helix_lsp.tuning.record import record


@record
class IndexTuning:
    """How files are cut, packed and held."""

    max_facts_per_file: int = 20_000
    unit_lines: int = 60
    unit_split_lines: int = 90
    batch_files: int = 500
    pool_from_files: int = 200
    max_units_per_file: int = 4_000
    max_unit_terms: int = 4_000
    kept_blobs: int = 10_000
    outline_cache: int = 64
    names_cache: int = 60_000
    unit_cache: int = 2_000
    unit_row_cache: int = 4_000
    text_heap_bytes: int = 64_000_000
    copies_like: float = 0.6
    copies_share: float = 0.5
    copies_most: int = 300
    match_copies: int = 8
    match_most: int = 4_000
    busy_timeout_ms: int = 5_000
