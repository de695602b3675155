"""Code to documents, for a view: the rules are `align/mentions/mentions.py`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec

from helix_lsp.align.candidate import Resolved, code_context, document_context
from helix_lsp.align.coverage import Coverage, find_coverage
from helix_lsp.align.declared_at import Declared, declared_at
from helix_lsp.align.live import Live
from helix_lsp.align.mentions.mentions import Mentions, find_mentions, mentions_of
from helix_lsp.align.mentions.resolve import resolve
from helix_lsp.align.said_at import said_at
from helix_lsp.ask.evidence.uses import UsesPage, UsesRequest, look_up_uses
from helix_lsp.ide.query import View
from helix_lsp.syntax.outline import Mention, Outline, Reference, Symbol
from helix_lsp.text.positions import Span

# What is under a cursor and what it means: a mention in a document, or a definition's or reference's name
# in code.
#
# Hover and definition ask the same question here, so they can never disagree.

_Spanned = TypeVar("_Spanned", Reference, Symbol)


class Under(msgspec.Struct, frozen=True, kw_only=True):
    """`origin` is the exact text that was pointed at; `found` its definitions, best first; `live` the bytes
    looked at. `word` is an option, a command, a variable or a module that code declares, None for any other name;
    without it `found` is never empty.
    """

    origin: Span
    found: tuple[Resolved, ...]
    live: Live
    word: Declared | None = None


def under(view: View, path: str, offset: int) -> Under | None:
    """The meaning of byte `offset` of `path` in its current bytes; None when nothing there names anything."""
    live = Live(view.snapshot, view.texts)
    facts, data = live.glance(path), live.data(path)
    if facts is None or data is None:
        return None
    cfg = view.config.align
    mention = mention_at(facts.outline, offset)
    if mention is not None:
        context = document_context(facts.outline, data, offset)
        found = resolve(mention.text, path, view.snapshot, cfg, role=mention.role, context=context)
        if found:
            return Under(origin=mention.span, found=found, live=live)
    entry = view.snapshot.file(path)
    if entry is not None and entry.surface.kind == "docs":
        said = said_at(path, offset, facts.outline, live, cfg)
        if said is not None:
            return Under(origin=said.span, found=said.found, live=live)
        word = declared_at(path, offset, live)
        return Under(origin=word.span, found=word.found, live=live, word=word) if word is not None else None
    symbols, references = facts.at(offset)
    symbol = _at([(s.name_span, s) for s in symbols], offset)
    if symbol is not None:
        own = _own(view, path, symbol)
        return Under(origin=symbol.name_span, found=(own,), live=live) if own is not None else None
    reference = _at([(r.span, r) for r in references], offset)
    if reference is None:
        return None
    dotted = f"{reference.qualifier}.{reference.name}" if reference.qualifier else reference.name
    found = resolve(dotted, path, view.snapshot, cfg, context=code_context(facts, reference.scope))
    return Under(origin=reference.span, found=found, live=live) if found else None


def pointed_at(live: Live, path: str, offset: int) -> Span | None:
    """The name at byte `offset`, whether or not anything is known of it: a mention's text, a definition's or
    a reference's name.
    """
    facts = live.glance(path)
    if facts is None:
        return None
    mention = mention_at(facts.outline, offset)
    if mention is not None:
        return mention.span
    symbols, references = facts.at(offset)
    symbol = _at([(s.name_span, s) for s in symbols], offset)
    if symbol is not None:
        return symbol.name_span
    reference = _at([(r.span, r) for r in references], offset)
    return reference.span if reference is not None else None


def mention_at(outline: Outline, offset: int) -> Mention | None:
    """The mention that holds `offset`; a cursor right behind one counts as on it when nothing else begins
    there.
    """
    after = bisect_right(outline.mentions, offset, key=lambda m: m.outer.start)
    for mention in reversed(outline.mentions[max(0, after - 2) : after]):
        if mention.outer.contains(offset):
            return mention
    return None


def _at(spans: Sequence[tuple[Span, _Spanned]], offset: int) -> _Spanned | None:
    """The innermost fact whose name holds the offset, inside before right behind."""
    inside = [(len(s), s.end == offset, fact) for s, fact in spans if s.contains(offset) and len(s)]
    return min(inside, key=lambda one: (one[1], one[0]))[2] if inside else None


def _own(view: View, path: str, symbol: Symbol) -> Resolved | None:
    """The indexed definition that a live symbol is, of several the one at its place; None while it is not
    indexed.
    """
    named = view.snapshot.defined_in(path, symbol.name)
    alike = [d for d in named if d.symbol.qualified == symbol.qualified and d.symbol.kind == symbol.kind]
    here = [d for d in alike if d.symbol.name_span == symbol.name_span] or alike
    return Resolved(defined=here[0], score=1.0, why="this definition") if here else None


def meaning(view: View, live: Live, path: str, mention: Mention) -> Resolved | None:
    """The best reading of a mention in document `path` when no other comes within `align.tie` of it."""
    outline, data = live.outline(path), live.data(path)
    if outline is None or data is None:
        return None
    context = document_context(outline, data, mention.span.start)
    found = resolve(mention.text, path, view.snapshot, view.config.align, role=mention.role, context=context)
    best = next(iter(found), None)
    if best is None or any(other.score >= best.score - view.config.align.tie for other in found[1:]):
        return None
    return best


def mentions(view: View, name: str) -> Mentions:
    """Where documents mention `name` (`Flask.route`, `route`); nothing when no definition bears it."""
    return find_mentions(name, view.snapshot, view.texts, view.config.align, view.freshness)


def mentions_at(view: View, path: str, offset: int, check: Callable[[], None]) -> Mentions | None:
    """Where documents mention what is at a byte, its best readings; None when nothing there names
    anything.
    """
    here = under(view, path, offset)
    if here is None or not here.found:
        return None
    least = here.found[0].score - view.config.align.tie
    wanted = [one.defined for one in here.found if one.score >= least]
    return mentions_of(wanted, view.snapshot, view.texts, view.config.align, view.freshness, check)


def coverage(view: View, paths: Iterable[str] = (), check: Callable[[], None] = lambda: None) -> Coverage:
    """Which public definitions below `paths` (everywhere when empty) the documents mention. Raises through `check`."""
    return find_coverage(view.snapshot, view.texts, view.config.align, view.freshness, tuple(paths), check)


# Every use of a name, over a view: the rules are `ask/evidence/uses.py`.


def uses(view: View, request: UsesRequest, *, check: Callable[[], None] = lambda: None) -> UsesPage:
    """One page of the whole counted set. Raises `UsageError` for an empty name, a wrong path, size or cursor,
    `Cancelled` when `check` says so.
    """
    cfg = view.config.align
    return look_up_uses(request, view.snapshot, view.texts, view.oracle, cfg, view.freshness, check)


__all__ = ["UsesPage", "UsesRequest", "uses"]
