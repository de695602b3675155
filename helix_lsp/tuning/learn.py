"""Tuning of the ranker that a repository trains on itself: what is read of its history, how weights are
fitted, and what a candidate has to show.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_TRIED = "tried on four repositories (click, chi, rack, starlette), held on the others of bench/learned.py"
_BOUND = "bounds the work; chosen by hand"


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnTuning:
    """All of it belongs to the version; a model that was made under other numbers is made again."""

    # what is read
    most_changes: int = tuned(3_000, "Newest changes that are read.", unit="commits", source=_TRIED)
    most_files: int = tuned(
        20, "A change that touches more files says nothing of any.", unit="files", source=_TRIED
    )
    asked_files: int = tuned(
        6,
        "A subject is a question only where its change touched at most so many.",
        unit="files",
        source=_TRIED,
    )
    asked_words: int = tuned(3, "Shortest subject that is a question.", unit="words", source=_TRIED)
    most_questions: int = tuned(100, "Subjects asked to fit the weights.", unit="questions", source=_BOUND)
    most_later: int = tuned(80, "Newest subjects kept back to judge.", unit="questions", source=_BOUND)
    later_share: float = tuned(
        0.2, "Share of the subjects that is kept back.", source="usual; chosen by hand"
    )
    most_pairs: int = tuned(
        60, "Pairs of each kind read from the text of the repository.", unit="pairs", source=_BOUND
    )
    told_power: float = tuned(
        3.0,
        "Power of the likeness of a change, so that a likely one says more than ten unlikely ones.",
        source="four repositories at weight 8: commits +.025 and pairs of the text +.002, at 2 +.070 and -.017, at 1 +.062 and -.072",
    )
    told_changes: int = tuned(50, "Changes that vote.", unit="commits", source=_TRIED)

    # how weights are fitted
    told_weights: tuple[float, ...] = tuned(
        (0.0, 2.0, 4.0, 6.0, 8.0),
        "Weights tried for what earlier changes say.",
        source="157 questions of Semble over eight repositories: +.005 at 4, +.006 at 8; with the power 2 +.004 and 0",
    )
    fit_loss: float = tuned(
        0.0075,
        "NDCG@10 that the pairs of the text may lose while weights are fitted; less than the gate bears, which asks the whole ranking.",
        source="at .005 one question of 49 kept rq from learning; at .01 the gate refused asynq for .001",
    )
    told_margin: float = tuned(
        0.005, "The smallest weight that is within this of the best is taken.", source=_TRIED
    )
    fitted_files: int = tuned(
        60, "Files of a ranking that weights are fitted on, best first.", unit="files", source=_BOUND
    )

    # what a candidate has to show
    least_changes: int = tuned(40, "Fewest changes to learn from.", unit="commits", source="chosen by hand")
    least_later: int = tuned(
        15, "Fewest later subjects to judge by.", unit="questions", source="chosen by hand"
    )
    later_gain: float = tuned(
        0.005, "NDCG@10 to gain on later commits.", source="the floor that was asked for"
    )
    pairs_loss: float = tuned(
        0.01, "NDCG@10 that the pairs read from the text may lose.", source="the most any class may lose"
    )
    gold_loss: float = tuned(0.0, "NDCG@10 that a gold file may lose.", source="a gate does not give way")
    calibration_loss: float = tuned(
        0.02, "Rise of the calibration error that is borne: .14 of chance, squared.", source="chosen by hand"
    )
    slower: float = tuned(1.5, "Times the processor time of the baseline.", source="chosen by hand")
    slower_seconds: float = tuned(
        0.01, "A question may always cost this much more.", unit="seconds", source="below what anybody sees"
    )
    few_files: int = tuned(
        3, "Files that count as few.", unit="files", source="poisoned histories of the tests"
    )
    most_of_few_files: float = tuned(
        0.6,
        "A history is suspect where more of its changes touch nothing but its few busiest files.",
        source="as above",
    )
    most_repeated: float = tuned(
        0.7, "A history is suspect where more of its subjects say what another said.", source="as above"
    )
    most_of_one_day: float = tuned(
        0.5, "A history is suspect where more of its changes bear one day.", source="as above"
    )
    day_from: int = tuned(
        200,
        "Changes from which the day is looked at.",
        unit="commits",
        source="a young repository is made in days",
    )
    longest_model: int = tuned(20_000_000, "Longest file of a model.", unit="bytes", source=_BOUND)


LEARN = LearnTuning()
