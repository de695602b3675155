"""Sentences of documents and docstrings, with their exact bytes, and a plain reading of their markup."""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.sentences import sentence_spans

# Comments as text: their marks blanked at the same length, so that every offset stays what it was, and
# neighbours read as one.

_LINE_COMMENT = regex(rb"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_STAR = regex(rb"[ \t\f]*(\*+/|\*(?!\*))")
_MARK = regex(rb"[ \t\f]*(/\*+!?|//+!?|#+[!:]?|--+|;+)(?![\w-])")
_CLOSE = regex(rb"(?<!\*)\*+/[ \t\f\r\n]*\Z")


def unmarked(text: bytes) -> bytes:
    """A stretch of a comment or docstring with spaces where its lines have `//`, `#`, `--`, `;`, `/*`, `*` or
    `*/`.

    A mark counts only when every later line with text has one of its kind: a docstring's list of `*` items
    keeps its stars.
    """
    lines = [m.group() for m in _LINE_COMMENT.finditer(text) if m.group()]
    for mark in (_STAR, _MARK):
        rest = [line for line in lines[1:] if line.strip()]
        if all(mark.match(line) for line in rest) and (rest or mark is _MARK):
            lines = [
                *(_blank(lines[0], _MARK) for _ in lines[:1]),
                *(_blank(line, mark) for line in lines[1:]),
            ]
            if mark is _STAR and lines:
                lines[0] = _blank(lines[0], _STAR)
            break
    whole = b"".join(lines)
    return _CLOSE.sub(lambda m: b" " * len(m[0].rstrip()) + m[0][len(m[0].rstrip()) :], whole)


def joined(spans: list[Span], data: bytes) -> list[Span]:
    """Comments on lines that follow each other read as one."""
    out: list[Span] = []
    for span in sorted(spans):
        if (
            out
            and not data[out[-1].end : span.start].strip()
            and data.count(b"\n", out[-1].end, span.start) <= 1
        ):
            out[-1] = Span(out[-1].start, max(out[-1].end, span.end))
        elif not out or span.start >= out[-1].end:
            out.append(span)
    return out


def _blank(line: bytes, mark: re.Pattern[bytes]) -> bytes:
    match = mark.match(line)
    return line[: match.start(1)] + b" " * len(match[1]) + line[match.end(1) :] if match else line


_BLANK = regex(rb"(?:\r\n|\n|\r)[ \t\f]*(?=\r\n|\n|\r)")
_ROLE = regex(r":[\w:+-]{1,60}:`([^`]{0,400})`")
_TITLED = regex(r"^((?:.*?\S)?)\s*<[^<>]*>$", re.S)
_RST_LINK = regex(r"`([^`<]+)<[^>`]*>`__?")
_MD_IMAGE = regex(r"!\[([^\[\]]{0,300})\]\([^)]{0,600}\)")
_MD_LINK = regex(r"\[([^\[\]]{1,400})\](?:\([^)]{0,600}\)|\[[^\]]{0,200}\])")
_CODE_LINK = regex(r"\[(`[^`\]]+`)\]")
_MYST_ROLE = regex(r"\{[a-z][\w:+-]{0,60}\}`([^`]{0,400})`")
_RULE_MARKS = "=~*#_-"
_SHORTEST_RULE = 4
_INLINE_TAG = regex(r"\{@(\w{1,20})(?:\s+([^{}]{1,300}))?\}")
_CODE_TAGS = frozenset({"code", "literal", "value"})
_ESCAPE = regex(r"\\([!-/:-@\[-`{-~])")
_AUTOLINK = regex(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}://[^\s<>]{1,300}|[\w.+-]{1,64}@[\w.-]{1,255})>")
_TAG = regex(r"<[^<>]{1,200}>")
_EMPHASIS = regex(r"(\*\*|__)(?=\S)(.{1,400}?)(?<=\S)\1", re.S)
_SPACE = regex(r"\s+")
_COMMENT_MARK = regex(r"^[^\S\n]*(?:///?!?|#+[!:]?|--+|;+|/\*+!?|\*+/|\*(?!\*))\s?", re.M)
_QUOTES = regex(r'^[rRbBuUfF]{0,2}("""|\'\'\'|"|\')|("""|\'\'\'|"|\')$')
_DOXYGEN = regex(r"^[@\\](?:brief|details|description|note|summary)\b\s*", re.M)
_NO_PROSE = regex(r"\A\s*(?:\.\. |:::|\{%|<!--)|^[ \t]*(?:\||\[[^\]\r\n]+\]:[ \t])", re.M)
_CONTROL = regex(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|[\U000e0000-\U000e007f]"
)


def sentences(data: bytes, within: Span, *, comment: bool = False) -> Iterator[Span]:
    """Spans of the sentences of a stretch of prose, in order. In a `comment` the marks at the beginnings of
    lines are not text.
    """
    text = within.cut(data)
    return (span.shifted(within.start) for span in sentence_spans(unmarked(text) if comment else text))


def _trimmed(text: bytes, start: int, stop: int, base: int) -> Span | None:
    while start < stop and text[start] in b" \t\r\n\f":
        start += 1
    while stop > start and text[stop - 1] in b" \t\r\n\f":
        stop -= 1
    return Span(base + start, base + stop) if stop > start else None


def paragraph(data: bytes, within: Span, *, comment: bool = False) -> Span:
    """The first paragraph of a stretch of prose (up to a blank line), trimmed; may be empty."""
    text = unmarked(within.cut(data)) if comment else within.cut(data)
    start = 0
    while start < len(text) and text[start] in b" \t\r\n\f":
        start += 1
    match = _BLANK.search(text, start)
    return _trimmed(text, start, match.start() if match else len(text), within.start) or Span(
        within.start, within.start
    )


def is_prose(raw: str) -> bool:
    """False for headings' rules, directives, tables and other lines that are not a sentence."""
    if _NO_PROSE.search(raw):
        return False
    letters = sum(c.isalpha() or c.isspace() for c in raw)
    return letters >= 0.6 * len(raw) and len(raw.split()) >= 3


def plain(raw: bytes) -> str:
    """Markup read as plain text on one line: roles and links become their words, comment marks and quotes go,
    code keeps its back-ticks.

    Control and direction characters are dropped, tags in angle brackets too (not addresses), so that a quotation
    cannot act on its reader.
    """
    text = raw.decode("utf-8", "western").strip()
    text = _QUOTES.sub("", text).strip()
    text = _COMMENT_MARK.sub("", text)
    text = text[:-1].rstrip("*").rstrip() if text.endswith("*/") else text
    text = _DOXYGEN.sub("", "\n".join(map(_unruled, text.split("\n"))))
    text = untagged(text)
    text = _MYST_ROLE.sub(lambda m: f"`{_role_text(m.group(1))}`", text)
    text = _ROLE.sub(lambda m: f"`{_role_text(m.group(1))}`", text)
    text = _RST_LINK.sub(lambda m: m.group(1).rstrip(), text)
    text = text.replace("``", "`")
    text = _unlinked(_MD_LINK, _unlinked(_MD_IMAGE, text))
    text = _CODE_LINK.sub(r"\1", text)
    text = _EMPHASIS.sub(r"\2", text)
    text = _outside(text)
    text = _CONTROL.sub("", text)
    return _SPACE.sub(" ", text).strip()


def untagged(text: str) -> str:
    """Inline tags of Javadoc and JSDoc as their reader sees them."""
    return _INLINE_TAG.sub(lambda m: _tag_text(m.group(1), m.group(2) or ""), text) if "{@" in text else text


def _unlinked(pattern: re.Pattern[str], text: str) -> str:
    """Links as their words; brackets that begin inside a code span are code (`` `[user][:port]` ``)."""
    ticks = at = 0
    last = text.rfind("`")

    def words(found: re.Match[str]) -> str:
        nonlocal ticks, at
        ticks, at = ticks + text.count("`", at, found.start()), found.start()
        inside = ticks % 2 and last >= at
        return found[0] if inside else found[1]

    return pattern.sub(words, text)


def _unruled(line: str) -> str:
    """A line without a rule (`====`, `----`) at its beginning or its end."""
    bare = line.strip(" \t")
    if len(bare) - len(behind := bare.lstrip(_RULE_MARKS)) >= _SHORTEST_RULE:
        line = behind.lstrip(" \t")
    bare = line.rstrip(" \t")
    if len(bare) - len(before := bare.rstrip(_RULE_MARKS)) >= _SHORTEST_RULE:
        line = before.rstrip(" \t")
    return line


def _outside(text: str) -> str:
    """Tags and escaping backslashes dropped outside code spans only; an address in angle brackets is text."""
    parts = text.split("`")
    return "`".join(
        part if at % 2 else _ESCAPE.sub(r"\1", _TAG.sub("", _AUTOLINK.sub(r"\1", part)))
        for at, part in enumerate(parts)
    )


def _role_text(target: str) -> str:
    titled = _TITLED.match(target)
    if titled and titled.group(1):
        return titled.group(1)
    target = target.lstrip("!")
    return target[1:].rpartition(".")[2] if target.startswith("~") else target


def _tag_text(tag: str, told: str) -> str:
    """An inline tag of Javadoc or JSDoc as its reader sees it: `{@code null}`, `{@link Pool#close() the
    pool}`; `{@inheritDoc}` says nothing.
    """
    told = told.strip()
    if tag.lower() == "inheritdoc" or not told:
        return ""
    if tag in _CODE_TAGS:
        return f"`{told}`"
    target, bar, label = told.partition("|")
    if not bar:
        target, label = _linked(told)
    target = target.strip().lstrip("#").replace("#", ".")
    return label.strip() or f"`{target}`"


def _linked(told: str) -> tuple[str, str]:
    """(what is linked, the words for it): parameters in parentheses belong to the first."""
    open_at, space = told.find("("), told.find(" ")
    if 0 <= open_at < (space if space >= 0 else len(told)):
        close = told.find(")", open_at)
        return (told[: close + 1], told[close + 1 :]) if close >= 0 else (told, "")
    target, _, label = told.partition(" ")
    return target, label


def shorten(text: str, limit: int) -> str:
    """At most `limit` characters, cut at a word, with an ellipsis where something is missing."""
    if len(text) <= limit:
        return text
    cut = text[: limit - 1].rsplit(" ", 1)[0]
    return cut.rstrip(" ,;:") + " …"


# The prose of a docstring or comment: what is left without literal blocks, doctests, fences and field
# lists.

_LINE = regex(rb"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_FIELD = regex(
    rb"\s*(?:[*/#]+\s*)?(?::[\w-]+(?: [^:\n]{1,80})?:(?![:`])|[@\\](?!(?:brief|details|description|note|summary)\b)[a-zA-Z]\w*)"
)
_RULE = regex(rb"\s*(?:[*/#]+\s*)?(?:-{3,}|={3,}|\.\. )|\s*(?:///?!?|//!|\*)[ \t]+#{1,6}[ \t]|\s*// ?\t")
_EMPTY = regex(rb"\s*(?:[*/#]+\s*)?\Z")
_PROMPT = regex(rb"\s*(?:>>>|\.\.\. |\$ )")
_OPENS = regex(rb"(?:::|\.\. [\w-]+::.*)\s*\Z")
_FENCE = regex(rb"\s*(?:[*/#]+\s*)?(?:```|~~~)")


def prose_of(data: bytes, doc: Span) -> list[Span]:
    """Stretches of prose in order; one ends where code, a heading or a field (`:param`, `@return`) begins, a
    field at a blank line.
    """
    out: list[Span] = []
    start = -1
    literal = -1
    fenced = fielded = False
    for match in _LINE.finditer(data, doc.start, doc.end):
        line = match.group()
        if not line:
            break
        text = line.strip()
        indent = len(line) - len(line.lstrip(b" \t"))
        fielded = bool(_FIELD.match(line)) or (fielded and not _EMPTY.match(line))
        if _FENCE.match(line):
            fenced = not fenced
            kept = False
        elif (
            fenced
            or fielded
            or _PROMPT.match(line)
            or _RULE.match(line)
            or (literal >= 0 and text and indent > literal)
        ):
            kept = False
        else:
            kept = True
            if text:
                literal = indent if _OPENS.search(text) else -1
        if kept and start < 0:
            start = match.start()
        elif not kept and start >= 0:
            out.append(Span(start, match.start()))
            start = -1
        if not kept and _OPENS.search(text):
            literal = indent
    if start >= 0:
        out.append(Span(start, doc.end))
    return out
