"""Which concept cards a text speaks of.

At least two content words of one name, or an exact name; a single shared word never matches. A name of one
plain word is exact only when the text is about nothing else (`What is a cavity?`); one that looks like an
identifier (`TS_ratio`) is exact wherever it stands.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.trees import TreesConfig
from helix_lsp.trees.card import ConceptCard
from helix_lsp.trees.content import Form, content_of, runs, stems_of

_DEFAULT = TreesConfig()
_WHOLE = 1.0
_EXACT = 0.9
_PART = 0.8
_NEEDED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ConceptMatch:
    """`score` is 1 when the text is nothing but the name, 0.9 when the name is in it, else 0.8 times the
    share of its words that do.
    """

    card: ConceptCard
    score: float
    why: str


def match_concepts(
    text: str, cards: tuple[ConceptCard, ...], cfg: TreesConfig = _DEFAULT
) -> tuple[ConceptMatch, ...]:
    """Cards that match, best first: by score, then the longer name, then path and id."""
    asked, run = content_of(text), stems_of(text)
    if not asked:
        return ()
    held = frozenset(asked)
    found: list[tuple[tuple[float, int, str, str], ConceptMatch]] = []
    for card in cards:
        best = max(
            ((*_score(form, asked, held, run, cfg), form) for form in card.forms),
            key=lambda one: one[:2],
            default=None,
        )
        if best is not None and best[0] > 0:
            score, size, form = best
            why = f"exact name {form.text!r}" if score >= _EXACT else f"{size} words of {form.text!r}"
            found.append(((-score, -size, card.path, card.id), ConceptMatch(card=card, score=score, why=why)))
    return tuple(match for _, match in sorted(found, key=lambda one: one[0]))


def strongest(concepts: tuple[ConceptMatch, ...]) -> tuple[ConceptMatch, ...]:
    """Those with an exact name; without any, the best one alone. Only these choose trees and raise nodes."""
    return tuple(match for match in concepts if match.score >= _EXACT) or concepts[:1]


def _score(
    form: Form, asked: tuple[str, ...], held: frozenset[str], run: tuple[str, ...], cfg: TreesConfig
) -> tuple[float, int]:
    """(score, words shared)."""
    shared = sum(1 for part in form.content if part in held)
    if shared == 0:
        return 0.0, 0
    alone = shared == len(asked) == len(form.content)
    if runs(form.stems, run) and (alone or shared >= _NEEDED or form.distinct):
        return (_WHOLE if alone else _EXACT), shared
    ratio = shared / len(form.content)
    return (round(_PART * ratio, 6), shared) if shared >= _NEEDED and ratio >= cfg.card_ratio else (0.0, 0)
