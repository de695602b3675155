"""Code to documents: which documents and sections mention a symbol, and how surely they mean this one.

A mention counts when it resolves to the asked definition; its confidence is the score of that reading, less
where another definition reads as well, and less where it is said in plain words (`align/mentions/spoken.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import msgspec
from msgspec.structs import replace

from helix_lsp.align.candidate import Context, code_context, document_context
from helix_lsp.align.live import Live, Texts
from helix_lsp.align.mention import read_name
from helix_lsp.align.mentions.resolve import resolve
from helix_lsp.align.mentions.spoken import Spoken, spoken
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.freshness import Freshness
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Defined, Mentioned, Snapshot
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.positions import Span


class MentionPlace(msgspec.Struct, frozen=True, kw_only=True):
    """One mention: `line` from 1, `section` the heading above or the definition around (`` without one),
    `symbol` the qualified name it means, of `defined_in`.

    `said` tells how: the reStructuredText role, `code span`, `prose` (the name as it is spelled), `words`
    (the name in plain words), `docstring` or `comment`.
    """

    path: str
    line: int
    span: Span
    text: str
    section: str
    symbol: str
    defined_in: str
    confidence: float
    said: str = "code span"


class Mentions(msgspec.Struct, frozen=True, kw_only=True):
    """`definitions` are (path, qualified name) of what was asked for; `places` in the order of (path, byte)."""

    asked: str
    definitions: tuple[tuple[str, str], ...]
    places: tuple[MentionPlace, ...]
    freshness: Freshness


def find_mentions(
    name: str, snapshot: Snapshot, texts: Texts, cfg: AlignConfig, freshness: Freshness
) -> Mentions:
    """Where documents mention `name` (`Flask.route`, `route`); nothing when no definition bears it."""
    wanted = [d for d in snapshot.defined(name) if _is(d, name)] or [
        r.defined for r in resolve(name, "", snapshot, cfg)[:1]
    ]
    return mentions_of(wanted, snapshot, texts, cfg, freshness, asked=name)


def mentions_of(
    wanted: Sequence[Defined],
    snapshot: Snapshot,
    texts: Texts,
    cfg: AlignConfig,
    freshness: Freshness,
    check: Callable[[], None] = lambda: None,
    *,
    asked: str = "",
) -> Mentions:
    """Where documents mention one of these definitions, under the name `asked` or, without it, under their own;
    raises through `check`, which is called for each mention that is looked at.
    """
    names = (asked,) if asked else tuple(dict.fromkeys(d.symbol.name for d in wanted))
    asked = asked or (wanted[0].symbol.qualified if wanted else "")
    keys = {(d.path, d.symbol.qualified) for d in wanted}
    live = Live(snapshot, texts)
    found: list[MentionPlace] = []
    for one, outline, context in said_of(wanted, names, live, cfg, check):
        text = one.name if one.said == "words" and not one.role else one.text
        readings = resolve(text, one.path, snapshot, cfg, role=one.role, context=context)
        meant = next((r for r in readings if (r.defined.path, r.defined.symbol.qualified) in keys), None)
        if meant is not None:
            as_good = sum(r.score >= meant.score for r in readings)
            confidence = round(one.share * min(1.0, meant.score) / as_good, 3)
            about = meant.defined
            found.append(place_of(one, outline, live, about.symbol.qualified, about.path, confidence))
    places = tuple(sorted(found, key=lambda p: (p.path, p.span.start, p.span.end)))
    return Mentions(asked=asked, definitions=tuple(sorted(keys)), places=places, freshness=freshness)


def said_of(
    wanted: Sequence[Defined], names: Sequence[str], live: Live, cfg: AlignConfig, check: Callable[[], None]
) -> Iterator[tuple[Spoken, Outline, Context]]:
    """Places that may speak of these definitions: inline code with one of the names, then what `spoken` finds; each
    with the facts of its file and what is around it. What changed since it was indexed has its mentions elsewhere.
    """
    coded = (
        Spoken(
            path=one.path,
            span=one.mention.span,
            text=one.mention.text,
            name=name,
            said=one.mention.role or "code span",
            share=1.0,
            role=one.mention.role,
        )
        for name in names
        for one in live.snapshot.mentioned(name)
    )
    for one in chain(coded, spoken(wanted, live, cfg, check)):
        check()
        outline, data = live.outline(one.path), live.data(one.path)
        if outline is None or data is None or not live.same(one.path):
            continue
        if one.scope is None:
            yield one, outline, document_context(outline, data, one.span.start)
        else:  # a comment may name what its file does not import
            yield one, outline, replace(code_context(outline, one.scope), closed=False)


def place_of(
    one: Spoken, outline: Outline, live: Live, symbol: str, defined_in: str, confidence: float
) -> MentionPlace:
    """Where something is said, for a reader."""
    if one.scope is None:
        above = (s.title for s in reversed(outline.sections) if s.span.start <= one.span.start)
        section = next(above, "")
    else:
        section = outline.symbols[one.scope].qualified if 0 <= one.scope < len(outline.symbols) else ""
    return MentionPlace(
        path=one.path,
        line=live.lines(one.path).line_of(one.span.start) + 1,
        span=one.span,
        text=one.text,
        section=section,
        symbol=symbol,
        defined_in=defined_in,
        confidence=confidence,
        said=one.said,
    )


def meaning(defined: Defined, snapshot: Snapshot, cfg: AlignConfig, most: int) -> Iterator[Mentioned]:
    """Mentions whose best reading is this definition, in order of (path, byte); `most` are looked at."""
    for one in snapshot.mentioned(defined.symbol.name)[:most]:
        name = read_name(one.mention.text, one.mention.role)
        if name is None or name.last != defined.symbol.name:
            continue
        if (defined.path, defined.symbol.qualified) in _best(one, snapshot, cfg):
            yield one


def _best(one: Mentioned, snapshot: Snapshot, cfg: AlignConfig) -> frozenset[tuple[str, str]]:
    """(path, qualified name) of the best readings of a mention, worked out once for each folder of documents."""

    def work() -> frozenset[tuple[str, str]]:
        ranked = resolve(one.mention.text, one.path, snapshot, cfg, role=one.mention.role)
        return frozenset(
            (r.defined.path, r.defined.symbol.qualified)
            for r in ranked
            if r.score >= ranked[0].score - cfg.tie
        )

    return remembered(
        snapshot, ("best", one.mention.text, one.mention.role, one.path.rpartition("/")[0], cfg), work
    )


def _is(defined: Defined, name: str) -> bool:
    qualified = defined.symbol.qualified
    return qualified == name or qualified.endswith("." + name)
