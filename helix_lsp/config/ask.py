"""Options of the ladder."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste

_SEPARATES = (
    "162 questions of five repositories asked of their own and 648 times of another one (bench/gate_foreign.py): AUC .949; "
    "of 100 own questions 97 are answered (99 without it), of 308 foreign ones 74 (199 without it)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class AskConfig:
    """How much evidence a question gathers and how much of it an answer shows."""

    hits: int = option(
        24, "Places retrieved for a question.", unit="hits", low=4, high=200, repository="lower", source="three times what an answer can cite"
    )
    evidence_share: float = option(
        0.25,
        "Least share of the question's words, weighted by rarity, that the best places hold (mean of the best one and all together).",
        low=0,
        high=1,
        repository="raise",
        source="questions about flask and requests against questions about others: with the next two, 100 and 96 of 100 own ones pass",
    )
    evidence_alone: float = option(
        0.24, "Least share of a long question's words that one place holds.", low=0, high=1, repository="raise", source="as evidence_share"
    )
    evidence_alone_short: float = option(
        0.4, "Least share of a short question's words that one place holds.", low=0, high=1, repository="raise", source="as evidence_share"
    )
    evidence_strength: float = option(
        0.32,
        "Least strength of the evidence for a long question: mean of both shares, unknown words taken off, known names added.",
        low=0, high=2,
        repository="raise",
        source=_SEPARATES,
    )  # fmt: skip
    evidence_strength_short: float = option(
        0.5, "Least strength of the evidence for a short question.", low=0, high=2,
        repository="raise",
        source="chosen by hand on 80 stories about flask and chi and the 115 own questions of bench/gate_questions.json",
    )  # fmt: skip
    unknown_words: float = option(
        0.5, "What a question all of whose words are unknown here would lose in strength.", low=0, high=2, repository="raise", source=_SEPARATES
    )
    defined_names: float = option(
        0.2, "What separates a question whose written names are all defined here from one with none of them, in strength.", low=0, high=2,
        scope="user",
        source=_SEPARATES,
    )  # fmt: skip
    whole_names: float = option(
        0.2, "What separates a question whose whole names the best places hold from one with none of them, in strength.", low=0, high=2,
        scope="user",
        source=_SEPARATES,
    )  # fmt: skip
    evidence_words: int = option(
        1,
        "Least number of the question's content words that the evidence must hold.",
        unit="words",
        low=0,
        high=20,
        repository="raise",
        source="a single shared frame word is no evidence",
    )
    cards: int = option(
        24,
        "Evidence cards laid out, several of one file allowed.",
        unit="cards",
        low=1,
        high=200,
        repository="lower",
        source="an answer cites up to a dozen",
    )
    fall_off: float = option(
        0.4,
        "Places whose score falls below this share of the best one are left out.",
        low=0,
        high=1,
        repository="raise",
        source="chosen by hand on answers about flask",
    )
    sentence_fall_off: float = option(
        0.5,
        "Quoted sentences that hold less than this share of what the best one holds are left out.",
        low=0,
        high=1,
        repository="raise",
        source="chosen by hand on answers about flask",
    )
    quote_chars: int = taste(
        360,
        "Longest quotation of one sentence or docstring paragraph.",
        unit="characters",
        low=40,
        high=4_000,
        source="three lines of a hover",
    )
    places: int = taste(
        5, "Places listed by a `where` answer.", unit="places", low=1, high=50, source="a list that is read at a glance"
    )
    steps: int = option(
        5,
        "Calls listed for one entry point by a `how` answer.",
        unit="calls",
        low=1,
        high=50,
        repository="lower",
        source="a list that is read at a glance",
    )
    entry_points: int = option(
        3, "Entry points followed by a `how` answer.", unit="entry points", low=1, high=10, repository="lower", source="two-part questions, plus one"
    )
    documents: int = taste(
        2, "Sentences quoted from documents.", unit="sentences", low=0, high=20, source="a list that is read at a glance"
    )
