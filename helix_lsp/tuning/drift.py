"""Tuning of the drift check: what reading history may cost, and how many of a kind make a family. What a rule
is worth: `drift_worths.py`.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftTuning:
    """How much of history is read, and when a family is known."""

    declaring_bytes: int = tuned(
        1_000_000,
        "A larger file is data or generated: its words count, but nothing is declared there (commands, requirements).",
        unit="bytes",
        source="the largest file whose content is indexed (`index.max_file_bytes`)",
    )
    history_step: int = tuned(
        250, "Commits whose patches one call of git prints.", unit="commits", source=_HAND
    )
    history_patches: int = tuned(
        64_000_000,
        "Bytes of patches that one call of git may print; a step with more is halved, a single commit with more is left out.",
        unit="bytes",
        source=_HAND,
    )
    history_calls: int = tuned(
        400,
        "Calls of git for the patches of one history; a clone with missing objects needs more than one a step.",
        unit="calls",
        source=_HAND,
    )
    history_saved_seconds: float = tuned(
        5.0,
        "A first reading of history is kept this often, so that one that is stopped goes on from there.",
        unit="seconds",
        source=_HAND,
    )
    history_first_seconds: float = tuned(
        2.0,
        "How long somebody at a terminal waits for the first reading of history; the next look goes on.",
        unit="seconds",
        source=_HAND,
    )
    history_places: int = tuned(
        4, "Places that are kept of each name that went, the newest.", unit="places", source=_HAND
    )
    history_bytes: int = tuned(
        400_000_000, "Largest history that is read back from the index folder.", unit="bytes", source=_HAND
    )
    introduced_hops: int = tuned(
        3,
        "Documents that a text is followed through when it was moved from one to the next.",
        unit="documents",
        source=_HAND,
    )
    introduced_most: int = tuned(
        300,
        "References of one run whose first writing is looked up in history; the rest stay unjudged.",
        unit="references",
        source=_HAND,
    )
    command_subs: int = tuned(
        3, "Declared subcommands below which none is judged.", unit="subcommands", source=_HAND
    )
    suggest_likeness: int = tuned(
        75, "Least likeness of a name that is suggested instead.", unit="percent", source=_HAND
    )
    suggest_most: int = tuned(3, "Names suggested at most.", unit="names", source=_HAND)
