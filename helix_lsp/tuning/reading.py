"""Tuning of how a question's words and names are read, where several modules must agree on a number."""

from __future__ import annotations

from helix_lsp.tuning.record import record


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
