"""What the repository's own concept card says: its definition in its own words, before anything that a search
found.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, code
from helix_lsp.ask.draft import Part, Sentence
from helix_lsp.ask.text.live import LiveFile
from helix_lsp.ask.text.prose import shorten
from helix_lsp.ask.text.quote import Quote, line_quote, quote
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import Span
from helix_lsp.trees.card import ConceptCard


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
