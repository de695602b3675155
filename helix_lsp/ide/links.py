"""Where a link of a document leads inside the workspace (a file, a section of it, a line of it), and which links
lead to the sections of one document. Also Markdown that quotes a repository without trusting it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from urllib.parse import quote, unquote

import msgspec

from helix_lsp.align.drift.written import html_links, own_address
from helix_lsp.align.identity import is_manifest, own_repositories
from helix_lsp.align.live import Live
from helix_lsp.ide.mentions import View, meaning
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.syntax.outline import Mention, Outline
from helix_lsp.text.paths import refuse
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import visible

_SCHEME = regex(r"[A-Za-z][A-Za-z0-9+.-]*:")
_LINE = regex(r"L(\d{1,7})(?:C\d+)?(?:-L?\d+(?:C\d+)?)?\Z")

_MARKDOWN = (".md", ".markdown", ".mdx")
_DEFINITION = regex(
    rb"^[ \t>]{0,20}\[(?!\^)[^\]\n]{1,300}\]:[ \t]*(?:\r?\n[ \t>]*)?<?(?P<target>[^\s<>]+)", re.MULTILINE
)


class LinkTarget(msgspec.Struct, frozen=True, kw_only=True):
    """`anchor` is the section named behind `#` (`` for none), `line` a line from 1 (0 for none)."""

    path: str
    anchor: str = ""
    line: int = 0


def link_target(target: str, document: str, snapshot: Snapshot) -> LinkTarget | None:
    """What `target`, written in `document`, names; None for other hosts, files that are not there and paths
    that leave the root.
    """
    if not target or _SCHEME.match(target) or target.startswith("//") or "\0" in target:
        return None
    place, _, fragment = target.partition("#")
    path = _path(unquote(place.partition("?")[0]), document)
    if path is None or snapshot.file(path) is None:
        return None
    line = _LINE.match(fragment)
    if line is not None:
        return LinkTarget(path=path, line=int(line.group(1)))
    return LinkTarget(path=path, anchor=unquote(fragment))


def _path(place: str, document: str) -> str | None:
    if not place:
        return document
    folder = "" if place.startswith("/") else document.rpartition("/")[0]
    path = posixpath.normpath(posixpath.join(folder, place.lstrip("/")))
    return None if refuse(path) else path


class SectionLink(msgspec.Struct, frozen=True, kw_only=True):
    """`span` covers the anchor behind the `#` in the bytes of `path`."""

    path: str
    anchor: str
    span: Span


def section_links(view: View, target: str) -> tuple[SectionLink, ...]:
    """All links with an anchor to a section of document `target`, in order of path and place, in the current
    bytes: those that drift reads, each where its target is written.
    """
    live = Live(view.snapshot, view.texts)
    own = _own(view)
    found: set[SectionLink] = set()
    for path in view.snapshot.paths():
        entry = view.snapshot.file(path)
        data = live.data(path) if entry is not None and entry.surface.kind == "docs" else None
        outline = live.outline(path) if data is not None and b"#" in data else None
        for written, span in (
            _written(path, data, outline) if data is not None and outline is not None else ()
        ):
            named = link_target(own_address(written, own) or written, path, view.snapshot)
            if named is None or named.path != target or not named.anchor:
                continue
            at = span.cut(data).find(b"#") if data is not None else -1
            if at >= 0:
                found.add(
                    SectionLink(path=path, anchor=named.anchor, span=Span(span.start + at + 1, span.end))
                )
    return tuple(sorted(found, key=lambda one: (one.path, one.span)))


def _written(path: str, data: bytes, outline: Outline) -> Iterator[tuple[str, Span]]:
    """(target, its bytes) of every link where it is written: in the link, in an attribute of HTML, in the
    definition of a label.
    """
    for link in outline.links:
        if link.span.cut(data).decode("utf-8", "western") == link.target:  # else it bears a label
            yield link.target, link.span
    if not path.lower().endswith(_MARKDOWN):
        return
    yield from html_links(data, outline)
    shut = [f.span for f in outline.fences]
    for found in _DEFINITION.finditer(data):
        span = Span(*found.span("target"))
        if not any(one.overlaps(span) for one in shut):
            yield found["target"].decode("utf-8", "western"), span


def _own(view: View) -> frozenset[str]:
    """The repositories that the manifests call the project's own."""
    manifests = (p for p in view.snapshot.paths() if is_manifest(p))
    return frozenset[str]().union(*(own_repositories(p, view.texts(p) or b"") for p in manifests))


# The places of a document that lead somewhere in the workspace: its links, and inline code that names a
# file or a definition.
#
# Only what resolves is a link. A code span that could mean several definitions is none: hover shows the
# choice.


class DocumentLink(msgspec.Struct, frozen=True, kw_only=True):
    """`line` counts from 1; 0 is the whole file."""

    span: Span
    path: str
    line: int


