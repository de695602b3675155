"""Options of gold evaluation: how deep a miss is looked for, and what its classes mean in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateConfig:
    """They classify misses; no figure depends on them except through `pack_questions`, which keeps test packs out."""

    depth: int = option(
        200,
        "How far down the list the target of a missed question is looked for.",
        unit="hits",
        low=10,
        high=1_000,
        repository="lower",
        source="as many as `search.pool_units`: what lies deeper was no candidate",
    )
    pack_questions: int = option(
        3,
        "A file that quotes this many of the questions word for word is a test pack and no candidate.",
        unit="questions",
        low=1,
        high=1_000,
        repository="lower",
        source="one or two quoted questions may be headings of a document",
    )
    pack_words: int = option(
        4,
        "Shorter questions do not count as quoted: a name occurs anywhere.",
        unit="words",
        low=2,
        high=100,
        repository="lower",
        source="short names stand in any file",
    )
    vocabulary_share: float = taste(
        0.35,
        "A target that holds less of the question's weight than this, and that nothing found, speaks of it in other words.",
        low=0,
        high=1,
        source="one rare word of three; own gold file",
    )
    noise_share: float = taste(
        0.5,
        "When this share of the hits above a target are tests, examples, generated or vendored files, they hide it.",
        low=0,
        high=1,
        source="chosen by hand: half",
    )
