"""Which units a bag of weighted words matches best: the text index proposes, exact scores decide.

The list is a pure function of the visible contents and the weights: proposals are fetched until tantivy's bound shows that no
unit outside them can belong in the list (or a cap is met; then the list is cut where the scores are still certain). Ids and
document order decide nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from helix_lsp.index.counts import length_of
from helix_lsp.index.ground import Ground
from helix_lsp.index.overlay import Layer
from helix_lsp.index.score import idf, score
from helix_lsp.index.store import UNITS
from helix_lsp.index.unit import Unit

if TYPE_CHECKING:
    from helix_lsp.config.index import IndexConfig

_ROUNDING = 1.0001  # tantivy adds in 32 bits


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitHit:
    """A unit at one of the paths that show it."""

    path: str
    unit: Unit
    score: float


def match(
    ground: Ground, layer: Layer, cfg: IndexConfig, weights: Mapping[str, float], limit: int, frequencies: Mapping[str, int],
    units: int, mean: float,
) -> tuple[UnitHit, ...]:
    """At most `limit` hits in the order (-score, path, `span.start`).

    `frequencies` and `units` count visible units, `mean` is their mean weighted length. A content with many paths shows the
    first `match_copies` of them.
    """
    gains = {t: weights[t] * idf(units, frequencies[t]) for t in sorted(weights) if weights[t] > 0 and frequencies.get(t, 0) > 0}
    if not gains or limit < 1:
        return ()
    pairs = tuple(gains.items())
    hits = [
        UnitHit(path=path, unit=unit, score=value)
        for unit, paths in _in_memory(ground, layer)
        if not all(counted.keys().isdisjoint(gains) for counted in unit.counts)
        and (value := score(unit, length_of(unit.counts), pairs, mean)) > 0.0
        for path in paths[: cfg.match_copies]
    ]
    boosts, ratio = _tuned(ground, gains, mean)
    want = limit + limit // 8 + 16
    scored: set[int] = set()
    while boosts:
        want = min(want, cfg.match_most)
        proposed = ground.guarded(lambda want=want: ground.text.best(boosts, want), [])
        new = [unit for _, unit in proposed if unit not in scored]
        scored.update(new)
        hits += _scored(ground, layer, cfg, pairs, mean, new)
        ordered = sorted(hits, key=_order)
        if len(proposed) < want:
            return tuple(ordered[:limit])
        bound = proposed[-1][0] * ratio
        if len(ordered) >= limit and ordered[limit - 1].score > bound:
            return tuple(ordered[:limit])
        if want >= cfg.match_most:
            certain = [h for h in ordered if h.score > bound]
            return tuple((certain or ordered)[:limit])
        want += want // 2
    return tuple(sorted(hits, key=_order)[:limit])


def _order(hit: UnitHit) -> tuple[float, str, int, int]:
    return -hit.score, hit.path, hit.unit.span.start, hit.unit.ordinal


def _in_memory(ground: Ground, layer: Layer) -> Iterator[tuple[Unit, tuple[str, ...]]]:
    """Visible units that are not in the text index, with their paths."""
    for extra in layer.extras:
        for unit in extra.facts.units:
            yield unit, extra.paths
    for blob in ground.late:
        paths = layer.moved.get(blob, ground.base.paths_of.get(blob, ()))
        if paths:
            for unit in ground.reader.units_of(blob):
                yield unit, paths


def _scored(
    ground: Ground, layer: Layer, cfg: IndexConfig, pairs: Sequence[tuple[str, float]], mean: float, ids: list[int]
) -> list[UnitHit]:
    """Exact scores of proposed units that are visible."""
    paths_of, moved, late = ground.base.paths_of, layer.moved, ground.late
    shown: dict[int, tuple[str, ...]] = {}
    for unit in ids:
        blob = unit // UNITS
        if blob not in late and (paths := moved.get(blob, paths_of.get(blob, ()))):
            shown[unit] = paths
    return [
        UnitHit(path=path, unit=unit, score=value)
        for key, (unit, length) in ground.reader.units(shown).items()
        if (value := score(unit, length, pairs, mean)) > 0.0
        for path in shown[key][: cfg.match_copies]
    ]


def _tuned(ground: Ground, gains: Mapping[str, float], mean: float) -> tuple[dict[str, float], float]:
    """Boosts that make tantivy weigh each term as the exact score does; and by what factor an exact score can still exceed
    tantivy's.

    tantivy's idf counts deleted units; that is divided out. Its mean length counts them too; that is the factor.
    """
    held = {t: n for t in gains if (n := ground.guarded(lambda t=t: ground.text.holding_ever(t), 0))}
    collection = None
    for term in held:
        collection = ground.guarded(lambda term=term: ground.text.collection(term), None)
        if collection is not None:
            break
    if collection is None:
        return {}, 1.0
    boosts = {t: gains[t] / max(1e-9, idf(collection.documents, n)) for t, n in held.items()}
    return boosts, max(1.0, mean / collection.mean_length) * _ROUNDING


def held(units: Iterable[Unit], terms: frozenset[str]) -> Counter[str]:
    """How many of these units hold each term."""
    out: Counter[str] = Counter()
    for unit in units:
        out.update({term for counted in unit.counts for term in counted.keys() & terms})
    return out
