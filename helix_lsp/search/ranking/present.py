"""A ranked file as a hit: the places to show, and the reasons in the question's own words. Done only for the
hits that are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from msgspec.structs import replace

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import FIELDS, Unit
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.word_forms import Weighted
from helix_lsp.search.ranking.bm25f import ScoredUnit, Scorer, name_terms, score_units
from helix_lsp.search.ranking.hit import Feature, Hit, Place, Why
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.search.ranking.votes import can_use, kin_of
from helix_lsp.text.positions import Span


def present(
    ranked: Ranked,
    query: Query,
    weighted: Weighted,
    scorer: Scorer,
    snapshot: Snapshot,
    more: int,
    cfg: SearchConfig,
) -> Hit:
    """The hit of one file with at most `more` further places.

    Its other units are read where no channel named one, or where it defines what the question names.
    """
    units = _pinned(_units(ranked, query, weighted, scorer, snapshot, cfg), ranked.pin)[: 1 + more]
    top = units[0].merit(ranked.best, cfg) if units else 0.0
    path = ranked.file.path
    shares = list(
        accumulate((u.merit(ranked.best, cfg) / top if top else 1.0 for u in units), min, initial=1.0)
    )[1:]
    places = [_place(path, u, share) for u, share in zip(units, shares, strict=True)] or [_whole_file(path)]
    terms = [frozenset[str]().union(*u.unit.counts) for u in units] or [frozenset[str]()]
    why = Why(
        matched=_matched(units[0].unit, query, weighted) if units else (),
        channels=ranked.file.ranks,
        features=ranked.features,
        demotions=ranked.demotions,
        held=ranked.held,
    )
    return Hit(
        place=places[0],
        score=ranked.score,
        why=why,
        terms=terms[0],
        more=tuple(places[1:]),
        more_terms=tuple(terms[1:]),
    )


def _units(
    ranked: Ranked, query: Query, weighted: Weighted, scorer: Scorer, snapshot: Snapshot, cfg: SearchConfig
) -> list[ScoredUnit]:
    if ranked.read:
        return score_units(
            ranked.read, ranked.file.path, query, scorer, name_terms(weighted), dict(ranked.file.defines)
        )
    named = {symbol for symbol, _ in ranked.file.defines}
    known = ranked.pin < 0 or any(u.unit.ordinal == ranked.pin for u in ranked.units)
    if ranked.units and known and not named - {u.unit.symbol for u in ranked.units}:
        return list(ranked.units)
    names, defines = name_terms(weighted), dict(ranked.file.defines)
    scored = score_units(snapshot.units(ranked.file.path), ranked.file.path, query, scorer, names, defines)
    return sorted(scored, key=lambda u: (-round(u.merit(ranked.best, cfg), 6), u.unit.ordinal))


def _pinned(units: list[ScoredUnit], pin: int) -> list[ScoredUnit]:
    """The unit to show moved to the front."""
    return sorted(units, key=lambda u: u.unit.ordinal != pin) if pin >= 0 else units


def _place(path: str, scored: ScoredUnit, share: float) -> Place:
    unit = scored.unit
    return Place(
        path=path,
        span=unit.span,
        start_line=unit.start_line,
        end_line=unit.end_line,
        kind=unit.kind,
        name=unit.name,
        qualified=unit.qualified,
        symbol=unit.symbol,
        section=unit.section,
        share=round(share, 6),
        named=round(scored.named, 6),
    )


def _whole_file(path: str) -> Place:
    return Place(
        path=path,
        span=Span(0, 0),
        start_line=1,
        end_line=1,
        kind="file",
        name="",
        qualified="",
        symbol=-1,
        section=-1,
    )


def _matched(unit: Unit, query: Query, weighted: Weighted) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Per field, the question's words (a synonym as `word~synonym`) that the unit holds there."""
    written = dict(query.words)
    brought = dict(weighted.added)
    out: list[tuple[str, tuple[str, ...]]] = []
    for field, counts in zip(FIELDS, unit.counts, strict=True):
        words: dict[str, None] = {}
        for term, _ in weighted.terms:
            if term in counts:
                words[
                    written[term] if term in written else f"{written.get(brought.get(term, ''), '')}~{term}"
                ] = None
        if words:
            out.append((field, tuple(words)))
    return tuple(out)


