"""A ranked file as a hit: the places to show, and the reasons in the question's own words. Done only for the hits that are shown."""

from __future__ import annotations

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.index.unit import FIELDS, Unit
from helix_lsp.search.bm25f import Scorer
from helix_lsp.search.hit import Hit, Place, Why
from helix_lsp.search.query import Query
from helix_lsp.search.rank import Ranked, ScoredUnit, name_terms, score_units
from helix_lsp.search.weighting import Weighted
from helix_lsp.text.span import Span


def present(ranked: Ranked, query: Query, weighted: Weighted, scorer: Scorer, snapshot: Snapshot, cfg: SearchConfig) -> Hit:
    """The hit of one file; its other units are read where no channel named one, or where it defines what the question names."""
    units = _units(ranked, query, weighted, scorer, snapshot)[: 1 + cfg.more_places]
    top = units[0].merit(ranked.best) if units else 0.0
    path = ranked.file.path
    places = [_place(path, u, u.merit(ranked.best) / top if top else 1.0) for u in units] or [_whole_file(path)]
    terms = [frozenset(t for counts in u.unit.counts for t in counts) for u in units] or [frozenset[str]()]
    why = Why(
        matched=_matched(units[0].unit, query, weighted) if units else (), channels=ranked.file.ranks, features=ranked.features,
        demotions=ranked.demotions,
    )  # fmt: skip
    return Hit(place=places[0], score=ranked.score, why=why, terms=terms[0], more=tuple(places[1:]), more_terms=tuple(terms[1:]))


def _units(ranked: Ranked, query: Query, weighted: Weighted, scorer: Scorer, snapshot: Snapshot) -> list[ScoredUnit]:
    named = {symbol for symbol, _ in ranked.file.defines}
    if ranked.units and not named - {u.unit.symbol for u in ranked.units}:
        return list(ranked.units)
    names, defines = name_terms(weighted), dict(ranked.file.defines)
    scored = score_units(snapshot.units(ranked.file.path), ranked.file.path, query, scorer, names, defines)
    return sorted(scored, key=lambda u: (-round(u.merit(ranked.best), 6), u.unit.ordinal))


def _place(path: str, scored: ScoredUnit, share: float) -> Place:
    unit = scored.unit
    return Place(
        path=path, span=unit.span, start_line=unit.start_line, end_line=unit.end_line, kind=unit.kind, name=unit.name,
        qualified=f"{unit.qualifier}.{unit.name}" if unit.qualifier and unit.symbol >= 0 else unit.name,
        symbol=unit.symbol, section=unit.section, share=round(share, 6), named=round(scored.named, 6),
    )  # fmt: skip


def _whole_file(path: str) -> Place:
    return Place(path=path, span=Span(0, 0), start_line=1, end_line=1, kind="file", name="", qualified="", symbol=-1, section=-1)


def _matched(unit: Unit, query: Query, weighted: Weighted) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Per field, the question's words (a synonym as `word~synonym`) that the unit holds there."""
    written = dict(query.words)
    brought = dict(weighted.added)
    out: list[tuple[str, tuple[str, ...]]] = []
    for field, counts in zip(FIELDS, unit.counts, strict=True):
        words: dict[str, None] = {}
        for term, _ in weighted.terms:
            if term in counts:
                words[written[term] if term in written else f"{written.get(brought.get(term, ''), '')}~{term}"] = None
        if words:
            out.append((field, tuple(words)))
    return tuple(out)
