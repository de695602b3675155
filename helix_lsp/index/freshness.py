"""How fresh the evidence behind an answer is (law I10)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Freshness:
    """`behind` counts files known to have changed and not yet indexed, `unsaved` the open buffers that stand in the overlay.

    `fresh` is True when nothing is behind and the last look at the disk was complete; `reason` says in words why not.
    """

    generation: int
    fresh: bool
    behind: int
    unsaved: int
    reason: str
