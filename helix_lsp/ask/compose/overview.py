"""Any other question: the best places with their own words, code first, then what documents say. Also what a
concept card says, and a term that only documents explain.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import (
    Material,
    adding,
    code,
    documents,
    grouped,
    is_record,
    kind_words,
    once,
    said,
    share,
)
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.evidence.pool import Card
from helix_lsp.ask.text.prose import plain, shorten
from helix_lsp.ask.text.quote import LiveFile, Quote, line_quote, prose_sentences, quote
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span
from helix_lsp.trees.card import ConceptCard, content_of
from helix_lsp.tuning.questions import COMPOSE


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


# What the repository's own concept card says: its definition in its own words, before anything that a
# search found.


def concept(card: ConceptCard, material: Material) -> tuple[Part, ...]:
    """One part that quotes the definition; nothing when the card's file has changed since it was read."""
    file = material.live.file(card.path)
    if file is None or sha256_hex(card.span.cut(file.data)) != card.sha256:
        return ()
    text = shorten(card.definition, 2 * material.cfg.quote_chars)
    told = quote(file, card.span, text)
    return (
        Part(
            title="",
            sentences=(Sentence(text=f"*{code(card.label)}*: {text}", quotes=(*_named(card, file), told)),),
        ),
    )


def _named(card: ConceptCard, file: LiveFile) -> tuple[Quote, ...]:
    """The line that gives the concept its label, where the definition does not say it itself."""
    if card.label.casefold() in card.definition.casefold():
        return ()
    at = file.data[: card.span.start].find(card.label.encode())
    return (line_quote(file, Span(at, at)),) if at >= 0 else ()


# A term that only documents explain: the section that bears its name, in its own first sentences.

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
