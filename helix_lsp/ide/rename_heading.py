"""A heading gets another title, and every link to it follows.

The new anchors are those of the document as it will be, so that headings of the same name, whose anchors are
numbered, come out right too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.align.live import Live
from helix_lsp.errors import UsageError
from helix_lsp.ide.links import section_links
from helix_lsp.ide.places import section_at
from helix_lsp.ide.view import View
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.outline import Section
from helix_lsp.text.span import Span

_ATX = re.compile(rb"[ \t]{0,3}(?:#{1,6}|={1,6})[ \t]+(.*?)(?:[ \t]+(?:#+|=+))?[ \t]*\Z")
_RULE = re.compile(rb"[ \t]*([^\w\s])\1+[ \t]*\Z")
_LINE = re.compile(rb"[^\r\n]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileEdit:
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
    for start, line in _lines(data, heading):
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
    for start, line in _lines(data, heading):
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


def _lines(data: bytes, heading: Span) -> list[tuple[int, bytes]]:
    return [(m.start(), m.group()) for m in _LINE.finditer(data, heading.start, heading.end) if m.group()]


def _apply(data: bytes, edits: list[FileEdit]) -> bytes:
    for edit in sorted(edits, key=lambda e: e.span, reverse=True):
        data = data[: edit.span.start] + edit.text.encode("utf-8", "surrogatepass") + data[edit.span.end :]
    return data
