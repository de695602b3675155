"""Tuning of the retrieval controller, coverage, ambiguity, the arbiter and the verdict."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_BY_HAND = "chosen by hand, not measured"
_FOLLOWED = "casimirbot's default, not measured (design-decisions.md#casimirbot)"
_FITTED = (
    "390 answers of 24 repositories, 265 of them right (`bench/verdict.py --from ROWS --fit`): logistic, L2 8, without the model of "
    "meaning; 104 were graded by hand and count twice"
)
_PAIRS = "withheld pairs of six repositories, by the procedure of `bench/withheld.py`"


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
    verdict_single: float = tuned(
        2.26, "Weight of an answer of one excerpt; of one of four it counts a quarter.", source=_FITTED
    )
    verdict_apart: float = tuned(
        1.38, "Weight of how far the best three units are before the other ones.", source=_FITTED
    )
    verdict_own: float = tuned(
        2.26,
        "Weight of the reader of the callers of a name; the line that gives a value counts three tenths.",
        source=_FITTED,
    )
    verdict_cause: float = tuned(
        2.53, "Weight of a lead that says a reason in the words of a question for one.", source=_FITTED
    )
    verdict_lines: float = tuned(
        1.54,
        "Weight of how much of the question the two best lines of the best passage say, each by itself.",
        source=_FITTED,
    )
    verdict_needed: float = tuned(
        1.75, "Weight that an answer needs to be as likely right as not.", source=_FITTED
    )
    verdict_strong: float = tuned(
        0.65,
        "Verdict from which an answer of the asked shape is called strong.",
        source=f"{_FITTED}: the least from which the lower bound of precision (Wilson, one-sided 95 %) is 88 %, with each repository, and "
        "each set, left out: 93 % of some 120 right, 42 % of the right ones covered; of those graded by hand 91 % of 44, 77 % covered, where "
        "their set was left out",
    )
    verdict_weak: float = tuned(
        0.46,
        "Verdict from which an answer is called weak; below it only places were found.",
        source=f"{_PAIRS}, without meaning 54 of them: 34 fall, with each repository left out 31",
    )
    verdict_fit: float = tuned(
        0.4,
        "Weight of the score of the best passage beside the verdict, where a model of meaning had a say in it.",
        source=f"{_PAIRS}, with meaning 57 of them: by the verdict alone 28 fall, with the score 36, with each repository left out 36",
    )
    verdict_weak_fit: float = tuned(
        1.0, "Sum of both from which such an answer is called weak.", source="the same 57 pairs"
    )
