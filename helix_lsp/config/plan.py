"""Options of the first rungs: obligations, topics, plan, slots, scope."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste
from helix_lsp.config.topic import TopicProfile

_HAND = "chosen by hand, not measured"
_KNOWN = (
    "chosen by hand on flask's own dev questions; with all three, 90 % of 48 questions about flask and all of 48 about requests reach medium, "
    "and of 30 questions of general knowledge 0, 0 and 1 do on flask, requests and streamlink (all of them were watched while choosing)"
)
_FACTS = "casimirbot's default, not measured (design-decisions.md#casimirbot)"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanConfig:
    """Read by `helix_lsp.ask`. `topics` are the repository's own, from `[topics]` of `helix.toml`; they are data, not an option."""

    explicit_score: int = option(
        3, "Expectation score of a question that asks for the repository or names one of its files.", unit="points", low=0, high=9,
        scope="user",
        source=_FACTS,
    )  # fmt: skip
    concept_score: int = option(
        2, "Expectation score of a question that matches a concept card or a knowledge tree.", unit="points", low=0, high=9,
        scope="user",
        source=_FACTS,
    )  # fmt: skip
    topic_score: int = option(
        2, "Expectation score of a question about one of the repository's own topics.", unit="points", low=0, high=9,
        scope="user",
        source=_FACTS,
    )  # fmt: skip
    name_score: int = option(
        2, "Expectation score of a question that writes a name which the repository defines.", unit="points", low=0, high=9,
        scope="user",
        source=f"{_HAND}; a defined name says as much as a matched concept",
    )  # fmt: skip
    hint_score: int = option(
        1, "Expectation score of a question with nothing but weak hints: plain words that are names here, words about software.",
        unit="points", low=0, high=9, scope="user", source=_FACTS,
    )  # fmt: skip
    topic_boost: float = taste(
        0.05, "What a place gains in score when a topic of the repository names its file among its boosts.", low=0, high=1, source=_HAND
    )
    high_from: int = option(3, "Expectation is high from this score on.", unit="points", low=1, high=99, scope="user", source=_FACTS)
    medium_from: int = option(2, "Expectation is medium from this score on.", unit="points", low=1, high=99, scope="user", source=_FACTS)
    known_words: int = option(
        2, "Plain words of a question that must be names or file names here before they count as much as a written name.", unit="words",
        low=1, high=20, scope="user", source=_KNOWN,
    )  # fmt: skip
    known_share: float = option(
        0.6, "Least share of the question's content words that these must be.", low=0, high=1, scope="user", source=_KNOWN
    )
    code_words: int = option(
        2, "Different words about code (method, class, decorator) that make a question count as much as a written name.", unit="words",
        low=1, high=20, scope="user", source=_KNOWN,
    )  # fmt: skip
    everyday_paths: int = option(
        40, "A plain word that more files than this define is an everyday word and no hint.",
        unit="files", low=1, high=10_000, scope="user", source=_HAND,
    )  # fmt: skip
    hints: int = option(6, "Query hints that a plan keeps.", unit="hints", low=0, high=40, repository="lower", source=_FACTS)
    hint_words: int = option(12, "Longest query hint.", unit="words", low=1, high=60, repository="lower", source=f"casimirbot has 8; {_HAND}")
    hint_chars: int = option(120, "Longest query hint.", unit="characters", low=10, high=1_000, repository="lower", source="casimirbot's, for paths")
    queries: int = option(8, "Queries asked of the repository for one question.", unit="queries", low=1, high=40, repository="lower", source=_FACTS)
    sub_questions: int = option(
        4, "Parts of a compound question that become queries of their own.", unit="queries", low=0, high=20, repository="lower", source=_HAND
    )
    hard_concepts: int = option(
        4, "Matched concepts that become hard slots.", unit="slots", low=0, high=20, repository="raise", source=_FACTS
    )
    concept_share: float = option(
        0.6, "A concept is a hard slot when its match is at least this share of the best one.", low=0, high=1, repository="lower", source=_HAND
    )
    request_slots: int = option(12, "Slots of a request that count.", unit="slots", low=0, high=100, repository="raise", source=_FACTS)
    soft_slots: int = option(8, "Soft slots kept.", unit="slots", low=0, high=100, repository="lower", source=f"casimirbot has 6; {_HAND}")
    aliases: int = option(12, "Other words kept for one slot.", unit="aliases", low=0, high=100, repository="lower", source=_FACTS)
    criteria: int = option(
        8, "Phrases of evidence criteria kept for one slot.", unit="phrases", low=0, high=100, repository="lower", source=_FACTS
    )
    must_include: int = option(12, "Must-include globs that a plan keeps.", unit="globs", low=0, high=100, repository="raise", source=_HAND)
    clarify_chars: int = taste(160, "Longest clarifying question of a plan.", unit="characters", low=20, high=1_000, source=_HAND)
    plan_chars: int = option(
        20_000, "A plan's text is read up to here.",
        unit="characters", low=200, high=1_000_000, repository="lower", source=f"bounds a model that rambles; {_HAND}"
    )
    topics: tuple[TopicProfile, ...] = ()
