"""BM25 over the weighted bags, exactly: a pure function of the live units, whatever the text index has been
through.

Lengths are rounded down to the same 256 steps that tantivy stores, so that its order and this one differ only
by what it still counts of deleted units. k1 = 1.2, b = .75, idf = ln(1 + (N - n + .5) / (n + .5)).
Source: Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009; tantivy's and Lucene's one-byte
lengths.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log

from helix_lsp.index.text_index import K1, B
from helix_lsp.index.unit import Unit


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
