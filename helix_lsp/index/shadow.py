"""What one stored content adds to the whole, to be taken away again while an open buffer hides it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from helix_lsp.index.pack import Sums
from helix_lsp.index.unit import Unit


@dataclass(frozen=True, slots=True)
class Shadow:
    """Distinct `names` that it defines, `held`: term -> how many of its units hold it, and the `sums` of its units."""

    names: tuple[str, ...]
    held: Mapping[str, int]
    sums: Sums


def held_by(units: Iterable[Unit]) -> Counter[str]:
    """How many of these units hold each of their terms."""
    out: Counter[str] = Counter()
    for unit in units:
        out.update({term for counted in unit.counts for term in counted})
    return out
