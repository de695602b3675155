"""The one order of units for a question in words: the search presents its places by it, the answer reads its
windows in it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import mul

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.search.query import Query
from helix_lsp.search.rank import Ranked
from helix_lsp.search.reading.units import Candidate, candidates
from helix_lsp.search.reading.wanted import WantedWords, wanted_words
from helix_lsp.search.reading.weights import UNITS
from helix_lsp.search.weighting import Weighted


@dataclass(frozen=True, slots=True, kw_only=True)
class UnitOrder:
    """`units` are (unit, score), best first; scores are comparable between questions, higher is better."""

    wanted: WantedWords
    units: tuple[tuple[Candidate, float], ...]


def read_units(
    query: Query,
    weighted: Weighted,
    ranked: tuple[Ranked, ...],
    snapshot: Snapshot,
    cfg: SearchConfig,
    check: Callable[[], None],
    keep: Callable[[str], bool] | None = None,
) -> UnitOrder:
    """The units of the ranked files, and of the configuration that `keep` lets through, by what was learned.
    Deterministic (I7).
    """
    wanted = wanted_words(query, weighted, snapshot)
    found = [(c, dot(UNITS, c.features)) for c in candidates(wanted, ranked, snapshot, cfg, check, keep)]
    found.sort(key=lambda x: (-round(x[1], 6), x[0].path, x[0].unit.ordinal))
    return UnitOrder(wanted=wanted, units=tuple(found))


def dot(weights: tuple[float, ...], features: tuple[float, ...]) -> float:
    """Their inner product; both are of one length."""
    return sum(map(mul, weights, features))
