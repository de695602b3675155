"""Which links of the workspace's documents lead to the sections of one document."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.live import Live
from helix_lsp.ide.link_target import link_target
from helix_lsp.ide.view import View
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionLink:
    """`span` covers the anchor behind the `#` in the bytes of `path`."""

    path: str
    anchor: str
    span: Span


def section_links(view: View, target: str) -> tuple[SectionLink, ...]:
    """All links with an anchor to a section of document `target`, in order of path and place, in the current bytes."""
    live = Live(view.snapshot, view.texts)
    found: list[SectionLink] = []
    for path in view.snapshot.paths():
        entry = view.snapshot.file(path)
        stored = view.snapshot.skeleton(path) if entry is not None and entry.surface.kind == "docs" else None
        if stored is None or not any("#" in link.target for link in stored.links):
            continue
        outline, data = live.outline(path), live.data(path)
        for link in outline.links if outline is not None else ():
            named = link_target(link.target, path, view.snapshot)
            if named is None or named.path != target or not named.anchor or data is None:
                continue
            written = link.span.cut(data)
            at = written.rfind(b"#")
            if at >= 0:
                found.append(SectionLink(path=path, anchor=named.anchor, span=Span(link.span.start + at + 1, link.span.end)))
    return tuple(sorted(set(found), key=lambda one: (one.path, one.span)))
