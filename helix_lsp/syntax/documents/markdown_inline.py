"""Code spans and links in the text of one Markdown block, by the precedence rules of CommonMark 0.31, chapter
6.

Why not the inline grammar of the wheel: it takes quadratic time and more on runs of `*`, `_` and `~` and
cannot be interrupted.
Mentions and links do not depend on emphasis, so this scanner leaves emphasis out and is linear: what binds as
tightly as a code span (raw HTML, autolinks, backslash escapes) is read left to right in one pass, brackets
are matched with a stack.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import unescape

import msgspec

from helix_lsp.syntax.documents.sections import JoinedText
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

# What is behind a link's text: `(target "title")` or `[label]` (CommonMark 0.31, 6.3). Linear: every
# look-ahead is bounded or anchored.

_SPACE = regex(rb"[ \t]*+(?>(?:\r\n|\n|\r)?)[ \t]*+")
_POINTED = regex(rb"<((?>(?:[^<>\\\r\n]|\\.)*))>")
_PLAIN = regex(rb"(?>(?:[^\s()\\\x00-\x1f\x7f]|\\[^\s])+)")
_TITLE = regex(rb"\"(?>(?:[^\"\\]|\\[\s\S])*)\"|'(?>(?:[^'\\]|\\[\s\S])*)'|\((?>(?:[^()\\]|\\[\s\S])*)\)")
_LABEL = regex(rb"\[((?>(?:[^\[\]\\]|\\[\s\S]){0,999}))\]")
_DEEPEST = 32


def read_inline_target(text: bytes, at: int) -> tuple[int, int, int] | None:
    """(start, end) of a target and the end of the whole, when `text[at:]` goes on behind its parenthesis as a
    link does.
    """
    at = _over_space(text, at)
    found = _destination(text, at)
    if found is None:
        return None
    start, stop, after = found
    spaced = _over_space(text, after)
    if spaced > after and (title := _TITLE.match(text, spaced)):
        spaced = _over_space(text, title.end())
    return (start, stop, spaced + 1) if text[spaced : spaced + 1] == b")" else None


def read_label(text: bytes, at: int) -> tuple[int, int, int] | None:
    """(start, end) of the label in the brackets at `at` and the end of the brackets; at most 999 characters,
    no bracket in it.
    """
    label = _LABEL.match(text, at)
    return (label.start(1), label.end(1), label.end()) if label else None


def _destination(text: bytes, at: int) -> tuple[int, int, int] | None:
    """(start, end) of the destination that begins at `at`, which may be empty, and where it ends with its
    angle brackets.
    """
    if text[at : at + 1] == b"<":
        pointed = _POINTED.match(text, at)
        return (pointed.start(1), pointed.end(1), pointed.end()) if pointed else None
    end, depth = at, 0
    while True:
        if plain := _PLAIN.match(text, end):
            end = plain.end()
        char = text[end : end + 1]
        if char == b"(" and depth < _DEEPEST:
            depth += 1
        elif char == b")" and depth > 0:
            depth -= 1
        else:
            break
        end += 1
    return (at, end, end) if depth == 0 else None


def _over_space(text: bytes, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


_WORTH_IT = regex(rb"[`\[<\\]|://|www\.")
_TOKEN = regex(rb"\\[!-/:-@\[-`{-~]|`+|!?\[|\]|<|https?://|www\.")
_RUN = regex(rb"`+")
_LINE_END = regex(rb"\r\n|\n|\r")
_URI = regex(rb"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\x00-\x20]*+)>")
_MAIL = regex(rb"<([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,200}@[A-Za-z0-9.-]{1,200})>")
_TAG = regex(
    rb"<(?:/[A-Za-z][A-Za-z0-9-]*+\s*+>|"
    rb"[A-Za-z][A-Za-z0-9-]*+"
    rb"(?>(?>\s++[A-Za-z_:][\w.:-]*+(?>(?>\s*+=\s*+(?>\"[^\"]*+\"|'[^']*+'|[^\s\"'=<>`]++))?))*)"
    rb"\s*+/?>)"
)
_UNTIL = ((b"<!--", b"-->"), (b"<?", b"?>"), (b"<![CDATA[", b"]]>"))
_BARE = regex(rb"[^\s<>`\[\]\"]++")
_EMPHASIS = (
    regex(r"(\*{1,3})(?=[^\s*])((?:[^*])+?)(?<=\S)\1"),
    regex(r"(?<!\w)(_{1,3})(?=[^\s_])(.{1,300}?)(?<=\S)\1(?!\w)"),
    regex(r"(~~)(?=\S)(.{1,300}?)(?<=\S)\1"),
)
_TAIL = b"?!.,:;*_~'"


class CodeSpan(msgspec.Struct, frozen=True):
    """A code span in the whole file's offsets; `text` is what a reader sees."""

    text: str
    span: Span
    outer: Span


