"""Headings in reading order -> sections with extents, parents and unique anchors. Also the text of a block without
what is between its lines.

Anchors follow the slugs of github.com: lower case, letters, digits, marks, `_` and `-` kept, spaces become
`-`, repetitions get `-1`, `-2`.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from helix_lsp.syntax.documents.rst_lines import Lines, title_at, width
from helix_lsp.syntax.outline import Outline, Section
from helix_lsp.syntax.parse import scrub
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex


class Heading(msgspec.Struct, frozen=True, kw_only=True):
    """`span` is the heading's own lines without the last line end. `anchor` is an explicit label or ``.

    A `nested` heading (in a quotation or a list item) uses up an anchor, but divides nothing.
    """

    title: str
    level: int
    span: Span
    anchor: str = ""
    nested: bool = False


LONGEST_TITLE = 200
"""Characters of a title that are kept: it goes into every unit below it, so its length would be multiplied by their number."""


class Sections:
    """The sections of one document, and which of them holds a byte."""

    __slots__ = ("_starts", "all")

    def __init__(self, headings: Sequence[Heading], end: int) -> None:
        self.all = _divide(headings, end)
        self._starts = [s.span.start for s in self.all]

    def at(self, offset: int) -> int:
        """Index of the section that holds the byte; -1 before the first heading."""
        return bisect_right(self._starts, offset) - 1


def _short(title: str) -> str:
    return title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1].rstrip()}…"


def slug(title: str) -> str:
    """The anchor that github.com gives to a heading, before repetitions are numbered."""
    if title.isascii() and title.isalnum():
        return title.lower()
    kept = [
        c
        for c in title.strip().lower()
        if c in " -_" or c.isalnum() or unicodedata.category(c) in ("Mn", "Mc", "Me", "Pc")
    ]
    return "".join(kept).replace(" ", "-")


def _divide(headings: Sequence[Heading], end: int) -> tuple[Section, ...]:
    anchors = _anchors(headings)
    kept = [(h, a) for h, a in zip(headings, anchors, strict=True) if not h.nested]
    extents = [end] * len(kept)
    parents = [-1] * len(kept)
    open_: list[int] = []
    for i, (heading, _) in enumerate(kept):
        while open_ and kept[open_[-1]][0].level >= heading.level:
            extents[open_.pop()] = heading.span.start
        parents[i] = open_[-1] if open_ else -1
        open_.append(i)
    out: list[Section] = []
    for i, (heading, anchor) in enumerate(kept):
        start = heading.span.start
        stop = kept[i + 1][0].span.start if i + 1 < len(kept) else end
        out.append(
            Section(
                title=_short(heading.title),
                anchor=anchor,
                level=heading.level,
                heading=heading.span,
                span=Span(start, stop),
                extent=Span(start, extents[i]),
                parent=parents[i],
            )
        )
    return tuple(out)


def _anchors(headings: Sequence[Heading]) -> list[str]:
    times: dict[str, int] = {}
    out: list[str] = []
    for heading in headings:
        wanted = heading.anchor or slug(heading.title)
        anchor = wanted
        while anchor in times:
            times[wanted] += 1
            anchor = f"{wanted}-{times[wanted]}"
        times[anchor] = 0
        out.append(anchor)
    return out


# The text of a block without what is between its lines (quotation marks, indentation), and the way back to
# the file's bytes.


class JoinedText:
    """`text` is the pieces of a block in order; positions in it are turned into spans of the file."""

    __slots__ = ("_at", "_from", "text")

    def __init__(self, data: bytes, segments: Sequence[tuple[int, int]]) -> None:
        self.text = b"".join(data[s:e] for s, e in segments)
        self._at: list[int] = []
        self._from: list[int] = []
        total = 0
        for start, end in segments:
            self._at.append(total)
            self._from.append(start)
            total += end - start

    def span(self, start: int, end: int) -> Span:
        """The file's bytes for a range of the joined text; an empty range is at its own start."""
        first = self._offset(start)
        return Span(first, self._offset(end - 1) + 1 if end > start else first)

    def _offset(self, at: int) -> int:
        i = bisect_right(self._at, at) - 1
        return self._from[i] + at - self._at[i]


# Plain text -> sections, where a title is underlined (or framed) by a row of one punctuation mark; nothing else
# is a fact.

_LONGEST_TITLE = 100
_MARKS = b"=-~^*#\"'+_"
_WORD = regex(rb"[^\W\d_]|[\x80-\xff]")


def read_plain(data: bytes) -> Outline:
    """The sections of a text; levels follow the order in which the underlining marks are first used. Never
    raises.

    A title is behind a blank line or at the start, has letters, and its row is about as long as itself.
    """
    data = scrub(data)
    lines = Lines(data)
    styles: dict[bytes, int] = {}
    headings: list[Heading] = []
    at = 0
    while at < lines.count:
        found = (
            title_at(lines, at)
            if lines.column[at] == 0 and lines.blank(at - 1 if at else lines.count)
            else None
        )
        if found is None or not _is_title(lines, found):
            at += 1
            continue
        line, style, after = found
        raw = lines.text(line).rstrip()
        last = after - 1
        headings.append(
            Heading(
                title=" ".join(raw.decode("utf-8", "replace").split()),
                level=styles.setdefault(style, len(styles) + 1),
                span=Span(lines.content[at], lines.content[last] + len(lines.text(last).rstrip())),
            )
        )
        at = after
    return Outline(language="text", sections=Sections(headings, len(data)).all)


def _is_title(lines: Lines, found: tuple[int, bytes, int]) -> bool:
    line, style, after = found
    raw = lines.text(line).rstrip()
    row = len(lines.text(after - 1).rstrip())
    long = width(raw)
    fits = row >= 3 and (len(style) == 2 or abs(row - long) <= 2)
    return style[:1] in _MARKS and _WORD.search(raw) is not None and long <= _LONGEST_TITLE and fits
