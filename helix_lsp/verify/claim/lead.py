"""What each sentence of a document is about when it does not name it: the heading, directive, item, row or
definition that it is under.

A name holds for what is indented below it and for its own paragraph, and for nothing else; one of a heading
until the next heading. What is in a section about other versions is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import msgspec

from helix_lsp.align.mention import Sentence, sentences_of
from helix_lsp.text.regex import regex

# The column of a table that tells defaults: which one its head names so, and the cells of a row.
#
# Only a title that says nothing else (`Default`, `Default value`) makes such a column, and only a table
# whose lines begin with `|` is read.

_TITLE = regex(r"[\s*_]*defaults?(?:\s+values?)?[\s*_]*", re.I)
_CELL = regex(r"(?:[^|\\]|\\.)*")
_LONGEST = 2_000


class Column(msgspec.Struct, frozen=True, kw_only=True):
    """`at` is the rank of the column from 0; it is never the first, which names what the row is about."""

    at: int


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """`line` is the row as one sentence, `subject` its first cell, `cell` the characters of its default
    without the blanks around, None where the table tells none.
    """

    line: Sentence
    subject: str
    cell: tuple[int, int] | None


def column_of(head: str) -> Column | None:
    """The column of defaults of a table with this head; None where none or several are called so."""
    found = [at for at, (first, last) in enumerate(_cells(head)) if _TITLE.fullmatch(head[first:last])]
    return Column(at=found[0]) if len(found) == 1 and found[0] else None


def row_at(data: bytes, start: int, column: Column | None) -> Row:
    """The row that begins at a byte."""
    end = data.find(b"\n", start)
    raw = data[start : min(end if end >= 0 else len(data), start + _LONGEST)]
    line = raw.decode("utf-8", "surrogateescape").rstrip("\r")
    cells = _cells(line)
    cell = cells[column.at] if column is not None and column.at < len(cells) else None
    return Row(
        line=Sentence(text=line, raw=line, start=start),
        subject=line[slice(*cells[0])] if cells else "",
        cell=cell if cell is not None and cell[0] < cell[1] else None,
    )


def _cells(line: str) -> list[tuple[int, int]]:
    """(first character, end) of the cells between the outer bars."""
    out: list[tuple[int, int]] = []
    at = line.find("|") + 1 if line.lstrip().startswith("|") else 0
    while at <= len(line):
        found = _CELL.match(line, at)
        last = found.end() if found is not None else len(line)
        text = line[at:last]
        if last >= len(line) and not text.strip():
            break
        lead = len(text) - len(text.lstrip())
        out.append((at + lead, max(at + lead, at + len(text.rstrip()))))
        at = last + 1
    return out


_NAME = r"(?:--)?[A-Za-z_$][\w$]*(?:[.-]\w+)*"
_ALONE = regex(
    rf"[\s*_\[]{{0,4}}(?P<q>`?)(?:-\w,[ ])?\.?(?P<name>{_NAME})(?:\([^()]{{0,80}}\)|[ =][<\[]\w[\w-]{{0,30}}[>\]]|"
    rf"\??:[ ][^`]{{1,60}})?[ ]{{0,40}}(?:,[ ]--?\w[^`\n]{{0,120}})?(?P=q)\W{{0,2}}"
    r"(?:[ ]{1,3}(?:\([^()\n]{1,60}\)|\{[^{}\n]{1,60}\}|`[^`\n]{1,60}`|option|setting|parameter))?[ :*]{0,3}"
)
_EVERYDAY = regex(r"[A-Z][a-z]+(?:[ ]\([^()]{0,60}\))?")  # `Introduction`, in no back-ticks
_ITEM_NAME = regex(
    rf"[*_]{{0,2}}(?P<q>`{{1,2}}|\*\*|__)(?:-\w,[ ])?(?P<name>{_NAME})(?:\(\)|[ =][<\[]\w[\w-]{{0,30}}[>\]])?(?P=q)[*_]{{0,2}}"
    r"[ ]{0,3}(?:\{[^{}\n]{1,60}\}[ ]|(?:(?:\([^()\n]{0,80}\)|\{[^{}\n]{1,60}\}|`[^`\n]{1,60}`)[ ]{0,3})?(?:[-\u2013\u2014:(=]|\Z|\n[ \t]))"
)
_ITEM_WORD = regex(
    r"(?P<name>(?!defaults?\b|type\b)[a-z_$][\w$]{0,60})(?=:[ ]|[ ]\([a-z])"
)  # `- max: (int, default=5)`
_PARAM = regex(
    r":(?:param|parameter|arg|argument|key|keyword|kwarg)[ ](?:[\w.\[\], |]{1,60}[ ])?\*{0,2}(?P<name>\w{1,80}):"
)
_NAMED = regex(r"`([A-Za-z_][\w.]{0,80})(?:\([^`\n]{0,120}\))?`|(?<!\w)([A-Z]\w{1,80})")
_MARK = regex(rb"[ \t]*(?:[-*+]|#\.|\d{1,3}[.)])[ \t]+\Z")
_OTHER_TIMES = regex(
    r"\b(?:migrat\w*|upgrad\w*|changelog|history|deprecat\w*|release notes|example|v?\d+\.\d+|breaking)\b",
    re.I,
)
_MARKUP = regex(
    rb"^(?P<indent>[ \t]*)(?:\.\.[ ](?:[\w-]{1,20}:)?(?P<kind>[\w-]{1,40})::(?P<of>[^\n]{0,200})|"
    rb":(?P<field>[Dd]efault(?:[ ][Vv]alue)?:[ \t]+(?!::)\S[^\n]{0,200}))",
    re.M,
)
_OF = regex(rb"[ \t]+(?:-\w(?:[ =][\w<>\[\]-]{1,40})?,[ ]?)?(?P<name>(?:--)?[A-Za-z_$][\w$]*(?:[.-][\w$]+)*)")
_FIELD = regex(r"\n[ \t>]*[*_]{0,2}(?=default(?:[ ]value)?[*_]{0,2}:)", re.I)
Role = Literal["subject", "owner", "past"]
_MARKS: dict[Role, tuple[bytes, ...]] = {
    "subject": (
        b"data",
        b"attribute",
        b"property",
        b"option",
        b"cmdoption",
        b"confval",
        b"envvar",
        b"setting",
    ),
    "owner": (b"function", b"class", b"method", b"exception"),
    "past": (b"versionadded", b"versionchanged", b"versionremoved", b"deprecated"),
}
_ROLES: dict[bytes, Role] = {mark: role for role, marks in _MARKS.items() for mark in marks}
_MOST_NEAR = 4


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence, the name (`` for none) that *it* and a missing subject mean, and `near`: names of code that
    the text around is about, the closest first. `cell` are the characters of a row's default.
    """

    sentence: Sentence
    lead: str
    near: tuple[str, ...]
    cell: tuple[int, int] | None = None


