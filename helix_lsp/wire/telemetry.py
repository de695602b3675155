"""`telemetry.v1`: how answers ended, counted on this machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

SCHEMA = "telemetry.v1"


class _Day(Protocol):
    @property
    def day(self) -> str: ...
    @property
    def counts(self) -> Sequence[tuple[str, int]]: ...


class _Counts(Protocol):
    """The counts of the floor above, by their fields: this floor may not import it."""

    @property
    def enabled(self) -> bool: ...
    @property
    def days(self) -> Sequence[_Day]: ...
    @property
    def totals(self) -> Sequence[tuple[str, int]]: ...
    @property
    def rates(self) -> Sequence[tuple[str, float | None]]: ...


def counts_to_wire(counts: _Counts) -> dict[str, Any]:
    """The counts as plain JSON data; a rate without a base is null."""
    return {
        "schema": SCHEMA,
        "enabled": counts.enabled,
        "days": [{"day": day.day, "counts": dict(day.counts)} for day in counts.days],
        "totals": dict(counts.totals),
        "rates": dict(counts.rates),
    }
