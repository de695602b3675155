"""Listings of a document: columns of tables, lists, definition lists, headings of one level, and lines of blocks that have a
name each. Whoever made a listing of names made it from what was declared on that day. So where all but one of its names are of
the tree (options, variables, keys, definitions or paths), the odd one is missing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from posixpath import basename

from helix_lsp.align.drift.anchors import spots
from helix_lsp.align.drift.elsewhere import names_of_files
from helix_lsp.align.drift.reference import KEY, SHORT, DocReference
from helix_lsp.align.drift.shown import spelt_as
from helix_lsp.align.drift.world import World
from helix_lsp.align.mention import Name
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.identifiers import lower_parts
from helix_lsp.text.span import Span

_NAME = rb"(?P<name>(?:--|[.$@])?[A-Za-z_][\w./-]{2,100})"
_LINE = re.compile(rb"[^\n]*\n?")
_ITEM = re.compile(
    rb"(?P<lead>[ \t]*)(?:[-*+]|\d+[.)])[ \t]+[*_]{0,3}(?:<[^<>\n]{0,300}>)?(?P<code>`{1,2})?" + _NAME
)
_CELL = re.compile(rb"[ \t*_]*(?:<[^<>\n]{0,300}>)?(?P<code>`{1,2})?" + _NAME)
_TERM = re.compile(_NAME + rb"[ \t]*::(?=[ \t\r\n])")
_DRAWN = re.compile(
    rb"(?P<lead>(?:[ \t]|\xe2\x94[\x80-\xbf]|\xc2\xa0|[|`+]-{0,3})*)(?:-\w,[ \t]+)?"
    + _NAME
    + rb"(?=[ \t]*(?:\r?$|#|/?[ \t]{2,}|[:=]|[ \t]?[<\[]))",
    re.MULTILINE,
)
_TITLE = re.compile(rb"[ \t]*#{2,6}[ \t]+`?(?:new[ \t]+)?(?P<name>[A-Za-z_][\w.]{2,80})(?=\()")
_RULE = re.compile(rb"[ \t]*(?:\|[ \t]*:?-{2,}|\+=)")
_BAR = re.compile(rb"(?<!\\)\|")
_MARKUP = re.compile(rb"`{1,2}[^`\n]{1,200}`{1,2}|<[^<>\n]{1,300}>|\{\{?[^{}\n]{1,200}\}?\}")
_WORDS = re.compile(rb"[A-Za-z]{2}")
_CAPITALS = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_LINES = frozenset(
    "text none plaintext txt tree yaml yml toml ini conf properties dotenv env console help".split()
) | {""}
_STANDARD = frozenset({"--help", "--version", "--verbose", "--quiet", "--debug"})
_SHAPED = 3  # names of several words that have to be there
_MOST_ODD = 10  # of so many names one may be missing beside
_PATHS = 4  # files or folders that have to be there


def odd_names(path: str, data: bytes, outline: Outline, world: World) -> tuple[DocReference, ...]:
    """The names that their listing has and the tree does not, in the order of their bytes; worked out once for a document."""

    def made() -> tuple[DocReference, ...]:
        found = {one.span: one for rows in _listings(data, outline) for one in _odd(path, data, rows, world)}
        return tuple(found[span] for span in sorted(found, key=lambda s: (s.start, s.end)))

    return remembered(world.snapshot, ("drift_odd", path, world.snapshot.sha(path)), made)


def is_odd(ref: DocReference, data: bytes, outline: Outline, world: World) -> bool:
    """True where the reference is, or has in it, the one of its listing that is not there."""
    return any(ref.span.overlaps(one.span) for one in odd_names(ref.path, data, outline, world))


def _listings(data: bytes, outline: Outline) -> Iterator[list[Span]]:
    """The places of the names of each listing."""
    fences = [fence.span for fence in outline.fences]
    columns: dict[int, list[Span]] = defaultdict(list)
    items: dict[tuple[bytes, ...], list[Span]] = defaultdict(list)
    titles: dict[int, list[Span]] = defaultdict(list)
    fence, was_row = 0, False
    for line in _LINE.finditer(data):
        start, end = line.span()
        while fence < len(fences) and fences[fence].end <= start:
            fence += 1
        if start == end or (fence < len(fences) and fences[fence].start <= start):
            continue
        row = line[0].lstrip().startswith((b"|", b"+--", b"+=="))
        if was_row and not row:
            yield from columns.values()
            columns.clear()
        was_row = row
        if row and _RULE.match(data, start, end):
            columns.clear()  # what is above is the head
        elif row:
            _add_cells(data, start, end, columns)
        elif (title := _TITLE.match(data, start, end)) is not None:
            titles[title[0].count(b"#")].append(Span(*title.span("name")))
        elif (item := _ITEM.match(data, start, end)) is not None:
            if item["code"] or data[item.end() : item.end() + 1] in (b":", b"*"):
                items[b"item", item["lead"]].append(Span(*item.span("name")))
        elif (term := _TERM.match(data, start, end)) is not None:
            items[(b"term",)].append(Span(*term.span("name")))
        if line[0].lstrip().startswith(b"#") or (
            line[0].strip() and not line[0].startswith((b" ", b"\t")) and not _goes_on(line[0])
        ):
            yield from items.values()
            items.clear()
    yield from (*columns.values(), *items.values(), *titles.values())
    for one in outline.fences:
        if one.language.lower() in _LINES:
            yield from _lines(data, one.span)


def _goes_on(line: bytes) -> bool:
    """True for a line that goes on with a list."""
    return _ITEM.match(line) is not None or _TERM.match(line) is not None


def _add_cells(data: bytes, start: int, end: int, columns: dict[int, list[Span]]) -> None:
    bars = [m.start() for m in _BAR.finditer(data, start, end)]
    for at, (left, right) in enumerate(zip(bars, [*bars[1:], end], strict=False)):
        found = _CELL.match(data, left + 1, right)
        rest = _MARKUP.sub(b"", data[left + 1 : right])
        if found is None or (_WORDS.search(rest) is not None and found["code"]):
            continue  # a sentence, so that the column is not one of names
        behind = rest.strip()
        if found["code"] or re.fullmatch(rb"[*_]*[\w.$@/-]+[*_]*(?:=|\(\))?", behind):
            columns[at].append(Span(*found.span("name")))


def _lines(data: bytes, block: Span) -> Iterator[list[Span]]:
    """The names of a block that has one in nearly every line, by their depth."""
    found: dict[int, list[Span]] = defaultdict(list)
    many = sum(bool(line.strip()) for line in block.cut(data).splitlines())
    for line in _LINE.finditer(data, block.start, block.end):
        named = _DRAWN.match(data, *line.span())
        if named is not None:
            found[len(named["lead"])].append(Span(*named.span("name")))
    if 3 * sum(map(len, found.values())) >= 2 * many:
        yield from found.values()


def _odd(path: str, data: bytes, rows: list[Span], world: World) -> Iterator[DocReference]:
    """What is not there of names of which the rest is."""
    if len(rows) <= _SHAPED:
        return
    names = {span: span.cut(data).decode("utf-8", "replace").rstrip(".-/") for span in rows}
    forms: dict[str, list[Span]] = defaultdict(list)
    for span, name in names.items():
        forms[_form(name, world)].append(span)
    for form, spans in forms.items():
        there = {span for span in spans if _is_there(form, names[span], path, world)}
        missing = {names[span] for span in spans if span not in there}
        known = {names[span] for span in there}
        shaped = {name for name in known if form != "name" or len(lower_parts(name.rpartition(".")[2])) > 1}
        if (
            len(shaped) < (_PATHS if form == "path" else _SHAPED)
            or _MOST_ODD * (len(missing) - 1) > len(spans) - 1
        ):
            continue
        for span in spans:
            if span not in there and names[span]:
                yield _reference(
                    path, form, names[span], Span(span.start, span.start + len(names[span].encode()))
                )


def _form(name: str, world: World) -> str:
    if name.startswith("--"):
        return "flag"
    if _CAPITALS.fullmatch(name):
        return "capitals"
    return (
        "path"
        if "/" in name or (name.rpartition(".")[2].lower() in world.suffixes and "." in name[1:])
        else "name"
    )


def _is_there(form: str, name: str, path: str, world: World) -> bool:
    if (
        name in _STANDARD
        or (form == "flag" and "." in name)
        or (form == "path" and basename(name).startswith("."))
    ):
        return True  # of every program, of a library that reads options, of the reader's folder
    if form == "path":
        places = spots(name, path)
        return any(world.snapshot.file(p) is not None or p in world.folders for p in places) or (
            basename(name).lower() in names_of_files(world.snapshot)
        )
    word = name if form == "flag" else name.lstrip(".$@").rpartition(".")[2]
    return word in world.words or not world.words.isdisjoint(spelt_as(word.lstrip("-")))


def _reference(path: str, form: str, name: str, span: Span) -> DocReference:
    if form in ("path", "flag"):
        return DocReference(
            path=path,
            text=name,
            span=span,
            kind="path" if form == "path" else "flag",
            target=name,
            role=SHORT * (form == "flag"),
        )
    parts = tuple(part for part in name.lstrip(".$@").split(".") if part)
    return DocReference(
        path=path,
        text=name,
        span=span,
        kind="name",
        role=SHORT if form == "capitals" else KEY,
        name=Name(parts=parts),
    )