@dataclass(slots=True)
class _Place:
    """Where the reading stands: names by their indentation inside of the section, headings by their level."""

    headed: str = ""
    titles: list[tuple[int, str]] = field(default_factory=list)
    names: list[tuple[int, str, Role]] = field(default_factory=list)  # the first is the indentation
    column: Column | None = None

    def lead(self) -> str:
        inner = next(((name, role) for _, name, role in reversed(self.names) if role != "past"), None)
        return self.headed if inner is None else inner[0] if inner[1] == "subject" else ""

    def near(self) -> tuple[str, ...]:
        inner = [name for _, name, role in reversed(self.names) if role == "owner"]
        found = [a or b for _, title in reversed(self.titles) for a, b in _NAMED.findall(title)]
        return tuple(dict.fromkeys((*inner, *found)))[:_MOST_NEAR]

    def of_other_times(self) -> bool:
        return any(role == "past" for _, _, role in self.names) or bool(
            self.titles and _OTHER_TIMES.search(self.titles[-1][1])
        )

    def leave(self, indent: int) -> None:
        while self.names and self.names[-1][0] >= indent:
            self.names.pop()

    def enter(self, title: str, level: int) -> None:
        self.titles = [*((n, t) for n, t in self.titles if n < level), (level, title)]
        alone = name_alone(title)
        self.headed = "" if _EVERYDAY.fullmatch(title.strip(" :*")) else alone
        self.names, self.column = [], None


def name_alone(title: str) -> str:
    """The name that a heading or a cell consists of: `` `level` (string) ``; `` where it says more."""
    found = _ALONE.fullmatch(title.strip())
    return found["name"] if found is not None else ""


