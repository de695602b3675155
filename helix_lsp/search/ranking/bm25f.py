"""BM25F of one unit from its stored term counts and the exact statistics of the snapshot.

Source: Robertson and Zaragoza, The Probabilistic Relevance Framework (2009), simple BM25F; averages over
units where a field is filled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.names.declared import path_words
from helix_lsp.index.overlay.snapshot import Statistics
from helix_lsp.index.units.unit import FIELDS, Unit
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.word_forms import Weighted
from helix_lsp.text.paths import split_path
from helix_lsp.text.words import terms

NAME = FIELDS.index("name")


class Scorer(msgspec.Struct, frozen=True, kw_only=True):
    """Everything about the question and the collection that does not depend on the unit. Term order is fixed,
    so sums are too.
    """

    terms: tuple[tuple[str, float], ...]
    """(term, weight times rarity)"""
    fields: tuple[tuple[float, float, float], ...]
    """(weight, 1 - b, b / average length) for each of FIELDS"""
    k1: float
    path: float
    """weight of a word of the path; paths are short, so their length is not weighed"""
    wanted: tuple[str, ...]
    """the terms alone: a field that holds none of them is passed over"""

    def score(self, unit: Unit, path: Mapping[str, int]) -> float:
        """BM25F of the unit in a file whose path holds the words `path`; 0 when unit and path hold none of
        the terms.
        """
        total = 0.0
        wanted = self.wanted
        pairs = [
            (weight / (base + slope * sum(counts.values())), counts)
            for (weight, base, slope), counts in zip(self.fields, unit.counts, strict=True)
            if counts and not counts.keys().isdisjoint(wanted)
        ]
        for term, value in self.terms:
            frequency = 0.0
            for scale, counts in pairs:
                if term in counts:
                    frequency += scale * counts[term]
            if term in path:
                frequency += self.path * path[term]
            if frequency:
                total += value * (self.k1 + 1) * frequency / (self.k1 + frequency)
        return total


def make_scorer(
    terms: tuple[tuple[str, float], ...], rarity: dict[str, float], stats: Statistics, cfg: SearchConfig
) -> Scorer:
    """A scorer for (term, weight) pairs."""
    weights = (cfg.weight_name, cfg.weight_qualifier, cfg.weight_signature, cfg.weight_doc, cfg.weight_body)
    norms = (cfg.norm_name, cfg.norm_qualifier, cfg.norm_signature, cfg.norm_doc, cfg.norm_body)
    fields: list[tuple[float, float, float]] = []
    for weight, b, length, filled in zip(weights, norms, stats.lengths, stats.filled, strict=True):
        average = length / filled if filled and length else 1.0
        fields.append((weight, 1 - b, b / average))
    return Scorer(
        terms=tuple((t, w * rarity[t]) for t, w in terms),
        fields=tuple(fields),
        k1=cfg.k1,
        path=cfg.weight_path,
        wanted=tuple(t for t, _ in terms),
    )


def path_counts(path: str) -> Mapping[str, int]:
    """Words of the folders once, of the file's stem twice."""
    found = dict(_folder_counts(split_path(path)[0]))
    for word in path_words(path):
        found[word] = found.get(word, 0) + 2
    return found


@lru_cache(2_000)
def _folder_counts(folder: str) -> Mapping[str, int]:
    return Counter([t for t in terms(folder.replace("/", " ")) if t[0] != "="])


# Units of a file against a question: how well each matches, and which of them to show.
#
# bench/ablation.py says what the features are worth, and what the place shown owes to its class.

_TEST_CONTAINER = 0.6
_NAME_SHARE = 0.5


class ScoredUnit(msgspec.Struct, frozen=True, kw_only=True):
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