class InlineLink(msgspec.Struct, frozen=True):
    """A link, image or autolink; `span` covers the target (for a reference: its label) and `text` the link's
    text.
    """

    target: str
    span: Span
    text: Span


@dataclass(slots=True)
class Inline:
    """What one block's text holds; `cuts` are (start, end, replacement) that turn the source into the text a
    reader sees.
    """

    codes: list[CodeSpan] = field(default_factory=list[CodeSpan])
    links: list[InlineLink] = field(default_factory=list[InlineLink])
    cuts: list[tuple[int, int, bytes]] = field(default_factory=list[tuple[int, int, bytes]])


def scan_inline(
    data: bytes, segments: Sequence[tuple[int, int]], labels: Mapping[str, str], *, cell: bool
) -> Inline:
    """Everything inside one block whose content is `segments` of `data`, in order and without the containers'
    markers.

    `labels` maps normalised reference labels to targets. In a table `cell`, `\\|` in a code span is read as `|`.
    """
    if not any(_WORTH_IT.search(data, s, e) for s, e in segments):
        return Inline()
    return _Scanner(JoinedText(data, segments), labels, cell).run()


def visible_text(data: bytes, segments: Sequence[tuple[int, int]], inline: Inline) -> str:
    """The text a reader sees: without back-ticks, link targets, tags, escapes and paired emphasis; white
    space folded.
    """
    source = b"".join(data[s:e] for s, e in segments)
    out: list[str] = []
    at = 0
    for start, end, shown in sorted(inline.cuts):
        if start < at:
            continue
        out.append(_without_emphasis(source[at:start]))
        out.append(shown.decode("utf-8", "replace"))
        at = end
    out.append(_without_emphasis(source[at:]))
    return " ".join("".join(out).split())


def _without_emphasis(raw: bytes) -> str:
    text = unescape(raw.decode("utf-8", "replace"))
    if len(text) > 1_000:
        return text
    for pattern in _EMPHASIS:
        text = pattern.sub(r"\2", text)
    return text