def statements(path: str, data: bytes) -> Iterator[Statement]:
    """Every sentence of a document in reading order, headings left out, with what it is about."""
    place = _Place()
    marks = list(_MARKUP.finditer(data)) if path.lower().endswith(".rst") else []
    end = at = 0
    for sentence in sentences_of(path, data):
        while at < len(marks) and marks[at].start() < sentence.start:
            yield from _marked(marks[at], place)
            at += 1
        if sentence.heading:
            if not sentence.level:  # the titles of a table's columns
                place.column = column_of(sentence.raw)
            else:
                place.enter(_title(sentence, data), sentence.level)
            end = sentence.span.end
            continue
        _move(sentence, data, end, place)
        if end <= sentence.start:
            end = sentence.span.end
        if not place.of_other_times():
            yield from _read(sentence, data, place)
    for mark in marks[at:]:
        yield from _marked(mark, place)


def _title(sentence: Sentence, data: bytes) -> str:
    """A heading with the back-tick or the dashes that its name begins with."""
    line = data.rfind(b"\n", 0, sentence.start) + 1
    ahead = data[line : sentence.start].decode("utf-8", "replace").lstrip("#=~^+ \t")
    return ahead + sentence.text


def _marked(mark: re.Match[bytes], place: _Place) -> Iterator[Statement]:
    """A directive about one name begins to hold; a field `:default: 5` is a sentence of its own."""
    indent = len(mark["indent"])
    if mark["field"] is None:
        place.leave(indent)
        role, named = _ROLES.get(mark["kind"]), _OF.match(mark["of"])
        if role is not None:
            place.names.append((indent, named["name"].decode() if named is not None else "", role))
        return
    if place.of_other_times():
        return
    raw = mark["field"].decode("utf-8", "surrogateescape")
    text = re.sub(r":[a-z:_+-]{1,60}:(?=`)", lambda m: " " * len(m[0]), raw)
    yield Statement(
        sentence=Sentence(text=text, raw=raw, start=mark.start("field")), lead=place.lead(), near=place.near()
    )


def _move(sentence: Sentence, data: bytes, end: int, place: _Place) -> None:
    """Names that the sentence no longer is under are left, and one that it begins with is taken."""
    line = data.rfind(b"\n", 0, sentence.start) + 1
    ahead, between = data[line : sentence.start], data[end : sentence.start]
    item = _MARK.fullmatch(ahead) is not None
    indent = len(ahead) - len(ahead.lstrip())
    begins = end == 0 or item or b"\n\n" in between or sentence.raw.startswith("|")
    if begins:
        place.leave(indent)
    if place.column is not None and not sentence.raw.startswith("|") and begins:
        place.column = None
    if sentence.raw.startswith("|"):
        place.names.append((indent, name_alone(row_at(data, sentence.start, None).subject), "subject"))
    elif begins or not ahead.strip():
        found = _ITEM_NAME.match(sentence.raw) or _PARAM.match(sentence.raw)
        found = found or (_ITEM_WORD.match(sentence.raw) if item else None)
        if found is not None or (item and sentence.raw.startswith("`")):
            place.leave(indent)
            place.names.append((indent, found["name"] if found is not None else "", "subject"))


def _read(sentence: Sentence, data: bytes, place: _Place) -> Iterator[Statement]:
    lead, near = place.lead(), place.near()
    if sentence.raw.startswith("|") and place.names[-1][1]:
        row = row_at(data, sentence.start, place.column)
        if row.cell is not None:
            yield Statement(sentence=row.line, lead=lead, near=near, cell=row.cell)
    at = 0
    for cut in _FIELD.finditer(sentence.raw):
        yield Statement(sentence=_part(sentence, at, cut.start()), lead=lead, near=near)
        at = cut.end()
    yield Statement(sentence=_part(sentence, at, len(sentence.raw)), lead=lead, near=near)


def _part(sentence: Sentence, first: int, last: int) -> Sentence:
    if (first, last) == (0, len(sentence.raw)):
        return sentence
    return Sentence(
        text=sentence.text[first:last],
        raw=sentence.raw[first:last],
        start=sentence.span_of(first, last).start,
        section=sentence.section,
    )
