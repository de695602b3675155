"""`Why ...?`: sentences of documents, docstrings and comments that give a reason, most telling first."""

from __future__ import annotations

import re
from dataclasses import replace

from helix_lsp.ask.compose.material import Material, code, is_record, once, place_item
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.evidence.card import Card
from helix_lsp.ask.text.live import LiveFile
from helix_lsp.ask.text.prose import is_prose, joined, plain, prose_of, sentences, shorten
from helix_lsp.ask.text.quote import Quote, prose_sentences, quote
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.span import Span
from helix_lsp.text.words import terms
from helix_lsp.tuning.compose import COMPOSE

_REASON = re.compile(
    r"\b(?:because|since|so that|in order to|to (?:avoid|prevent|allow|ensure|make sure|keep)|otherwise|instead of|reason|rationale|due to|"
    r"therefore|that way|this (?:allows|means|ensures|prevents|avoids)|needed|required for|cannot|can't|must|should(?: not|n't)|"
    r"no longer|so (?:the|it|we|they|as|a|an|no|its|their)|too (?:late|early|expensive|slow)|only (?:if|when|after|before))\b",
    re.I,
)
_MESSAGE = re.compile(r"[\"'`][^\"'`]*\w \w+ \w[^\"'`]*")
_MOST = 4


def reason(material: Material) -> Draft | None:
    """None when no sentence gives a reason."""
    weighted = material.results.weighted
    values = {t: w * weighted.rarity[t] for t, w in weighted.terms}
    total = sum(values.values()) or 1.0
    found: list[Quote] = []
    tested = material.results.query.wants_tests
    for card in material.cards:
        if card.role == "test" and not tested:
            continue
        file = material.live.file(card.path)
        if file is None:
            continue
        found += _messages(card, values, total)
        for span in _prose(file, card):
            raw = span.cut(file.data)
            text = plain(raw)
            if (
                not is_prose(text)
                or not _REASON.search(text)
                or text.endswith(":")
                or len(text) > 2 * material.cfg.quote_chars
            ):
                continue
            held = sum(values[t] for t in dict.fromkeys(terms(text)) if t in values) / total
            if held > COMPOSE.reason_share:
                found.append(
                    quote(
                        file,
                        span,
                        shorten(text, material.cfg.quote_chars),
                        round(held * (1 + COMPOSE.reason_rank * card.score), 6),
                    )
                )
    ranked = sorted(found, key=lambda q: (is_record(q.path), -q.value, q.path, q.span.start))
    unique = {
        q.text: q for q in reversed(ranked) if q.value >= material.cfg.sentence_fall_off * ranked[0].value
    }
    best = list(reversed(unique.values()))[:_MOST]
    if not best:
        return None
    parts = [Part(title="", sentences=tuple(Sentence(text=_read(q), quotes=(q,), item=True) for q in best))]
    coded = [c for c in once(material.cards) if c.role == "code"][:2]
    if coded:
        parts.append(Part(title="In the code", sentences=tuple(place_item(c) for c in coded)))
    return Draft(shape="reason", parts=tuple(parts))


def _read(told: Quote) -> str:
    """Prose as it reads, a line of code in a code span."""
    return f"`{code(told.text)}`" if told.value and _is_code(told) else told.text


def _is_code(told: Quote) -> bool:
    return told.raw.decode("utf-8", "replace") == told.text and _MESSAGE.search(told.text) is not None


def _messages(card: Card, values: dict[str, float], total: float) -> list[Quote]:
    """Lines of code that say the reason to whoever runs into it: a message that an error carries."""
    out: list[Quote] = []
    for line in card.best if card.role == "code" else ():
        if line.prose or not _MESSAGE.search(line.text) or not _REASON.search(line.text):
            continue
        held = sum(values[t] for t in dict.fromkeys(terms(line.text)) if t in values) / total
        if held > COMPOSE.reason_share:
            out.append(replace(line, value=round(held * (1 + COMPOSE.reason_rank * card.score), 6)))
    return out


def _prose(file: LiveFile, card: Card) -> list[Span]:
    if card.section is not None:
        return list(prose_sentences(file, card.span))
    spans = joined([c for c in file.outline.comments if card.span.covers(c)], file.data)
    spans += _documentation(file, card.symbol)
    return [
        s
        for span in spans
        for chunk in prose_of(file.data, span)
        for s in sentences(file.data, chunk, comment=True)
    ]


def _documentation(file: LiveFile, symbol: Symbol | None) -> list[Span]:
    """Its own and that of what holds it: why a method does what it does is often told once, above its class."""
    out: list[Span] = []
    while symbol is not None:
        if symbol.doc is not None:
            out.append(symbol.doc)
        symbol = file.outline.symbols[symbol.parent] if symbol.parent >= 0 else None
    return out
