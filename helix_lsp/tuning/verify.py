"""Tuning of claim checks, gates and audits."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_HAND = "chosen by hand, not measured"
_BENCH = "measured once with bench/calibrate_gates.py, before the last changes to the answers"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyTuning:
    """Read by `helix_lsp.verify`."""

    open_share: float = tuned(
        0.2,
        "Least share of content words for a sentence that its citations neither carry nor contradict to be shown as not verified.",
        source=f"{_HAND}; of 110 true sentences by an independent hand 0.4 stops 30, 0.2 stops 16",
    )
    condition_faint: float = tuned(
        0.5,
        "Share of the words that the best condition of a step has in common with a sentence below which another condition is not compared.",
        source=_HAND,
    )
    made_most: int = tuned(
        12, "Words that a variable may be made from for a sentence to speak of it by them.", source=_HAND
    )
    claim_alike: float = tuned(
        0.8,
        "Least share of different words that two passages have in common when one counts as a copy of the other.",
        source=_HAND,
    )
    share_supported: float = tuned(
        0.94,
        "Share of true claims among those whose definition says the same.",
        source="bench/claims.py, the half that was set aside: 86 of 91, one more of each kind added",
    )
    share_contradicted: float = tuned(
        0.02,
        "Share of true claims among those that a definition contradicts.",
        source="bench/claims.py, the half that was set aside: 0 of 67, one more of each kind added",
    )
    share_passed: float = tuned(
        0.95,
        "Share of true claims among those that pass by their words.",
        source=f"{_BENCH}: 220 of 259 right ones and 13 of 318 wrong ones pass",
    )
    share_review: float = tuned(
        0.11,
        "Share of true claims among those that are for review.",
        source=f"{_BENCH}: 30 of 259 right ones, nearly all wrong ones that do not pass",
    )
    share_unknown: float = tuned(
        0.04,
        "Share of true claims among those of which no source speaks.",
        source=f"{_BENCH}: 9 of 259 right ones, 232 of 257 about other repositories",
    )
    quantity_tolerance: float = tuned(
        1e-6,
        "Largest relative difference of two quantities that count as one after conversion of their units.",
        source=f"{_HAND}: exact units, no rounding",
    )
    rounding: float = tuned(
        0.05,
        "Largest relative difference of two quantities that a sentence gives as equal (`1.3 GPa (1.31e9 Pa)`).",
        source=f"{_HAND}: two significant figures",
    )
    slots_least: float = tuned(
        1.0,
        "Least share of hard slots that the answer's supported statements must speak of.",
        source="hard slots fail closed (design-decisions.md#stop-reasons)",
    )
    words_least: float = tuned(
        0.34,
        "Least share of the question's content words that the answer must speak of where no slot is asked for.",
        source=f"{_BENCH}: 1 of 150 answers falls below, and three in four answers to other questions",
    )
    rattling_most: float = tuned(
        0.34,
        "Largest share of supported statements that may change when their evidence is narrowed or exchanged.",
        source=f"{_BENCH}: 1 of 156 answers changes more",
    )
    narrow_pieces: int = tuned(
        2,
        "Sentences or short runs of lines that are left of a cited text when it is narrowed.",
        unit="pieces",
        source=_HAND,
    )
    general_chars: int = tuned(
        420,
        "Longest paragraph of general knowledge below a question back.",
        unit="characters",
        source="casimirbot's own, not measured",
    )
    withheld_files: int = tuned(
        1, "Most cited files that the counterfactual run does without.", unit="files", source=_HAND
    )
    same_statement: float = tuned(
        0.6, "Share of words from which on two statements of two runs count as one.", source=_HAND
    )
    returned_least: float = tuned(
        0.2,
        "Up to this share of returned statements the counterfactual supports the hypothesis.",
        source=_HAND,
    )
    returned_most: float = tuned(
        0.6,
        "From this share of returned statements on the counterfactual supports the anti-hypothesis.",
        source=_HAND,
    )
    interval_z: float = tuned(
        1.96,
        "Width of the uncertainty interval in standard deviations.",
        source="the usual 95 % level (Wilson 1927)",
    )
    audit_places: int = tuned(
        10, "Places looked at for a claim that cites nothing.", unit="places", source=_HAND
    )
    audit_pieces: int = tuned(
        3,
        "Sentences or short runs of lines of a found place that must carry such a claim together.",
        unit="pieces",
        source=_HAND,
    )
    audit_lines: int = tuned(
        8,
        "Lines that a citation of one line stands for: a paragraph or docstring that begins on it.",
        unit="lines",
        source=_HAND,
    )
    outside_sources: int = tuned(
        2_000,
        "Sources from outside the repository that are kept.",
        unit="sources",
        source=f"{_HAND}: bounds memory",
    )
    outside_passages: int = tuned(
        1_000,
        "Passages of outside sources that are compared with a claim by meaning; further ones are found by their words alone.",
        unit="passages",
        source=f"{_HAND}: vectors that are kept need about a second",
    )
    outside_alike: float = tuned(
        0.45,
        "Least likeness of an outside passage that is found by meaning.",
        source="the model of the extra on twelve claims put in other words by hand: 9 of 12 reach it, none of 132 other passages (the highest: .44)",
    )
    outside_bytes: int = tuned(
        50_000_000, "Text of all of them.", unit="bytes", source=f"{_HAND}: bounds memory"
    )
    outside_file: int = tuned(
        4_000_000, "Text of one of them.", unit="bytes", source=f"{_HAND}: a long specification is some 2 MB"
    )
    audit_least: float = tuned(
        0.5,
        "Share of a claim's words that the best place must hold; below it no source is indexed for it.",
        source=f"{_BENCH} --audit: 9 of 262 own claims fall below, 234 of 258 claims about other repositories",
    )
