"""A ranked file as a hit: the places to show, and the reasons in the question's own words. Done only for the
hits that are shown.
"""

from __future__ import annotations

from itertools import accumulate

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import FIELDS, Unit
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.weighting import Weighted
from helix_lsp.search.ranking.bm25f import ScoredUnit, Scorer, name_terms, score_units
from helix_lsp.search.ranking.hit import Hit, Place, Why
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.text.span import Span


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
