"""Tuning of how a question's words and names are read, where several modules must agree on a number."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingTuning:
    """What a word or a name of a question weighs when it counts, and how near to the best one a second one
    stands.
    """

    content: float = tuned(
        0.35,
        "A word of the question that weighs more is content; what weighs less only frames the question.",
        source="chosen by hand: just above `search.frame_weight`",
    )
    meant: float = tuned(
        0.4,
        "From this weight on, a name in the question is meant as one.",
        source="chosen by hand: the weight of a word with a capital (`search/question/query.py`)",
    )
    sure: float = tuned(
        0.7,
        "From this weight on, a name is surely meant, so that an answer may be about it alone.",
        source="chosen by hand: the weight of a name in back-ticks or in the prose of a report (`search/question/query.py`)",
    )
    near_best: float = tuned(
        0.75,
        "A sentence or tree that fits at least this share of what the best one does stands beside it.",
        source=_HAND,
    )
    score_step: float = tuned(
        0.000_001, "Least difference of two scores that keeps an order.", source="scores have six decimals"
    )


READING = ReadingTuning()
"""The one record of these: they are read where no configuration is at hand."""
