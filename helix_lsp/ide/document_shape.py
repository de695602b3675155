"""What a document is made of: its sections, as nested as its headings."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import msgspec

from helix_lsp.align.live import Live
from helix_lsp.errors import UsageError
from helix_lsp.ide.links import section_links
from helix_lsp.ide.mentions import View
from helix_lsp.ide.places import section_at
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.outline import Outline, Section
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.text.regex import regex


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """`full` is the section with all below it, `focus` its heading; `level` from 1."""

    name: str
    level: int
    full: Span
    focus: Span
    children: tuple[Entry, ...] = ()


def document_symbols(view: View, path: str) -> tuple[Entry, ...]:
    """The sections of a document in its current bytes, in their order; empty for code, which other servers
    know better.
    """
    outline = Live(view.snapshot, view.texts).outline(path)
    return () if outline is None else _below(outline.sections)


def _below(sections: tuple[Section, ...]) -> tuple[Entry, ...]:
    """Children are behind their parents, so building from the end finds each one's children done."""
    held: dict[int, list[Entry]] = {}
    for at in range(len(sections) - 1, -1, -1):
        section = sections[at]
        entry = Entry(
            name=section.title or "(no title)",
            level=section.level,
            full=section.extent,
            focus=section.heading,
            children=tuple(reversed(held.pop(at, []))),
        )
        held.setdefault(section.parent, []).append(entry)
    return tuple(reversed(held.pop(-1, [])))


# Where a document folds: at its sections and at its code blocks.

_BLANK = b" \t\r\n\f"


def folding(view: View, path: str) -> tuple[tuple[int, int], ...]:
    """(first, last) lines from 0, last > first, sorted, each pair once. Empty lines behind a section stay
    visible.
    """
    live = Live(view.snapshot, view.texts)
    outline, data = live.outline(path), live.data(path)
    if outline is None or data is None or not (outline.sections or outline.fences):
        return ()
    lines = live.lines(path)
    found = {_lines(s.extent, data, lines) for s in outline.sections}
    for fence in outline.fences:
        first, last = _lines(fence.span, data, lines)
        found.add((max(0, first - 1), last))  # its opening line stays as the handle
    return tuple(sorted((first, last) for first, last in found if last > first))


def _lines(span: Span, data: bytes, lines: LineIndex) -> tuple[int, int]:
    end = span.start + len(span.cut(data).rstrip(_BLANK))
    return lines.line_of(span.start), lines.line_of(max(span.start, end - 1))


# What a growing selection takes in a document: inline code, its paragraph, the section, the sections around
# it, everything.


def selection(view: View, path: str, offset: int) -> tuple[Span, ...]:
    """Spans that hold byte `offset`, the smallest first, each strictly inside the next; empty when there is
    no such document.
    """
    live = Live(view.snapshot, view.texts)
    outline, data = live.outline(path), live.data(path)
    if outline is None or data is None:
        return ()
    offset = min(max(0, offset), len(data))
    held = [
        span
        for span in _candidates(outline, data, live.lines(path), offset)
        if span.contains(offset) and len(span)
    ]
    chain: list[Span] = []
    for span in sorted({*held, Span(0, len(data))}, key=lambda s: (len(s), s.start)):
        if not chain or (span.covers(chain[-1]) and span != chain[-1]):
            chain.append(span)
    return tuple(chain)


def _candidates(outline: Outline, data: bytes, lines: LineIndex, offset: int) -> list[Span]:
    spans = [s for mention in outline.mentions for s in (mention.span, mention.outer)]
    spans += [s for link in outline.links for s in (link.span, link.text)]
    spans += [fence.span for fence in outline.fences]
    spans += [s for section in outline.sections for s in (section.heading, section.span, section.extent)]
    here = lines.line_of(offset)
    return [
        *spans,
        *(_inked(data, span, offset) for span in (lines.line_span(here), _paragraph(data, lines, here))),
    ]


def _inked(data: bytes, span: Span, offset: int) -> Span:
    """Without the blanks at both ends, unless `offset` is among them: VS Code adds the whole lines by itself, and would
    offer a range that begins at the margin twice.
    """
    text = span.cut(data)
    inked = Span(span.start + len(text) - len(text.lstrip()), span.start + len(text.rstrip()))
    return inked if inked.start <= offset <= inked.end else span


def _paragraph(data: bytes, lines: LineIndex, line: int) -> Span:
    """The lines round `line` that are not blank; an empty span on a blank one."""
    first = last = line
    if not lines.line_span(line).cut(data).strip():
        return Span(lines.line_span(line).start, lines.line_span(line).start)
    while first > 0 and lines.line_span(first - 1).cut(data).strip():
        first -= 1
    while last + 1 < lines.line_count and lines.line_span(last + 1).cut(data).strip():
        last += 1
    return Span(lines.line_span(first).start, lines.line_span(last).end)


# Sections of all documents by their titles, for a person who types a few letters of one.

_WORD = regex(r"\w+")


class FoundSection(msgspec.Struct, frozen=True, kw_only=True):
    """`above` is the title of the section it lies in (`` at the top). `sha` names the bytes that the span
    belongs to.
    """

    path: str
    title: str
    above: str
    span: Span
    sha: str


@dataclass(slots=True)
class SectionCache:
    """Sections by path, with the content they were read from; belongs to one workspace, may be shared by
    threads.
    """

    known: dict[str, tuple[str, tuple[FoundSection, ...]]] = field(
        default_factory=dict[str, tuple[str, tuple[FoundSection, ...]]]
    )


