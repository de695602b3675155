"""How much there is in a generation with its open buffers: units that hold a term, sums over all of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from helix_lsp.index.ground import Ground
from helix_lsp.index.open_facts import added_of
from helix_lsp.index.overlay import Layer
from helix_lsp.index.pack import Sums


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Visible units, tokens per field and units where the field is not empty (both in the order of FIELDS),
    mean weighted length.
    """

    units: int
    lengths: tuple[int, ...]
    filled: tuple[int, ...]
    mean_weight: float


def statistics_of(sums: Sums) -> Statistics:
    """The sums as scoring reads them."""
    return Statistics(
        units=sums.units,
        lengths=sums.lengths,
        filled=sums.filled,
        mean_weight=sums.weight / sums.units if sums.units else 0.0,
    )


def summed(ground: Ground, layer: Layer) -> Sums:
    """Sums over the visible units, each content once."""
    sums = ground.base.sums
    for blob in layer.hidden():
        sums = sums - ground.reader.shadow(blob).sums
    for extra in layer.extras:
        sums = sums + added_of(extra.facts).sums
    return sums


def frequencies(ground: Ground, layer: Layer, terms: Iterable[str]) -> dict[str, int]:
    """Visible units that hold each term in any field, exactly."""
    found = {term: ground.in_text(term) for term in terms}
    hidden = set(layer.hidden())
    asked = frozenset(found)
    less = {*hidden, *ground.stale} - ground.late
    more = ground.late - hidden
    for sign, blobs in ((-1, less), (1, more)):
        for blob in blobs:
            held_here = ground.reader.shadow(blob).held
            for term in held_here.keys() & asked:
                found[term] += sign * held_here[term]
    for extra in layer.extras:
        held_here = added_of(extra.facts).held
        for term in held_here.keys() & asked:
            found[term] += held_here[term]
    return {term: max(0, n) for term, n in found.items()}
