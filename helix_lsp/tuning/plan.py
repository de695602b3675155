"""Tuning of the first rungs: obligations, topics, plan, slots, scope."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_HAND = "chosen by hand, not measured"
_KNOWN = (
    "chosen by hand on flask's own dev questions; with all three, 90 % of 48 questions about flask and all of 48 about requests reach medium, "
    "and of 30 questions of general knowledge 0, 0 and 1 do on flask, requests and streamlink (all of them were watched while choosing)"
)
_FACTS = "casimirbot's default, not measured (design-decisions.md#casimirbot)"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanTuning:
    """Read by `helix_lsp.ask`."""

    explicit_score: int = tuned(
        3,
        "Expectation score of a question that asks for the repository or names one of its files.",
        unit="points",
        source=_FACTS,
    )
    concept_score: int = tuned(
        2,
        "Expectation score of a question that matches a concept card or a knowledge tree.",
        unit="points",
        source=_FACTS,
    )
    topic_score: int = tuned(
        2,
        "Expectation score of a question about one of the repository's own topics.",
        unit="points",
        source=_FACTS,
    )
    name_score: int = tuned(
        2,
        "Expectation score of a question that writes a name which the repository defines.",
        unit="points",
        source=f"{_HAND}; a defined name says as much as a matched concept",
    )
    hint_score: int = tuned(
        1,
        "Expectation score of a question with nothing but weak hints: plain words that are names here, words about software.",
        unit="points",
        source=_FACTS,
    )
    topic_boost: float = tuned(
        0.05,
        "What a place gains in score when a topic of the repository names its file among its boosts.",
        source=_HAND,
    )
    high_from: int = tuned(3, "Expectation is high from this score on.", unit="points", source=_FACTS)
    medium_from: int = tuned(2, "Expectation is medium from this score on.", unit="points", source=_FACTS)
    known_words: int = tuned(
        2,
        "Plain words of a question that must be names or file names here before they count as much as a written name.",
        unit="words",
        source=_KNOWN,
    )
    known_share: float = tuned(
        0.6, "Least share of the question's content words that these must be.", source=_KNOWN
    )
    code_words: int = tuned(
        2,
        "Different words about code (method, class, decorator) that make a question count as much as a written name.",
        unit="words",
        source=_KNOWN,
    )
    everyday_paths: int = tuned(
        40,
        "A plain word that more files than this define is an everyday word and no hint.",
        unit="files",
        source=_HAND,
    )
    hints: int = tuned(6, "Query hints that a plan keeps.", unit="hints", source=_FACTS)
    hint_words: int = tuned(12, "Longest query hint.", unit="words", source=f"casimirbot has 8; {_HAND}")
    hint_chars: int = tuned(120, "Longest query hint.", unit="characters", source="casimirbot's, for paths")
    queries: int = tuned(
        8, "Queries asked of the repository for one question.", unit="queries", source=_FACTS
    )
    sub_questions: int = tuned(
        4, "Parts of a compound question that become queries of their own.", unit="queries", source=_HAND
    )
    hard_concepts: int = tuned(4, "Matched concepts that become hard slots.", unit="slots", source=_FACTS)
    concept_share: float = tuned(
        0.6, "A concept is a hard slot when its match is at least this share of the best one.", source=_HAND
    )
    request_slots: int = tuned(12, "Slots of a request that count.", unit="slots", source=_FACTS)
    soft_slots: int = tuned(8, "Soft slots kept.", unit="slots", source=f"casimirbot has 6; {_HAND}")
    aliases: int = tuned(12, "Other words kept for one slot.", unit="aliases", source=_FACTS)
    must_include: int = tuned(12, "Must-include globs that a plan keeps.", unit="globs", source=_HAND)
