"""Tuning of the command line."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class CliTuning:
    """Limits of the batch mode and of the resident process."""

    batch_line_bytes: int = tuned(
        1_000_000,
        "A longer request line is refused, and the batch goes on.",
        unit="bytes",
        source="ten times the longest question that is allowed by default",
    )
    batch_fresh_seconds: float = tuned(
        2.0,
        "A batch looks at the files of a root again when its last look is older than this.",
        unit="seconds",
        source="equal to the racy window of git; a look costs 0.25 s for 78,311 files, measured",
    )
    resident_workers: int = tuned(
        4,
        "Commands that the resident process runs at once, and folders whose caches it keeps warm; one more runs as without it.",
        unit="processes",
        source="two agents and a person; one holds about 40 MB, and 230 MB with the model of meaning",
    )
