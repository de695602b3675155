"""AsciiDoc -> sections, inline code, links and cross references, listings, with their exact bytes.

Read line by line: titles (`== Two`, also Markdown's `## Two` and the two-line form), anchors and
`[source,lang]` lines above them, delimited blocks. Listings, literals and fenced blocks are fences; comments
and passthroughs are skipped; other blocks are read on. Conditionals (`ifdef`) are not evaluated, included
files and attributes not resolved. Source: the AsciiDoc language documentation, as Asciidoctor reads it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from helix_lsp.syntax.documents.rst_lines import Lines, width
from helix_lsp.syntax.documents.sections import Heading, Sections
from helix_lsp.syntax.outline import Fence, Link, Mention, Outline
from helix_lsp.syntax.parse import scrub
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_TITLE = regex(rb"(={1,6}|#{1,6})[ \t]++(\S[^\r\n]*)")
_DELIMITER = regex(rb"(?:(-)-{3,}|(\.)\.{3,}|(\+)\+{3,}|(/)/{3,}|(`)``)")
_SOURCE = regex(rb"\[(?:source|,)(?:%\w+)?,?[ \t]*+([\w+#.-]*)|\[(?:listing|literal)\b")
_ANCHOR = regex(rb"\[\[([^\],\r\n]++)|\[(?:[\w-]*)#([\w:.-]++)|\[(?:[^\]\r\n]*,)?[ \t]*+id=[\"']?([\w:.-]++)")
_ROW = regex(rb"([=\-~^+])\1{2,}\Z")
_ROW_LEVELS = {b"=": 1, b"-": 2, b"~": 3, b"^": 4, b"+": 5}
_CODE = regex(
    rb"(?<![\w`\\])(?:``(?P<long>[^`\r\n](?:[^`\r\n]|`(?!`)){0,300}?)``|`(?P<short>[^`\s](?:[^`\r\n]{0,300}[^`\s])?)`(?![\w`]))"
)
_LINK = regex(
    rb"<<(?P<ref>[^<>,\r\n]{1,200})(?:,(?P<reftext>[^<>\r\n]{0,300}))?>>|"
    rb"\b(?P<macro>xref|link|image|include|mailto)::?(?P<target>[^\s\[\]]{1,500})\[(?P<text>[^\]\r\n]{0,300})\]|"
    rb"(?P<url>https?://[^\s\[\]<>`\"]{1,1000})(?:\[(?P<urltext>[^\]\r\n]{0,300})\])?"
)
_FORMAT = regex(r"(?<!\w)([*_`#+]{1,2})(\S(?:.*?\S)?)\1(?!\w)")
_PASS = regex(rb"(\+{1,3})(.+)\1\Z", re.DOTALL)
_TRAILING = regex(r"(?<![ \t])[ \t]+(?:={1,6}|#{1,6})[ \t]*\Z")
_LONGEST_TITLE = 300
_VERBATIM = frozenset({0x2D, 0x2E, 0x60})


@dataclass(slots=True)
class _Reader:
    """One document, line by line. `anchor` and `source` are what the attribute lines above the current one
    said.
    """

    lines: Lines
    headings: list[Heading] = field(default_factory=list[Heading])
    fences: list[tuple[str, Span]] = field(default_factory=list[tuple[str, Span]])
    prose: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    anchor: str = ""
    source: str | None = None

    def read(self) -> None:
        """Divides the document into titles, fences and prose."""
        lines = self.lines
        at = 0
        while at < lines.count:
            if lines.blank(at):
                self.source = None
                at += 1
                continue
            at = self._block(at, lines.text(at).rstrip()) if lines.column[at] == 0 else self._prose(at)

    def _block(self, at: int, text: bytes) -> int:
        lines = self.lines
        delimiter = _DELIMITER.match(text)
        if delimiter is not None and (text == delimiter.group() or text.startswith(b"```")):
            return self._delimited(at, text)
        if text.startswith(b"//") and not text.startswith(b"///"):
            return at + 1
        if text.startswith(b"[") and text.endswith(b"]"):
            return self._attributes(at, text)
        title = _TITLE.match(text)
        if title is not None:
            self._heading(at, at, len(title.group(1)), title.group(2))
            return at + 1
        row = lines.text(at + 1).rstrip() if at + 1 < lines.count and lines.column[at + 1] == 0 else b""
        match = _ROW.match(row)
        if (
            match is not None
            and (at == 0 or lines.blank(at - 1) or self.anchor)
            and abs(width(text) - len(row)) <= 1
            and re.search(rb"\w", text)
        ):
            self._heading(at, at + 1, _ROW_LEVELS[match.group(1)], text)
            return at + 2
        return self._prose(at)

    def _prose(self, at: int) -> int:
        self.prose.append((self.lines.content[at], self.lines.end[at]))
        if self.source is not None and self.lines.column[at] >= 0:
            return self._paragraph(at)
        self.anchor = ""
        return at + 1

    def _paragraph(self, at: int) -> int:
        """`[source,lang]` above a plain paragraph makes that paragraph the listing."""
        lines, first = self.lines, at
        self.prose.pop()
        while at < lines.count and not lines.blank(at):
            at += 1
        self.fences.append((self.source or "", Span(lines.start[first], lines.following[at - 1])))
        self.source = None
        return at

    def _attributes(self, at: int, text: bytes) -> int:
        anchor = _ANCHOR.match(text)
        if anchor is not None:
            self.anchor = next(group for group in anchor.groups() if group).decode("utf-8", "replace").strip()
        source = _SOURCE.match(text)
        if source is not None:
            self.source = (source.group(1) or b"").decode("utf-8", "replace").lower()
        return at + 1

    def _heading(self, first: int, last: int, level: int, raw: bytes) -> None:
        lines = self.lines
        text = raw.decode("utf-8", "replace")
        inline = re.search(r"\[\[([^\]]{1,300})\]\]", text)
        if inline is not None:
            text = text.replace(inline.group(), "")
        end = lines.content[last] + len(lines.text(last).rstrip())
        text = _TRAILING.sub("", text)[:_LONGEST_TITLE]
        title = _FORMAT.sub(r"\2", " ".join(text.split()))
        self.headings.append(
            Heading(
                title=title,
                level=level,
                span=Span(lines.content[first], end),
                anchor=inline.group(1) if inline is not None else self.anchor,
            )
        )
        self.prose.append((lines.content[first], lines.end[first]))
        self.anchor, self.source = "", None

    def _delimited(self, at: int, text: bytes) -> int:
        lines = self.lines
        close = b"```" if text.startswith(b"```") else text
        end = at + 1
        while end < lines.count and not (lines.column[end] == 0 and lines.text(end).rstrip() == close):
            end += 1
        if text[0] in _VERBATIM and end > at + 1:
            language = (
                self.source or text[3:].decode("utf-8", "replace").strip(" ,").lower()
                if close == b"```"
                else self.source or ""
            )
            self.fences.append((language, Span(lines.start[at + 1], lines.following[end - 1])))
        self.anchor, self.source = "", None
        return min(end + 1, lines.count)


def read_asciidoc(data: bytes) -> Outline:
    """The facts of one document. Never raises."""
    data = scrub(data)
    reader = _Reader(Lines(data))
    reader.read()
    sections = Sections(reader.headings, len(data))
    mentions: list[Mention] = []
    links: list[Link] = []
    for start, end in reader.prose:
        for match in _CODE.finditer(data, start, end):
            low, high = match.span("long") if match.group("long") else match.span("short")
            inner = _PASS.match(data[low:high])
            if inner is not None:
                low, high = low + inner.start(2), low + inner.end(2)
            mentions.append(
                Mention(
                    text=data[low:high].decode("utf-8", "replace"),
                    kind="code_span",
                    span=Span(low, high),
                    outer=Span(*match.span()),
                    role="",
                    section=sections.at(low),
                )
            )
        links.extend(_link(data, match, sections) for match in _LINK.finditer(data, start, end))
    return Outline(
        language="asciidoc",
        sections=sections.all,
        mentions=tuple(mentions),
        links=tuple(links),
        fences=tuple(
            Fence(language=language, span=span, section=sections.at(span.start))
            for language, span in reader.fences
        ),
    )


def _link(data: bytes, match: re.Match[bytes], sections: Sections) -> Link:
    for target, text in (("ref", "reftext"), ("target", "text"), ("url", "urltext")):
        start, end = match.span(target)
        if start >= 0:
            if target == "url":
                end = start + len(data[start:end].rstrip(b".,;:!?)'"))
            shown = Span(*match.span(text)) if match.group(text) else Span(start, end)
            written = data[start:end].decode("utf-8", "replace")
            if target == "ref" and "#" not in written:
                written = f"#{written}"
            return Link(target=written, span=Span(start, end), text=shown, section=sections.at(start))
    raise AssertionError("one of the three matches")
