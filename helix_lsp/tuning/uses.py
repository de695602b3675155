"""Tuning of the complete list of uses: what is read for it, and how much one page holds."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class UsesTuning:
    """Bounds that a common name meets; each that is met is told with the list."""

    units: int = 1_000_000
    files: int = 20_000
    bytes: int = 64_000_000
    asked_bytes: int = 8_000_000
    definitions: int = 24
    page: int = 100
    most_page: int = 1_000
    line: int = 160


USES = UsesTuning()
"""The one record of these: nobody sets them."""
