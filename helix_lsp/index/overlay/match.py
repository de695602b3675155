"""Which units a bag of weighted words matches best: the text index proposes, exact scores decide.

The list is a pure function of the visible contents and the weights: proposals are fetched until tantivy's
bound shows that no unit outside them can belong in the list (or a cap is met; then the list is cut where the
scores are still certain). Ids and document order decide nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log
from operator import itemgetter
from typing import TYPE_CHECKING

import msgspec

from helix_lsp.index.overlay.overlay import Ground, Layer
from helix_lsp.index.store.open_facts import added_of
from helix_lsp.index.store.store import UNITS
from helix_lsp.index.store.text_index import K1, B
from helix_lsp.index.units.unit import Unit, length_of

if TYPE_CHECKING:
    from helix_lsp.config.index import IndexConfig


# BM25 over the weighted bags, exactly: a pure function of the live units, whatever the text index has been
# through.
#
# Lengths are rounded down to the same 256 steps that tantivy stores, so that its order and this one differ
# only by what it still counts of deleted units. k1 = 1.2, b = .75, idf = ln(1 + (N - n + .5) / (n + .5)).
# Source: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009; tantivy's and Lucene's
# one-byte lengths.


def idf(units: int, holding: int) -> float:
    """Inverse document frequency; never negative."""
    return log(1.0 + (units - holding + 0.5) / (holding + 0.5))


def step(length: int) -> int:
    """The largest stored length that is not above `length`: exact up to 40, then eight steps for each
    doubling above 24.
    """
    if length < 40:
        return length
    above = length - 24
    shift = above.bit_length() - 4
    return 24 + (above >> shift << shift)


@lru_cache(4_096)
def norm(length: int, mean: float) -> float:
    """What a term's frequency is weighed against in a unit of this weighted length."""
    return K1 * (1.0 - B + B * step(length) / mean) if mean > 0 else K1


def score(unit: Unit, length: int, gains: Sequence[tuple[str, float]], mean: float) -> float:
    """BM25 of one unit; `length` is its weighted length, `mean` the mean one; `gains` is (term, weight x
    idf), added in order.
    """
    name, qualifier, signature, doc, body = unit.counts
    against = norm(length, mean)
    total = 0.0
    for term, gain in gains:
        n = body.get(term, 0)
        if term in doc:
            n += (3 * doc[term] + 1) // 2
        if term in signature:
            n += signature[term]
        if term in name:
            n += 3 * name[term]
        if term in qualifier:
            n += qualifier[term]
        if n:
            total += gain * (K1 + 1.0) * n / (n + against)
    return total


_ROUNDING = 1.0001  # tantivy adds in 32 bits
_GROWTH = 4  # asking the text index for more costs half a millisecond a thousand; what is read of them is bounded anyway


class UnitHit(msgspec.Struct, frozen=True, kw_only=True):
    """A unit at one of the paths that show it."""

    path: str
    unit: Unit
    score: float


def match(
    ground: Ground,
    layer: Layer,
    cfg: IndexConfig,
    weights: Mapping[str, float],
    limit: int,
    frequencies: Mapping[str, int],
    units: int,
    mean: float,
) -> tuple[UnitHit, ...]:
    """At most `limit` hits in the order (-score, path, `span.start`).

    `frequencies` and `units` count visible units, `mean` is their mean weighted length. A content with many
    paths shows the first `match_copies` of them.
    """
    gains = {
        t: weights[t] * idf(units, frequencies[t])
        for t in sorted(weights)
        if weights[t] > 0 and frequencies.get(t, 0) > 0
    }
    if not gains or limit < 1:
        return ()
    pairs = tuple(gains.items())
    hits = [
        UnitHit(path=path, unit=unit, score=value)
        for unit, length, paths in _in_memory(ground, layer, gains)
        if (value := score(unit, length, pairs, mean)) > 0.0
        for path in paths[: cfg.match_copies]
    ]
    hits.sort(key=_order)
    boosts, counted = _tuned(ground, gains)
    cap = _cap(mean, counted)
    want = limit + limit // 2 + 16
    asked: set[int] = set()
    waiting: list[tuple[float, int]] = []
    while boosts:
        want = min(want, cfg.match_most)
        proposed = ground.guarded(lambda want=want: ground.text.best(boosts, want))
        waiting += [(value * cap[length], unit) for value, unit, length in proposed if unit not in asked]
        asked.update(unit for _, unit, _ in proposed)
        waiting = _take(hits, waiting, limit, lambda ids: _scored(ground, layer, cfg, pairs, mean, ids))
        if len(proposed) < want:
            break
        bound = proposed[-1][0] * cap.most
        if len(hits) >= limit and hits[limit - 1].score > bound:
            break
        if want >= cfg.match_most:
            certain = [h for h in hits if h.score > bound]
            return tuple((certain or hits)[:limit])
        want *= _GROWTH
    return tuple(hits[:limit])