def document_links(view: View, path: str) -> tuple[DocumentLink, ...]:
    """In order of their place; spans do not overlap."""
    live = Live(view.snapshot, view.texts)
    outline, data = live.outline(path), live.data(path)
    if outline is None or data is None or not (outline.links or outline.mentions):
        return ()
    found: list[DocumentLink] = []
    for link in outline.links:
        target = link_target(link.target, path, view.snapshot)
        if target is not None and len(link.span):
            line = target.line or (_section_line(live, target.path, target.anchor) if target.anchor else 0)
            if not target.anchor or line:
                found.append(DocumentLink(span=link.span, path=target.path, line=line))
    for mention in outline.mentions[: view.config.ide.linked_mentions]:
        named = _named(view, live, path, mention)
        if named is not None:
            found.append(named)
    return _apart(found)


def _section_line(live: Live, path: str, anchor: str) -> int:
    outline = live.outline(path)
    for section in outline.sections if outline is not None else ():
        if section.anchor == anchor:
            return live.lines(path).line_of(section.heading.start) + 1
    return 0


def _named(view: View, live: Live, path: str, mention: Mention) -> DocumentLink | None:
    """Where the definition stands that a mention means; none for one of the same document."""
    best = meaning(view, live, path, mention)
    symbol = live.symbol(best.defined) if best is not None else None
    if best is None or symbol is None or best.defined.path == path:
        return None
    at = best.defined.path
    line = live.lines(at).line_of(symbol.name_span.start) + 1 if best.defined.ordinal >= 0 else 0
    return DocumentLink(span=mention.span, path=at, line=line)


def _apart(found: list[DocumentLink]) -> tuple[DocumentLink, ...]:
    kept: list[DocumentLink] = []
    for link in sorted(found, key=lambda one: (one.span.start, one.span.end)):
        if not kept or link.span.start >= kept[-1].span.end:
            kept.append(link)
    return tuple(kept)


# Markdown that quotes a repository without trusting it.
#
# Whatever comes from a file passes through `text`, `code` or `fence`, after which it can hold no image,
# HTML, foreign link, invisible or direction-changing character, and cannot leave its code span or fence
# (law I11; design-decisions.md#untrusted-evidence). Links go to workspace files only, as
# `helix:<path>#L<line>`; a door turns them into its own URIs with `rewrite_links`, which leaves quoted code
# alone.

_LIVE = regex(  # what CommonMark and its GitHub flavour read as more than a letter, in a word that is between blanks
    r"[\\`*~]|<[A-Za-z/!?]|(?<![^\W_])_|_(?![^\W_])|\][(\[:]|&#?\w{1,32};|\A#+\Z"
)
_OPENING = regex(r"(?:[-+=>:|]+|\d{1,9}[.)])\Z|>")  # the same of the first word of a line
_SPECIAL = regex(r"([\\`*{}\[\]()#+!|~>_<&-])")
_ACTIVE = regex(
    r"(?:[a-z][a-z0-9+.-]{0,30}://|www\.|mailto:)[^\s()\[\]<>`]+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[\w.-]+", re.I
)
_CALLS = regex(  # what a code host reads in rendered text, where no backslash is left
    rf"{_ACTIVE.pattern}|@\w[\w/.-]{{0,99}}|[#!]\d+|\bGH-\d+", re.I
)
_UNSAFE = regex(r"[()<>\s]")
_RUN = regex(r"`+")
_TOKEN = regex(
    r"\\.|(?<!`)(?P<tick>`+)(?!`).*?(?<!`)(?P=tick)(?!`)|\]\(helix:(?P<path>[A-Za-z0-9%/._~-]+)#L(?P<line>\d+)\)",
    re.S,
)


def text(raw: str, *, glued: tuple[bool, bool] = (False, False)) -> str:
    """One line of plain text. A word in which Markdown would see more than letters becomes code, and so does an
    address, so that nothing turns it into a link: a client that shows Markdown as it is shows no backslashes.

    `glued` says whether a code span is directly before and behind; such a word is escaped instead.
    """
    return _text(raw, _ACTIVE, glued)


def hosted(raw: str) -> str:
    """The same for a comment on a code host: mentions, and numbers of issues and requests, are code too, so that
    nobody is called and nothing is referred to.
    """
    return _text(raw, _CALLS)


def _text(raw: str, active: re.Pattern[str], glued: tuple[bool, bool] = (False, False)) -> str:
    words = visible(raw).split()
    last = len(words) - 1
    for at, word in enumerate(words):
        opens = at == 0 and (_OPENING.match(word) or (word[0] == "[" and any("]:" in one for one in words)))
        if opens or active.search(word) or _LIVE.search(word):
            joined = (at == 0 and glued[0]) or (at == last and glued[1])
            words[at] = _SPECIAL.sub(r"\\\1", word) if joined else code(word)
    return " ".join(words)


