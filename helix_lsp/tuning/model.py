"""Tuning of what is sent to a model and of how its reply is read."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelTuning:
    """Excerpts, citations and repairs."""

    reply_max_bytes: int = tuned(
        1_000_000,
        "A longer reply is cut off and not used.",
        unit="bytes",
        source="forty times the longest answer that is asked for by default; bounds memory",
    )
    span_chars: int = tuned(
        1_600,
        "Longest excerpt of one place, cut at a line.",
        unit="characters",
        source="chosen by hand: some 40 lines, eleven places within the budget",
    )
    spans: int = tuned(
        16,
        "Most places that are sent.",
        unit="places",
        source="casimirbot keeps 12 document blocks; code comes on top",
    )
    spans_per_file: int = tuned(
        3,
        "Most places of one file that are sent; definitions do not count.",
        unit="places",
        source="casimirbot keeps 2 document blocks; a file of code has more to say",
    )
    carried: float = tuned(
        0.7,
        "Least share of a sentence's content words that a place must hold to be cited for a sentence that came without a citation.",
        source="chosen by hand, not measured; the verifier judges the result anew",
    )
    recited: float = tuned(
        0.1,
        "A citation is moved to another given place that holds at least this much more of the sentence's content words.",
        source="chosen by hand: one word of ten; sentences of flask cited to a neighbour that says nearly the same",
    )
    sentence_chars: int = tuned(
        600,
        "A longer sentence of a model is dropped.",
        unit="characters",
        source="chosen by hand: ten lines of a hover",
    )
    sentences: int = tuned(
        40,
        "Most sentences taken from a model; what comes after them is left out.",
        unit="sentences",
        source="chosen by hand: two screens",
    )
    repeated: float = tuned(
        0.5,
        "An answer of which at least this share repeats itself is refused.",
        source="casimirbot refuses below 65 % unique; the repeated sentences themselves are dropped anyway",
    )
