"""Plain text -> sections, where a title is underlined (or framed) by a row of one punctuation mark; nothing
else is a fact.
"""

from __future__ import annotations

from helix_lsp.syntax.documents.rst_lines import Lines, title_at, width
from helix_lsp.syntax.documents.sections import Heading, Sections
from helix_lsp.syntax.outline import Outline
from helix_lsp.syntax.parse import scrub
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

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
