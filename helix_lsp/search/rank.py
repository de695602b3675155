"""Files in the order of what speaks for them: each feature is a number from 0 to 1 with a weight, times the authority of the file.

Features that need the whole candidate set (`units`, `fused`) are divided by the best value in it.
Source: ranking-study 1.5; weights and factors are options of `config/search.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.snapshot import FileEntry, Snapshot
from helix_lsp.index.unit import Unit
from helix_lsp.search.bm25f import NAME, Scorer, path_counts
from helix_lsp.search.fuse import Fused
from helix_lsp.search.hit import Feature
from helix_lsp.search.query import Query
from helix_lsp.search.votes import votes
from helix_lsp.search.weighting import Weighted
from helix_lsp.text.words import split, terms

_TEST_CONTAINER = 0.6
_WORTH_A_LOOK = 0.05
_MOST_VOTERS = 60
_MOST_COVERED = 30
_NAME_SHARE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredUnit:
    """A unit with its BM25F, how well its name and the question agree (0..1), and how surely the question names it (0..1)."""

    unit: Unit
    score: float
    named: float
    defines: float

    def merit(self, best: float) -> float:
        """What makes a unit the one to show for its file; `best` is the best BM25F of the question."""
        return (self.score / best if best else 0.0) + _NAME_SHARE * self.named + _NAME_SHARE * self.defines


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A file with its score and the reasons; `units` are those that channels named, the one to show first. `best` is the best BM25F."""

    file: Fused
    score: float
    features: tuple[Feature, ...]
    demotions: tuple[tuple[str, float], ...]
    units: tuple[ScoredUnit, ...]
    best: float

    @property
    def order(self) -> tuple[float, str]:
        """The total order of the ranking (I7)."""
        return (-round(self.score, 6), self.file.path)

    @property
    def terms(self) -> frozenset[str]:
        """Terms of the unit to show; empty where only the path is known."""
        return frozenset(t for counts in self.units[0].unit.counts for t in counts) if self.units else frozenset()


def rank(
    fused: tuple[Fused, ...], query: Query, weighted: Weighted, scorer: Scorer, snapshot: Snapshot, cfg: SearchConfig
) -> tuple[Ranked, ...]:
    """Files, best first; one none of whose features is above zero is left out."""
    entries = {f.path: e for f in fused if (e := snapshot.file(f.path)) is not None}
    names = name_terms(weighted)
    scored = {f.path: score_units(f.units, f.path, query, scorer, names, dict(f.defines)) for f in fused if f.path in entries}
    sums = {path: _best_three(units, cfg) for path, units in scored.items()}
    best_unit = max((u.score for units in scored.values() for u in units), default=0.0)
    best_sum = max(sums.values(), default=0.0)
    best_fused = fused[0].score if fused else 0.0
    values: dict[str, dict[str, float]] = {}
    for file in fused:
        if file.path in entries:
            units = scored[file.path]
            values[file.path] = {
                **dict(file.features),
                "units": sums[file.path] / best_sum if best_sum else 0.0,
                "fused": file.score / best_fused if best_fused else 0.0,
                "name": max((u.named for u in units), default=0.0),
                "covers": _covers(file.path, names, snapshot) if len(values) < _MOST_COVERED else 0.0,
            }
    if query.short * cfg.rank_used_short > _WORTH_A_LOOK:
        for path, value in _used(values, scored, entries, query, snapshot).items():
            values[path]["used"] = value
    out: list[Ranked] = []
    for file in fused:
        if file.path not in entries:
            continue
        features = _weigh_features(values[file.path], query, cfg)
        demotions = _demotions(entries[file.path], query, cfg)
        score = sum(f.contribution for f in features)
        for _, factor in demotions:
            score *= factor
        if score > 0:
            ordered = sorted(scored[file.path], key=lambda u: (-round(u.merit(best_unit), 6), u.unit.ordinal))
            out.append(
                Ranked(file=file, score=round(score, 6), features=features, demotions=demotions, units=tuple(ordered), best=best_unit)
            )
    return tuple(sorted(out, key=lambda r: r.order))


def _covers(path: str, names: tuple[tuple[str, float, float], ...], snapshot: Snapshot) -> float:
    """Share of the question found among the names that the file defines, and in its path."""
    own = {*terms(path.rpartition(".")[0].replace("/", " ")), *(t for name in snapshot.names_in(path) for t in split(name)[0])}
    total = sum(value for _, _, value in names)
    return sum(value for term, _, value in names if term in own) / total if total else 0.0


