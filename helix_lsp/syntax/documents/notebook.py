"""Jupyter notebooks: the cells as sections, fences, symbols and mentions, at their bytes in the JSON file.

Every cell makes a section: its own headings in a Markdown cell that begins with one, else `cell 3` (with the
comment on its first line) one level below the last heading. A section ends with its cell's source; outputs
belong to none. A span that crosses lines covers the quotes and commas between them. Lines of magic
(`%matplotlib`, `!pip`) are not code. A text where JSON is broken gives the cells that can be recognised.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

from msgspec import structs
from msgspec.structs import replace

from helix_lsp.syntax.assemble import masked
from helix_lsp.syntax.code import read_code
from helix_lsp.syntax.documents.markdown import read_markdown
from helix_lsp.syntax.documents.sections import Heading, Sections
from helix_lsp.syntax.outline import (
    Fence,
    Import,
    Link,
    Mention,
    Outline,
    Problem,
    Reference,
    Section,
    Symbol,
)
from helix_lsp.syntax.parse import LANGUAGES
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_TOKEN = regex(rb"\"(?>(?:[^\"\\]|\\.)*)\"(?P<key>\s*+:)?|[{}\[\]]", re.DOTALL)
_PIECE = regex(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]++", re.DOTALL
)
_MAGIC = regex(rb"(?m)^[ \t]*[%!?][^\r\n]*")
_WHOLE = regex(rb"\s*%%(\w+)")
_COMMENT = regex(r"\s*(?:#|//|--)+\s*(\S[^\r\n]{0,100})")
_TIMED = frozenset({"time", "timeit", "capture", "prun"})
_DEEPEST = 100
_DEEPEST_LEVEL = 7
_NAMES = {
    "ipython": "python",
    "python3": "python",
    "bash": "bash",
    "sh": "bash",
    "c++": "cpp",
    "c#": "c_sharp",
    "node": "javascript",
}


@dataclass(slots=True)
class _Cell:
    """One cell; `strings` are the byte ranges inside the quotes of its source."""

    kind: str = ""
    strings: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])


class _Source:
    """A cell's text as the kernel sees it, and where each of its bytes is in the file."""

    __slots__ = ("_at", "_raw", "_raw_end", "text")

    def __init__(self, data: bytes, strings: list[tuple[int, int]]) -> None:
        self._at: list[int] = []
        self._raw: list[int] = []
        self._raw_end: list[int] = []
        out: list[bytes] = []
        size = 0
        for start, end in strings:
            for match in _PIECE.finditer(data, start, end):
                piece = match.group()
                if piece.startswith(b"\\"):
                    piece = _unescaped(piece)
                self._at.append(size)
                self._raw.append(match.start())
                self._raw_end.append(match.end())
                out.append(piece)
                size += len(piece)
        self.text = b"".join(out)

    def span(self, span: Span) -> Span:
        """The range of the file for a range of the text."""
        start, end = self.start(span.start), self._end(span.end)
        return Span(start, max(start, end))

    def start(self, offset: int) -> int:
        """The file's byte for a byte of the text."""
        if not self._at:
            return 0
        place = bisect_right(self._at, offset) - 1
        raw, end = self._raw[place], self._raw_end[place]
        follows = self._at[place + 1] if place + 1 < len(self._at) else len(self.text)
        if end - raw != follows - self._at[place]:
            return raw if offset < follows else end
        return min(raw + offset - self._at[place], end)

    def _end(self, offset: int) -> int:
        if offset <= 0:
            return self.start(0)
        place = bisect_left(self._at, offset) - 1
        raw, end = self._raw[place], self._raw_end[place]
        follows = self._at[place + 1] if place + 1 < len(self._at) else len(self.text)
        return raw + offset - self._at[place] if end - raw == follows - self._at[place] else end


def _unescaped(piece: bytes) -> bytes:
    try:
        return str(json.loads(b'"' + piece + b'"', strict=False)).encode("utf-8", "replace")
    except ValueError:
        return piece[1:]


