"""The blocks of a reStructuredText document: titles, paragraphs, code, directives, targets. One pass over the lines, no
recursion: the body of a directive that holds text is read like any other text, so nesting needs no stack, and a
block's own indentation says how far it goes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import msgspec

from helix_lsp.syntax.documents.rst_lines import (
    BULLET,
    CODE,
    ENUMERATOR,
    FIELD,
    FILES,
    GRID_TABLE,
    OPAQUE,
    SIMPLE_TABLE,
    WITHOUT_TEXT,
    Lines,
    last_component,
    names_object,
    object_name,
    title_at,
)
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

Segments = tuple[tuple[int, int], ...]

_TARGET = regex(rb"_(?![ ]|\Z)(?:`((?:[^`\\]|\\.)+)`|((?:[^:\\`]|\\.|:(?![ \t]|\Z))+?)):(?:[ \t]++(.*))?\Z")
_DIRECTIVE = regex(rb"([A-Za-z0-9](?>(?:[\w.+-]|:(?!:)){0,80}))[ \t]?::(?:[ \t]++(.*))?\Z")
_NOTE = regex(rb"\[[^\[\]\s]{1,100}\](?:[ \t]++|\Z)")
_SUBSTITUTION = regex(rb"\|[^|\r\n]{1,200}\|[ \t]++(?=[A-Za-z0-9])")
_OPTION = regex(rb":[A-Za-z0-9][^:\r\n`]{0,80}:(?:[ \t]|\Z)")
_ENTRY = regex(rb"(?:.*?<([^<>]+)>|(\S(?:.*\S)?))\s*\Z")
_ANONYMOUS = regex(rb"__[ \t]++(\S.*)\Z")


class Title(msgspec.Struct, frozen=True):
    """A section title; `style` is its adornment, levels follow from the order of styles; `text` is its place in
    `Blocks.texts`; `label` is an explicit target before it, or ``.
    """

    style: bytes
    span: Span
    text: int
    label: str


@dataclass(slots=True)
class Blocks:
    """The blocks of one document in reading order.

    `objects` are (directive's last component, name, whole line), `links` (target, its bytes) of files and
    tables of contents;
    `targets` maps normalised names to addresses, `` for a place in this document; `anonymous` are the
    addresses without a name, in order.
    """

    titles: list[Title] = field(default_factory=list[Title])
    texts: list[Segments] = field(default_factory=list[Segments])
    codes: list[tuple[str, Span]] = field(default_factory=list[tuple[str, Span]])
    objects: list[tuple[str, Span, Span]] = field(default_factory=list[tuple[str, Span, Span]])
    links: list[tuple[str, Span]] = field(default_factory=list[tuple[str, Span]])
    targets: dict[str, str] = field(default_factory=dict[str, str])
    anonymous: list[str] = field(default_factory=list[str])


def read_blocks(data: bytes) -> Blocks:
    """The blocks of a scrubbed text."""
    return _Reader(data).run()


def normal_name(raw: str) -> str:
    """A reference name as it is compared: white space folded, lower case, back-slashes dropped."""
    return " ".join(raw.replace("\\", "").split()).lower()


class _Reader:
    """Keeps the paragraph that is being collected; every method that reads a construct returns the next line
    to read.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.lines = Lines(data)
        self.out = Blocks()
        self.paragraph: list[tuple[int, int]] = []
        self.column = 0
        self.adopts = False
        self.labels: list[str] = []
        self.highlight = ""

    def run(self) -> Blocks:
        lines, at = self.lines, 0
        while at < lines.count:
            column = lines.column[at]
            if column < 0:
                at = self._end_of_paragraph(at)
            elif self.paragraph and self._continues(column):
                self.paragraph.append((lines.content[at], lines.following[at]))
                at += 1
            else:
                self._flush()
                at = self._begin(at)
        self._flush()
        self.out.codes.sort(key=lambda c: (c[1].start, c[1].end))
        return self.out

    def _continues(self, column: int) -> bool:
        if self.adopts and column > self.column:
            self.column, self.adopts = column, False
            return True
        return column == self.column and not self.adopts

    def _flush(self) -> None:
        if self.paragraph:
            self.out.texts.append(tuple(self.paragraph))
            self.labels.clear()
        self.paragraph = []

    def _end_of_paragraph(self, at: int) -> int:
        """A blank line: what is behind a paragraph that ends with `::` is a literal block."""
        if not self.paragraph:
            return at + 1
        start, end = self.paragraph[-1]
        literal = self.data[start:end].rstrip().endswith(b"::")
        self._flush()
        first = self.lines.first_filled(at)
        if not literal or first >= self.lines.count:
            return first
        if self.lines.column[first] > self.column:
            return self._code(self.highlight, first, self.column)
        quote = self.lines.text(first)[:1]
        stop = first
        if self.lines.column[first] == self.column and re.match(rb"[!-/:-@\[-`{-~]", quote):
            while not self.lines.blank(stop) and self.lines.text(stop)[:1] == quote:
                stop += 1
            if self.lines.blank(stop):
                self.out.codes.append((self.highlight, self.lines.block(first, stop)))
                return stop
        return first

    def _code(self, language: str, first: int, column: int) -> int:
        """An indented block of code that begins at or behind the line `first`."""
        begin = self.lines.first_filled(first)
        stop = self.lines.after_indented(first, column)
        if begin < stop:
            self.out.codes.append((language, self.lines.block(begin, stop)))
        return max(stop, first)

    def _text(self, start: int, at: int, column: int, *, adopts: bool) -> int:
        """Begins a paragraph with the rest of the line `at`; with `adopts`, deeper lines that follow set its
        indentation.
        """
        end = self.lines.following[at]
        if start < self.lines.end[at]:
            self.paragraph = [(start, end)]
            self.column, self.adopts = column, adopts
        return at + 1

    def _begin(self, at: int) -> int:
        """The first line of a block."""
        lines = self.lines
        start, end, column = lines.content[at], lines.end[at], lines.column[at]
        while marker := BULLET.match(self.data, start, end):
            column += marker.end() - start
            start = marker.end()
        first = start == lines.content[at]
        head = self.data[start : start + 3]
        if start >= end:
            return at + 1
        if head[:2] == b".." and head[2:] in (b"", b" ", b"\t", b"\r", b"\n"):
            return self._explicit(at, start + 2, column)
        if head == b">>>" and self.data[start + 3 : start + 4] in (b"", b" ", b"\r", b"\n"):
            return self._doctest(at, start)
        if head[:1] == b":" and (name := FIELD.match(self.data, start, end)):
            return self._text(name.end(), at, column, adopts=True)
        if head[:2] in (b"| ", b"|\n", b"|\r"):
            self.out.texts.append(((start + 1, end),))
            return at + 1
        if head[:2] == b"__" and (anonymous := _ANONYMOUS.match(self.data[start:end])):
            self.out.anonymous.append(_decoded(anonymous.group(1)))
            return at + 1
        if first and (after := self._table(at) or self._title(at)):
            return after
        if (number := ENUMERATOR.match(self.data, start, end)) and self._is_item(at, lines.column[at]):
            return self._text(number.end(), at, column + number.end() - start, adopts=False)
        return self._text(start, at, column, adopts=False)

    def _is_item(self, at: int, column: int) -> bool:
        """A line like `1. text` is a list item unless the next line goes on at its own indentation with
        something else.
        """
        after = at + 1
        if self.lines.blank(after) or self.lines.column[after] != column:
            return True
        return ENUMERATOR.match(self.lines.text(after)) is not None

    def _title(self, at: int) -> int:
        found = title_at(self.lines, at)
        if found is None:
            if at == 0 or self.lines.blank(at - 1):
                rule = self.lines.adornment(at)
                return at + 1 if len(rule) >= 4 and self.lines.blank(at + 1) else 0
            return 0
        line, style, after = found
        text = (self.lines.content[line], self.lines.content[line] + len(self.lines.text(line).rstrip()))
        last = after - 1
        span = Span(self.lines.content[at], self.lines.content[last] + len(self.lines.text(last).rstrip()))
        label = self.labels[-1] if self.labels else ""
        self.out.titles.append(Title(style, span, len(self.out.texts), label))
        self.out.texts.append((text,))
        self.labels.clear()
        return after

    def _table(self, at: int) -> int:
        """A table: each row's line is a text of its own, in a grid each cell."""
        lines = self.lines
        if self.data[lines.content[at]] not in b"+=":
            return 0
        text = lines.text(at)
        grid = GRID_TABLE.match(text) is not None
        if not grid and not SIMPLE_TABLE.match(text):
            return 0
        stop = at + 1 if grid else self._last_border(at)
        while grid and not lines.blank(stop):
            stop += 1
        for number in range(at + 1, stop):
            row = lines.text(number)
            if not lines.blank(number) and not GRID_TABLE.match(row) and not SIMPLE_TABLE.match(row):
                self._row(lines.content[number], lines.end[number], grid)
        return stop

    def _last_border(self, at: int) -> int:
        """Behind the last border of a simple table: the third or one before a blank line; without any, at a
        blank line.
        """
        lines, borders, stop = self.lines, 1, at + 1
        while stop < lines.count:
            if lines.column[stop] >= 0 and SIMPLE_TABLE.match(lines.text(stop)):
                borders += 1
                if borders == 3 or lines.blank(stop + 1):
                    return stop + 1
            stop += 1
        stop = at + 1
        while not lines.blank(stop):
            stop += 1
        return stop

    def _row(self, start: int, end: int, grid: bool) -> None:
        if not grid:
            self.out.texts.append(((start, end),))
            return
        for cell in re.finditer(rb"[^|]+", self.data[start:end]):
            self.out.texts.append(((start + cell.start(), start + cell.end()),))

    def _doctest(self, at: int, start: int) -> int:
        stop = at
        while not self.lines.blank(stop):
            stop += 1
        block = self.lines.block(at, stop)
        self.out.codes.append(("pycon", Span(max(start, block.start), block.end)))
        return stop

    def _explicit(self, at: int, start: int, column: int) -> int:
        """What begins with two dots: a target, a note, a substitution, a directive; anything else is a
        comment.
        """
        end = self.lines.end[at]
        rest = self.data[start:end]
        start += len(rest) - len(rest.lstrip())
        rest = rest.strip()
        if not rest and self.lines.blank(at + 1):
            return at + 1
        if rest.startswith(b"__:"):
            self.out.anonymous.append(_decoded(rest[3:]))
            return at + 1
        if target := _TARGET.match(rest):
            return self._target(at, target, column)
        if note := _NOTE.match(rest):
            return self._text(start + note.end(), at, column, adopts=True)
        if substitution := _SUBSTITUTION.match(rest):
            start += substitution.end()
            rest = rest[substitution.end() :]
        if directive := _DIRECTIVE.match(rest):
            argument = directive.start(2) if directive.group(2) is not None else len(rest)
            return self._directive(
                at, directive.group(1).decode("ascii", "replace").lower(), start + argument, column
            )
        self.labels.clear()
        return self.lines.after_indented(at + 1, column)

    def _target(self, at: int, target: re.Match[bytes], column: int) -> int:
        stop = at + 1
        while not self.lines.blank(stop) and self.lines.column[stop] > column:
            stop += 1
        address = b"".join(
            [target.group(3) or b"", *(self.lines.text(k).strip() for k in range(at + 1, stop))]
        )
        name = _decoded(target.group(1) or target.group(2))
        if not address:
            self.labels.append(name.replace("\\", ""))
        self.out.targets.setdefault(normal_name(name), _decoded(address))
        return stop

    def _directive(self, at: int, name: str, start: int, column: int) -> int:
        end = self.lines.end[at]
        argument = self.data[start:end].strip()
        last = last_component(name)
        self.labels.clear()
        if last == "highlight":
            self.highlight = _first_word(argument)
        if name in CODE:
            default = CODE[name]
            language = _first_word(argument) if default is None else default
            return self._code(
                language or (self.highlight if default is None else ""), self._options(at + 1, column), column
            )
        if name in OPAQUE:
            return self.lines.after_indented(at + 1, column)
        if name in ("toctree", "autosummary"):
            return self._entries(name, at, column)
        if names_object(name, argument):
            return self._object(name, at, start, column)
        if last in FILES and argument:
            span = Span(start, start + len(argument))
            self.out.links.append((_decoded(argument), span))
            return self._options(at + 1, column)
        if last in WITHOUT_TEXT:
            return self._options(at + 1, column)
        return self._text(start, at, column, adopts=True)

    def _options(self, at: int, column: int) -> int:
        """Over the options of a directive (`:name: value` and what is indented below them)."""
        while (
            not self.lines.blank(at) and self.lines.column[at] > column and _OPTION.match(self.lines.text(at))
        ):
            own = self.lines.column[at]
            at += 1
            while not self.lines.blank(at) and self.lines.column[at] > own:
                at += 1
        return at

    def _entries(self, name: str, at: int, column: int) -> int:
        first = self._options(at + 1, column)
        stop = self.lines.after_indented(first, column)
        for number in range(first, stop):
            entry = None if self.lines.blank(number) else _ENTRY.match(self.lines.text(number))
            if entry is None:
                continue
            base = self.lines.content[number]
            if name == "autosummary":
                self._name(name, base, self.lines.end[number])
                continue
            group = 1 if entry.group(1) is not None else 2
            target = _decoded(entry.group(group))
            if target != "self":
                span = Span(entry.start(group), entry.end(group)).shifted(base)
                self.out.links.append((target, span))
        return max(stop, at + 1)

    def _object(self, name: str, at: int, start: int, column: int) -> int:
        """The names of a directive's signatures: one on its line, more on the lines below until a blank one
        or an option.
        """
        self._name(name, start, self.lines.end[at], outer=self.lines.content[at])
        at += 1
        while (
            not self.lines.blank(at)
            and self.lines.column[at] > column
            and not _OPTION.match(self.lines.text(at))
        ):
            if not self.data[: self.lines.end[at - 1]].endswith(b"\\"):
                self._name(name, self.lines.content[at], self.lines.end[at])
            at += 1
        return self._options(at, column)

    def _name(self, directive: str, start: int, end: int, *, outer: int = -1) -> None:
        found = object_name(directive, self.data[start:end])
        if found is not None:
            line = self.data[start:end].rstrip()
            span = Span(start + found[0], start + found[1])
            self.out.objects.append(
                (last_component(directive), span, Span(outer if outer >= 0 else start, start + len(line)))
            )


def _decoded(raw: bytes) -> str:
    return raw.strip().decode("utf-8", "replace")


def _first_word(raw: bytes) -> str:
    return raw.split()[0].decode("utf-8", "replace") if raw.split() else ""
