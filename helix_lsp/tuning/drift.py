"""Tuning of the drift check: what reading history may cost, and how many of a kind make a family. What a rule
is worth: `drift_worths.py`.
"""

from __future__ import annotations

from helix_lsp.tuning.record import record


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
