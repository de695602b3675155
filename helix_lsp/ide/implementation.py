"""The code that realises a section of a document: the definitions that its inline code names, in the order in
which it does.

On a mention it is that mention's definition alone, on a heading all the section names, sub-sections included.
"""

from __future__ import annotations

from helix_lsp.align.live import Live
from helix_lsp.ide.definition import definition
from helix_lsp.ide.mention_at import meaning
from helix_lsp.ide.references import section_at
from helix_lsp.ide.target import NavigationTarget
from helix_lsp.ide.view import View
from helix_lsp.syntax.outline import Mention
from helix_lsp.text.span import Span


def implementation(view: View, path: str, offset: int) -> tuple[NavigationTarget, ...]:
    """Targets of byte `offset` of `path`; ambiguous mentions name nothing here. Empty in code."""
    live = Live(view.snapshot, view.texts)
    outline, data = live.outline(path), live.data(path)
    if outline is None or data is None or not (outline.sections or outline.mentions):
        return ()
    on = definition(view, path, offset)
    if on:
        return on
    heading = section_at(view, path, offset)
    inside = [s for s in outline.sections if s.span.contains(offset)]
    if heading is None and not inside:
        return ()
    extent, origin = (
        (heading.extent, heading.heading) if heading is not None else (inside[-1].span, Span(offset, offset))
    )
    found: dict[tuple[str, int], NavigationTarget] = {}
    for mention in outline.mentions[: view.config.ide.linked_mentions]:
        if extent.covers(mention.outer):
            target = _named(view, live, path, mention, origin)
            if target is not None:
                found.setdefault((target.path, target.focus.start), target)
    return tuple(found.values())


def _named(view: View, live: Live, path: str, mention: Mention, origin: Span) -> NavigationTarget | None:
    best = meaning(view, live, path, mention)
    if best is None:
        return None
    at = best.defined.path
    entry, symbol = view.snapshot.file(at), live.symbol(best.defined)
    if symbol is None or entry is None or entry.surface.kind == "docs":
        return None
    full = Span(min(symbol.span.start, symbol.name_span.start), max(symbol.span.end, symbol.name_span.end))
    return NavigationTarget(path=at, full=full, focus=symbol.name_span, origin=origin)
