"""The places of a document that lead somewhere in the workspace: its links, and inline code that names a file
or a definition.

Only what resolves is a link. A code span that could mean several definitions is none: hover shows the choice.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.live import Live
from helix_lsp.ide.links import link_target
from helix_lsp.ide.mention_at import meaning
from helix_lsp.ide.view import View
from helix_lsp.syntax.outline import Mention
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentLink:
    """`line` counts from 1; 0 is the whole file."""

    span: Span
    path: str
    line: int


def document_links(view: View, path: str) -> tuple[DocumentLink, ...]:
    """In order of their place; spans do not overlap."""
    live = Live(view.snapshot, view.texts)
    outline, data = live.outline(path), live.data(path)
    if outline is None or data is None or not (outline.links or outline.mentions):
        return ()
    found: list[DocumentLink] = []
    for link in outline.links:
        target = link_target(link.target, path, view.snapshot)
        if target is not None and len(link.span):
            line = target.line or (_section_line(live, target.path, target.anchor) if target.anchor else 0)
            if not target.anchor or line:
                found.append(DocumentLink(span=link.span, path=target.path, line=line))
    for mention in outline.mentions[: view.config.ide.linked_mentions]:
        named = _named(view, live, path, mention)
        if named is not None:
            found.append(named)
    return _apart(found)


def _section_line(live: Live, path: str, anchor: str) -> int:
    outline = live.outline(path)
    for section in outline.sections if outline is not None else ():
        if section.anchor == anchor:
            return live.lines(path).line_of(section.heading.start) + 1
    return 0


def _named(view: View, live: Live, path: str, mention: Mention) -> DocumentLink | None:
    """Where the definition stands that a mention means; none for one of the same document."""
    best = meaning(view, live, path, mention)
    symbol = live.symbol(best.defined) if best is not None else None
    if best is None or symbol is None or best.defined.path == path:
        return None
    at = best.defined.path
    line = live.lines(at).line_of(symbol.name_span.start) + 1 if best.defined.ordinal >= 0 else 0
    return DocumentLink(span=mention.span, path=at, line=line)


def _apart(found: list[DocumentLink]) -> tuple[DocumentLink, ...]:
    kept: list[DocumentLink] = []
    for link in sorted(found, key=lambda one: (one.span.start, one.span.end)):
        if not kept or link.span.start >= kept[-1].span.end:
            kept.append(link)
    return tuple(kept)
