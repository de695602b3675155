"""Options of the drift check: what is looked at, what is left alone, and when a finding is an alarm."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste

_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftConfig:
    """Which references of documents are judged, and what of it is shown."""

    min_confidence: float = taste(
        0.7,
        "Findings below this are hints and not shown by default.",
        unit="confidence",
        low=0.0,
        high=1.0,
        source=_HAND,
    )
    declaring_bytes: int = option(
        1_000_000, "A larger file is data or generated: its words count, but nothing is declared there (commands, routes, codes, requirements).",
        unit="bytes", low=1_000, high=64_000_000, repository="lower", source="the largest file whose content is indexed (`index.max_file_bytes`)",
    )  # fmt: skip
    history: bool = option(
        True, "Ask git's history when a name or path was last there. Off: fewer witnesses, fewer alarms.", repository="lower", source=_HAND
    )
    history_commits: int = option(
        20_000, "Newest commits whose changes are read for the history of names.",
        unit="commits", low=0, high=1_000_000, repository="lower", source=_HAND
    )
    history_seconds: float = option(
        120.0, "Longest time for one answer of git about history.", unit="seconds", low=1.0, high=3_600.0, scope="user", source=_HAND
    )
    history_step: int = option(
        250, "Commits whose patches one call of git prints.", unit="commits", low=1, high=10_000, repository="lower", source=_HAND
    )
    history_patches: int = option(
        64_000_000, "Bytes of patches that one call of git may print; a step with more is halved, a single commit with more is left out.",
        unit="bytes", low=1_000_000, high=1_000_000_000, repository="lower", source=_HAND,
    )  # fmt: skip
    history_calls: int = option(
        400, "Calls of git for the patches of one history; a clone with missing objects needs more than one a step.",
        unit="calls", low=1, high=10_000, repository="lower", source=_HAND,
    )  # fmt: skip
    history_saved_seconds: float = option(
        5.0, "A first reading of history is kept this often, so that one that is stopped goes on from there.",
        unit="seconds", low=0.0, high=3_600.0, repository="raise", source=_HAND,
    )  # fmt: skip
    history_places: int = option(
        4, "Places that are kept of each name that went, the newest.", unit="places", low=1, high=100, repository="lower", source=_HAND
    )
    history_bytes: int = option(
        400_000_000, "Largest history that is read back from the index folder.",
        unit="bytes", low=1_000_000, high=4_000_000_000, repository="lower", source=_HAND
    )
    introduced_hops: int = option(
        3, "Documents that a text is followed through when it was moved from one to the next.",
        unit="documents", low=1, high=20, repository="lower", source=_HAND
    )
    introduced_most: int = option(
        300, "References of one run whose first writing is looked up in history; the rest stay unjudged.",
        unit="references", low=0, high=100_000, repository="lower", source=_HAND,
    )  # fmt: skip
    sure_owner_lost: float = taste(0.95, "Confidence: its owner is ours and history saw the name go.", low=0, high=1, source=_HAND)
    sure_path_gone: float = taste(0.9, "Confidence: history saw the path go.", low=0, high=1, source=_HAND)
    sure_name_gone: float = taste(0.85, "Confidence: defined nowhere any more, and history saw the definition go.", low=0, high=1, source=_HAND)
    sure_owner_lacks: float = taste(0.8, "Confidence: its owner is ours, wholly known, and has no such name.", low=0, high=1, source=_HAND)
    sure_signature: float = taste(
        0.8, "Confidence: a docstring speaks of a parameter or default that the signature below has not.", low=0, high=1, source=_HAND
    )
    sure_whole_text: float = taste(
        0.75, "Confidence: gone, and the text came with the whole document later than that, so that it may be older.", low=0, high=1, source=_HAND
    )
    sure_no_anchor: float = taste(0.75, "Confidence: the target document has no heading of that anchor.", low=0, high=1, source=_HAND)
    sure_doubtful: float = taste(
        0.6, "Confidence where an alarm lacks its witness: nobody knows when the text was written, or the name lives elsewhere.",
        low=0, high=1, source=_HAND,
    )  # fmt: skip
    sure_last_used: float = taste(0.5, "Confidence: occurs nowhere, and history saw its last use go.", low=0, high=1, source=_HAND)
    sure_no_owner: float = taste(0.4, "Confidence: occurs nowhere, and its owner is not known either.", low=0, high=1, source=_HAND)
    sure_past: float = taste(
        0.35, "Confidence: gone after the text was written, but its sentence or section speaks of the past.", low=0, high=1, source=_HAND
    )
    sure_nowhere: float = taste(0.3, "Confidence: a bare name that occurs nowhere.", low=0, high=1, source=_HAND)
    sure_endpoint: float = taste(
        0.75, "Confidence: no declared route fits the path, and history saw a word of it leave the code.", low=0, high=1, source=_HAND
    )
    sure_code: float = taste(0.75, "Confidence: an error code of a known family that history saw leave the code.", low=0, high=1, source=_HAND)
    sure_command: float = taste(0.75, "Confidence: a subcommand of an own program that history saw leave the code.", low=0, high=1, source=_HAND)
    endpoint_routes: int = taste(3, "Declared routes below which no endpoint is judged.", unit="routes", low=1, high=10_000, source=_HAND)
    code_siblings: int = taste(3, "Quoted error codes that make a family.", unit="codes", low=1, high=10_000, source=_HAND)
    command_subs: int = taste(3, "Declared subcommands below which none is judged.", unit="subcommands", low=1, high=10_000, source=_HAND)
    suggest_likeness: int = taste(75, "Least likeness of a name that is suggested instead.", unit="percent", low=0, high=100, source=_HAND)
    suggest_most: int = option(3, "Names suggested at most.", unit="names", low=0, high=20, repository="lower", source=_HAND)

    ignore_paths: tuple[str, ...] = option(
        (), "Documents that are never judged, as globs (`docs/old/**`).", repository="add", source="for what is meant otherwise on purpose"
    )
    ignore_words: tuple[str, ...] = option(
        (), "References that are never judged, as written between the back-ticks.", repository="add", source="for what is meant otherwise on purpose"
    )
