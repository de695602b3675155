"""Markdown that quotes a repository without trusting it.

Whatever comes from a file passes through `text`, `code` or `fence`, after which it can hold no image, HTML,
foreign link, invisible or direction-changing character, and cannot leave its code span or fence (law I11;
design-decisions.md#untrusted-evidence). Links go to workspace files only, as `helix:<path>#L<line>`; a door
turns them into its own URIs with `rewrite_links`, which leaves quoted code alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote, unquote

from helix_lsp.text.regex import regex
from helix_lsp.text.visible import visible

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
