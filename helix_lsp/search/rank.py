"""Files in the order of what speaks for them: each feature is a number from 0 to 1 with a weight, times the authority of the file.

Features that need the whole candidate set (`units`, `fused`) are divided by the best value in it.
Source: ranking-study 1.5; weights and factors are options of `config/search.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.snapshot import FileEntry, Snapshot
from helix_lsp.search.bm25f import Scorer
from helix_lsp.search.fuse import Fused
from helix_lsp.search.hit import Feature
from helix_lsp.search.platform import systems_in, systems_of
from helix_lsp.search.query import Query
from helix_lsp.search.unit_score import ScoredUnit, name_terms, score_units
from helix_lsp.search.votes import votes
from helix_lsp.search.weighting import Weighted
from helix_lsp.text.words import terms

_WORTH_A_LOOK = 0.05
_MOST_VOTERS = 60
_MOST_COVERED = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranked:
    """A file with its score and the reasons; `units` are those that channels named, the one to show first. `best` is the best BM25F.

    `pin` is the ordinal of a unit to show before all others, -1 for none; `held` are (what stands in the file word for word, its line).
    """

    file: Fused
    score: float
    features: tuple[Feature, ...]
    demotions: tuple[tuple[str, float], ...]
    units: tuple[ScoredUnit, ...]
    best: float
    pin: int = -1
    held: tuple[tuple[str, int], ...] = ()

    @property
    def order(self) -> tuple[float, str]:
        """The total order of the ranking (I7)."""
        return (-round(self.score, 6), self.file.path)

    @property
    def terms(self) -> frozenset[str]:
        """Terms of the unit to show; empty where only the path is known."""
        return frozenset(t for counts in self.units[0].unit.counts for t in counts) if self.units else frozenset()


def rank(fused: tuple[Fused, ...], query: Query, weighted: Weighted, scorer: Scorer, snapshot: Snapshot, cfg: SearchConfig) -> tuple[Ranked, ...]:
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
    systems = systems_in(query.text)
    demotions = {path: _demotions(entries[path], query, systems, snapshot, cfg) for path in values}
    weights = _weights(query, cfg)
    if query.short * max(cfg.rank_used_short, cfg.rank_uses_short) > _WORTH_A_LOOK:
        first = {path: _first_score(have, weights, demotions[path]) for path, have in values.items()}
        for path, (used, uses) in _neighbours(first, scored, snapshot).items():
            values[path] |= {"used": used, "uses": uses}
    out: list[Ranked] = []
    for file in fused:
        if file.path not in entries:
            continue
        features = _weighed(values[file.path], weights)
        score = _score(features, demotions[file.path])
        if score > 0:
            ordered = sorted(scored[file.path], key=lambda u: (-round(u.merit(best_unit, cfg), 6), u.unit.ordinal))
            out.append(
                Ranked(
                    file=file, score=round(score, 6), features=features, demotions=demotions[file.path], units=tuple(ordered),
                    best=best_unit,
                )
            )  # fmt: skip
    return tuple(sorted(out, key=lambda r: r.order))


def _score(features: tuple[Feature, ...], demotions: tuple[tuple[str, float], ...]) -> float:
    return sum([f.contribution for f in features]) * prod([factor for _, factor in demotions])


def _first_score(
    values: Mapping[str, float], weights: tuple[tuple[str, str, float], ...], demotions: tuple[tuple[str, float], ...]
) -> float:
    """What `_score` gives for `_weighed`, without the features themselves."""
    get = values.get
    return sum([round(round(value, 9) * weight, 9) for _, taken, weight in weights if (value := get(taken))]) * prod(
        [factor for _, factor in demotions]
    )


def _covers(path: str, names: tuple[tuple[str, float, float], ...], snapshot: Snapshot) -> float:
    """Share of the question found among the names that the file defines, and in its path."""
    own = {*terms(path.rpartition(".")[0].replace("/", " ")), *snapshot.declared(path).words}
    total = sum(value for _, _, value in names)
    return sum(value for term, _, value in names if term in own) / total if total else 0.0


def _neighbours(first: Mapping[str, float], scored: Mapping[str, list[ScoredUnit]], snapshot: Snapshot) -> dict[str, tuple[float, float]]:
    """(used by, uses) of the best files, by what each would score without its neighbours."""
    voters = sorted(first, key=lambda p: (-round(first[p], 6), p))[:_MOST_VOTERS]
    return votes({p: (first[p], [u.unit for u in scored[p]]) for p in voters}, snapshot)


def _best_three(units: list[ScoredUnit], cfg: SearchConfig) -> float:
    top = sorted((u.score for u in units), reverse=True)[:3]
    return sum(score * share for score, share in zip(top, (1.0, cfg.second_unit, cfg.third_unit), strict=False))


def _weights(query: Query, cfg: SearchConfig) -> tuple[tuple[str, str, float], ...]:
    """(feature, the value it is taken from, its weight for this question), in the order in which they are added up."""
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
        "uses": short * cfg.rank_uses_short,
        "near": cfg.rank_name,
        "scanned": cfg.rank_name,
        "frame": cfg.rank_frame,
        "beside": cfg.rank_beside,
    }
    listed = [(name, name, weight) for name, weight in weights.items() if weight]
    if query.shape == "symbol":
        listed.append(("symbol", "defines", cfg.rank_symbol))
    return tuple(listed)


def _weighed(values: Mapping[str, float], weights: tuple[tuple[str, str, float], ...]) -> tuple[Feature, ...]:
    found = [_feature(name, value, weight) for name, taken, weight in weights if (value := values.get(taken))]
    return tuple([f for f in found if f.contribution])


def _feature(name: str, value: float, weight: float) -> Feature:
    value = round(value, 9)
    return Feature(name=name, value=value, weight=weight, contribution=round(value * weight, 9))


def _demotions(entry: FileEntry, query: Query, systems: frozenset[str], snapshot: Snapshot, cfg: SearchConfig) -> tuple[tuple[str, float], ...]:
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
        asked = cfg.demote_docs_reason if query.asked.documented else cfg.demote_docs
        out.append(("document", cfg.demote_docs_issue if issue else asked))
    if surface.kind in ("config", "text"):
        out.append(("configuration", cfg.demote_config_asked if query.asked.kind == "configuration" and not issue else cfg.demote_config))
    if surface.entry and entry.language != "rust":  # `mod.rs` is where Rust keeps a module's own code
        out.append(("entry file", cfg.demote_entry))
    if not systems and systems_of(entry.path):
        out.append(("one platform's", cfg.demote_platform))
    if surface.kind == "code" and snapshot.bodiless(entry.path):
        out.append(("declares only", cfg.demote_bodiless))
    return tuple((reason, factor) for reason, factor in out if factor != 1)
