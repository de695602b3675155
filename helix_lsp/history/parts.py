"""What one side of a file consists of: definitions, sections of a document, or keys of a configuration, each
with the text that is its own.

The own text of a part is its bytes without those of the parts inside it, lines stripped and empty ones
dropped: so a class is not changed by what changed in a method, nor anything by being moved or indented.
`code` is that text without comments and documentation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from helix_lsp.syntax.outline import Key, Outline, Section, Symbol
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.text.regex import regex

_MOST_KEYS = 3_000  # a file with more is data, no configuration
_BY_INDENT = frozenset({"python"})
_FOLDED = regex(rb"\s+")
SECTION, KEY = "section", "key"


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One part of one side. `qualified` is the dotted name, for a section its heading path (` > ` between),
    for a key its path.

    Lines count from 1, both inclusive; `sha256` is of exactly the bytes of `span`. `symbol` is None for
    sections and keys. `parent` is the qualified name of the part around it, `` at the top. `laid` is the code as
    it is laid out, in languages that nest by indentation alone.
    """

    path: str
    qualified: str
    name: str
    kind: str
    parent: str
    span: Span
    start_line: int
    end_line: int
    sha256: str
    own: bytes
    code: bytes
    signature: str = ""
    exported: bool = True
    symbol: Symbol | None = None
    laid: bytes = b""

    @property
    def is_definition(self) -> bool:
        """False for sections and keys."""
        return self.symbol is not None


def parts_of(path: str, data: bytes, outline: Outline) -> tuple[Part, ...]:
    """The parts in the order of their bytes, a parent before its children."""
    lines = LineIndex(data)
    if outline.symbols:
        return tuple(_definitions(path, data, outline, lines))
    if outline.sections:
        return tuple(_sections(path, data, outline.sections, lines))
    return tuple(_keys(path, data, outline.keys, lines)) if len(outline.keys) <= _MOST_KEYS else ()


def _definitions(path: str, data: bytes, outline: Outline, lines: LineIndex) -> Iterable[Part]:
    symbols = outline.symbols
    inside: dict[int, list[Span]] = defaultdict(list)
    for symbol in symbols:
        inside[symbol.parent].append(symbol.span)
    for at, symbol in enumerate(symbols):
        span = Span(
            min(symbol.span.start, symbol.name_span.start), max(symbol.span.end, symbol.name_span.end)
        )
        if not span.cut(data):
            continue
        said = [s for s in outline.comments if span.covers(s)] + (
            [symbol.doc] if symbol.doc is not None and span.covers(symbol.doc) else []
        )
        parent = symbols[symbol.parent].qualified if 0 <= symbol.parent < len(symbols) else ""
        yield _part(
            path,
            data,
            lines,
            span,
            qualified=symbol.qualified,
            name=symbol.name,
            kind=symbol.kind,
            parent=parent,
            own=_without(data, span, inside[at]),
            code=_without(data, span, [*inside[at], *said]),
            signature=symbol.signature,
            exported=symbol.exported,
            symbol=symbol,
            laid=_cut(data, span, [*inside[at], *said]) if outline.language in _BY_INDENT else b"",
        )


def _sections(path: str, data: bytes, sections: Sequence[Section], lines: LineIndex) -> Iterable[Part]:
    titles: list[str] = []
    for section in sections:
        above = titles[section.parent] if 0 <= section.parent < len(titles) else ""
        titles.append(f"{above} > {section.title}" if above else section.title)
        span = Span(section.span.start, section.span.start + len(section.span.cut(data).rstrip()))
        if span.end > span.start:
            own = _without(data, span, [])
            yield _part(
                path,
                data,
                lines,
                span,
                qualified=titles[-1],
                name=section.title,
                kind=SECTION,
                parent=above,
                own=own,
                code=own,
            )


def _keys(path: str, data: bytes, keys: Sequence[Key], lines: LineIndex) -> Iterable[Part]:
    """Those that hold a value or a list, each with all of it; items of lists belong to their list."""
    named = [k for k in keys if "[" not in k.path]
    holders = {k.path.rpartition(".")[0] for k in named}
    for key in named:
        span = Span(min(key.span.start, key.value.start), max(key.span.end, key.value.end))
        if key.path not in holders and span.cut(data):
            own = _without(data, span, [])
            above, _, name = key.path.rpartition(".")
            yield _part(
                path,
                data,
                lines,
                span,
                qualified=key.path,
                name=name,
                kind=KEY,
                parent=above,
                own=own,
                code=own,
            )


def _part(path: str, data: bytes, lines: LineIndex, span: Span, **rest: Any) -> Part:
    """The part at a span; `rest` are its other fields."""
    first, last = lines.lines(span)
    sha256 = sha256_hex(span.cut(data))
    return Part(path=path, span=span, start_line=first, end_line=last, sha256=sha256, **rest)


def _without(data: bytes, span: Span, holes: Iterable[Span]) -> bytes:
    """The span's text without the holes in it, white space folded."""
    return _FOLDED.sub(b" ", _cut(data, span, holes)).strip()


def _cut(data: bytes, span: Span, holes: Iterable[Span]) -> bytes:
    """The span's text without the holes in it."""
    pieces: list[bytes] = []
    at = span.start
    for hole in sorted(holes):
        if hole.start > at:
            pieces.append(data[at : min(hole.start, span.end)])
        at = max(at, hole.end)
    if at < span.end:
        pieces.append(data[at : span.end])
    return b" ".join(pieces)
