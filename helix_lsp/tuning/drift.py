"""Tuning of the drift check: how sure each witness makes a finding, and what reading history may cost."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftTuning:
    """What a finding is worth by its witness, and how much of history is read."""

    declaring_bytes: int = tuned(
        1_000_000, "A larger file is data or generated: its words count, but nothing is declared there (commands, routes, codes, requirements).",
        unit="bytes", source="the largest file whose content is indexed (`index.max_file_bytes`)",
    )
    history_step: int = tuned(250, "Commits whose patches one call of git prints.", unit="commits", source=_HAND)
    history_patches: int = tuned(
        64_000_000, "Bytes of patches that one call of git may print; a step with more is halved, a single commit with more is left out.",
        unit="bytes", source=_HAND,
    )
    history_calls: int = tuned(
        400, "Calls of git for the patches of one history; a clone with missing objects needs more than one a step.", unit="calls", source=_HAND,
    )
    history_saved_seconds: float = tuned(
        5.0, "A first reading of history is kept this often, so that one that is stopped goes on from there.", unit="seconds", source=_HAND,
    )
    history_places: int = tuned(4, "Places that are kept of each name that went, the newest.", unit="places", source=_HAND)
    history_bytes: int = tuned(400_000_000, "Largest history that is read back from the index folder.", unit="bytes", source=_HAND)
    introduced_hops: int = tuned(
        3, "Documents that a text is followed through when it was moved from one to the next.", unit="documents", source=_HAND,
    )
    introduced_most: int = tuned(
        300, "References of one run whose first writing is looked up in history; the rest stay unjudged.", unit="references", source=_HAND,
    )
    sure_owner_lost: float = tuned(0.95, "Confidence: its owner is ours and history saw the name go.", source=_HAND)
    sure_path_gone: float = tuned(0.9, "Confidence: history saw the path go.", source=_HAND)
    sure_name_gone: float = tuned(0.85, "Confidence: defined nowhere any more, and history saw the definition go.", source=_HAND)
    sure_owner_lacks: float = tuned(0.8, "Confidence: its owner is ours, wholly known, and has no such name.", source=_HAND)
    sure_signature: float = tuned(0.8, "Confidence: a docstring speaks of a parameter or default that the signature below has not.", source=_HAND)
    sure_whole_text: float = tuned(
        0.75, "Confidence: gone, and the text came with the whole document later than that, so that it may be older.", source=_HAND,
    )
    sure_no_anchor: float = tuned(0.75, "Confidence: the target document has no heading of that anchor.", source=_HAND)
    sure_doubtful: float = tuned(
        0.6, "Confidence where an alarm lacks its witness: nobody knows when the text was written, or the name lives elsewhere.", source=_HAND,
    )
    sure_last_used: float = tuned(0.5, "Confidence: occurs nowhere, and history saw its last use go.", source=_HAND)
    sure_no_owner: float = tuned(0.4, "Confidence: occurs nowhere, and its owner is not known either.", source=_HAND)
    sure_past: float = tuned(0.35, "Confidence: gone after the text was written, but its sentence or section speaks of the past.", source=_HAND)
    sure_nowhere: float = tuned(0.3, "Confidence: a bare name that occurs nowhere.", source=_HAND)
    sure_endpoint: float = tuned(0.75, "Confidence: no declared route fits the path, and history saw a word of it leave the code.", source=_HAND)
    sure_code: float = tuned(0.75, "Confidence: an error code of a known family that history saw leave the code.", source=_HAND)
    sure_command: float = tuned(0.75, "Confidence: a subcommand of an own program that history saw leave the code.", source=_HAND)
    endpoint_routes: int = tuned(3, "Declared routes below which no endpoint is judged.", unit="routes", source=_HAND)
    code_siblings: int = tuned(3, "Quoted error codes that make a family.", unit="codes", source=_HAND)
    command_subs: int = tuned(3, "Declared subcommands below which none is judged.", unit="subcommands", source=_HAND)
    suggest_likeness: int = tuned(75, "Least likeness of a name that is suggested instead.", unit="percent", source=_HAND)
    suggest_most: int = tuned(3, "Names suggested at most.", unit="names", source=_HAND)
