"""Any other question: the best places with their own words, code first, then what documents say."""

from __future__ import annotations

from helix_lsp.ask.card import Card
from helix_lsp.ask.compose.material import Material, code, documents, kind_words
from helix_lsp.ask.draft import Draft, Part, Sentence


def overview(material: Material) -> Draft:
    """At most `cfg.places` places and `cfg.documents` sentences of documents."""
    coded = [c for c in material.cards if c.role in ("code", "definition", "configuration")]
    parts: list[Part] = []
    if coded:
        parts.append(Part(title="", sentences=tuple(_said(c) for c in coded[: material.cfg.places])))
    if told := documents(material):
        parts.append(Part(title="In the documentation", sentences=told))
    if not parts:
        parts.append(Part(title="", sentences=tuple(_said(c) for c in material.cards[: material.cfg.places])))
    return Draft(shape="overview", parts=tuple(parts))


def _said(card: Card) -> Sentence:
    """`name` is a kind. Its own words; else its best line."""
    named = f"`{card.title}` is {kind_words(card.kind)}" if card.symbol else f"`{card.path}`"
    if card.summary is not None:
        return Sentence(text=f"{named}. {card.summary.text}", quotes=(card.head, card.summary), item=True)
    if card.best:
        return Sentence(text=f"{named}: `{code(card.best[0].text)}`", quotes=(card.best[0],), item=True)
    return Sentence(text=named, quotes=(card.head,), item=True)
