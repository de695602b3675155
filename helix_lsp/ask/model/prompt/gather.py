"""What was read and the evidence cards as spans of a prompt: the live text of each place, and what it is to
the question.

Classes (definition, contract or policy, entry point, test, rest): docs/reference/ladder.md, S2-30 to S2-34;
the words that tell them: casimirbot.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from helix_lsp.ask.draft import Sentence
from helix_lsp.ask.evidence.card import Card
from helix_lsp.ask.model.prompt.compact import excerpt
from helix_lsp.ask.model.prompt.source import Bearing, EvidenceSpan
from helix_lsp.ask.text.live import LiveFiles
from helix_lsp.ask.text.quote import quote
from helix_lsp.config.model import ModelConfig

_MEANING = re.compile(
    r"\b(?:definition|glossary|overview|introduction|concepts?|terminology|what (?:is|are)|meaning)\b", re.I
)
_POLICY = re.compile(
    r"\b(?:contracts?|polic(?:y|ies)|guardrails?|invariants?|guarantees?|rules?|conventions?|must|licen[sc]e)\b",
    re.I,
)
_ENTRY = re.compile(
    r"(?:^|[\W_])(?:main|cli|app|api|routes?|router|server|serve|handlers?|endpoints?|schema|interface|public)(?:$|[\W_])",
    re.I,
)

_HEADING = 80


def evidence_of(cards: tuple[Card, ...], live: LiveFiles, cfg: ModelConfig) -> tuple[EvidenceSpan, ...]:
    """One span for each card, in the order of the cards; places that are gone or empty are left out. Reads
    each file once.
    """
    found: list[EvidenceSpan] = []
    for card in cards:
        file = live.file(card.path)
        if file is None or card.span.end > len(file.data):
            continue
        whole = quote(file, card.span, card.title)
        if whole.raw.strip():
            found.append(
                EvidenceSpan(
                    quote=excerpt(whole, cfg.span_chars),
                    heading=card.title,
                    bearing=bearing_of(card),
                    surface="doc" if card.section is not None or card.role == "document" else "code",
                )
            )
    return tuple(found)


def read_of(told: Iterable[Sentence], documents: Callable[[str], bool]) -> tuple[EvidenceSpan, ...]:
    """One span for each sentence that quotes: the longest of its quotations, under what is said of it.
    `documents` tells files of documentation.
    """
    found: list[EvidenceSpan] = []
    for sentence in told:
        if sentence.quotes and not sentence.note:
            shown = max(sentence.quotes, key=lambda q: len(q.raw))
            heading = sentence.text.replace("`", "").replace("*", "").partition(":")[0]
            found.append(
                EvidenceSpan(
                    quote=shown,
                    heading=heading[:_HEADING],
                    bearing="read",
                    surface="doc" if documents(shown.path) else "code",
                )
            )
    return tuple(found)


def bearing_of(card: Card) -> Bearing:
    """What a card is to the question."""
    if card.role == "test":
        return "test"
    if card.role == "definition" or (card.symbol is not None and card.named > 0):
        return "definition"
    if card.section is not None:
        if card.named > 0 and _MEANING.search(card.title):
            return "definition"
        if _POLICY.search(card.title) or _POLICY.search(card.path):
            return "policy"
    return "entrypoint" if _ENTRY.search(card.title) or _ENTRY.search(card.path) else "rest"
