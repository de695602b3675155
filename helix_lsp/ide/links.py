"""Where a link of a document leads inside the workspace (a file, a section of it, a line of it), and which links
lead to the sections of one document.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from urllib.parse import unquote

from helix_lsp.align.live import Live
from helix_lsp.ide.view import View
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.text.paths import refuse
from helix_lsp.text.span import Span

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LINE = re.compile(r"L(\d{1,7})(?:C\d+)?(?:-L?\d+(?:C\d+)?)?\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkTarget:
    """`anchor` is the section named behind `#` (`` for none), `line` a line from 1 (0 for none)."""

    path: str
    anchor: str = ""
    line: int = 0


def link_target(target: str, document: str, snapshot: Snapshot) -> LinkTarget | None:
    """What `target`, written in `document`, names; None for other hosts, files that are not there and paths
    that leave the root.
    """
    if not target or _SCHEME.match(target) or target.startswith("//") or "\0" in target:
        return None
    place, _, fragment = target.partition("#")
    path = _path(unquote(place.partition("?")[0]), document)
    if path is None or snapshot.file(path) is None:
        return None
    line = _LINE.match(fragment)
    if line is not None:
        return LinkTarget(path=path, line=int(line.group(1)))
    return LinkTarget(path=path, anchor=unquote(fragment))


def _path(place: str, document: str) -> str | None:
    if not place:
        return document
    folder = "" if place.startswith("/") else document.rpartition("/")[0]
    path = posixpath.normpath(posixpath.join(folder, place.lstrip("/")))
    return None if refuse(path) else path


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionLink:
    """`span` covers the anchor behind the `#` in the bytes of `path`."""

    path: str
    anchor: str
    span: Span


def section_links(view: View, target: str) -> tuple[SectionLink, ...]:
    """All links with an anchor to a section of document `target`, in order of path and place, in the current
    bytes.
    """
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
                found.append(
                    SectionLink(
                        path=path, anchor=named.anchor, span=Span(link.span.start + at + 1, link.span.end)
                    )
                )
    return tuple(sorted(set(found), key=lambda one: (one.path, one.span)))
