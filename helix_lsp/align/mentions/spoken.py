"""Mentions of definitions outside of inline code: their names in plain prose, whole or as words, and in
docstrings and comments.

`SessionInterface` and `session_interface` count where they stand as they are spelled; "Session Interface",
"session interfaces" only for names of two words and more that no other definition shares. Where such a text
is looked for is told by the index, never by reading every file.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence

import msgspec

from helix_lsp.align.live import Live
from helix_lsp.align.mention import read_name
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.identifiers import lower_parts
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import split, whole

_SHAPED = regex(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Z]{2}[a-z]")
_CODE = regex(
    rb":(?:[\w+]+:)?(?P<role>\w+):`(?P<target>[^`\n<>]+)`|``(?P<double>[^`\n]+)``|(?<![`\w:])`(?P<single>[^`\n]+)`(?![`\w])"
)
_SHORTEST = 4


class Spoken(msgspec.Struct, frozen=True, kw_only=True):
    """The `name` of a definition, said as `text` at its bytes.

    `share` is what is kept of the confidence that inline code would have; `said` is prose, words, docstring
    or comment.

    `role` is the one of inline code in a docstring or comment; `scope` the definition it is in, an index
    into `Outline.symbols`, -1 outside.
    """

    path: str
    span: Span
    text: str
    name: str
    said: str
    share: float
    role: str = ""
    scope: int = -1


def spoken(
    wanted: Sequence[Defined], snapshot: Snapshot, live: Live, cfg: AlignConfig, check: Callable[[], None]
) -> Iterator[Spoken]:
    """Places that speak of these definitions by name, in the order of (name, path, byte). Raises through
    `check`, called for each file.
    """
    for name in dict.fromkeys(d.symbol.name for d in wanted):
        if len(name.strip("_")) < _SHORTEST or name.startswith("__"):
            continue
        for path in _paths(name, snapshot, cfg):
            check()
            entry, data = snapshot.file(path), live.data(path)
            if (
                entry is None
                or data is None
                or not live.same(path)
                or entry.surface.vendored
                or entry.generated
            ):
                continue
            if entry.surface.kind == "docs":
                said = _in_prose(name, path, data, snapshot, cfg)
                outline = live.commented(path) if said else None
                yield from _apart_from_code(said, outline) if outline is not None else ()
            elif entry.surface.kind == "code" and not entry.surface.test and name.encode() in data:
                outline = live.commented(path)
                if outline is None:
                    continue
                own = [
                    s.doc
                    for d in wanted
                    if d.path == path and (s := live.symbol(d)) is not None and s.doc is not None
                ]
                yield from _in_comments(name, path, data, outline, own, cfg)


def _paths(name: str, snapshot: Snapshot, cfg: AlignConfig) -> list[str]:
    """Files that hold the name as it is spelled, and documents that hold all its words."""
    terms = {whole(name)} if split(name)[1] else set(split(name)[0])
    found = set(_holding(terms, snapshot, cfg)) if terms else set[str]()
    if len(lower_parts(name)) > 1:
        parts = set(split(name)[0])
        held = [
            p
            for p in _holding(parts, snapshot, cfg)
            if (entry := snapshot.file(p)) is not None and entry.surface.kind == "docs"
        ]
        found.update(held)
    return sorted(found)


def _holding(terms: set[str], snapshot: Snapshot, cfg: AlignConfig) -> list[str]:
    """Paths with a unit for the terms, the likeliest so many where there are too many to look at."""
    return list(
        dict.fromkeys(hit.path for hit in snapshot.match(dict.fromkeys(sorted(terms), 1.0), cfg.spoken_units))
    )


def _apart_from_code(said: list[Spoken], outline: Outline) -> Iterator[Spoken]:
    hidden = (
        *(m.outer for m in outline.mentions),
        *(f.span for f in outline.fences),
        *(one.span for one in outline.links),
    )
    taken = sorted(hidden, key=lambda s: s.start)
    starts = [s.start for s in taken]

    def free(span: Span) -> bool:
        at = bisect_right(starts, span.start) - 1
        return not any(taken[i].overlaps(span) for i in range(max(0, at - 1), min(len(taken), at + 2)))

    yield from sorted((one for one in said if free(one.span)), key=lambda one: one.span.start)


def _in_prose(name: str, path: str, data: bytes, snapshot: Snapshot, cfg: AlignConfig) -> list[Spoken]:
    """What a document says of it, inline code, fences and links included."""
    places = _bare(name.encode(), data, Span(0, len(data))) if _SHAPED.search(name) else ()
    found = [
        Spoken(path=path, span=place, text=name, name=name, said="prose", share=cfg.spoken_whole)
        for place in places
    ]
    words = lower_parts(name)
    lowered = data.lower() if len(words) > 1 else b""
    if len(words) > 1 and all(word.encode() in lowered for word in words):
        shared = _shared(name, snapshot)
        spelled = rb"(?:[ \t]+|-|[ \t]*\r?\n[ \t]*)".join(re.escape(w.encode()) for w in words)
        for match in re.finditer(rb"(?<![\w`./#-])" + spelled + rb"(?:s|es)?(?![\w/-])", data, re.IGNORECASE):
            text = match[0].decode("utf-8", "replace")
            capital = all(w[:1].isupper() for w in re.split(r"[\s-]+", text))
            share = cfg.spoken_capital if capital else cfg.spoken_lower
            if shared and not (capital and name[:1].isupper()):
                continue
            found.append(
                Spoken(path=path, span=Span(*match.span()), text=text, name=name, said="words", share=share)
            )
    return found


def _in_comments(
    name: str, path: str, data: bytes, outline: Outline, own: list[Span], cfg: AlignConfig
) -> Iterator[Spoken]:
    """In docstrings and comments, but those of the definition itself."""
    docs: dict[Span, int] = {s.doc: i for i, s in enumerate(outline.symbols) if s.doc is not None}
    spans: set[Span] = {*docs, *outline.comments}
    if outline.module_doc is not None:
        spans.add(outline.module_doc)
    word = name.encode()
    end = 0
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if span in own or span.start < end or word not in span.cut(data):
            continue
        end = span.end
        said = "docstring" if span in docs or span == outline.module_doc else "comment"
        scope = docs.get(span, _scope(outline, span.start))
        coded: list[Span] = []
        for match in _CODE.finditer(data, span.start, span.end):
            group = next(g for g in ("target", "double", "single") if match[g] is not None)
            coded.append(Span(*match.span()))
            text = match[group].decode("utf-8", "replace").lstrip("~!")
            role = (match["role"] or b"").decode("ascii", "replace")
            read = read_name(text, role)
            if read is not None and read.last == name:
                place = Span(match.end(group) - len(match[group].lstrip(b"~!")), match.end(group))
                yield Spoken(
                    path=path, span=place, text=text, name=name, said=said, share=1.0, role=role, scope=scope
                )
        if _SHAPED.search(name):
            for place in _bare(word, data, span):
                if not any(c.overlaps(place) for c in coded):
                    yield Spoken(
                        path=path,
                        span=place,
                        text=name,
                        name=name,
                        said=said,
                        share=cfg.spoken_whole,
                        scope=scope,
                    )


def _bare(word: bytes, data: bytes, span: Span) -> Iterator[Span]:
    if data.find(word, span.start, span.end) < 0:
        return
    pattern = re.compile(rb"(?<![\w`./#-])" + re.escape(word) + rb"(?![\w/-])")
    for match in pattern.finditer(data, span.start, span.end):
        yield Span(*match.span())


def _scope(outline: Outline, offset: int) -> int:
    """The innermost definition around a byte, -1 outside of all."""
    return max((i for i, s in enumerate(outline.symbols) if s.span.contains(offset)), default=-1)


def _shared(name: str, snapshot: Snapshot) -> bool:
    """True when definitions of another spelling have the same words (`session_interface` beside
    `SessionInterface`).
    """
    flat = name.replace("_", "").lower()
    return any(
        d.symbol.name != name for one in (flat, "_".join(lower_parts(name))) for d in snapshot.defined(one)
    )
