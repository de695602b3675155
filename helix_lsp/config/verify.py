"""Options of verification: when a sentence is carried by what it cites, and what a failed gate does."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option

_HAND = "chosen by hand, not measured"
_BENCH = "measured once with bench/calibrate_gates.py, before the last changes to the answers"


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifyConfig:
    """Read by `helix_lsp.verify` and the last gates of the ladder."""

    covered_share: float = option(
        0.8, "Least share of a sentence's content words that its own citations must hold.", low=0, high=1,
        repository="raise",
        source=f"{_BENCH}: no right sentence of 906 is stopped, of six kinds of wrong ones at least 98 % are",
    )  # fmt: skip
    open_share: float = option(
        0.2, "Least share of content words for a sentence that its citations neither carry nor contradict to be shown as an inference.", low=0,
        high=1, repository="raise", source=f"{_HAND}; of 110 true sentences by an independent hand 0.4 stops 30, 0.2 stops 16",
    )  # fmt: skip
    quantity_tolerance: float = option(
        1e-6, "Largest relative difference of two quantities that count as one after conversion of their units.", low=0, high=0.1,
        repository="lower",
        source=f"{_HAND}: exact units, no rounding",
    )  # fmt: skip
    rounding: float = option(
        0.05, "Largest relative difference of two quantities that a sentence gives as equal (`1.3 GPa (1.31e9 Pa)`).", low=0, high=1,
        repository="lower",
        source=f"{_HAND}: two significant figures",
    )  # fmt: skip
    quantity_rules: tuple[str, ...] = option(
        (), "What quantities of this repository are measured in, as `NAME: UNIT` or `NAME: UNIT LOW..HIGH` (`tile pressure: GPa 0.1..10`).",
        repository="add",
        source="rules of one repository are data (design-decisions.md#quantities)",
    )  # fmt: skip
    unsupported_most: float = option(
        0.5, "Largest share of unsupported statements that an answer may have before it is replaced; below it they are dropped one by one.",
        low=0, high=1, repository="lower", source=_HAND,
    )  # fmt: skip
    slots_least: float = option(
        1.0, "Least share of hard slots that the answer's supported statements must speak of.", low=0, high=1,
        repository="raise",
        source="hard slots fail closed (design-decisions.md#stop-reasons)",
    )  # fmt: skip
    words_least: float = option(
        0.34, "Least share of the question's content words that the answer must speak of where no slot is asked for.", low=0, high=1,
        repository="raise",
        source=f"{_BENCH}: 1 of 150 answers falls below, and three in four answers to other questions",
    )  # fmt: skip
    rattling_most: float = option(
        0.34, "Largest share of supported statements that may change when their evidence is narrowed or exchanged.", low=0, high=1,
        repository="lower",
        source=f"{_BENCH}: 1 of 156 answers changes more",
    )  # fmt: skip
    narrow_pieces: int = option(
        2, "Sentences or short runs of lines that are left of a cited text when it is narrowed.",
        unit="pieces", low=1, high=50, repository="lower", source=_HAND,
    )  # fmt: skip
    general_chars: int = option(
        420, "Longest paragraph of general knowledge below a question back.",
        unit="characters", low=0, high=4_000, repository="lower", source="casimirbot's own, not measured",
    )  # fmt: skip
    withheld_files: int = option(
        1, "Most cited files that the counterfactual run does without.", unit="files", low=1, high=20, scope="user", source=_HAND,
    )  # fmt: skip
    same_statement: float = option(
        0.6, "Share of words from which on two statements of two runs count as one.", low=0, high=1, repository="lower", source=_HAND,
    )  # fmt: skip
    returned_least: float = option(
        0.2, "Up to this share of returned statements the counterfactual supports the hypothesis.", low=0, high=1, repository="lower", source=_HAND,
    )  # fmt: skip
    returned_most: float = option(
        0.6, "From this share of returned statements on the counterfactual supports the anti-hypothesis.",
        low=0, high=1, repository="lower", source=_HAND,
    )  # fmt: skip
    interval_z: float = option(
        1.96, "Width of the uncertainty interval in standard deviations.",
        low=0.1, high=6, repository="raise", source="the usual 95 % level (Wilson 1927)",
    )  # fmt: skip
    audit_places: int = option(
        10, "Places looked at for a claim that cites nothing.", unit="places", low=1, high=200, repository="lower", source=_HAND,
    )  # fmt: skip
    audit_pieces: int = option(
        3, "Sentences or short runs of lines of a found place that must carry such a claim together.", unit="pieces", low=1, high=50,
        repository="lower",
        source=_HAND,
    )  # fmt: skip
    audit_lines: int = option(
        8, "Lines that a citation of one line stands for: a paragraph or docstring that begins on it.", unit="lines", low=1, high=200,
        repository="lower",
        source=_HAND,
    )  # fmt: skip
    audit_least: float = option(
        0.5, "Share of a claim's words that the best place must hold; below it no source is indexed for it.", low=0, high=1,
        repository="raise",
        source=f"{_BENCH} --audit: 9 of 262 own claims fall below, 234 of 258 claims about other repositories",
    )  # fmt: skip
