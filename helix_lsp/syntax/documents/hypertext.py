"""HTML: headings as sections, ids as anchors, links, inline code as mentions, scripts, styles and
preformatted blocks as fences.

Read tag by tag. A heading's anchor is its own `id`, that of an element inside, or that of the element that
opens right before it; any other `id` is a symbol. A preformatted block with code in it is as long as its
first piece of code. Without headings the `<title>` is the one section. Code that a script or a style holds is
not read further.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import NamedTuple

from helix_lsp.syntax.assemble import Listing, stripped
from helix_lsp.syntax.documents.sections import Heading, Sections
from helix_lsp.syntax.outline import Fence, Import, Link, Mention, Outline
from helix_lsp.syntax.rules import Found, fold
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_TAG = regex(
    rb"<!--(?>(?:[^-]|-(?!->))*)(?:-->|\Z)|<(?P<close>/?)(?P<name>[A-Za-z][\w:.-]*+)(?P<rest>(?>(?:[^<>\"']|\"[^\"<]*+\"|'[^'<]*+')*))>"
)
_ATTRIBUTE = regex(
    rb"(?<![\w:@.-])(?P<name>[\w:@.-]++)\s*+=\s*+(?:\"(?P<double>[^\"]*+)\"|'(?P<single>[^']*+)'|(?P<bare>[^\s\"'>]++))"
)
_HEADING = regex(rb"[hH]([1-6])\Z")
_LANGUAGE = regex(rb"(?:language|lang|highlight|brush:|sourceCode)[-:\s]\s*([\w+#-]+)")
_MARKUP = regex(rb"<[^<>]*+>")
_RAW = frozenset({b"script", b"style", b"textarea"})
_LONGEST_TITLE = 300
_LONGEST_CODE = 400
_NEAR = 400


class _Tag(NamedTuple):
    """A tag: name in lower case, its range, and (value, start, end) by attribute."""

    name: bytes
    start: int
    end: int
    attributes: dict[bytes, tuple[bytes, int, int]]


@dataclass(slots=True)
class _Page:
    """What has been read so far. `anchor` is the id that waits for a heading: (value, where its tag ends,
    place in `listing.found`).
    """

    data: bytes
    headings: list[Heading] = field(default_factory=list[Heading])
    links: list[tuple[str, Span, Span]] = field(default_factory=list[tuple[str, Span, Span]])
    mentions: list[tuple[str, Span, Span]] = field(default_factory=list[tuple[str, Span, Span]])
    fences: list[tuple[str, Span]] = field(default_factory=list[tuple[str, Span]])
    listing: Listing = field(default_factory=Listing)
    title: Span | None = None
    entitled: int = -1
    anchor: tuple[str, int, int] | None = None
    heading: tuple[_Tag, int, str] | None = None
    code: _Tag | None = None
    pre: tuple[_Tag, str] | None = None
    sample: Span | None = None
    link: tuple[str, Span, int] | None = None
    claimed: set[int] = field(default_factory=set[int])


def read_html(data: bytes, limit: int) -> Outline:
    """The outline of one page. Never raises. `limit` caps what code has, too; sections, mentions, links and
    fences are not capped here.
    """
    page = _Page(data)
    at = 0
    while True:
        match = _TAG.search(data, at)
        if match is None:
            break
        at = match.end()
        name = match.group("name")
        if name is None:
            page.listing.comments.append(match.span())
            continue
        name = name.lower()
        if match.group("close"):
            _closed(page, name, match.start(), match.end())
            continue
        tag = _Tag(name, match.start(), match.end(), _attributes(data, *match.span("rest")))
        if name in _RAW and not match.group("rest").endswith(b"/"):
            at = _raw(page, tag)
        _opened(page, tag)
    return _outline(page, limit)


def _attributes(data: bytes, start: int, end: int) -> dict[bytes, tuple[bytes, int, int]]:
    out: dict[bytes, tuple[bytes, int, int]] = {}
    for match in _ATTRIBUTE.finditer(data, start, end):
        group = match.lastgroup or "bare"
        out.setdefault(match.group("name").lower(), (match.group(group), *match.span(group)))
    return out


def _text(raw: bytes) -> str:
    return html.unescape(raw.decode("utf-8", "replace"))


def _shown(data: bytes, start: int, end: int) -> str:
    """What a reader sees of a range: without tags, entities resolved, white space folded."""
    return " ".join(_text(_MARKUP.sub(b"", data[start:end])).split())


def _raw(page: _Page, tag: _Tag) -> int:
    """Skips the text of a script or a style; gives where its end tag starts."""
    data = page.data
    close = re.compile(rb"</" + tag.name + rb"\b", re.IGNORECASE).search(data, tag.end)
    end = close.start() if close is not None else len(data)
    low, high = stripped(data, tag.end, end)
    if tag.name != b"textarea" and low < high:
        kind = tag.attributes.get(b"type", (b"", 0, 0))[0].lower()
        language = (
            "css"
            if tag.name == b"style"
            else "json"
            if b"json" in kind
            else "typescript"
            if b"typescript" in kind
            else "javascript"
        )
        page.fences.append((language, Span(low, high)))
    return end


def _opened(page: _Page, tag: _Tag) -> None:
    identity = tag.attributes.get(b"id") or (tag.attributes.get(b"name") if tag.name == b"a" else None)
    level = _HEADING.match(tag.name)
    if level is not None and page.heading is None:
        anchor = _text(identity[0]) if identity is not None else ""
        if (
            not anchor
            and page.anchor is not None
            and tag.start - page.anchor[1] <= _NEAR
            and not _shown(page.data, page.anchor[1], tag.start)
        ):
            anchor = page.anchor[0]
            page.claimed.add(page.anchor[2])
        page.heading, page.anchor = (tag, int(level.group(1)), anchor), None
        return
    if identity is not None and identity[0].strip():
        _identified(page, tag, identity)
    target = tag.attributes.get(b"href") or tag.attributes.get(b"src")
    if target is not None and target[0]:
        _linked(page, tag, target)
    if tag.name == b"title" and page.title is None:
        page.entitled = tag.start
    elif tag.name == b"pre" and page.pre is None:
        page.pre = (tag, _language(tag))
    elif tag.name in (b"code", b"tt", b"samp", b"kbd") and page.code is None:
        page.code = tag
        if page.pre is not None and not page.pre[1]:
            page.pre = (page.pre[0], _language(tag))


def _identified(page: _Page, tag: _Tag, identity: tuple[bytes, int, int]) -> None:
    value = _text(identity[0])
    if page.heading is not None:
        if not page.heading[2]:
            page.heading = (page.heading[0], page.heading[1], value)
        return
    page.anchor = (value, tag.end, len(page.listing.found))
    page.listing.found.append(
        Found(
            tag.start,
            tag.end,
            "field",
            " ".join(value.split())[:200],
            identity[1],
            identity[2],
            fold(page.data, tag.start, tag.end),
        )
    )


def _linked(page: _Page, tag: _Tag, target: tuple[bytes, int, int]) -> None:
    value, start, end = _text(target[0]), target[1], target[2]
    if tag.name == b"a":
        page.link = (value, Span(start, end), tag.end)
        return
    if tag.name in (b"script", b"link"):
        page.listing.imports.append(Import(module=value, names=(), span=Span(tag.start, tag.end)))
    shown = tag.attributes.get(b"alt")
    page.links.append(
        (value, Span(start, end), Span(shown[1], shown[2]) if shown is not None else Span(start, end))
    )


def _language(tag: _Tag) -> str:
    for name in (b"class", b"data-lang", b"data-language", b"lang"):
        found = tag.attributes.get(name)
        if found is not None:
            match = _LANGUAGE.search(found[0]) if name == b"class" else None
            word = match.group(1) if match is not None else b"" if name == b"class" else found[0].strip()
            if word:
                return word.decode("utf-8", "replace").lower()
    return ""


def _closed(page: _Page, name: bytes, start: int, end: int) -> None:
    data = page.data
    if page.heading is not None and name == page.heading[0].name:
        tag, level, anchor = page.heading
        page.heading = None
        title = _shown(data, tag.end, start).rstrip("¶#").strip()
        if title:
            page.headings.append(
                Heading(title=title[:_LONGEST_TITLE], level=level, span=Span(tag.start, end), anchor=anchor)
            )
    elif name == b"title" and page.entitled >= 0 and page.title is None:
        page.title = Span(page.entitled, end)
    elif page.code is not None and name == page.code.name:
        tag, page.code = page.code, None
        if page.pre is not None:
            page.sample = page.sample or Span(tag.end, start)
            return
        text = _shown(data, tag.end, start) if start - tag.end <= _LONGEST_CODE else ""
        if text:
            low, high = stripped(data, tag.end, start)
            page.mentions.append((text, Span(low, high), Span(tag.start, end)))
    elif name == b"pre" and page.pre is not None:
        (tag, language), page.pre = page.pre, None
        if start > tag.end:
            page.fences.append((language, page.sample or Span(tag.end, start)))
        page.sample = None
    elif name == b"a" and page.link is not None:
        (value, span, at), page.link = page.link, None
        page.links.append((value, span, Span(at, start)))


def _outline(page: _Page, limit: int) -> Outline:
    data = page.data
    headings = page.headings
    if not headings and page.title is not None:
        text = _shown(data, page.title.start, page.title.end)
        headings = [Heading(title=text[:_LONGEST_TITLE], level=1, span=page.title)] if text else []
    sections = Sections(headings, len(data))
    page.listing.found = [each for index, each in enumerate(page.listing.found) if index not in page.claimed]
    base = page.listing.outline("html", data, limit)
    return Outline(
        language="html",
        symbols=base.symbols,
        imports=base.imports,
        comments=base.comments,
        problems=base.problems,
        sections=sections.all,
        mentions=tuple(
            Mention(
                text=text, kind="code_span", span=span, outer=outer, role="", section=sections.at(span.start)
            )
            for text, span, outer in sorted(page.mentions, key=lambda each: each[1])
        ),
        links=tuple(
            Link(target=target, span=span, text=text, section=sections.at(span.start))
            for target, span, text in sorted(page.links, key=lambda each: each[1])
        ),
        fences=tuple(
            Fence(language=language, span=span, section=sections.at(span.start))
            for language, span in sorted(page.fences, key=lambda each: each[1])
        ),
    )