@dataclass(slots=True)
class _Book:
    """The facts of all cells in the order of the file. `starts` and `ends` are those of the cells' sources."""

    data: bytes
    language: str
    limit: int
    headings: list[Heading] = field(default_factory=list[Heading])
    starts: list[int] = field(default_factory=list[int])
    ends: list[int] = field(default_factory=list[int])
    symbols: list[Symbol] = field(default_factory=list[Symbol])
    references: list[Reference] = field(default_factory=list[Reference])
    imports: list[Import] = field(default_factory=list[Import])
    comments: list[Span] = field(default_factory=list[Span])
    mentions: list[Mention] = field(default_factory=list[Mention])
    links: list[Link] = field(default_factory=list[Link])
    fences: list[Fence] = field(default_factory=list[Fence])
    level: int = 0

    def add(self, number: int, cell: _Cell) -> None:
        """Reads one cell."""
        source = _Source(self.data, cell.strings)
        if not source.text.strip():
            return
        first, last = cell.strings[0][0], cell.strings[-1][1]
        self.starts.append(first)
        self.ends.append(last)
        if cell.kind == "markdown":
            self._markdown(number, cell, source)
            return
        self._heading(number, cell, source)
        if cell.kind == "code":
            self._code(source, Span(first, last))

    def _heading(self, number: int, cell: _Cell, source: _Source) -> None:
        comment = (
            _COMMENT.match(source.text[:400].decode("utf-8", "replace")) if cell.kind == "code" else None
        )
        title = f"cell {number}: {comment.group(1).strip()}" if comment is not None else f"cell {number}"
        start, end = cell.strings[0]
        line = source.text.find(b"\n")
        if line > 0:
            end = min(end, source.span(Span(0, line)).end)
        self.headings.append(
            Heading(title=title, level=min(self.level + 1, _DEEPEST_LEVEL), span=Span(start, end))
        )

    def _markdown(self, number: int, cell: _Cell, source: _Source) -> None:
        inner = read_markdown(source.text)
        if not inner.sections or source.text[: inner.sections[0].heading.start].strip():
            self._heading(number, cell, source)
        for each in inner.sections:
            self.headings.append(Heading(title=each.title, level=each.level, span=source.span(each.heading)))
            self.level = each.level
        self.mentions += [
            replace(each, span=source.span(each.span), outer=source.span(each.outer))
            for each in inner.mentions
        ]
        self.links += [
            replace(each, span=source.span(each.span), text=source.span(each.text)) for each in inner.links
        ]
        self.fences += [replace(each, span=source.span(each.span)) for each in inner.fences]

    def _code(self, source: _Source, span: Span) -> None:
        whole = _WHOLE.match(source.text)
        name = whole.group(1).decode().lower() if whole is not None else self.language
        language = _NAMES.get(name, name)
        if whole is not None and language not in LANGUAGES:
            language = self.language if name in _TIMED else ""
        self.fences.append(Fence(language=language or name, span=span, section=-1))
        if language not in LANGUAGES or len(self.references) > self.limit:
            return
        inner = read_code(
            language,
            masked(source.text, [match.span() for match in _MAGIC.finditer(source.text)]),
            self.limit,
        )
        base = len(self.symbols)
        self.symbols += [
            structs.replace(
                each,
                span=source.span(each.span),
                name_span=source.span(each.name_span),
                doc=source.span(each.doc) if each.doc is not None else None,
                body=source.span(each.body) if each.body is not None else None,
                parent=each.parent + base if each.parent >= 0 else -1,
            )
            for each in inner.symbols
        ]
        self.references += [
            structs.replace(
                each, span=source.span(each.span), scope=each.scope + base if each.scope >= 0 else -1
            )
            for each in inner.references
        ]
        self.imports += [replace(each, span=source.span(each.span)) for each in inner.imports]
        self.comments += [source.span(each) for each in inner.comments]

    def outline(self) -> Outline:
        """Everything, with sections and caps."""
        sections = Sections(self.headings, len(self.data))
        limit = self.limit
        sorts = (
            self.symbols,
            self.references,
            self.imports,
            self.comments,
            sections.all,
            self.mentions,
            self.links,
            self.fences,
        )
        left_out = sum(max(0, len(each) - limit) for each in sorts)
        problem = Problem(
            code="too_many_facts",
            message=f"{left_out} facts beyond the limit of {limit} per sort were left out",
        )
        kept = min(limit, len(self.symbols))
        return Outline(
            language="notebook",
            symbols=tuple(self.symbols[:limit]),
            references=tuple(
                structs.replace(each, scope=-1) if each.scope >= kept else each
                for each in self.references[:limit]
            ),
            imports=tuple(self.imports[:limit]),
            comments=tuple(self.comments[:limit]),
            sections=tuple(self._clipped(each) for each in sections.all[:limit]),
            mentions=tuple(
                replace(each, section=min(sections.at(each.span.start), limit - 1))
                for each in self.mentions[:limit]
            ),
            links=tuple(
                replace(each, section=min(sections.at(each.span.start), limit - 1))
                for each in self.links[:limit]
            ),
            fences=tuple(
                replace(each, section=min(sections.at(each.span.start), limit - 1))
                for each in sorted(self.fences, key=lambda each: each.span)[:limit]
            ),
            problems=(problem,) if left_out else (),
        )

    def _clipped(self, section: Section) -> Section:
        """The section without what follows its last cell's source."""

        def clip(span: Span, last: int) -> Span:
            return Span(span.start, max(span.start, min(span.end, self.ends[last])))

        own = bisect_right(self.starts, section.span.start) - 1
        reach = bisect_left(self.starts, section.extent.end) - 1
        return replace(section, span=clip(section.span, own), extent=clip(section.extent, max(own, reach)))


