"""Inline markup of one reStructuredText text block: literals, interpreted text, references, addresses.

Recognition follows docutils' inline markup recognition rules 1 to 7. Nothing nests, so the scan is one pass;
the ends of each kind of markup are listed once per block, which keeps it linear. Emphasis, targets and
substitutions are stepped over, as nothing inside them is a mention.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec

from helix_lsp.syntax.documents.sections import JoinedText
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_WORTH_IT = regex(rb"[`*\\]|_(?!\w)|://")
_TOKEN = regex(
    rb"\\[\s\S]|``|`|\*\*|\*|\||_`|:(?=[A-Za-z0-9])|(?:https?|ftp)://|(?<=[A-Za-z0-9])__?(?![A-Za-z0-9_`])"
)
_ROLE = regex(rb":([A-Za-z0-9](?>(?:[-._+:]?[A-Za-z0-9])*)):`")
_SUFFIX = regex(rb":([A-Za-z0-9](?>(?:[-._+:]?[A-Za-z0-9])*)):|__?")
_TITLED = regex(rb"((?:[\s\S]*?\S)?)\s*<([^<>]*)>\s*\Z")
_WORD = regex(rb"[A-Za-z0-9]+(?:[-_.+:][A-Za-z0-9]+)*\Z")
_ADDRESS = regex(rb"[^\s<>`\"|\[\]{}^]++")
_BEFORE = frozenset(b" \t\r\n\f\v-:/'\"<([{")
_AFTER = frozenset(b" \t\r\n\f\v'\")]}>-/\\:.,;!?")
_PAIRS = {b"'": b"'", b'"': b'"', b"<": b">", b"(": b")", b"[": b"]", b"{": b"}"}
_VERBATIM = frozenset(
    "code literal math samp file kbd command program guilabel menuselection regexp strong emphasis sub sup subscript "
    "superscript raw abbr dfn mailheader manpage mimetype makevar newsgroup title title-reference t eq expr texpr".split()
)
_MARKS = {b"``": 2, b"`": 1, b"**": 2, b"*": 1, b"|": 1, b"_`": 1}


class Marked(msgspec.Struct, frozen=True):
    """A literal (`role` None) or interpreted text (`role` is the last component of its role's name, `` for
    the default role).
    """

    text: str
    role: str | None
    span: Span
    outer: Span


@dataclass(frozen=True, slots=True)
class Reference:
    """A use of a hyperlink: `target` is an address, or a `name` that is still to be looked up, or both are ``
    for an anonymous one.
    """

    target: str
    name: str
    span: Span
    text: Span
    defines: str = ""


@dataclass(slots=True)
class Inline:
    """What one block's text holds; `cuts` are (start, end, replacement) that turn the source into the text a
    reader sees.
    """

    marked: list[Marked] = field(default_factory=list[Marked])
    references: list[Reference] = field(default_factory=list[Reference])
    cuts: list[tuple[int, int, bytes]] = field(default_factory=list[tuple[int, int, bytes]])


_NOTHING = Inline()  # nobody adds to what a scan gave


def scan_inline(data: bytes, segments: Sequence[tuple[int, int]]) -> Inline:
    """Everything inside one block whose content is `segments` of `data`, indentation left out."""
    for start, end in segments:
        if _WORTH_IT.search(data, start, end):
            return _Scanner(JoinedText(data, segments)).run()
    return _NOTHING


def visible_text(data: bytes, segments: Sequence[tuple[int, int]], inline: Inline) -> str:
    """The text a reader sees, white space folded."""
    source = b"".join(data[s:e] for s, e in segments)
    out: list[bytes] = []
    at = 0
    for start, end, shown in sorted(inline.cuts):
        if start >= at:
            out += (source[at:start], shown)
            at = end
    out.append(source[at:])
    return " ".join(b"".join(out).decode("utf-8", "replace").split())


class _Scanner:
    """One pass over one block's text; positions are those of the joined text until they are written out."""

    def __init__(self, source: JoinedText) -> None:
        self.source = source
        self.text = source.text
        self.out = Inline()
        self.ends: dict[bytes, list[int]] = {}

    def run(self) -> Inline:
        at = 0
        while (token := _TOKEN.search(self.text, at)) is not None:
            at = self._step(token)
        return self.out

    def _step(self, token: re.Match[bytes]) -> int:
        """Handles one token; returns where reading goes on."""
        mark, start = token.group(), token.start()
        if mark[:1] == b"\\":
            self.out.cuts.append((start, token.end() if mark[1:].isspace() else start + 1, b""))
            return token.end()
        if mark == b":":
            role = _ROLE.match(self.text, start)
            return (
                self._interpreted(start, role.end(), role.group(1))
                if role and self._opens(start, role.end())
                else start + 1
            )
        if mark in _MARKS:
            return self._marked(mark, start, token.end())
        if mark[:1] == b"_":
            return self._named(start, token.end())
        return self._address(start, token.end())

    def _marked(self, mark: bytes, start: int, inner: int) -> int:
        if not self._opens(start, inner):
            return inner
        if mark == b"`":
            return self._interpreted(start, inner, None)
        closer = b"`" if mark == b"_`" else mark
        close = self._end(closer, inner)
        if close < 0:
            return inner
        after = close + len(closer)
        if mark == b"``":
            self._add(None, inner, close, start, after)
        self.out.cuts.append((start, after, self.text[inner:close]))
        if mark == b"|":
            tail = re.compile(rb"__?").match(self.text, after)
            return tail.end() if tail else after
        return after

    def _interpreted(self, start: int, inner: int, role: bytes | None) -> int:
        close = self._end(b"`", inner)
        if close < 0:
            return inner
        after = close + 1
        suffix = _SUFFIX.match(self.text, after) if role is None else None
        if suffix and self._closes(suffix.end()):
            after = suffix.end()
            if suffix.group(1) is None:
                self._phrase(inner, close, start, after)
                return after
            role = suffix.group(1)
        name = (role or b"").decode("ascii").rpartition(":")[2]
        first, last, shown = self._target(name, inner, close)
        self._add(name, first, last, start, after)
        self.out.cuts.append((start, after, shown))
        return after

    def _target(self, role: str, inner: int, close: int) -> tuple[int, int, bytes]:
        """(start, end) of what a role points at, and what a reader sees of it."""
        raw = self.text[inner:close]
        titled = _TITLED.match(raw) if role not in _VERBATIM and raw.endswith(b">") else None
        if titled and titled.group(1).strip():
            first, last = inner + titled.start(2), inner + titled.end(2)
            shown = titled.group(1).lstrip(b"!")
        else:
            first, last, shown = inner, close, raw
        if role in _VERBATIM:
            return first, last, shown
        mark = self.text[first : first + 1]
        if mark in (b"!", b"~") and last - first > 1:
            first += 1
            if shown is raw:
                shown = raw[1:].rpartition(b".")[2] if mark == b"~" else raw[1:]
        return first, last, shown

    def _add(self, role: str | None, first: int, last: int, start: int, after: int) -> None:
        raw = self.text[first:last]
        if b"\n" in raw or b"\r" in raw:
            raw = b" ".join(raw.split())
        text = raw.decode("utf-8", "replace")
        if text.strip():
            self.out.marked.append(
                Marked(text, role, self.source.span(first, last), self.source.span(start, after))
            )

    def _phrase(self, inner: int, close: int, start: int, after: int) -> None:
        """`` `text <address>`_ `` and `` `name`_ ``, with two underscores anonymous."""
        raw = self.text[inner:close]
        anonymous = self.text[:after].endswith(b"__") if after - close == 3 else False
        titled = _TITLED.match(raw) if raw.endswith(b">") else None
        if titled is None:
            name = "" if anonymous else raw.decode("utf-8", "replace")
            span = self.source.span(inner, close)
            self.out.references.append(Reference("", name, span, span))
            self.out.cuts.append((start, after, raw))
            return
        address = b"".join(titled.group(2).split()).decode("utf-8", "replace")
        shown = titled.group(1) or titled.group(2)
        alias = address.endswith("_") and not address.endswith("\\_")
        span = self.source.span(inner + titled.start(2), inner + titled.end(2))
        text = self.source.span(inner + titled.start(1), inner + titled.end(1)) if titled.group(1) else span
        self.out.references.append(
            Reference(
                "" if alias else address,
                address[:-1] if alias else "",
                span,
                text,
                "" if anonymous else titled.group(1).decode("utf-8", "replace"),
            )
        )
        self.out.cuts.append((start, after, shown))

    def _named(self, mark: int, after: int) -> int:
        """A word with one or two underscores behind it."""
        word = _WORD.search(self.text, max(0, mark - 100), mark)
        if word is None or not self._closes(after) or not self._may_open(word.start()):
            return after
        name = "" if after - mark == 2 else word.group().decode("ascii")
        span = self.source.span(word.start(), mark)
        self.out.references.append(Reference("", name, span, span))
        self.out.cuts.append((mark, after, b""))
        return after

    def _address(self, start: int, inner: int) -> int:
        found = _ADDRESS.match(self.text, inner)
        if found is None or (
            start and (self.text[start - 1 : start].isalnum() or self.text[start - 1] >= 0x80)
        ):
            return inner
        raw = self.text[start : found.end()]
        kept = raw.rstrip(b".,;:!?'*_\\")
        if kept.endswith(b")") and b"(" not in kept:
            kept = kept.rstrip(b").,;:!?'")
        if len(kept) <= inner - start:
            return inner
        span = self.source.span(start, start + len(kept))
        self.out.references.append(Reference(kept.decode("utf-8", "replace"), "", span, span))
        return start + len(kept)

    def _opens(self, start: int, inner: int) -> bool:
        """Rules 1, 3, 5: what is before and behind a start-string."""
        following = self.text[inner : inner + 1]
        if not following or following.isspace() or not self._may_open(start):
            return False
        return start == 0 or _PAIRS.get(self.text[start - 1 : start]) != following

    def _may_open(self, start: int) -> bool:
        if start == 0 or self.text[start - 1] in _BEFORE:
            return True
        return self.text[start - 1] >= 0x80 and self._category(start - 1) in (
            "Ps",
            "Pi",
            "Pf",
            "Pd",
            "Po",
            "Zs",
        )

    def _closes(self, end: int) -> bool:
        """Rule 4: what is behind an end-string."""
        if end >= len(self.text) or self.text[end] in _AFTER:
            return True
        return self.text[end] >= 0x80 and self._category(end) in ("Pe", "Pi", "Pf", "Pd", "Po", "Zs")

    def _category(self, at: int) -> str:
        """Unicode category of the character that holds the byte `at`."""
        start = at
        while start > 0 and at - start < 3 and self.text[start] & 0xC0 == 0x80:
            start -= 1
        char = self.text[start : start + 4].decode("utf-8", "ignore")[:1]
        return unicodedata.category(char) if char else ""

    def _end(self, mark: bytes, inner: int) -> int:
        """Start of the end-string that closes markup whose content starts at `inner`; -1 when there is none."""
        if mark not in self.ends:
            self.ends[mark] = [p for p in self._every(mark) if self._ends_here(mark, p)]
        ends = self.ends[mark]
        i = bisect_left(ends, inner + 1)
        return ends[i] if i < len(ends) else -1

    def _every(self, mark: bytes) -> list[int]:
        return [m.start() for m in re.finditer(rb"(?=" + re.escape(mark) + rb")", self.text)]

    def _ends_here(self, mark: bytes, at: int) -> bool:
        """Rules 2 and 4; a back-slash hides every end-string but that of a literal."""
        if at == 0 or self.text[at - 1 : at].isspace():
            return False
        after = at + len(mark)
        if mark == b"``":
            return self._closes(after)
        if self.text[at - 1] == 0x5C:
            return False
        if self._closes(after):
            return True
        suffix = _SUFFIX.match(self.text, after) if mark in (b"`", b"|") else None
        return suffix is not None and self._closes(suffix.end())
