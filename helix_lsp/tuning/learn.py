"""Tuning of the ranker that a repository trains on itself: what is read of its history, how weights are
fitted, and what a candidate has to show.
"""

from __future__ import annotations

from helix_lsp.tuning.record import record


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
