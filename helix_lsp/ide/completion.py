"""What can be written at a place of a document: names and paths inside a code span, files and anchors inside
a link's target.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import Literal

from helix_lsp.align.live import Live
from helix_lsp.ide.view import View
from helix_lsp.index.names.keys import name_key
from helix_lsp.text.span import Span

_CODE = re.compile(rb"(?<!`)``?([^`\s]*)\Z")
_TARGET = re.compile(rb"\]\(<?([^()<>\s]*)\Z|^\[[^\]]+\]:\s+<?([^<>\s]*)\Z")
_PAIRS = re.compile(rb"(?<!`)(``?)(?!`)[^`]*\1(?!`)")
_SEPARATOR = re.compile(r"::|[.#]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """`text` replaces `span`; `detail` says where it is defined or what it is."""

    text: str
    kind: Literal["name", "file", "section"]
    detail: str
    span: Span


def completion(view: View, path: str, offset: int) -> tuple[Suggestion, ...]:
    """Suggestions at byte `offset` of a document, at most `ide.completions`; empty in code and in running
    text.
    """
    live = Live(view.snapshot, view.texts)
    entry, data = view.snapshot.file(path), live.data(path)
    if entry is None or data is None or entry.surface.kind != "docs":
        return ()
    line = live.lines(path).line_span(live.lines(path).line_of(offset))
    before = data[line.start : offset]
    target = _TARGET.search(before)
    if target is not None:
        typed = (target.group(1) if target.group(1) is not None else target.group(2)).decode(
            "utf-8", "replace"
        )
        return _targets(view, live, path, typed, offset)
    span = _CODE.search(_PAIRS.sub(lambda m: b" " * len(m.group()), before))
    if span is None:
        return ()
    return _names(view, span.group(1).decode("utf-8", "replace"), offset)


def _targets(view: View, live: Live, path: str, typed: str, offset: int) -> tuple[Suggestion, ...]:
    """Relative paths that begin with what is typed, or hold it in their name; behind a `#` the anchors of the
    file before it.
    """
    place, mark, fragment = typed.partition("#")
    folder = posixpath.dirname(path)
    if mark:
        named = posixpath.normpath(posixpath.join(folder, place)) if place else path
        outline = live.outline(named)
        span = Span(offset - len(fragment.encode()), offset)
        anchors = (
            [(s.anchor, s.title) for s in outline.sections if s.anchor.startswith(fragment)]
            if outline is not None
            else []
        )
        return tuple(
            Suggestion(text=a, kind="section", detail=t, span=span)
            for a, t in anchors[: view.config.ide.completions]
        )
    span = Span(offset - len(typed.encode()), offset)
    found: list[tuple[int, str, str]] = []
    for other in view.snapshot.paths():
        written = posixpath.relpath(other, folder or ".")
        if other != path and (
            written.startswith(typed) or other.startswith(typed) or typed in posixpath.basename(other)
        ):
            found.append((0 if written.startswith(typed) else 1, written, other))
    return tuple(
        Suggestion(text=w, kind="file", detail=o, span=span)
        for _, w, o in sorted(found)[: view.config.ide.completions]
    )


def _names(view: View, typed: str, offset: int) -> tuple[Suggestion, ...]:
    """Names that begin with what is typed; behind `Owner.` the members of that owner; with a slash, paths
    from the root.
    """
    if not typed:
        return ()
    most = view.config.ide.completions
    if "/" in typed:
        span = Span(offset - len(typed.encode()), offset)
        return tuple(
            Suggestion(text=p, kind="file", detail="", span=span)
            for p in view.snapshot.paths()
            if p.startswith(typed)
        )[:most]
    parts = _SEPARATOR.split(typed)
    begun = parts[-1]
    span = Span(offset - len(begun.encode()), offset)
    if len(parts) > 1 and parts[-2]:
        return _members(view, parts[-2], begun, span)[:most]
    low = begun.casefold()
    fitting = [n for n in view.snapshot.names() if n[: len(begun)].casefold() == low]
    fitting.sort(key=lambda n: (not n.startswith(begun), n.startswith("_"), n.casefold(), n))
    return tuple(Suggestion(text=n, kind="name", detail=_where(view, n), span=span) for n in fitting[:most])


def _members(view: View, owner: str, begun: str, span: Span) -> tuple[Suggestion, ...]:
    found: dict[str, str] = {}
    for defined in view.snapshot.defined(owner):
        outline = view.snapshot.skeleton(defined.path)
        for symbol in outline.symbols if outline is not None and defined.symbol.name == owner else ():
            if symbol.parent == defined.ordinal and symbol.name.startswith(begun):
                found.setdefault(symbol.name, defined.path)
    return tuple(Suggestion(text=n, kind="name", detail=p, span=span) for n, p in sorted(found.items()))


def _where(view: View, name: str) -> str:
    """The file that defines it, or how many do."""
    paths = sorted({d.path for d in view.snapshot.defined(name) if name_key(d.symbol.name) == name_key(name)})
    return "" if not paths else paths[0] if len(paths) == 1 else f"{len(paths)} files"
