"""The walk through a knowledge tree as a part of the answer: bound nodes quote the place that backs them, the
others are hints.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, code
from helix_lsp.ask.draft import Part, Sentence
from helix_lsp.ask.text.prose import shorten
from helix_lsp.ask.text.quote import Quote, quote
from helix_lsp.text.positions import Span
from helix_lsp.text.words import stem
from helix_lsp.trees.assemble import ASKED, Pack, Walked, WalkStep, part_words
from helix_lsp.trees.bind import Bound
from helix_lsp.trees.card import content_of
from helix_lsp.tuning.questions import COMPOSE, READING

_MOST_STEPS = 8
_FRAME = frozenset(map(stem, ("tree", "overview", "bridge", "stack")))


def tree_walk(pack: Pack, material: Material) -> tuple[Part, ...]:
    """One part for each walked tree with a node that is bound; a tree without any proves nothing and is left
    to the trace, and so is one whose nodes speak of the question much less than those of another, unless it
    was asked for.
    """
    fits = {
        w.tree_id: max((_fit(s.title, material) for s in w.steps if s.part == "anchor"), default=0.0)
        for w in pack.trees
    }
    best = max(fits.values(), default=0.0)
    return tuple(
        Part(
            title=f"Tree walk: {walked.label}",
            sentences=tuple(_step(n, s, material) for n, s in enumerate(_shown(walked, material), 1)),
        )
        for walked in pack.trees
        if _bound(walked)
        and (walked.why in ASKED or fits[walked.tree_id] >= max(COMPOSE.tree_fit, READING.near_best * best))
    )


def _fit(title: str, material: Material) -> float:
    """How much of a node's title the question says (0..1); one word of several is not a fit."""
    own, asked = content_of(title), frozenset(content_of(material.question.text))
    own = tuple(w for w in own if w not in _FRAME) or own
    shared = sum(w in asked for w in own)
    return shared / len(own) if own and (shared > 1 or 2 * shared >= len(own)) else 0.0


def _shown(walked: Walked, material: Material) -> tuple[WalkStep, ...]:
    """The steps without the anchors that do not speak of the question, where others do."""
    fitting = [s for s in walked.steps if s.part == "anchor" and _fit(s.title, material) >= COMPOSE.tree_fit]
    kept = [s for s in walked.steps if not fitting or s.part != "anchor" or s in fitting]
    while kept and fitting and kept[-1].part != "anchor":
        kept.pop()  # the way to an anchor that is not shown
    return tuple(kept[:_MOST_STEPS])


def _bound(walked: Walked) -> bool:
    return any(s.bound is not None for s in walked.steps)


def _step(number: int, step: WalkStep, material: Material) -> Sentence:
    quotes = (
        tuple(
            q for b in (step.stated, step.bound) if b is not None and (q := _quote(b, material)) is not None
        )
        if step.bound
        else ()
    )
    told = f": {shorten(step.excerpt, material.cfg.quote_chars)}" if step.excerpt and quotes else ""
    return Sentence(
        text=f"{number}. {part_words(step.part) if quotes else 'Hint'}: *{code(step.title)}*{told}",
        quotes=quotes,
        item=True,
    )


def _quote(bound: Bound, material: Material) -> Quote | None:
    """The bound bytes as they are now; a long place gives its first line."""
    file = material.live.file(bound.path)
    if file is None or bound.span.end > len(file.data):
        return None
    first = file.lines.line_span(file.lines.line_of(bound.span.start))
    span = Span(bound.span.start, min(bound.span.end, first.end))
    text = span.cut(file.data).decode("utf-8", "western").strip()
    return quote(file, span, shorten(text, material.cfg.quote_chars)) if text else None
