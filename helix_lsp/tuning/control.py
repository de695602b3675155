"""Tuning of the retrieval controller, coverage, ambiguity, the arbiter and the verdict."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_BY_HAND = "chosen by hand, not measured"
_FOLLOWED = "casimirbot's default, not measured (design-decisions.md#casimirbot)"
_PAIRS = "withheld pairs of 185 answers (bench/withheld.py), half of the questions of 15 repositories"
_FITTED = (
    "396 answers over 27 repositories, 261 of them right (`bench/verdict.py --from ROWS --fit`): logistic, L2 8, without the "
    "model of meaning; with each repository left out in turn: AUC .74, at .81 92 % right, 42 % of the right ones covered"
)
_HELD = (
    f"{_FITTED}; the fit gives 0.15, which is not enough where what answers is taken away (`bench/withheld.py`), "
    "and 1.5 costs none of the answers that are called strong"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlTuning:
    """Read by `helix_lsp.ask`."""

    queries: int = tuned(3, "Queries of one expansion or widening pass.", unit="queries", source=_BY_HAND)
    query_hits: int = tuned(6, "Places taken from each such query.", unit="hits", source=_BY_HAND)
    extra_share: float = tuned(
        0.6,
        "A place that only a further query found scores at most this share of the best place.",
        source="chosen by hand: it gets a card, never the first one",
    )
    preflight_docs: float = tuned(
        0.3, "Share of documents from which two found files count as a signal.", source=_FOLLOWED
    )
    preflight_share: float = tuned(
        0.8,
        "Share of a question's words from which the first look makes the repository expected although its words did not say so.",
        source=_BY_HAND,
    )

    # ambiguity
    use_meanings: int = tuned(
        4,
        "Meanings of a name whose users one answer tells; with more the question who uses it is given back.",
        unit="meanings",
        source=_BY_HAND,
    )
    sense_places: int = tuned(
        12, "Hits among which senses of a word are looked for.", unit="hits", source=_BY_HAND
    )
    sense_spans: int = tuned(
        4,
        "Proof spans counted for one sense.",
        unit="spans",
        source="chosen by hand: a small budget for each sense",
    )
    dominance: float = tuned(
        0.18,
        "Least margin of the best sense over the second, as a share of the best, for it to be taken without asking.",
        source=_FOLLOWED,
    )
    density_share: float = tuned(
        0.5,
        "Share of proof density in a sense's strength; the rest is evidence mass.",
        source="chosen by hand: both count alike",
    )

    # arbiter
    repo_confidence: float = tuned(
        0.45,
        "Confidence from which an answer stands on the repository alone; below it, evidence that passes the gate makes it hybrid.",
        source=_FOLLOWED,
    )
    high_confidence: float = tuned(0.6, "Confidence called high.", source=_FOLLOWED)
    medium_confidence: float = tuned(0.35, "Confidence called medium.", source=_FOLLOWED)

    # the verdict of an answer: a logistic of features 0..1, none of which lowers it
    verdict_fits: float = tuned(
        1.5, "Weight of how well the best of what was read fits the question.", source=_HELD
    )
    verdict_clear: float = tuned(
        1.5, "Weight of how far the passages shown are before the other best ones.", source=_FITTED
    )
    verdict_apart: float = tuned(
        0.8, "Weight of how far the best three units are before the other ones.", source=_FITTED
    )
    verdict_line: float = tuned(
        0.4, "Weight of three lines of the lead that hold the question's words.", source=_FITTED
    )
    verdict_whole: float = tuned(
        0.8, "Weight of a lead that holds every word of the question.", source=_FITTED
    )
    verdict_headed: float = tuned(
        1.2, "Weight of a lead whose name says the question's words.", source=_FITTED
    )
    verdict_named: float = tuned(
        3.05, "Weight of the definition found by its name, for a difference and a yes or no.", source=_FITTED
    )
    verdict_own: float = tuned(
        1.55,
        "Weight of an answer by the kind's own reader: the callers of a name, the line that gives a value.",
        source=_FITTED,
    )
    verdict_one: float = tuned(
        1.2, "Weight of a question that asks for one thing, not for the members of a group.", source=_FITTED
    )
    verdict_told: float = tuned(
        1.8, "Weight of an answer that is more than a definition without a word about it.", source=_FITTED
    )
    verdict_usual: float = tuned(
        0.45, "Weight of a kind of question that is often answered right.", source=_FITTED
    )
    verdict_needed: float = tuned(
        5.5, "Weight that an answer needs to be as likely right as not.", source=_FITTED
    )
    verdict_strong: float = tuned(
        0.65,
        "Verdict from which an answer of the asked shape is called strong.",
        source="287 answers over 21 repositories, 57 graded by hand and the strong ones of the others read: 93 % of 108 right, half of the "
        "right ones covered; at 0.8 94 and 38 %, at 0.6 91 and 53 %. Chosen on these answers: of 60 that nobody had tuned on, "
        "graded by hand, 16 of 23 strong ones were right",
    )
    verdict_weak: float = tuned(
        0.5, "Verdict from which an answer is called weak; below it only places were found.", source=_FITTED
    )
    verdict_fits_meaning: float = tuned(
        2.5,
        "Score of the best passage by meaning that fits wholly; 0 fits not at all.",
        source=f"{_PAIRS}: quartiles 1.3 to 2.2 of right answers, .6 to 1.5 of the others",
    )
    verdict_fits_least: float = tuned(
        8.0, "Score of the best unit by words that fits not at all.", source=_PAIRS
    )
    verdict_fits_most: float = tuned(16.0, "Score of the best unit by words that fits wholly.", source=_PAIRS)