class _Scanner:
    """One pass over one block's text; positions are those of the joined text until they are written out."""

    def __init__(self, source: JoinedText, labels: Mapping[str, str], cell: bool) -> None:
        self.source = source
        self.text = source.text
        self.labels = labels
        self.cell = cell
        self.out = Inline()
        self.bare: list[tuple[int, InlineLink]] = []
        self.open: list[tuple[int, bool]] = []
        self.dead_below = 0
        self.missing: set[bytes] = set()
        self.runs: dict[int, list[int]] = {}
        for run in _RUN.finditer(self.text):
            self.runs.setdefault(run.end() - run.start(), []).append(run.start())

    def run(self) -> Inline:
        at = 0
        while (token := _TOKEN.search(self.text, at)) is not None:
            at = self._step(token)
        self.out.links.extend(link for _, link in self.bare)
        return self.out

    def _step(self, token: re.Match[bytes]) -> int:
        """Handles one token; returns where reading goes on."""
        head = token.group()[:1]
        if head == b"`":
            return self._code(token.start(), token.end())
        if head == b"\\":
            self.out.cuts.append((token.start(), token.start() + 1, b""))
            return token.end()
        if head == b"<":
            return self._angle(token.start())
        if head == b"]":
            return self._close(token.start())
        if token.group().endswith(b"["):
            self.open.append((token.start(), head == b"!"))
            return token.end()
        return self._bare_url(token.start(), token.end())

    def _code(self, start: int, inner: int) -> int:
        width = inner - start
        same = self.runs.get(width, [])
        i = bisect_left(same, inner)
        if i == len(same):
            return inner
        close = same[i]
        raw = self.text[inner:close]
        first, last = inner, close
        flat = _LINE_END.sub(b" ", raw)
        if flat[:1] == b" " == flat[-1:] and flat.strip(b" "):
            first += 2 if raw.startswith(b"\r\n") else 1
            last -= 2 if raw.endswith(b"\r\n") else 1
            flat = flat[1:-1]
        if self.cell:
            flat = flat.replace(b"\\|", b"|")
        text = flat.decode("utf-8", "replace")
        if text.strip():
            self.out.codes.append(
                CodeSpan(text, self.source.span(first, last), self.source.span(start, close + width))
            )
        self.out.cuts.append((start, close + width, flat))
        return close + width

    def _angle(self, start: int) -> int:
        for pattern in (_URI, _MAIL):
            if auto := pattern.match(self.text, start):
                span = self.source.span(auto.start(1), auto.end(1))
                self.out.links.append(InlineLink(auto.group(1).decode("utf-8", "replace"), span, span))
                self.out.cuts.append((auto.start(), auto.end(), auto.group(1)))
                return auto.end()
        end = self._html(start)
        if end < 0:
            return start + 1
        self.out.cuts.append((start, end, b""))
        return end

    def _html(self, start: int) -> int:
        """End of the raw HTML that starts here, -1 when there is none."""
        if tag := _TAG.match(self.text, start):
            return tag.end()
        for opener, closer in _UNTIL:
            if self.text.startswith(opener, start) and closer not in self.missing:
                end = self.text.find(closer, start + len(opener))
                if end >= 0:
                    return end + len(closer)
                self.missing.add(closer)
        return -1

    def _bare_url(self, start: int, after: int) -> int:
        if start and self.text[start - 1 : start] not in (b" ", b"\t", b"\n", b"\r", b"*", b"_", b"~", b"("):
            return after
        found = _BARE.match(self.text, after)
        if found is None:
            return after
        end = self._trim(start, found.end())
        span = self.source.span(start, end)
        if end > after:
            self.bare.append((start, InlineLink(span_text(self.text, start, end), span, span)))
        return max(end, after)

    def _trim(self, start: int, end: int) -> int:
        """A bare address without the punctuation that belongs to the sentence (GFM 6.9)."""
        excess = self.text.count(b")", start, end) - self.text.count(b"(", start, end)
        while end > start:
            last = self.text[end - 1]
            if last == 0x29 and excess > 0:
                excess -= 1
            elif last not in _TAIL:
                break
            end -= 1
        return end

    def _close(self, at: int) -> int:
        """A closing bracket: link, image, or only a bracket. Links do not nest, so openers before a link are
        spent.
        """
        if not self.open:
            return at + 1
        start, image = self.open.pop()
        dead = len(self.open) < self.dead_below and not image
        self.dead_below = min(self.dead_below, len(self.open))
        if dead:
            return at + 1
        inner = start + (2 if image else 1)
        found = self._target(inner, at)
        if found is None:
            return at + 1
        target, span, end = found
        while self.bare and self.bare[-1][0] >= start:
            self.bare.pop()
        self.out.links.append(InlineLink(target, self.source.span(*span), self.source.span(inner, at)))
        self.out.cuts.append((start, inner, b""))
        self.out.cuts.append((at, end, b""))
        if not image:
            self.dead_below = len(self.open)
        return end

    def _target(self, inner: int, at: int) -> tuple[str, tuple[int, int], int] | None:
        """(target, its range, end of the link) for the bracket closing at `at`."""
        following = self.text[at + 1 : at + 2]
        if following == b"(" and (inline := read_inline_target(self.text, at + 2)) is not None:
            start, stop, end = inline
            return span_text(self.text, start, stop), (start, stop), end
        if following == b"[" and (label := read_label(self.text, at + 1)) is not None:
            start, stop, end = label
            name = normal_label(self.text[start:stop])
            if name:
                return (self.labels[name], (start, stop), end) if name in self.labels else None
            return self._shortcut(inner, at, end)
        return self._shortcut(inner, at, at + 1)

    def _shortcut(self, inner: int, at: int, end: int) -> tuple[str, tuple[int, int], int] | None:
        if not self.labels or at - inner > 999:
            return None
        target = self.labels.get(normal_label(self.text[inner:at]))
        return None if target is None else (target, (inner, at), end)


def span_text(text: bytes, start: int, end: int) -> str:
    """A range as text, broken bytes replaced."""
    return text[start:end].decode("utf-8", "replace")


def normal_label(raw: bytes) -> str:
    """A reference label as it is compared: white space folded, case folded."""
    return " ".join(raw.decode("utf-8", "replace").split()).casefold()
