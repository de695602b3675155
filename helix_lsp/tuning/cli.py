"""Tuning of the command line."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned


@dataclass(frozen=True, slots=True, kw_only=True)
class CliTuning:
    """Limits of the batch mode."""

    batch_line_bytes: int = tuned(
        1_000_000,
        "A longer request line is refused, and the batch goes on.",
        unit="bytes",
        source="ten times the longest question that is allowed by default",
    )
