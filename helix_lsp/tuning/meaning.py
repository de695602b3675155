"""Tuning of the model of meaning: what it reads, what is kept of it and for how long."""

from __future__ import annotations

from helix_lsp.tuning.record import record


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
