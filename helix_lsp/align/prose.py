"""A document as sentences, whatever it is written in, each with its exact bytes.

Plain text is read a sentence a line. In Markdown, MDX, reStructuredText and AsciiDoc code blocks, link targets, comments and role names are
blanked (one blank a character, so that offsets hold), headings are sentences of their own, and wrapped lines are joined before they are
cut.
Invariant: `Sentence.span_of` gives bytes of the document as handed in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from helix_lsp.syntax.extract import extract
from helix_lsp.text.sentences import sentences
from helix_lsp.text.span import Span

_MARKUP = (".md", ".markdown", ".mdx", ".rst", ".adoc", ".asciidoc")
_COMMENT = re.compile(r"<!--(?:(?!<!--).)*?-->|\{/\*(?:(?!\{/\*).)*?\*/\}", re.S)
_FRONT = re.compile(r"\A---\n.*?\n---\n", re.S)
_ROLE = re.compile(r":[a-z:]{1,60}:(?=`)")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]*>")
_DIRECTIVE = re.compile(r"^[ \t]*(?:\.\. .*|import .* from .*|export .*|:[\w-]+:.*)$", re.M)
_RULE = re.compile(r"[^\n]*\n[ \t]*(?:\|[ \t]*)?:?-+:?[ \t]*\|[ \t|:-]*(?:\n|\Z)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """`text` is one line with markup blanked, `raw` the same characters as written; `start` is their first byte in the document.

    `section` is the title of the innermost heading above (`` for none); `heading` marks a heading itself.
    """

    text: str
    raw: str
    start: int
    section: str = ""
    heading: bool = False

    def span_of(self, first: int, last: int) -> Span:
        """Bytes of the characters `first` to `last` (half open)."""
        head = self.start + len(_bytes(self.raw[:first]))
        return Span(head, head + len(_bytes(self.raw[first:last])))

    @property
    def span(self) -> Span:
        """The whole sentence."""
        return self.span_of(0, len(self.raw))


def sentences_of(path: str, data: bytes) -> tuple[Sentence, ...]:
    """The sentences of a document in reading order; `path` decides how it is read. Never fails."""
    raw = data.decode("utf-8", "surrogateescape")
    if not path.lower().endswith(_MARKUP):
        return tuple(_lines(raw))
    outline = extract(path, data)
    hidden = [*(f.span for f in outline.fences), *(link.span for link in outline.links if link.span != link.text)]
    text = _blanked(raw, data, hidden)
    heads = [(s.heading, s.title) for s in outline.sections]
    out: list[Sentence] = []
    at, section = 0, ""
    for span, title in heads:
        first, last = _chars(data, span.start), _chars(data, span.end)
        out.extend(_prose(raw, text, at, first, section))
        section = title
        lead = re.match(r"[#=\s\-~^\"'*+`]*", raw[first:last])
        skip = first + (lead.end() if lead else 0)
        found = _sentence(raw, text, skip, skip + len(raw[skip:last].split("\n", 1)[0]), section, heading=True)
        out.extend([found] if found else [])
        at = last
    out.extend(_prose(raw, text, at, len(raw), section))
    return tuple(out)


def _lines(raw: str) -> Iterator[Sentence]:
    at = 0
    for line in raw.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        if bare.strip():
            yield Sentence(text=_ROLE.sub(lambda m: " " * len(m[0]), bare), raw=bare, start=at)
        at += len(_bytes(line))


def _blanked(raw: str, data: bytes, hidden: list[Span]) -> str:
    """The text with everything that is not prose replaced by blanks; line ends stay."""
    chars = list(raw)
    places = [(_chars(data, s.start), _chars(data, s.end)) for s in hidden]
    for pattern in (_FRONT, _COMMENT, _ROLE, _TAG, _DIRECTIVE):
        places.extend(m.span() for m in pattern.finditer(raw))
    for first, last in places:
        for i in range(first, last):
            if chars[i] != "\n":
                chars[i] = " "
    return "".join(chars)


def _prose(raw: str, text: str, first: int, last: int, section: str) -> Iterator[Sentence]:
    for begin, end in sentences(text, first, last):
        head = _RULE.match(text, end, last) is not None  # the titles of a table's columns, with the rule below them
        found = _sentence(raw, text, begin, end, section, heading=head)
        if found is not None:
            yield found


def _sentence(raw: str, text: str, first: int, last: int, section: str, *, heading: bool = False) -> Sentence | None:
    piece = text[first:last]
    if not re.search(r"[^\W\d_]", piece):
        return None  # a row's number, a rule
    lead = len(piece) - len(piece.lstrip())
    first, last = first + lead, first + len(piece.rstrip())
    flat = re.sub(r"[\r\n\t|]", " ", text[first:last])
    return Sentence(text=flat, raw=raw[first:last], start=len(_bytes(raw[:first])), section=section, heading=heading)


def _chars(data: bytes, offset: int) -> int:
    return len(data[:offset].decode("utf-8", "surrogateescape"))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")
