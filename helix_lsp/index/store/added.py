"""What one content adds to the whole: a stored one, to be taken away again while an open buffer hides it, and one
that is in memory only, worked out once for each state of an open text.

Every question asks every open buffer how many of its units hold a word and how long they are; two hundred
buffers were a third of its cost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import msgspec

from helix_lsp.index.store.pack import Sums, sums_of
from helix_lsp.index.units.unit import Unit, length_of


class Shadow(msgspec.Struct, frozen=True):
    """Distinct `names` that it defines, `held`: term -> how many of its units hold it, and the `sums` of its
    units.
    """

    names: tuple[str, ...]
    held: Mapping[str, int]
    sums: Sums


def held_by(units: Iterable[Unit]) -> Counter[str]:
    """How many of these units hold each of their terms."""
    out: Counter[str] = Counter()
    for unit in units:
        out.update({term for counted in unit.counts for term in counted})
    return out


class Added(msgspec.Struct, frozen=True, kw_only=True):
    """`held`: term -> how many of the units hold it; `weights`: the weighted length of each unit, in order;
    `sums` of all of them.
    """

    held: Mapping[str, int]
    weights: tuple[int, ...]
    sums: Sums


def added_by(units: tuple[Unit, ...]) -> Added:
    """From the units of one content."""
    weights = tuple([length_of(unit.counts) for unit in units])
    return Added(held=held_by(units), weights=weights, sums=sums_of(units, sum(weights)))
