"""An answer in Markdown, or as `ask` prints it, as claims with the addresses that they cite.

Read are `path:12`, `path:12-20`, `path#L12` and `path#L12-L20`: in brackets, parentheses, code spans or
links, at the end of a line, or on lines of their own below it. A sentence has the addresses that are in it
and those directly behind it. No claims are headings, code blocks, tables, rules, remarks wholly in
parentheses, titles of one to three words above other text, and a single word. A code span that is more than an address is a quotation: what
it holds cuts no sentence and cites nothing (`` `redis://localhost:6379` ``).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import msgspec

from helix_lsp.text.regex import regex
from helix_lsp.text.sentences import replace_code
from helix_lsp.verify.ledger import LABELLED
from helix_lsp.verify.reading import segments

_IN_PATH = r"[^\s()\[\]<>`'\",;:#*|]"
_PATH = (  # begins where a run of its characters begins, so that each run is looked at once
    rf"(?<!{_IN_PATH})(?!//)(?=[^\s()\[\]<>`'\",;:#*|./]*[./][^\s()\[\]<>`'\",;:#*|A-Za-z]*[A-Za-z]|[A-Z][A-Za-z]+[:#]){_IN_PATH}{{2,360}}(?<![/.])"
)
_LINES = r"(?::|#L)\d{1,7}(?:[-–]L?\d{1,7})?(?![\w:])"
_BARE = _PATH + _LINES
ADDRESS = regex(rf"(?P<path>{_PATH})(?::|#L)(?P<first>\d{{1,7}})(?:[-–]L?(?P<last>\d{{1,7}}))?(?![\w:])")
_GROUP = regex(rf"(?<!\]) ?(?: ?[(\[] ?(?:(?:see|from|in) )?`?{_BARE}`?[^()\[\]]{{0,200}}[)\]])+")
_LINK = regex(r"\[([^\[\]]*)\]\(([^()\s]+)\)")
FENCE = regex(r"[ \t]*(`{3,}|~{3,})([^\n]*)")
_WRAPPED = regex(r"\(\[([^\[\]\n]{0,300})\]\(([^()\s]{1,400})\)\)")
_SKIPPED = regex(r"^\s*(?:#{1,6}\s|\||-{3,}\s*$|={3,}\s*$|<!--|\([^()]*\)\s*$)")
_INDENTED = regex(r"^(?: {4}|\t)(?![^\S\n]*(?:[-*+]|\d{1,3}[.)])\s).*$", re.M)
_TRAILING = regex(rf"(?<=\S)(?:\n?[ \t]+{_BARE}){{1,20}}[ \t]*$", re.M)
_BLOCKS = regex(r"\n\s*\n|\n(?=\s*(?:[-*+]|\d{1,3}[.)])\s)")
_ITEM = regex(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")
_HIDDEN = regex(r"`\ue000(\d{1,7})`")
_LEADS = frozenset({"source", "from", "see", "in", "file"})  # what only says that a place follows
_LONGEST = 2_000
_FEWEST = 4
_FEWEST_ALONE = 2
_MOST = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Lines from 1, both inclusive."""

    path: str
    first: int
    last: int


class Stated(msgspec.Struct, frozen=True, kw_only=True):
    """A sentence without its addresses, and these in order."""

    text: str
    cites: tuple[Address, ...]


def read_claims(text: str) -> tuple[Stated, ...]:
    """At most 500 claims, in order; a text that cannot be read has none."""
    return read_bounded(text)[0]


def read_bounded(text: str) -> tuple[tuple[Stated, ...], int]:
    """(at most 500 claims, in order; how many sentences were left out because the text or a line of it is too long)."""
    out: list[Stated] = []
    left = 0
    shown, kept = _hidden(_outside_fences(text.replace("\r\n", "\n")))
    shown = _WRAPPED.sub(lambda m: f"({m[2]})" if ADDRESS.search(m[2]) else m[0], shown)
    shown = _TRAILING.sub(lambda m: "".join(f" ({a})" for a in m[0].split()), shown)
    blocks = [block for block in _BLOCKS.split(_INDENTED.sub("\n", shown)) if block.strip()]
    fewest = _FEWEST if len(blocks) > 1 else _FEWEST_ALONE  # a title has text below it
    for block in blocks:
        short = len(_restored(block, kept).split()) < fewest and not ADDRESS.search(block)
        if _SKIPPED.match(block) or (short and block.strip()[-1:] not in ".!?"):
            continue
        line = LABELLED.sub("", _ITEM.sub("", " ".join(block.split())))
        if len(out) >= _MOST:
            left += line.count(". ") + 1
            continue
        for piece in _pieces(line[: _LONGEST * 4]):
            stated = _stated(piece, kept)
            if any(c.isalpha() for c in stated.text) and not _only_leads(stated):
                out.append(stated)
        if rest := line[_LONGEST * 4 :].strip():
            left += rest.count(". ") + 1
    return tuple(out[:_MOST]), left + max(0, len(out) - _MOST)


def _outside_fences(text: str) -> str:
    """The lines outside code blocks; a block that is not closed goes on to the end."""
    out: list[str] = []
    mark = ""
    for line in text.split("\n"):
        fence = FENCE.match(line)
        if mark:
            if fence and fence[1].startswith(mark) and not fence[2].strip():
                mark = ""
        elif fence:
            mark = fence[1]
            out.append("")
        else:
            out.append(line)
    return "\n".join(out)


def _hidden(text: str) -> tuple[str, list[str]]:
    """(the text with a number in every quotation, the quotations in order)."""
    kept: list[str] = []
    text = text.replace("\ue000", " ")

    def number(inner: str, written: str) -> str:
        if not any(c.isalnum() or c == "_" for c in ADDRESS.sub("", inner)):
            return written  # an address, or several
        kept.append(written)
        return f"`\ue000{len(kept) - 1}`"

    return replace_code(text, lambda span: number(span.inner, text[span.start : span.end])), kept


def _restored(text: str, kept: list[str]) -> str:
    return _HIDDEN.sub(lambda m: kept[int(m[1])], text)


def _pieces(line: str) -> tuple[str, ...]:
    """A block without addresses is cut into sentences; one with them is cut behind each group of addresses."""
    ends = [m.end() for m in _GROUP.finditer(line)]
    if not ends:
        return segments(line)
    cuts = [0, *ends]
    rest = segments(line[cuts[-1] :])
    return (*(line[a:b] for a, b in zip(cuts, ends, strict=False)), *rest)


def _only_leads(stated: Stated) -> bool:
    """Whether a sentence only says that a place follows, or names its file once more."""
    text = stated.text.strip(" :*_`\u2014-")
    return any(text.lower() in _LEADS or a.path == text or a.path.endswith(f"/{text}") for a in stated.cites)


def _without_link(found: re.Match[str]) -> str:
    """A link to a place as its text and the place."""
    if ADDRESS.fullmatch(found[1]):
        return found[1]
    return f"{found[1]} ({found[2]})" if ADDRESS.search(found[2]) else found[0]


def _stated(piece: str, kept: list[str]) -> Stated:
    cites: dict[Address, None] = {}
    spoken = _LINK.sub(_without_link, piece)
    for found in ADDRESS.finditer(spoken):
        first = int(found["first"])
        last = int(found["last"] or first)
        if 0 < first <= last:
            cites[Address(path=found["path"].removeprefix("./"), first=first, last=last)] = None
    text = " ".join(LABELLED.sub("", _GROUP.sub("", spoken)).strip(" .;,").split())
    return Stated(text=_restored(text, kept)[:_LONGEST], cites=tuple(cites))
