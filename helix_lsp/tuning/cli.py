"""Tuning of the command line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class CliTuning:
    """Limits of the batch mode and of the resident process."""

    batch_line_bytes: int = 1_000_000
    batch_fresh_seconds: float = 2.0
    resident_workers: int = 4
