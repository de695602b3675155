"""Any other question: the best places with their own words, code first, then what documents say."""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, adding, documents, grouped, kind_words, once, said, share
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.evidence.card import Card
from helix_lsp.tuning.compose import COMPOSE


def overview(material: Material) -> Draft:
    """At most `cfg.places` places and `cfg.documents` sentences of documents; a line that holds most of the
    question comes first, and of those below it only what speaks of more of the question.
    """
    cards = once(c for c in material.cards if c.best or c.summary is not None)
    coded = [c for c in cards if c.role in ("code", "definition", "configuration")]
    coded = [c for c in coded if c.score >= material.cfg.fall_off * coded[0].score]
    coded.sort(key=lambda c: not _holds(c, material))
    parts: list[Part] = []
    if coded:
        parts.append(
            Part(
                title="",
                sentences=adding((_said(c, material) for c in coded[: material.cfg.places]), material),
            )
        )
    if told := adding(documents(material), material, " ".join(s.text for p in parts for s in p.sentences)):
        parts.append(Part(title="In the documentation", sentences=told))
    if not parts:
        parts.append(
            Part(
                title="",
                sentences=tuple(_said(c, material) for c in once(material.cards)[: material.cfg.places]),
            )
        )
    return Draft(shape="overview", parts=tuple(parts))


def _holds(card: Card, material: Material) -> bool:
    """True when one line holds most of the question, as the line that raises an error holds its message."""
    return bool(card.best) and share(card.best[0].text, material) >= COMPOSE.most_of_it


def _said(card: Card, material: Material) -> Sentence:
    """`name` is a kind. Its own words; else its best line, which is added where it says more of what was
    asked.
    """
    named = (
        grouped(card)
        if card.group
        else f"`{card.title}` is {kind_words(card.kind)}"
        if card.symbol
        else f"`{card.path}`"
    )
    if card.summary is not None:
        told = f"{named}. {card.summary.text}"
        if _holds(card, material) and share(card.best[0].text, material) > share(told, material):
            end = "" if told.endswith((".", ":", "!", "?")) else "."
            return Sentence(
                text=f"{told}{end} In it: {said(card.best[0])}",
                quotes=(card.head, card.summary, card.best[0]),
                item=True,
            )
        return Sentence(text=told, quotes=(card.head, card.summary), item=True)
    if card.best:
        return Sentence(text=f"{named}: {said(card.best[0])}", quotes=(card.best[0],), item=True)
    return Sentence(text=named, quotes=(card.head,), item=True)
