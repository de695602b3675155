"""The blocks of a Markdown document line by line, for a machine without the grammar: headings, paragraphs,
fences, link definitions.

Containers are read roughly: quotation marks and list markers are skipped, indented code counts only behind a
blank line outside of lists.
"""

from __future__ import annotations

import re

from helix_lsp.syntax.documents.markdown_blocks import Blocks, Title, first_word
from helix_lsp.syntax.documents.markdown_inline import normal_label
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_LINE = regex(rb"([^\r\n]*+)(\r\n|\n|\r|\Z)")
_PREFIX = regex(rb"(?>(?:[ \t]{0,3}>[ ]?)*)")
_MARKER = regex(rb"[ \t]*+(?:[-*+]|\d{1,9}[.)])[ \t]++")
_FENCE = regex(rb"[ \t]*+(`{3,}(?=[^`]*+\Z)|~{3,})([^\r\n]*+)\Z")
_ATX = regex(rb" {0,3}(#{1,6})(?=[ \t]|\Z)[ \t]*+(.*?)(?:(?:^|[ \t]+)#+)?[ \t]*\Z", re.S)
_UNDERLINE = regex(rb" {0,3}(=+|-+)[ \t]*\Z")
_RULE = regex(rb" {0,3}([-*_])(?:[ \t]*+\1){2,}[ \t]*\Z")
_DEFINITION = regex(rb" {0,3}\[((?>(?:[^\[\]\\]|\\.){1,999}))\]:[ \t]*+(?:<([^<>]*+)>|(\S++))")


class _Reader:
    """Holds the paragraph that is being collected and the fence that is open."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.out = Blocks()
        self.paragraph: list[tuple[int, int]] = []
        self.quoted = False
        self.listed = False
        self.blank = True

    def flush(self) -> None:
        if self.paragraph:
            self.out.texts.append((tuple(self.paragraph), False))
        self.paragraph = []

    def line(self, start: int, end: int, after: int) -> None:
        """One line outside of fences; `after` is behind its line end."""
        raw = self.data[start:end]
        if not raw.strip():
            self.flush()
            self.blank = True
            return
        if self._heading(raw, start, end) or self._code(raw, start, after):
            return
        if self._definition(raw):
            return
        marker = _MARKER.match(raw)
        if marker or (self.blank and raw[:1] not in b" \t"):
            self.listed = marker is not None
        if marker:
            self.flush()
            start += marker.end()
        self.blank = False
        if start < end:
            self.paragraph.append((start, max(end, after)))

    def _heading(self, raw: bytes, start: int, end: int) -> bool:
        if atx := _ATX.match(raw):
            self.flush()
            text = (start + atx.start(2), start + atx.end(2))
            self._title(len(atx.group(1)), start, end, (text,))
            self.out.texts.append(((text,), False))
            return True
        underline = _UNDERLINE.match(raw)
        if underline and self.paragraph and not self.blank:
            lines = tuple(self.paragraph)
            self.flush()
            self._title(1 if underline.group(1)[:1] == b"=" else 2, lines[0][0], end, lines)
            return True
        if _RULE.match(raw):
            self.flush()
            self.blank = True
            return True
        return False

    def _title(self, level: int, start: int, end: int, text: tuple[tuple[int, int], ...]) -> None:
        lead = len(self.data[start:end]) - len(self.data[start:end].lstrip(b" "))
        span = Span(start + lead, start + len(self.data[start:end].rstrip()))
        self.out.titles.append(Title(level, span, text, self.quoted))
        self.blank = True

    def _code(self, raw: bytes, start: int, after: int) -> bool:
        if not self.blank or self.listed or not raw.startswith((b"    ", b"\t")):
            return False
        first = start + (1 if raw[:1] == b"\t" else 4)
        codes = self.out.codes
        if codes and codes[-1][0] == "" and not self.data[codes[-1][1].end : start].strip():
            codes[-1] = ("", Span(codes[-1][1].start, after))
        else:
            codes.append(("", Span(first, after)))
        return True

    def _definition(self, raw: bytes) -> bool:
        found = _DEFINITION.match(raw)
        if self.paragraph or found is None:
            return False
        target = found.group(2) if found.group(2) is not None else found.group(3)
        self.out.labels.setdefault(normal_label(found.group(1)), target.decode("utf-8", "replace"))
        return True


def read_lines(data: bytes) -> Blocks:
    """The blocks of a scrubbed text; rough where containers nest, exact about fences, headings and code spans
    outside of them.
    """
    reader = _Reader(data)
    mark, language, code = b"", "", 0
    for line in _LINE.finditer(data):
        prefix = _PREFIX.match(data, line.start(1), line.end(1))
        start, end, after = prefix.end() if prefix else line.start(1), line.end(1), line.end()
        raw = data[start:end]
        if mark:
            closing = raw.strip()
            if closing.startswith(mark) and not closing.strip(mark[:1]):
                reader.out.codes.append((language, Span(code, line.start())))
                mark = b""
            continue
        reader.quoted = start > line.start(1)
        listed = _MARKER.match(raw)
        if fence := _FENCE.match(raw, listed.end() if listed else 0):
            reader.flush()
            mark, language, code = fence.group(1), first_word(fence.group(2)), after
            continue
        reader.line(start, end, after)
    reader.flush()
    if mark:
        reader.out.codes.append((language, Span(min(code, len(data)), len(data))))
    reader.out.codes.sort(key=lambda c: (c[1].start, c[1].end))
    return reader.out
