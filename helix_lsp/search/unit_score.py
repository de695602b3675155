"""Units of a file against a question: how well each matches, and which of them to show.

bench/ablation.py says what the features are worth, and what the place shown owes to its class.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.unit import Unit
from helix_lsp.search.bm25f import NAME, Scorer, path_counts
from helix_lsp.search.query import Query
from helix_lsp.search.weighting import Weighted

_TEST_CONTAINER = 0.6
_NAME_SHARE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredUnit:
    """A unit with its BM25F, how well its name and the question agree (0..1), and how surely the question
    names it (0..1).

    `holder` is the BM25F of the class that it is a member of, 0 where that did not match.
    """

    unit: Unit
    score: float
    named: float
    defines: float
    holder: float = 0.0

    def merit(self, best: float, cfg: SearchConfig) -> float:
        """What makes a unit the one to show for its file; `best` is the best BM25F of the question."""
        own = (self.score + cfg.place_holder * self.holder) / best if best else 0.0
        kind = (
            1.0
            if self.defines
            else cfg.place_class
            if self.unit.kind == "class"
            else cfg.place_module
            if self.unit.kind == "module"
            else 1.0
        )
        return kind * (own + _NAME_SHARE * self.named + _NAME_SHARE * self.defines)


def name_terms(weighted: Weighted) -> tuple[tuple[str, float, float], ...]:
    """(term, weight, weight times rarity) of the question's parts, for matching names."""
    known = dict(weighted.terms)
    return tuple((t, w, w * weighted.rarity[t]) for t, w in sorted(known.items()) if t[0] != "=")


def score_units(
    units: tuple[Unit, ...],
    path: str,
    query: Query,
    scorer: Scorer,
    names: tuple[tuple[str, float, float], ...],
    defines: dict[int, float],
) -> list[ScoredUnit]:
    """The units of one file, scored, in their order."""
    words = path_counts(path)
    scored = [_score_unit(u, words, query, scorer, names, defines) for u in units]
    if query.shape == "symbol":
        return scored  # who asks for a class by its name wants the class, not its best member
    holders = {_qualified(s.unit): s.score for s in scored if s.unit.kind == "class"}
    if not holders:
        return scored
    return [
        replace(s, holder=holders[s.unit.qualifier]) if s.unit.qualifier in holders else s for s in scored
    ]


def _qualified(unit: Unit) -> str:
    return f"{unit.qualifier}.{unit.name}" if unit.qualifier else unit.name


def _score_unit(
    unit: Unit,
    path: Mapping[str, int],
    query: Query,
    scorer: Scorer,
    names: tuple[tuple[str, float, float], ...],
    defines: dict[int, float],
) -> ScoredUnit:
    """Everything about one unit that ranking and presentation need; `defines` maps definitions to how surely
    they are named.
    """
    score = scorer.score(unit, path)
    if not query.wants_tests and in_test_container(unit):
        score *= _TEST_CONTAINER
    own = unit.counts[NAME]
    named = 0.0
    if own:
        matched = total = spelled = 0.0
        for term, weight, value in names:
            total += value
            if term in own:
                matched += value
                spelled += min(1.0, weight)
        if matched and total:
            length = len([t for t in own if t[0] != "="])
            named = (matched / total * min(1.0, spelled / max(1, length))) ** 0.5
    return ScoredUnit(
        unit=unit,
        score=score,
        named=named,
        defines=defines.get(unit.symbol, 0.0) if unit.symbol >= 0 else 0.0,
    )


def in_test_container(unit: Unit) -> bool:
    """A test that is inside a source file (Rust's `mod tests`, a function named `test_...`)."""
    name, qualifier = unit.name, unit.qualifier.lower()
    if "test" in qualifier and not {"tests", "test"}.isdisjoint(qualifier.split(".")):
        return True
    return name in ("tests", "test") or name.startswith("test_")