# Files that the best places use, lifted to the end of the first ten: a question in a sentence asks how
# things work together.
#
# A file one call away shares few words with the question, so it stands far down; mixed in by weight it
# costs more at the top than it gains (design-decisions.md#ranking-recipe). At the end of what is read it
# costs next to nothing. Invariants: only files that a channel found are lifted; the files above
# `cfg.collaborators_from` stay where they are.

_ASKING_FILES = 3
_ASKING_UNITS = 2
_MOST_DEFINERS = 3
_TEST = 0.3


def lift_collaborators(
    chosen: tuple[Ranked, ...],
    ranked: tuple[Ranked, ...],
    query: Query,
    snapshot: Snapshot,
    cfg: SearchConfig,
) -> tuple[Ranked, ...]:
    """`chosen` in its order and length, with up to `cfg.collaborators` of the other files of `ranked` at
    `cfg.collaborators_from`.
    """
    at = cfg.collaborators_from
    if query.shape != "sentence" or cfg.collaborators == 0 or len(chosen) < at + cfg.collaborators:
        return chosen
    used = _used_by_best(chosen, snapshot, guarded=cfg.guard_names > 0)
    wanted = {path: value for path, value in used.items() if round(value, 6) >= cfg.collaborators_least}
    head = {r.file.path for r in chosen[:at]}
    found = {r.file.path: r for r in (*ranked, *chosen) if r.file.path in wanted and r.file.path not in head}
    best = sorted(found, key=lambda path: (-round(wanted[path], 6), path))[: cfg.collaborators]
    top, below = chosen[at - 1].score, chosen[at].score
    lifted = [
        _lift(found[path], below + (top - below) * (len(best) - i) / (len(best) + 1))
        for i, path in enumerate(best)
    ]
    return (*chosen[:at], *lifted, *(r for r in chosen[at:] if r.file.path not in best))[: len(chosen)]


def _used_by_best(chosen: tuple[Ranked, ...], snapshot: Snapshot, *, guarded: bool) -> dict[str, float]:
    """Path -> how much the best places of the first files use what it defines; a name with many definitions
    says nothing.
    """
    wanted: dict[str, float] = {}
    for asking in chosen[:_ASKING_FILES]:
        share = asking.score / chosen[0].score
        for scored in asking.units[:_ASKING_UNITS]:
            names = sorted({t[1:] for counts in scored.unit.counts for t in counts if t[0] == "="})
            for paths in _defined_for(asking.file.path, names, snapshot, guarded=guarded):
                for path in paths:
                    wanted[path] = wanted.get(path, 0.0) + share / len(paths)
    for path in wanted:
        entry = snapshot.file(path)
        if entry is not None and entry.surface.test:
            wanted[path] *= _TEST
    return wanted


def _defined_for(
    asking: str, names: Iterable[str], snapshot: Snapshot, *, guarded: bool
) -> Iterator[Sequence[str]]:
    """For each name the few files that it may be defined in; names that the asking file itself defines are
    left out.
    """
    user = _kin(asking, snapshot)
    for paths in snapshot.definers(names, _MOST_DEFINERS).values():
        if asking not in paths:
            yield [p for p in paths if can_use(user, _kin(p, snapshot))] if guarded else paths


def _kin(path: str, snapshot: Snapshot) -> str:
    entry = snapshot.file(path)
    return kin_of(entry.language) if entry is not None else ""


def _lift(ranked: Ranked, score: float) -> Ranked:
    """The same file with a higher score; its own feature says what was added (in the end, behind the
    demotions).
    """
    score = round(score, 6)
    if score <= ranked.score:
        return ranked
    factor = 1.0
    for _, demotion in ranked.demotions:
        factor *= demotion
    added = (score - ranked.score) / factor if factor else 0.0
    feature = Feature(name="collaborator", value=1.0, weight=round(added, 9), contribution=round(added, 9))
    return replace(ranked, score=score, features=(*ranked.features, feature))
