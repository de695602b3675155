"""Tuning of the ladder: how much evidence there must be."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_SEPARATES = (
    "162 questions of five repositories asked of their own and 648 times of another one (bench/gate_foreign.py): AUC .949; "
    "of 100 own questions 97 are answered (99 without it), of 308 foreign ones 74 (199 without it)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskTuning:
    """How much evidence a question gathers, and what is too little."""

    hits: int = tuned(
        24, "Places retrieved for a question.", unit="hits", source="three times what an answer can cite"
    )
    evidence_share: float = tuned(
        0.25,
        "Least share of the question's words, weighted by rarity, that the best places hold (mean of the best one and all together).",
        source="questions about flask and requests against questions about others: with the next two, 100 and 96 of 100 own ones pass",
    )
    evidence_alone: float = tuned(
        0.24, "Least share of a long question's words that one place holds.", source="as evidence_share"
    )
    evidence_alone_short: float = tuned(
        0.4, "Least share of a short question's words that one place holds.", source="as evidence_share"
    )
    evidence_strength: float = tuned(
        0.32,
        "Least strength of the evidence for a long question: mean of both shares, unknown words taken off, known names added.",
        source=_SEPARATES,
    )
    evidence_strength_short: float = tuned(
        0.5,
        "Least strength of the evidence for a short question.",
        source="chosen by hand on 80 stories about flask and chi and the 115 own questions of bench/gate_questions.json",
    )
    unknown_words: float = tuned(
        0.5, "What a question all of whose words are unknown here would lose in strength.", source=_SEPARATES
    )
    defined_names: float = tuned(
        0.2,
        "What separates a question whose written names are all defined here from one with none of them, in strength.",
        source=_SEPARATES,
    )
    whole_names: float = tuned(
        0.2,
        "What separates a question whose whole names the best places hold from one with none of them, in strength.",
        source=_SEPARATES,
    )
    evidence_words: int = tuned(
        1,
        "Least number of the question's content words that the evidence must hold.",
        unit="words",
        source="a single shared frame word is not evidence",
    )
    cards: int = tuned(
        24,
        "Evidence cards laid out, several of one file allowed.",
        unit="cards",
        source="an answer cites up to a dozen",
    )
    fall_off: float = tuned(
        0.4,
        "Places whose score falls below this share of the best one are left out.",
        source="chosen by hand on answers about flask",
    )
    sentence_fall_off: float = tuned(
        0.5,
        "Quoted sentences that hold less than this share of what the best one holds are left out.",
        source="chosen by hand on answers about flask",
    )
    quote_chars: int = tuned(
        360,
        "Longest quotation of one sentence or docstring paragraph.",
        unit="characters",
        source="three lines of a hover",
    )
    steps: int = tuned(
        5,
        "Calls listed for one entry point by a `how` answer.",
        unit="calls",
        source="a list that is read at a glance",
    )
    entry_points: int = tuned(
        3,
        "Entry points followed by a `how` answer.",
        unit="entry points",
        source="two-part questions, plus one",
    )
