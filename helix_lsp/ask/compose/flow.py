"""`How ...?`: entry points with their own words and what they call, in the order of the calls; then the
documents' sentence.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, documents, introduce, kind_words, live_symbol, share
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.evidence.callees import Callee, callees
from helix_lsp.ask.evidence.card import Card
from helix_lsp.ask.question.target import asked_for
from helix_lsp.ask.text.prose import plain, shorten
from helix_lsp.ask.text.prose import sentences as sentences_of
from helix_lsp.ask.text.quote import Quote, line_quote, quote
from helix_lsp.text.words import terms
from helix_lsp.tuning.compose import COMPOSE
from helix_lsp.tuning.reading import READING

_IDLE = frozenset({"constructor", "class"})
_FEW = 2
_ENTRY_KINDS = frozenset(
    {"function", "method", "constructor", "class", "struct", "trait", "interface", "impl", "macro"}
)


def flow(material: Material) -> Draft | None:
    """None when no definition is among the evidence."""
    entries = _entries(material)
    if not entries:
        return None
    parts = [Part(title="", sentences=(_entry(card), *_steps(card, material))) for card in entries]
    if said := documents(material):
        parts.append(Part(title="In the documentation", sentences=said))
    return Draft(shape="flow", parts=tuple(parts))


def _entries(material: Material) -> list[Card]:
    """The definition whose name and text fit best, then those that hold words of the question which the
    chosen ones do not.

    What a definition says about itself counts as its name does. A constructor gives way to the methods that
    act: it names everything and does nothing.
    """
    able = [
        c
        for c in material.cards
        if c.symbol is not None and c.kind in _ENTRY_KINDS and c.role in ("code", "definition")
    ]
    weighted = material.results.weighted
    values = {t: w * weighted.rarity[t] for t, w in weighted.terms if t[0] != "="}
    total = sum(values.values()) or 1.0
    asked = _asked(material)
    if asked is not None:
        able = [asked, *(c for c in able if (c.path, c.title) != (asked.path, asked.title))]
    fit = {
        c: c.score
        * (0.5 + c.named)
        * (1 + _told(c, material))
        * (COMPOSE.passive if c.kind in _IDLE else 1.0)
        for c in able
    }
    if asked is not None:
        fit[asked] = max(fit.values()) * COMPOSE.named  # what the question names is where it begins
    able.sort(key=lambda c: (-round(fit[c], 6), c.path, c.span.start))
    best = fit[able[0]] if able else 0.0
    chosen: list[Card] = []
    covered: set[str] = set()
    for card in able:
        held = {t for t in card.terms if t in values}
        fresh = sum(values[t] for t in sorted(held - covered)) / total
        if fit[card] < material.cfg.fall_off * best:
            break
        if any((c.path, c.title) == (card.path, card.title) for c in chosen):
            continue  # another window of the same long body
        if not chosen or fresh >= COMPOSE.fresh or fit[card] >= COMPOSE.close * best:
            chosen.append(card)
            covered |= held
        if len(chosen) == material.cfg.entry_points:
            break
    return chosen


def _asked(material: Material) -> Card | None:
    """The definition that the question is about as a whole: it writes the name, or it has no other words."""
    found = asked_for(material.results, material.snapshot)
    content = [t for t, weight in material.results.query.terms if t[0] != "=" and weight > READING.content]
    if found is None or (len(content) > _FEW and not (found.sure and found.owned)):
        return None
    here = live_symbol(found.defined[0], material)
    if here is None or here[0].kind not in _ENTRY_KINDS:
        return None
    symbol, head, summary = here
    return Card(
        role="code",
        path=found.defined[0].path,
        title=symbol.qualified,
        kind=symbol.kind,
        span=symbol.span,
        symbol=symbol,
        section=None,
        head=head,
        summary=summary,
        best=(),
        score=1.0,
        named=1.0,
        terms=frozenset(terms(f"{symbol.qualified} {summary.text if summary else ''}")),
    )


def _told(card: Card, material: Material) -> float:
    return share(f"{card.title} {card.summary.text if card.summary is not None else ''}", material)


def _entry(card: Card) -> Sentence:
    assert card.symbol is not None
    if card.summary is not None:
        return Sentence(
            text=f"{introduce(card.symbol)}. {card.summary.text}", quotes=(card.head, card.summary)
        )
    return Sentence(text=f"{introduce(card.symbol)}.", quotes=(card.head,), code=card.symbol.signature)


def _steps(card: Card, material: Material) -> list[Sentence]:
    """The calls that say most about the question, kept in the order of the code."""
    file = material.live.file(card.path)
    if file is None or card.symbol is None:
        return []
    wanted = dict(material.results.weighted.terms)
    rated: list[tuple[float, int, Callee]] = []
    for at, callee in enumerate(callees(file, card.symbol)):
        held = sum(wanted.get(t, 0.0) for t in dict.fromkeys(terms(callee.defined.symbol.name)))
        rated.append((-held, at, callee))
    kept = sorted(sorted(rated, key=lambda r: r[:2])[: material.cfg.steps], key=lambda r: r[1])
    out: list[Sentence] = []
    for _, _, callee in kept:
        here = live_symbol(callee.defined, material)
        if here is None:
            continue
        symbol, head, summary = here
        call = line_quote(file, callee.reference.span)
        first = _first_sentence(summary, material)
        told = f"calls `{symbol.qualified}`" + (
            f": {first.text}" if first else f", {kind_words(symbol.kind)}"
        )
        out.append(Sentence(text=told, quotes=(call, first or head), item=True))
    return out


def _first_sentence(summary: Quote | None, material: Material) -> Quote | None:
    if summary is None:
        return None
    file = material.live.file(summary.path)
    if file is None:
        return None
    for span in sentences_of(file.data, summary.span, comment=True):
        return quote(file, span, shorten(plain(span.cut(file.data)), material.cfg.quote_chars))
    return None