def _used(
    values: Mapping[str, Mapping[str, float]],
    scored: Mapping[str, list[ScoredUnit]],
    entries: Mapping[str, FileEntry],
    query: Query,
    snapshot: Snapshot,
) -> dict[str, float]:
    """Votes of the best-matching files for candidates among the files that they use."""
    strength: dict[str, float] = {}
    for path, have in values.items():
        value = 2 * have["units"] + 2 * have.get("stem", 0.0) + 0.5 * have["name"] + 0.5 * have.get("defines", 0.0)
        surface = entries[path].surface
        if (surface.test and not query.wants_tests) or surface.kind != "code":
            value *= 0.5
        strength[path] = value
    voters = sorted(strength, key=lambda p: (-round(strength[p], 6), p))[:_MOST_VOTERS]
    found = votes({p: (strength[p], [u.unit for u in scored[p]]) for p in voters}, snapshot)
    return {path: value for path, value in found.items() if path in values}


def name_terms(weighted: Weighted) -> tuple[tuple[str, float, float], ...]:
    """(term, weight, weight times rarity) of the question's parts, for matching names."""
    known = dict(weighted.terms)
    return tuple((t, w, w * weighted.rarity[t]) for t, w in sorted(known.items()) if t[0] != "=")


def score_units(
    units: tuple[Unit, ...], path: str, query: Query, scorer: Scorer, names: tuple[tuple[str, float, float], ...], defines: dict[int, float]
) -> list[ScoredUnit]:
    """The units of one file, scored, in their order."""
    words = path_counts(path)
    return [_score_unit(u, words, query, scorer, names, defines) for u in units]


def _score_unit(
    unit: Unit,
    path: Mapping[str, int],
    query: Query,
    scorer: Scorer,
    names: tuple[tuple[str, float, float], ...],
    defines: dict[int, float],
) -> ScoredUnit:
    """Everything about one unit that ranking and presentation need; `defines` maps definitions to how surely they are named."""
    score = scorer.score(unit, path)
    if not query.wants_tests and _in_test_container(unit):
        score *= _TEST_CONTAINER
    own = unit.counts[NAME]
    matched = total = spelled = 0.0
    for term, weight, value in names:
        total += value
        if term in own:
            matched += value
            spelled += min(1.0, weight)
    length = sum(1 for t in own if t[0] != "=")
    share = matched / total if total else 0.0
    named = (share * min(1.0, spelled / max(1, length))) ** 0.5
    return ScoredUnit(unit=unit, score=score, named=named, defines=defines.get(unit.symbol, 0.0) if unit.symbol >= 0 else 0.0)


def _in_test_container(unit: Unit) -> bool:
    """A test that stands inside a source file (Rust's `mod tests`, a function named `test_...`)."""
    owners = unit.qualifier.lower().split(".")
    return "tests" in owners or "test" in owners or unit.name in ("tests", "test") or unit.name.startswith("test_")


def _best_three(units: list[ScoredUnit], cfg: SearchConfig) -> float:
    top = sorted((u.score for u in units), reverse=True)[:3]
    return sum(score * share for score, share in zip(top, (1.0, cfg.second_unit, cfg.third_unit), strict=False))


def _weigh_features(values: Mapping[str, float], query: Query, cfg: SearchConfig) -> tuple[Feature, ...]:
    short = query.short
    weights = {
        "units": cfg.rank_units,
        "fused": cfg.rank_fused,
        "name": cfg.rank_name,
        "defines": short * cfg.rank_defines_short + (1 - short) * cfg.rank_defines_long,
        "stem": cfg.rank_stem,
        "precise": short * cfg.rank_precise_short + (1 - short) * cfg.rank_precise_long,
        "mentioned": cfg.rank_mentioned,
        "covers": cfg.rank_covers,
        "used": short * cfg.rank_used_short,
        "near": cfg.rank_name,
        "scanned": cfg.rank_name,
    }
    out = [_feature(name, values.get(name, 0.0), weight) for name, weight in weights.items()]
    if query.shape == "symbol":
        out.append(_feature("symbol", values.get("defines", 0.0), cfg.rank_symbol))
    return tuple(f for f in out if f.contribution)


def _feature(name: str, value: float, weight: float) -> Feature:
    value = round(value, 9)
    return Feature(name=name, value=value, weight=weight, contribution=round(value * weight, 9))


def _demotions(entry: FileEntry, query: Query, cfg: SearchConfig) -> tuple[tuple[str, float], ...]:
    surface = entry.surface
    issue = query.shape == "issue"
    out: list[tuple[str, float]] = []
    if surface.test and not query.wants_tests:
        out.append(("test", cfg.demote_test_issue if issue else cfg.demote_test))
    if surface.example and not query.wants_examples:
        out.append(("example", cfg.demote_example))
    if surface.generated or surface.vendored or entry.generated:
        out.append(("vendored" if surface.vendored else "generated", cfg.demote_generated))
    if surface.kind == "docs" and not query.wants_docs:
        out.append(("document", cfg.demote_docs_issue if issue else cfg.demote_docs))
    if surface.kind in ("config", "text"):
        out.append(("configuration", cfg.demote_config))
    if surface.entry and entry.language != "rust":  # `mod.rs` is where Rust keeps a module's own code
        out.append(("entry file", cfg.demote_entry))
    return tuple(out)
