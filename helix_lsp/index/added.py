"""What one content that is in memory only adds to the whole, worked out once for each state of an open text.

Every question asks every open buffer how many of its units hold a word and how long they are; two hundred buffers were a third of its cost.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from helix_lsp.index.counts import length_of
from helix_lsp.index.pack import Sums, sums_of
from helix_lsp.index.shadow import held_by
from helix_lsp.index.unit import Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """`held`: term -> how many of the units hold it; `weights`: the weighted length of each unit, in order; `sums` of all of them."""

    held: Mapping[str, int]
    weights: tuple[int, ...]
    sums: Sums


def added_by(units: tuple[Unit, ...]) -> Added:
    """From the units of one content."""
    weights = tuple([length_of(unit.counts) for unit in units])
    return Added(held=held_by(units), weights=weights, sums=sums_of(units, sum(weights)))
