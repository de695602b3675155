"""Files in the order of what speaks for them: each feature is a number from 0 to 1 with a weight, times the
authority of the file.

Features that need the whole candidate set (`units`, `fused`) are divided by the best value in it.
What they are worth: design-decisions.md#ranking-recipe; weights and factors are options of
`config/questions.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import prod

import msgspec

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.channels.candidate import Candidate
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.word_forms import Weighted
from helix_lsp.search.ranking.bm25f import ScoredUnit, Scorer, name_terms, score_units
from helix_lsp.search.ranking.hit import Feature
from helix_lsp.search.ranking.learned import TOLD, learned_of
from helix_lsp.search.ranking.votes import votes
from helix_lsp.text.regex import regex
from helix_lsp.text.words import terms

_WORTH_A_LOOK = 0.05
_MOST_VOTERS = 60
_MOST_COVERED = 30
# `unix`, `posix` and `linux` are what the others are twins of, so they are not variants here
_SYSTEMS = frozenset(
    "win windows win32 win64 winnt mingw cygwin msvc winapi aix sunos solaris illumos hpux os390 zos ibmi as400 haiku qnx vms "
    "darwin macos macosx osx freebsd openbsd netbsd dragonfly bsd android fuchsia emscripten wasi plan9".split()
)
_WORD = regex(r"[a-z]+[a-z0-9]*")
_SPLIT = regex(r"[/._\-]+")


class Ranked(msgspec.Struct, frozen=True, kw_only=True):
    """A file with its score and the reasons; `units` are those that channels named, the one to show first.
    `best` is the best BM25F.

    `pin` is the ordinal of a unit to show before all others, -1 for none; `held` are (what is in the file
    word for word, its line);
    `read` are the units to show, best first, where the units of the file were read (empty: by their merit).
    """

    file: Fused
    score: float
    features: tuple[Feature, ...]
    demotions: tuple[tuple[str, float], ...]
    units: tuple[ScoredUnit, ...]
    best: float
    pin: int = -1
    held: tuple[tuple[str, int], ...] = ()
    read: tuple[Unit, ...] = ()

    @property
    def order(self) -> tuple[float, str]:
        """The total order of the ranking (I7)."""
        return (-round(self.score, 6), self.file.path)


def rank(
    fused: tuple[Fused, ...],
    query: Query,
    weighted: Weighted,
    scorer: Scorer,
    snapshot: Snapshot,
    cfg: SearchConfig,
) -> tuple[Ranked, ...]:
    """Files, best first; one none of whose features is above zero is left out."""
    entries = {f.path: e for f in fused if (e := snapshot.file(f.path)) is not None}
    names = name_terms(weighted)
    scored = {
        f.path: score_units(f.units, f.path, query, scorer, names, dict(f.defines))
        for f in fused
        if f.path in entries
    }
    sums = {path: _best_three(units, cfg) for path, units in scored.items()}
    best_unit = max((u.score for units in scored.values() for u in units), default=0.0)
    best_sum = max(sums.values(), default=0.0)
    best_fused = fused[0].score if fused else 0.0
    covers = _covers(list(scored)[:_MOST_COVERED], names, snapshot)
    learned = learned_of(cfg)
    told = learned.told.files(query.terms) if learned is not None and learned.weight else {}
    values: dict[str, dict[str, float]] = {}
    for file in fused:
        if file.path in entries:
            units = scored[file.path]
            values[file.path] = {
                **dict(file.features),
                "units": sums[file.path] / best_sum if best_sum else 0.0,
                "fused": file.score / best_fused if best_fused else 0.0,
                "name": max((u.named for u in units), default=0.0),
                "covers": covers.get(file.path, 0.0),
                TOLD: told.get(file.path, 0.0),
            }
    systems = systems_in(query.text)
    bodiless = snapshot.bodiless([path for path in values if entries[path].surface.kind == "code"])
    demotions = {path: _demotions(entries[path], query, systems, path in bodiless, cfg) for path in values}
    weights = _weights(query, cfg)
    features = {path: _weighed(have, weights) for path, have in values.items()}
    scores = {path: _score(found, demotions[path]) for path, found in features.items()}
    if query.short * max(cfg.rank_used_short, cfg.rank_uses_short) > _WORTH_A_LOOK:
        for path, (used, uses) in _neighbours(scores, scored, entries, snapshot, cfg).items():
            features[path] = _weighed(values[path] | {"used": used, "uses": uses}, weights)
            scores[path] = _score(features[path], demotions[path])
    out: list[Ranked] = []
    for file in fused:
        score = scores.get(file.path, 0.0)
        if score > 0:
            units = scored[file.path]
            if len(units) > 1:
                units = sorted(units, key=lambda u: (-round(u.merit(best_unit, cfg), 6), u.unit.ordinal))
            out.append(
                Ranked(
                    file=file,
                    score=round(score, 6),
                    features=features[file.path],
                    demotions=demotions[file.path],
                    units=tuple(units),
                    best=best_unit,
                )
            )
    return tuple(sorted(out, key=lambda r: r.order))


def _score(features: tuple[Feature, ...], demotions: tuple[tuple[str, float], ...]) -> float:
    return sum([f.contribution for f in features]) * prod([factor for _, factor in demotions])


def _covers(
    paths: list[str], names: tuple[tuple[str, float, float], ...], snapshot: Snapshot
) -> dict[str, float]:
    """Path -> share of the question found among the names that the file defines, and in its path."""
    snapshot.read_ahead(paths)
    total = sum(value for _, _, value in names)
    found: dict[str, float] = {}
    for path in paths:
        own = {*terms(path.rpartition(".")[0].replace("/", " ")), *snapshot.declared(path).words}
        found[path] = sum(value for term, _, value in names if term in own) / total if total else 0.0
    return found


def _neighbours(
    first: Mapping[str, float],
    scored: Mapping[str, list[ScoredUnit]],
    entries: Mapping[str, FileEntry],
    snapshot: Snapshot,
    cfg: SearchConfig,
) -> dict[str, tuple[float, float]]:
    """(used by, uses) of the best files, by what each would score without its neighbours."""
    voters = sorted(first, key=lambda p: (-round(first[p], 6), p))[:_MOST_VOTERS]
    snapshot.read_ahead(voters)
    matching = {p: (first[p], [u.unit for u in scored[p]]) for p in voters}
    return votes(matching, {p: entries[p].language for p in voters}, snapshot, guarded=cfg.guard_names > 0)


def _best_three(units: list[ScoredUnit], cfg: SearchConfig) -> float:
    top = sorted((u.score for u in units), reverse=True)[:3]
    return sum(
        score * share for score, share in zip(top, (1.0, cfg.second_unit, cfg.third_unit), strict=False)
    )


def _weights(query: Query, cfg: SearchConfig) -> tuple[tuple[str, str, float], ...]:
    """(feature, the value it is taken from, its weight for this question), in the order in which they are
    added up.
    """
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
    if (learned := learned_of(cfg)) is not None:
        weights = learned.weights(weights)
    listed = [(name, name, weight) for name, weight in weights.items() if weight]
    if query.shape == "symbol":
        listed.append(("symbol", "defines", cfg.rank_symbol))
    return tuple(listed)


def _weighed(values: Mapping[str, float], weights: tuple[tuple[str, str, float], ...]) -> tuple[Feature, ...]:
    found: list[Feature] = []
    for name, taken, weight in weights:
        if value := values.get(taken):
            value = round(value, 9)
            if contribution := round(value * weight, 9):
                found.append(Feature(name, value, weight, contribution))
    return tuple(found)


def _demotions(
    entry: FileEntry, query: Query, systems: frozenset[str], bodiless: bool, cfg: SearchConfig
) -> tuple[tuple[str, float], ...]:
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
        out.append(
            (
                "configuration",
                cfg.demote_config_asked
                if query.asked.kind == "configuration" and not issue
                else cfg.demote_config,
            )
        )
    if surface.entry and entry.language != "rust":  # `mod.rs` is where Rust keeps a module's own code
        out.append(("entry file", cfg.demote_entry))
    if not systems and systems_of(entry.path):
        out.append(("one platform's", cfg.demote_platform))
    if bodiless:
        out.append(("declares only", cfg.demote_bodiless))
    return tuple((reason, factor) for reason, factor in out if factor != 1)


@lru_cache(20_000)
def systems_of(path: str) -> frozenset[str]:
    """Operating systems that a folder or a part of the file's name stands for; empty for a general file, of
    which such a one is a twin that comes after it unless the question names the system.
    """
    return frozenset(_SPLIT.split(path.lower())) & _SYSTEMS


def systems_in(question: str) -> frozenset[str]:
    """Operating systems that a question names."""
    return frozenset(_WORD.findall(question.lower())) & _SYSTEMS


# Weighted reciprocal rank fusion of channel results.
#
# Invariants: I7 the result does not depend on the order of channels. Source: Cormack, Clarke, Buettcher, SIGIR
# 2009 (k = 60).


class Fused(msgspec.Struct, frozen=True, kw_only=True):
    """One file: `units` that any channel named (in order of their place), the channels' ranks, their
    features, the fused score.

    `ranks` are (channel, best rank from 1, that channel's score), by channel name.
    """

    path: str
    units: tuple[Unit, ...]
    ranks: tuple[tuple[str, int, float], ...]
    features: tuple[tuple[str, float], ...]
    defines: tuple[tuple[int, float], ...]
    """(index of a definition, how surely the question names it or a near name)"""
    score: float


def fuse(
    channels: Mapping[str, Sequence[Candidate]], weights: Mapping[str, float], k: float
) -> tuple[Fused, ...]:
    """One entry a file, best fused score first, ties by path. A file counts once a channel, at its best rank
    there.
    """
    units: dict[str, dict[int, Unit]] = {}
    ranks: dict[str, dict[str, tuple[int, float]]] = {}
    features: dict[str, dict[str, float]] = {}
    defines: dict[str, dict[int, float]] = {}
    for channel in sorted(channels):
        place = 0
        for candidate in channels[channel]:
            seen = ranks.setdefault(candidate.path, {})
            if channel not in seen:
                place += 1
                seen[channel] = (place, candidate.score)
            if candidate.unit is not None:
                units.setdefault(candidate.path, {})[candidate.unit.ordinal] = candidate.unit
            own = features.setdefault(candidate.path, {})
            for name, value in candidate.features:
                own[name] = max(own.get(name, 0.0), value)
                if candidate.symbol >= 0:
                    sure = defines.setdefault(candidate.path, {})
                    sure[candidate.symbol] = max(sure.get(candidate.symbol, 0.0), value)
    fused = [  # `seen` holds its channels in the order of their names
        Fused(
            path=path,
            units=tuple([own[at] for at in sorted(own)]) if (own := units.get(path)) else (),
            ranks=tuple([(channel, *place) for channel, place in seen.items()]),
            features=tuple(sorted(features[path].items())),
            defines=tuple(sorted(sure.items())) if (sure := defines.get(path)) else (),
            score=sum([weights[channel] / (k + place[0]) for channel, place in seen.items()]),
        )
        for path, seen in ranks.items()
    ]
    return tuple(sorted(fused, key=lambda f: (-round(f.score, 9), f.path)))
