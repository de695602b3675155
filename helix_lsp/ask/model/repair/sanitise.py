"""A model's text made harmless: nothing in it can be drawn, followed, run or seen as something else than
plain sentences.

Removed: control, format and direction characters, terminal sequences, thoughts, code blocks, headings,
tables' rules, images, link targets, addresses that the evidence does not write, HTML. The result is lines of
text with code spans and `[n]`.
The answer is built anew from what was parsed (design-decisions.md#untrusted-evidence).
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable

import msgspec

from helix_lsp.text.regex import regex

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co"})
_BREAKS = frozenset({"Zl", "Zp"})
_TERMINAL = regex(
    "\x1b\\[[0-?]*[ -/]*[@-~]|\x1b\\][^\x07\x1b]*(?:\x07|\x1b\\\\)?|\x9b[0-?]*[ -/]*[@-~]|\x1b.?"
)
_THOUGHT = regex(r"<(think|thinking|reasoning|thought)>.*?(?:</\1>|\Z)", re.S | re.I)
_FENCE = regex(r"\s{0,3}(?:[-*+]\s+|\d+[.)]\s+|>\s*)*(`{3,}|~{3,})")
_HEADING = regex(r"\s{0,3}#{1,6}(?:\s|\Z)")
_RULE = regex(r"(?:[=~*_-]\s*){3,}\Z|\|?(?:\s*:?-{2,}:?\s*\|)+(?:\s*:?-{2,}:?)?\Z")
_DEFINITION = regex(r"\s{0,3}\[[^\]\n]{1,200}\]:\s*\S")
_QUOTE_MARK = regex(r"\s{0,3}(?:>\s?)+")
_ITEM = regex(r"\s*(?:[-*+•–]|\d{1,3}[.)])\s+\S")
_IMAGE = regex(r"!\[[^\]]{0,300}\](?:\((?:[^()]|\([^()]{0,300}\)){0,2000}\)?|\[[^\]]{0,300}\])?")
_LINK = regex(r"\[([^\[\]]{0,2000})\]\((?:[^()]|\([^()]{0,300}\)){0,2000}\)?")
_REFERENCE = regex(r"\[(?=[^\[\]]*[^\[\]\d\s,^-])([^\[\]]{0,2000})\]\[([^\[\]]{0,300})\]")
_CITED = regex(r"\s*\^?\d[\d\s,^–-]*\Z")
_ADDRESS = regex(
    r"<?(?:\b[a-z][a-z0-9+.-]{1,30}:/{1,3}|(?<![a-z0-9])//(?=[\w-]+\.[a-z])|\bwww\.|(?<![\w:])\\\\(?=[\w-]+[.\\])|"
    r"\b(?:(?:mailto|javascript|vbscript|vscode|helix|view-source):(?=\S)|file:(?=[/\\])|data:(?=[\w+.-]*[/;,])|blob:(?=\w+:)|"
    r"about:(?=blank|config)|(?:tel|sms):(?=\+?\d)|command:(?=\w+\.\w)))[^\s<>\"'`\[\]]*>?"
    r"|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+",
    re.I,
)
_GENERIC = regex(
    r"(?<![\w.:])[A-Za-z_][\w.:]{0,80}<(?:[\w\s,.?&:*|\[\]]|<[\w\s,.?&:*|\[\]]{0,60}>){0,120}>(?:\(\))?"
)
_TAG = regex(r"<(?:!--.*?(?:-->|\Z)|[A-Za-z/!?][^<>]*>)", re.S)
_OPEN_TAG = regex(r"<(?=[A-Za-z/!?])")
_STRONG = regex(r"(\*\*\*|\*\*|__|\*)(?=\S)([^*_\n]+?)(?<=\S)\1")
_ELEMENT = frozenset(
    "a abbr audio b base body br button canvas center code details dialog div em embed font form frame h1 h2 h3 h4 h5 h6 head hr html i iframe img "
    "input ins kbd li link map mark marquee math meta noscript object ol option p picture pre q s script section select small source span "
    "strike strong style sub summary sup svg table tbody td template textarea th thead title tr track tt u ul var video".split()
)
_LONGEST = 64_000
_TURNS = 12


class Sanitised(msgspec.Struct, frozen=True, kw_only=True):
    """`removed` names each kind of thing that was taken out, once."""

    text: str
    removed: tuple[str, ...]


def sanitise(raw: str, writes: Callable[[str], bool]) -> Sanitised:
    """`raw` without anything active. `writes` says whether the evidence holds a text: such addresses stay, as
    code.
    """
    removed: dict[str, None] = {}
    if len(raw) > _LONGEST:
        raw = raw[:_LONGEST]
        removed["the end of an over-long text"] = None
    text = _visible(raw, removed)
    bare = _THOUGHT.sub("\n", text)
    if bare != text:
        removed["thoughts"] = None
    paragraphs = [_inline("\n".join(lines), writes, removed) for lines in _paragraphs(_blocks(bare, removed))]
    return Sanitised(text="\n\n".join(p for p in paragraphs if p.strip()), removed=tuple(removed))


def _visible(raw: str, removed: dict[str, None]) -> str:
    text = raw.replace("\r\n", "\n").replace("\r", "\n")
    bare = _TERMINAL.sub("", text)
    bare = "".join(
        c
        if c in "\n\t" or (kind := unicodedata.category(c)) not in _HIDDEN | _BREAKS
        else "\n"
        if kind in _BREAKS
        else ""
        for c in bare
    )
    if bare != text:
        removed["invisible characters"] = None
    return bare


def _blocks(text: str, removed: dict[str, None]) -> list[str]:
    """Lines outside code blocks, without headings, rules, link definitions and quotation marks of blocks."""
    kept: list[str] = []
    closing = ""
    for line in text.split("\n"):
        fence = _FENCE.match(line)
        if closing:
            if fence and fence[1].startswith(closing) and not line.strip(" `~>"):
                closing = ""
            continue
        if fence:
            closing = fence[1]
            removed["a code block"] = None
            kept.append("")
        elif _HEADING.match(line) or _DEFINITION.match(line):
            removed["a heading" if _HEADING.match(line) else "a link definition"] = None
            kept.append("")
        elif _RULE.match(line.strip()):
            kept.append("")
        else:
            kept.append(line[mark.end() :] if (mark := _QUOTE_MARK.match(line)) else line)
    return kept


def _paragraphs(lines: list[str]) -> list[list[str]]:
    """Runs of lines that are not blank; each item of a list is one of its own."""
    found: list[list[str]] = [[]]
    for line in lines:
        if not line.strip() or _ITEM.match(line):
            found.append([])
        if line.strip():
            found[-1].append(line)
    return [run for run in found if run]


def _inline(line: str, writes: Callable[[str], bool], removed: dict[str, None]) -> str:
    """One paragraph; what is in a pair of back-ticks is kept as it is, a back-tick without a partner
    goes.
    """
    pieces = re.split(r"(`+)", line)
    out, at, plain = "", 0, ""
    while at < len(pieces):
        piece = pieces[at]
        if at % 2 == 0:
            plain += piece
        elif (end := _partner(pieces, at)) is not None:
            inner = "".join(pieces[at + 1 : end]).strip()
            if inner and "`" not in inner:
                out += _plain(plain, writes, removed) + f"`{inner}`"
                plain = ""
            at = end
        at += 1
    return (out + _plain(plain, writes, removed)).rstrip()


def _partner(pieces: list[str], at: int) -> int | None:
    return next((n for n in range(at + 2, len(pieces), 2) if pieces[n] == pieces[at]), None)


def _plain(text: str, writes: Callable[[str], bool], removed: dict[str, None]) -> str:
    """Text outside code; a type with parameters (`List<String>`), which would be read as HTML, becomes code."""
    text = html.unescape(html.unescape(text))
    out, at = "", 0
    for match in _GENERIC.finditer(text):
        if {w.lower() for w in re.findall(r"\w+", match[0].partition("<")[2])} & _ELEMENT:
            continue
        out += _inactive(text[at : match.start()], writes, removed) + f"`{match[0]}`"
        at = match.end()
    return out + _inactive(text[at:], writes, removed)


def _inactive(text: str, writes: Callable[[str], bool], removed: dict[str, None]) -> str:
    """No image, link, address, tag or emphasis is left. Done again until nothing changes, since what remains
    may join anew.
    """
    for _ in range(_TURNS):
        before = text
        text = _noted(_IMAGE, text, "an image", removed)
        text = _LINK.sub(lambda match: _named(match, "", removed), text)
        text = _REFERENCE.sub(lambda match: _named(match, match[2], removed), text)
        text = _noted(_TAG, text, "HTML", removed)
        text = _STRONG.sub(r"\2", text)
        if text == before:
            break
    text = _ADDRESS.sub(lambda match: _address(match[0], writes, removed), text)
    return _OPEN_TAG.sub("< ", text).replace("](", "] (").replace("![", "! [")


def _noted(pattern: re.Pattern[str], text: str, kind: str, removed: dict[str, None]) -> str:
    bare = pattern.sub(" ", text)
    if bare != text:
        removed[kind] = None
    return bare


def _named(match: re.Match[str], target: str, removed: dict[str, None]) -> str:
    """A link's words without its target; numbers are citations and stay in their brackets."""
    words = f"[{match[1]}]" if _CITED.match(match[1]) else match[1]
    if target and _CITED.match(target):
        return f"{words} [{target}]"
    removed["a link"] = None
    return words


def _address(found: str, writes: Callable[[str], bool], removed: dict[str, None]) -> str:
    """As code when the evidence writes it, so that nothing turns it into a link; else gone."""
    bare = found.strip("<>").rstrip(".,;:!?)")
    rest = found.strip("<>")[len(bare) :]
    if bare and "`" not in bare and writes(bare):
        return f"`{bare}`{rest}"
    removed["an address"] = None
    return f" {rest}"
