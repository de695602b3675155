"""Tuning of gold evaluation: how deep a miss is looked for, and what its classes mean in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateTuning:
    """They classify misses; no figure depends on them except through `pack_questions`, which keeps test packs
    out.
    """

    depth: int = tuned(
        200,
        "How far down the list the target of a missed question is looked for.",
        unit="hits",
        source="as many as `search.pool_units`: what lies deeper was no candidate",
    )
    pack_questions: int = tuned(
        3,
        "A file that quotes this many of the questions word for word is a test pack and no candidate.",
        unit="questions",
        source="by hand: one or two quoted questions may be headings of a document (design-decisions.md#quoted-questions)",
    )
    pack_words: int = tuned(
        4,
        "Shorter questions do not count as quoted: a name occurs anywhere.",
        unit="words",
        source="chosen by hand, not measured",
    )
    vocabulary_share: float = tuned(
        0.35,
        "A target that holds less of the question's weight than this, and that nothing found, speaks of it in other words.",
        source="one rare word of three; own gold file",
    )
    noise_share: float = tuned(
        0.5,
        "When this share of the hits above a target are tests, examples, generated or vendored files, they hide it.",
        source="half; chosen by hand, not measured",
    )
