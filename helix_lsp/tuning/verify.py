"""Tuning of claim checks, gates and audits."""

from __future__ import annotations

from helix_lsp.tuning.record import record


@record
class VerifyTuning:
    """Read by `helix_lsp.verify`."""

    open_share: float = 0.2
    condition_faint: float = 0.5
    made_most: int = 12
    claim_alike: float = 0.8
    share_supported: float = 0.94
    share_contradicted: float = 0.02
    share_passed: float = 0.95
    share_review: float = 0.11
    share_unknown: float = 0.04
    quantity_tolerance: float = 1e-6
    rounding: float = 0.05
    slots_least: float = 1.0
    words_least: float = 0.34
    rattling_most: float = 0.34
    narrow_pieces: int = 2
    general_chars: int = 420
    withheld_files: int = 1
    same_statement: float = 0.6
    returned_least: float = 0.2
    returned_most: float = 0.6
    interval_z: float = 1.96
    audit_places: int = 10
    audit_pieces: int = 3
    audit_lines: int = 8
    outside_sources: int = 2_000
    outside_passages: int = 1_000
    outside_alike: float = 0.45
    outside_bytes: int = 50_000_000
    outside_file: int = 4_000_000
    audit_least: float = 0.5