def find_sections(view: View, query: str, cache: SectionCache) -> tuple[FoundSection, ...]:
    """Every word of `query` must begin a word of the title; an empty query finds all. Best first, then by
    path and place.

    A title that is the query comes before one that begins with it, that before the others; outer sections
    before inner ones.
    """
    words = tuple(_WORD.findall(query.casefold()))
    whole = " ".join(words)
    found: list[tuple[int, int, str, int, FoundSection]] = []
    for path in view.snapshot.paths():
        for section in _sections(view, path, cache):
            title = _WORD.findall(section.title.casefold())
            if all(any(part.startswith(word) for part in title) for word in words):
                text = " ".join(title)
                rank = 0 if text == whole else 1 if text.startswith(whole) else 2
                found.append((rank, len(section.above) > 0, path, section.span.start, section))
    found.sort(key=lambda one: one[:4])
    return tuple(one[4] for one in found[: view.config.ide.found_sections])


def _sections(view: View, path: str, cache: SectionCache) -> tuple[FoundSection, ...]:
    entry = view.snapshot.file(path)
    if entry is None or entry.surface.kind != "docs":
        return ()
    held = cache.known.get(path)
    if held is not None and held[0] == entry.sha:
        return held[1]
    outline = view.snapshot.skeleton(path)
    sections = outline.sections if outline is not None else ()
    made = tuple(
        FoundSection(
            path=path,
            title=s.title,
            above=sections[s.parent].title if s.parent >= 0 else "",
            span=s.heading,
            sha=entry.sha,
        )
        for s in sections
    )
    cache.known[path] = (entry.sha, made)
    return made


# A heading gets another title, and every link to it follows.
#
# The new anchors are those of the document as it will be, so that headings of the same name, whose anchors
# are numbered, come out right too.

_ATX = regex(rb"[ \t]{0,3}(?:#{1,6}|={1,6})[ \t]+(.*?)(?:[ \t]+(?:#+|=+))?[ \t]*\Z")
_RULE = regex(rb"[ \t]*([^\w\s])\1+[ \t]*\Z")
_LINE = regex(rb"[^\r\n]*")


class FileEdit(msgspec.Struct, frozen=True, kw_only=True):
    """`text` replaces `span` in the current bytes of `path`."""

    path: str
    span: Span
    text: str


def title_span(view: View, path: str, offset: int) -> Span | None:
    """The bytes of the title of the heading at `offset`; None where there is no heading."""
    section = section_at(view, path, offset)
    data = view.texts(path)
    return None if section is None or data is None else _title(data, section.heading)


def rename_heading(view: View, path: str, offset: int, title: str) -> tuple[FileEdit, ...]:
    """Edits in order of path and place. Raises UsageError when there is no heading, or the title cannot be
    one.
    """
    live = Live(view.snapshot, view.texts)
    section, outline, data = section_at(view, path, offset), live.outline(path), live.data(path)
    where = _title(data, section.heading) if section is not None and data is not None else None
    if section is None or where is None or outline is None or data is None:
        raise UsageError("there is no heading here to rename")
    title = title.strip()
    if not title or "\n" in title or "\r" in title:
        raise UsageError("a heading is one line of text")
    edits = [FileEdit(path=path, span=where, text=title), *_rules(path, data, section.heading, title)]
    after = extract(path, _apply(data, edits))
    if len(after.sections) != len(outline.sections):
        raise UsageError("with this title the document would be divided in another way")
    moved = [
        (old, new)
        for old, new in zip(outline.sections, after.sections, strict=True)
        if old.anchor != new.anchor
    ]
    for link in section_links(view, path):
        text = _followed(link.anchor, moved)
        if text:
            edits.append(FileEdit(path=link.path, span=link.span, text=text))
    return tuple(sorted(edits, key=lambda e: (e.path, e.span)))


def _followed(anchor: str, moved: list[tuple[Section, Section]]) -> str:
    """The new anchor as the link wrote the old one: as the slug, in whatever case, or as the title itself; ``
    where it leads to no heading that got another one.
    """
    for old, new in moved:
        if anchor == old.anchor:
            return new.anchor
    for old, new in moved:
        if anchor.casefold() == old.anchor.casefold():
            return new.anchor
        if anchor.casefold() == old.title.casefold():
            return re.sub(r"[\s%#()<>]", lambda sign: f"%{ord(sign[0]):02X}", new.title)
    return ""


def _title(data: bytes, heading: Span) -> Span | None:
    for start, line in _lines_rename_heading(data, heading):
        if _RULE.match(line) or not line.strip():
            continue
        atx = _ATX.match(line)
        if atx is not None:
            return Span(start + atx.start(1), start + atx.end(1))
        body = line.strip()
        at = start + line.index(body)
        return Span(at, at + len(body))
    return None


def _rules(path: str, data: bytes, heading: Span, title: str) -> list[FileEdit]:
    """Lines under and over a title are as long as the title."""
    found: list[FileEdit] = []
    for start, line in _lines_rename_heading(data, heading):
        rule = _RULE.match(line)
        if rule is not None:
            found.append(
                FileEdit(
                    path=path,
                    span=Span(start, start + len(line)),
                    text=rule.group(1).decode() * max(3, len(title)),
                )
            )
    return found


def _lines_rename_heading(data: bytes, heading: Span) -> list[tuple[int, bytes]]:
    return [(m.start(), m.group()) for m in _LINE.finditer(data, heading.start, heading.end) if m.group()]


def _apply(data: bytes, edits: list[FileEdit]) -> bytes:
    for edit in sorted(edits, key=lambda e: e.span, reverse=True):
        data = data[: edit.span.start] + edit.text.encode("utf-8", "surrogatepass") + data[edit.span.end :]
    return data