def read_notebook(data: bytes, limit: int) -> Outline:
    """The outline of a notebook. Never raises."""
    cells, language = _cells(data)
    book = _Book(data, _NAMES.get(language, language) or "python", limit)
    for number, cell in enumerate(cells, 1):
        if cell.strings:
            book.add(number, cell)
    return book.outline()


def _cells(data: bytes) -> tuple[list[_Cell], str]:
    """The cells in order, and the kernel's language in lower case (`` when the file does not say)."""
    cells: list[_Cell] = []
    language = ""
    stack: list[str] = []
    key = ""
    for match in _TOKEN.finditer(data):
        first = data[match.start()]
        if first in b"{[":
            stack.append(key if len(stack) < _DEEPEST else "")
            if first == 0x7B and stack[-2:] == ["cells", ""] and len(stack) in (3, 5):
                cells.append(_Cell())
            key = ""
        elif first in b"}]":
            if stack:
                stack.pop()
            key = ""
        elif match.group("key") is not None:
            key = data[match.start() + 1 : match.start() + 40].partition(b'"')[0].decode("utf-8", "replace")
        else:
            language = _value(data, match, stack, key, cells) or language
            if key:
                key = ""
    return cells, language


def _value(data: bytes, match: re.Match[bytes], stack: list[str], key: str, cells: list[_Cell]) -> str:
    """Notes a text that is at `stack` under `key`; gives the language when it is that."""
    start, end = match.start() + 1, match.end() - 1
    if cells and stack[-2:] == ["cells", ""]:
        if key == "cell_type":
            cells[-1].kind = data[start:end].decode("utf-8", "replace")
        elif key in ("source", "input"):
            cells[-1].strings.append((start, end))
    elif cells and len(stack) > 2 and stack[-3:-1] == ["cells", ""] and stack[-1] in ("source", "input"):
        cells[-1].strings.append((start, end))
    elif (stack == ["", "metadata", "kernelspec"] and key == "language") or (
        stack == ["", "metadata", "language_info"] and key == "name"
    ):
        return data[start:end].decode("utf-8", "replace").lower()
    return ""