def _take(
    hits: list[UnitHit],
    waiting: list[tuple[float, int]],
    limit: int,
    scored: Callable[[list[int]], list[UnitHit]],
) -> list[tuple[float, int]]:
    """Read those of the waiting units that can still be among the best `limit`, the most promising first; put
    their hits into `hits`, which is in order before and after. Gives back who goes on waiting: (highest
    possible score, unit id), highest first.
    """
    waiting = sorted(waiting, key=itemgetter(0), reverse=True)
    at = 0
    while at < len(waiting):
        if len(hits) < limit:
            end = at + limit - len(hits)
        else:
            floor, end = hits[limit - 1].score, at
            while end < len(waiting) and waiting[end][0] >= floor:
                end += 1
        if end <= at:
            break
        hits += scored([unit for _, unit in waiting[at:end]])
        hits.sort(key=_order)
        at = end
    return waiting[at:]


class _Cap(dict[int, float]):
    """By what factor an exact score can exceed tantivy's, which divides lengths by another mean: for a unit
    of a weighted length that of a term which it holds once (of others it is less), `most` whatever the unit
    is.
    """

    def __init__(self, mean: float, counted: float) -> None:
        super().__init__()
        self._mean = mean
        self._counted = counted
        self.most = max(1.0, mean / counted) * _ROUNDING if counted else 1.0

    def __missing__(self, length: int) -> float:
        exact, theirs = (1.0 + norm(length, mean) for mean in (self._mean, self._counted))
        known = self[length] = max(1.0, theirs / exact) * _ROUNDING
        return known


@lru_cache(4)
def _cap(mean: float, counted: float) -> _Cap:
    """One for all questions of a generation: lengths repeat."""
    return _Cap(mean, counted)


def _order(hit: UnitHit) -> tuple[float, str, int, int]:
    return -hit.score, hit.path, hit.unit.span.start, hit.unit.ordinal


def _in_memory(
    ground: Ground, layer: Layer, terms: Collection[str]
) -> Iterator[tuple[Unit, int, tuple[str, ...]]]:
    """Visible units that are not in the text index and hold one of the terms, with their weighted lengths and
    paths.
    """
    for extra in layer.extras:
        added = added_of(extra.facts)
        if not added.held.keys().isdisjoint(terms):
            for unit, length in zip(extra.facts.units, added.weights, strict=True):
                if not all(counted.keys().isdisjoint(terms) for counted in unit.counts):
                    yield unit, length, extra.paths
    for blob in ground.late:
        paths = layer.moved.get(blob, ground.base.paths_of.get(blob, ()))
        if paths:
            for unit in ground.reader.units_of(blob):
                if not all(counted.keys().isdisjoint(terms) for counted in unit.counts):
                    yield unit, length_of(unit.counts), paths


def holding(ground: Ground, layer: Layer, cfg: IndexConfig, term: str, most: int) -> tuple[str, ...] | None:
    """Paths whose units hold the term, sorted, without reading them; None when there are `most` or more
    places of such units.
    """
    fresh = [paths for _, _, paths in _in_memory(ground, layer, (term,))]
    want = most
    while True:
        found = ground.guarded(lambda want=want: ground.text.holders(term, want))
        held_in = Counter([unit // UNITS for unit in found])
        shown = [(paths, held_in[blob]) for blob, paths in _visible(ground, layer, held_in).items()]
        places = [(paths[: cfg.match_copies], n) for paths, n in (*((paths, 1) for paths in fresh), *shown)]
        if sum(len(paths) * n for paths, n in places) >= most:
            return None
        if len(found) < want:
            return tuple(sorted({path for paths, _ in places for path in paths}))
        want *= _GROWTH  # some of those found are hidden by open buffers or not live any more


def _visible(ground: Ground, layer: Layer, blobs: Iterable[int]) -> dict[int, tuple[str, ...]]:
    """Those of the contents of the text index that are shown somewhere, with their paths."""
    paths_of, moved, late = ground.base.paths_of, layer.moved, ground.late
    return {
        blob: paths
        for blob in blobs
        if blob not in late and (paths := moved.get(blob, paths_of.get(blob, ())))
    }


def _scored(
    ground: Ground,
    layer: Layer,
    cfg: IndexConfig,
    pairs: Sequence[tuple[str, float]],
    mean: float,
    ids: list[int],
) -> list[UnitHit]:
    """Exact scores of proposed units that are visible."""
    shown = _visible(ground, layer, {unit // UNITS for unit in ids})
    return [
        UnitHit(path=path, unit=unit, score=value)
        for key, (unit, length) in ground.reader.units(
            [unit for unit in ids if unit // UNITS in shown]
        ).items()
        if (value := score(unit, length, pairs, mean)) > 0.0
        for path in shown[key // UNITS][: cfg.match_copies]
    ]


def _tuned(ground: Ground, gains: Mapping[str, float]) -> tuple[dict[str, float], float]:
    """Boosts that make tantivy weigh each term as the exact score does, and the mean length that it divides
    by.

    tantivy's idf counts deleted units; that is divided out. Its mean length counts them too, and is a guess
    after a merge.
    """
    held = {t: n for t in gains if (n := ground.guarded(lambda t=t: ground.text.holding_ever(t)))}
    collection = None
    for term in held:
        collection = ground.guarded(lambda term=term: ground.text.collection(term))
        if collection is not None:
            break
    if collection is None:
        return {}, 0.0
    return {
        t: gains[t] / max(1e-9, idf(collection.documents, n)) for t, n in held.items()
    }, collection.mean_length
