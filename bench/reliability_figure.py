"""One measured figure beside its goal, and the few sums that several gates share."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """`value` and `goal` are for a person; `holds` says whether the first meets the second."""

    what: str
    value: str
    goal: str
    holds: bool


def count(what: str, value: int, goal: int = 0, *, of: int | None = None) -> Figure:
    """A number that must be exactly `goal`."""
    return Figure(
        what=what,
        value=f"{value:,}" + (f" of {of:,}" if of is not None else ""),
        goal=f"{goal:,}",
        holds=value == goal,
    )


def at_most(what: str, value: float, goal: float, unit: str) -> Figure:
    """A number that must not be larger."""
    return Figure(what=what, value=f"{value:,.1f} {unit}", goal=f"<= {goal:g} {unit}", holds=value <= goal)


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least `share` of all do not exceed; 0 without values."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else 0.0
