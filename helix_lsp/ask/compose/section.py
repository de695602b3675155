"""A term that only documents explain: the section that bears its name, in its own first sentences."""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, is_record
from helix_lsp.ask.draft import Part, Sentence
from helix_lsp.ask.evidence.card import Card
from helix_lsp.ask.text.prose import plain, shorten
from helix_lsp.ask.text.quote import prose_sentences, quote
from helix_lsp.text.positions import Span
from helix_lsp.trees.card import content_of

_MOST = 2


def named_section(title: str, text: str) -> bool:
    """True when a heading says what the question asks about and nothing else: `The Application Context` for
    *what is the application context?*
    """
    own, asked = frozenset(content_of(title)), frozenset(content_of(text))
    return bool(own) and own == asked


def section(material: Material) -> tuple[Part, ...]:
    """One part with the first sentences of the best section of that name; nothing when no section bears it."""
    found = [
        c
        for c in material.cards
        if c.section is not None and named_section(c.title, material.question.text) and not is_record(c.path)
    ]
    for card in sorted(
        found, key=lambda c: (c.section.level if c.section is not None else 0, -c.score, c.path, c.span.start)
    ):
        if said := _first(card, material):
            return (Part(title="", sentences=said),)
    return ()


def _first(card: Card, material: Material) -> tuple[Sentence, ...]:
    file = material.live.file(card.path)
    if file is None:
        return ()
    here = card.section.span if card.section is not None else card.span
    out: list[Sentence] = []
    for span in prose_sentences(file, Span(here.start, max(here.end, card.span.end))):
        text = plain(span.cut(file.data))
        if text.endswith((":", "?")) or len(text) > 2 * material.cfg.quote_chars:
            continue
        told = quote(file, span, shorten(text, material.cfg.quote_chars))
        out.append(Sentence(text=f"*{card.title}*: {told.text}" if not out else told.text, quotes=(told,)))
        if len(out) == _MOST:
            break
    return tuple(out)