def code(raw: str) -> str:
    """A code span on one line; its back-ticks are longer than any run inside."""
    raw = " ".join(visible(raw).split())
    if not raw:
        return ""
    ticks = "`" * (max((len(r) for r in _RUN.findall(raw)), default=0) + 1)
    pad = " " if raw[0] == "`" or raw[-1] == "`" else ""
    return f"{ticks}{pad}{raw}{pad}{ticks}"


def fence(raw: str, language: str) -> str:
    """A fenced block that nothing inside can close; the language is letters, digits, `_`, `+` and `-` only."""
    raw = visible(raw).strip("\n")
    ticks = "`" * max(3, max((len(r) for r in _RUN.findall(raw)), default=0) + 1)
    return f"{ticks}{re.sub(r'[^a-z0-9_+-]', '', language.lower())}\n{raw}\n{ticks}"


def link(path: str, line: int) -> str:
    """A link to a line (from 1) of a workspace file, shown as `path:line`."""
    shown = f"{visible(path)}:{line}"
    shown = code(shown) if _LIVE.search(shown) or "[" in shown or "]" in shown else shown
    return f"[{shown}](helix:{quote(path, safe='/', errors='surrogatepass')}#L{line})"


def rewrite_links(markdown: str, to_uri: Callable[[str, int], str]) -> str:
    """`markdown` with every `link` pointing where `to_uri(path, line)` says; text that merely looks like one
    inside quoted code is left.

    Parentheses, spaces and angle brackets in the URI are percent-encoded.
    """

    def place(match: re.Match[str]) -> str:
        if match["path"] is None:
            return match[0]
        uri = to_uri(unquote(match["path"], errors="surrogatepass"), int(match["line"]))
        return f"]({_UNSAFE.sub(lambda m: quote(m[0]), uri)})"

    return _TOKEN.sub(place, markdown)


def paragraph(raw: str, most: int) -> str:
    """The first paragraph of a docstring or comment as safe Markdown text, at most `most` characters of it.

    Comment marks, quotes and indentation go; inline code and cross-reference roles become code spans, links their
    text; fields and directives end it.
    """
    plain = _LINKED.sub(lambda met: met["text"], _first_paragraph(raw))
    if len(plain) > most:
        plain = plain[:most].rsplit(" ", 1)[0] + " …"
    out, at = "", 0
    for match in _INLINE.finditer(plain):
        out += spaced(plain[at : match.start()], behind=at > 0, before=True)
        out += code(match["role"].lstrip("~!") if match["role"] is not None else match["code"])
        at = match.end()
    return (out + spaced(plain[at:], behind=at > 0, before=False)).strip()


_INLINE = regex(  # a run of back-ticks ends at the next run of as many
    r":[\w:+.-]{1,100}:`(?:[^`<]*<)?(?P<role>[^`>]+)>?`|(?<!`)(?P<run>`{1,20})(?!`)(?P<code>.+?)(?<!`)(?P=run)(?!`)_{0,2}"
)
_LINKED = regex(r"(?<![!\\])\[(?P<text>[^\[\]]{1,200})\]\((?:https?://|#)[^()\s]{1,300}\)")
_QUOTES = regex(r"\A[rRuUbBfF]{0,2}(\"\"\"|'''|\"|')(.*)\Z", re.S)
_MARKS = regex(
    r"\A[ \t]*(?:/\*\*?!?|\*/|\*(?!\*)|//[/!]?|#+!?|--+|;+|<!--)[ \t]?|(?<![ \t])[ \t]*(?:\*/|-->)[ \t]*\Z"
)
_ENDS = regex(
    r"\A(?::[\w ]+:(?:\s|\Z)|@\w+|\.\. |>>> |[=~^-]{3,}\Z|(?:Args|Arguments|Parameters|Returns|Raises|Example|Examples|Note):?\Z)"
)


def spaced(raw: str, *, behind: bool, before: bool) -> str:
    """`text` behind or before a code span, but blanks at the ends stay one blank."""
    if not raw.strip():
        return " " if raw else ""
    first, last = raw[0].isspace(), raw[-1].isspace()
    told = text(raw, glued=(behind and not first, before and not last))
    return " " * first + told + " " * last


def _first_paragraph(raw: str) -> str:
    raw = raw.strip()
    quoted = _QUOTES.match(raw)
    lines = (
        quoted[2].removesuffix(quoted[1]).splitlines()
        if quoted
        else [_MARKS.sub("", _MARKS.sub("", n, count=1)) for n in raw.splitlines()]
    )
    taken: list[str] = []
    for raw_line in lines:
        line = raw_line.strip()
        if taken and (not line or _ENDS.match(line)):
            break
        if line and not _ENDS.match(line):
            taken.append(line)
    return " ".join(taken)
