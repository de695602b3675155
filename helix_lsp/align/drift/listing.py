"""Listings of a document: columns of tables, lists, definition lists, headings of one level, and lines of blocks that have a
name each. Whoever made a listing of names made it from what was declared on that day. So where all but one of its names are of
the tree (options, variables, keys, definitions or paths), the odd one is missing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
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
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts

_NAME = rb"(?P<name>(?:--|[.$@])?[A-Za-z_][\w./-]{2,100})"
_LINE = regex(rb"[^\n]*\n?")
_MARKED = rb"[*_]{0,3}(?:<[^<>\n]{0,300}>)?"
_ITEM = regex(
    rb"(?P<title>#{2,6}[ \t]+)`?(?:new[ \t]+)?[A-Za-z_][\w.]{2,80}\("
    rb"|(?P<item>[ \t]*(?:[-*+]|\d+[.)])[ \t]+)" + _MARKED + rb"(?:`{1,2}[^`\n]+`|[\w./$@-]+(?::|\*\*))"
    rb"|(?P<term>)" + _NAME.replace(b"<name>", b"<termed>") + rb"[ \t]*::[ \t\r\n]"
)
_CELL = regex(rb"(?<!\\)\|(?P<cell>(?:[^|\n\\]|\\.)*)")
_FIRST = regex(rb"[ \t#*_\d.)+-]*?" + _MARKED + rb"`{0,2}(?:new[ \t]+)?" + _NAME)
_PLAIN = regex(rb"(?:\*{1,3}|(?=[\w.$@/-]|\Z))[\w.$@/-]*\*{0,3}(?:=|\(\))?")
_RULE = regex(rb"[ \t]*(?:\|[ \t]*:?-{2,}|\+=)")
_MARKUP = regex(rb"`{1,2}[^`\n]{1,200}`{1,2}|<[^<>\n]{1,300}>|\{\{?[^{}\n]{1,200}\}?\}")
_DRAWN = regex(
    rb"(?P<lead>(?:[ \t]|\xe2\x94[\x80-\xbf]|\xc2\xa0|[|`+]-{0,3})*)(?:-\w,[ \t]+)?" + _NAME + rb"(?=[ \t]*(?:\r?$|#|/?[ \t]{2,}|[:=]|[ \t]?[<\[]))",
    re.MULTILINE,
)  # fmt: skip
_CAPITALS = regex(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_LINES = frozenset(
    "text none plaintext txt tree yaml yml toml ini conf properties dotenv env console help".split()
) | {""}
_STANDARD = frozenset({"--help", "--version", "--verbose", "--quiet", "--debug"})
_SHAPED = 3  # names of several words that have to be there
_PATHS = 4  # files or folders that have to be there
_MOST_ODD = 10  # of so many names one may be missing beside
_FEW_ODD = 3  # names that may be missing in all: of more, the listing has a source elsewhere


def odd_names(path: str, data: bytes, outline: Outline, world: World) -> tuple[DocReference, ...]:
    """The names that their listing has and the tree does not, in the order of their bytes; worked out once for a document."""

    def made() -> tuple[DocReference, ...]:
        groups: dict[tuple[object, ...], list[Span]] = defaultdict(list)
        for key, span in (*_of_text(data, outline), *_of_blocks(data, outline)):
            groups[key].append(span)
        found = {one.span: one for rows in groups.values() for one in _odd(path, data, rows, world)}
        return tuple(found[span] for span in sorted(found, key=lambda s: (s.start, s.end)))

    return remembered(world.snapshot, ("drift_odd", path, world.snapshot.sha(path)), made)


def is_odd(ref: DocReference, data: bytes, outline: Outline, world: World) -> bool:
    """True where the reference is, or has in it, the one of its listing that is not there."""
    return any(ref.span.overlaps(one.span) for one in odd_names(ref.path, data, outline, world))


def _of_text(data: bytes, outline: Outline) -> Iterator[tuple[tuple[object, ...], Span]]:
    """(its listing, the place of a name) of the text: rows are of one listing where they have one form in one section."""
    sections = [section.heading.start for section in outline.sections]
    fences, fence = [block.span for block in outline.fences], 0
    for line in _LINE.finditer(data):
        start, end = line.span()
        while fence < len(fences) and fences[fence].end <= start:
            fence += 1
        if start == end or (fence < len(fences) and fences[fence].start <= start) or _RULE.match(data, end):
            continue
        at = bisect_right(sections, start)
        if line[0].lstrip().startswith(b"|"):
            for column, cell in enumerate(_CELL.finditer(data, start, end)):
                found, rest = _FIRST.match(cell["cell"]), _MARKUP.sub(b"", cell["cell"]).strip()
                if found is not None and _PLAIN.fullmatch(
                    rest
                ):  # else a sentence: the column is not one of names
                    yield ("cell", at, column), _within(cell.start("cell"), found)
        elif (item := _ITEM.match(data, start, end)) is not None and (
            found := _FIRST.match(line[0])
        ) is not None:
            lead = item["title"] or item["item"] or b""
            yield (item.lastgroup, lead, 0 if item["title"] else at), _within(start, found)


def _of_blocks(data: bytes, outline: Outline) -> Iterator[tuple[tuple[object, ...], Span]]:
    """The same of blocks that have a name in nearly every line, by their depth."""
    for at, block in enumerate(outline.fences):
        if block.language.lower() in _LINES:
            lines = [line for line in _LINE.finditer(data, *_ends(block.span)) if line[0].strip()]
            named = [m for line in lines if (m := _DRAWN.match(data, *line.span())) is not None]
            if 3 * len(named) >= 2 * len(lines):
                yield from ((("line", at, len(m["lead"])), Span(*m.span("name"))) for m in named)


def _ends(span: Span) -> tuple[int, int]:
    return span.start, span.end


def _within(start: int, found: re.Match[bytes]) -> Span:
    return Span(start + found.start("name"), start + found.end("name"))


def _odd(path: str, data: bytes, rows: list[Span], world: World) -> Iterator[DocReference]:
    """What is not there of names of one form of which the rest is."""
    forms: dict[str, list[tuple[str, Span]]] = defaultdict(list)
    for span in rows if len(rows) > _SHAPED else ():
        name = span.cut(data).decode("utf-8", "replace").rstrip(".-/")
        forms[_form(name, world)].append((name, Span(span.start, span.start + len(name.encode()))))
    for form, names in forms.items():
        there = {name for name, _ in names if _is_there(form, name, path, world)}
        missing = {name for name, _ in names} - there
        shaped = {name for name in there if form != "name" or len(lower_parts(name.rpartition(".")[2])) > 1}
        few = len(shaped) < (_PATHS if form == "path" else _SHAPED)
        if not few and len(missing) <= _FEW_ODD and _MOST_ODD * (len(missing) - 1) <= len(names) - 1:
            yield from (_reference(path, form, name, span) for name, span in names if name in missing)


def _form(name: str, world: World) -> str:
    if name.startswith("--"):
        return "flag"
    if _CAPITALS.fullmatch(name):
        return "capitals"
    return (
        "path"
        if "/" in name or ("." in name[1:] and name.rpartition(".")[2].lower() in world.suffixes)
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
        found = any(world.snapshot.file(p) is not None or p in world.folders for p in spots(name, path))
        return found or basename(name).lower() in names_of_files(world.snapshot)
    word = name if form == "flag" else name.lstrip(".$@").rpartition(".")[2]
    return word in world.words or not world.words.isdisjoint(spelt_as(word.lstrip("-")))


def _reference(path: str, form: str, name: str, span: Span) -> DocReference:
    if form == "path":
        return DocReference(path=path, text=name, span=span, kind="path", target=name)
    if form == "flag":
        return DocReference(path=path, text=name, span=span, kind="flag", target=name, role=SHORT)
    parts = tuple(part for part in name.lstrip(".$@").split(".") if part)
    role = SHORT if form == "capitals" else KEY
    return DocReference(path=path, text=name, span=span, kind="name", role=role, name=Name(parts=parts))
