"""Rung 9: evidence cards. Each is one place with its live bytes, what it is, its own words about itself, and
the lines that fit best.
"""

from __future__ import annotations

import msgspec

from helix_lsp.ask.compose.material import group_of
from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.evidence.pool import Card, Role
from helix_lsp.ask.rungs.arbiter import Verdict
from helix_lsp.ask.rungs.evidence import Evidence
from helix_lsp.ask.text.quote import (
    LiveFile,
    LiveFiles,
    Quote,
    best_lines,
    best_sentences,
    doc_quote,
    line_quote,
)
from helix_lsp.config.questions import AskConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.question.word_forms import Weighted
from helix_lsp.search.ranking.hit import Hit, Place
from helix_lsp.syntax.outline import Section, Symbol
from helix_lsp.text.positions import Span


class Cards(msgspec.Struct, frozen=True, kw_only=True):
    """Best first. `lost` are places that retrieval named and the live files no longer hold; `scaffold` is
    what an answer should speak of: the slots that have evidence, hard ones first.
    """

    cards: tuple[Card, ...]
    lost: tuple[str, ...]
    scaffold: tuple[str, ...] = ()

    @property
    def status(self) -> str:
        return "ok" if self.cards else "empty"

    @property
    def events(self) -> Events:
        if not self.cards:
            return ()
        return (
            event("evidence_cards_ready", "repo"),
            *((event("reasoning_scaffold_ready", "ok"),) if self.scaffold else ()),
        )

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        listed = (
            (f"card {n}", f"{c.role} {c.kind} {c.title} ({c.path}:{c.head.start_line})")
            for n, c in enumerate(self.cards, 1)
        )
        return (*listed, ("scaffold", " | ".join(self.scaffold)), ("lost", " ".join(self.lost)))


def lay_out(
    evidence: Evidence, verdict: Verdict, live: LiveFiles, snapshot: Snapshot, cfg: AskConfig
) -> Cards:
    """Cards for the best hits that still exist, when an answer may be drawn from them. Costs one read per
    file of a card.
    """
    cards: list[Card] = []
    lost: list[str] = []
    if not verdict.carried:
        return Cards(cards=(), lost=())
    weighted = evidence.results.weighted
    places = [
        (h, p, t)
        for h in evidence.hits
        for p, t in zip((h.place, *h.more), (h.terms, *h.more_terms), strict=True)
    ]
    places.sort(key=lambda x: (-_score(x[0], x[1]), x[1].path, x[1].span.start))
    for hit, place, terms in places:
        if len(cards) == cfg.cards:
            break
        card = _card(hit, place, terms, weighted, live, _role(place.path, snapshot), cfg)
        if card is None:
            lost.append(place.path)
        else:
            cards.append(card)
    cards.sort(key=lambda c: (-c.score, c.path, c.span.start))
    return Cards(
        cards=tuple(cards),
        lost=tuple(dict.fromkeys(lost)),
        scaffold=evidence.coverage.spoken if cards else (),
    )


def _role(path: str, snapshot: Snapshot) -> Role:
    """What a file is to an answer."""
    entry = snapshot.file(path)
    surface = entry.surface if entry else None
    if surface is None:
        return "code"
    if surface.test:
        return "test"
    return (
        "document"
        if surface.kind == "docs"
        else "configuration"
        if surface.kind in ("config", "text")
        else "code"
    )


def _score(hit: Hit, place: Place) -> float:
    return round(hit.score * place.share, 6)


def _card(
    hit: Hit,
    place: Place,
    terms: frozenset[str],
    weighted: Weighted,
    live: LiveFiles,
    role: Role,
    cfg: AskConfig,
) -> Card | None:
    file, span = live.file(place.path), live.span_of(place)
    if file is None or span is None:
        return None
    symbol, section = live.symbol(place), live.section(place)
    summary = _summary(file, symbol, place, cfg)
    prose = section is not None or role == "document"
    best = best_sentences(file, span, weighted, cfg) if prose else best_lines(file, span, symbol, weighted)
    return Card(
        role=role,
        path=place.path,
        title=_title(place, symbol, section),
        kind=symbol.kind if symbol else _kind(file, place, span),
        span=span,
        symbol=symbol,
        section=section,
        head=_head(file, span, symbol, section),
        summary=summary,
        best=best,
        score=_score(hit, place),
        named=place.named,
        terms=terms,
        group=group_of(file, symbol) if symbol is not None else (),
    )


def _kind(file: LiveFile, place: Place, span: Span) -> str:
    """A stretch of a configuration that holds several keys is not a key."""
    several = place.kind == "key" and sum(span.contains(k.span.start) for k in file.outline.keys) > 1
    return "keys" if several else place.kind


def _title(place: Place, symbol: Symbol | None, section: Section | None) -> str:
    if symbol is not None:
        return symbol.qualified
    if section is not None and section.title:
        return section.title
    return place.name or place.path


def _head(file: LiveFile, span: Span, symbol: Symbol | None, section: Section | None) -> Quote:
    """The line that says what the place is: the definition's name line, the heading, else the first line with
    text.
    """
    if symbol is not None:
        return line_quote(file, symbol.name_span)
    if section is not None and len(section.heading):
        return line_quote(file, section.heading)
    text = span.cut(file.data)
    return line_quote(
        file, Span(span.start + len(text) - len(text.lstrip()), span.start + len(text) - len(text.lstrip()))
    )


def _summary(file: LiveFile, symbol: Symbol | None, place: Place, cfg: AskConfig) -> Quote | None:
    if symbol is not None:
        return doc_quote(file, symbol.doc, cfg.quote_chars) if symbol.doc else None
    if place.kind == "module" and file.outline.module_doc is not None:
        return doc_quote(file, file.outline.module_doc, cfg.quote_chars)
    return None
