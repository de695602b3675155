"""Sanitised text as sentences with the numbers that they cite. Nothing is judged here.

Citations in the ways models write them (`[1]`, `[1, 3]`, `[1-3]`, `[^1]`, brackets of other scripts, `[place
1]`, behind the full stop or before it) are the sentence's they end. Numbers that were not given are kept
apart.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from helix_lsp.ask.model.repair.held import Held
from helix_lsp.ask.text.prose import sentences
from helix_lsp.text.span import Span

_BULLET = re.compile(r"\s*(?:[-*+•–]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+(?=\S)")
_BRACKETS = str.maketrans({"【": "[", "】": "]", "［": "[", "］": "]", "〔": "[", "〕": "]"})
_WORDED = re.compile(
    r"\[\s*\^?(?:(?:evidence|place|span|source|proof|ref(?:erence)?|cit(?:ation|e)?|proof_spans?)[\s_:#.]*)?(\d[^\[\]a-zA-Z]{0,40})\]",
    re.I,
)
_GROUP = re.compile(r"(?P<word>\w?)(?P<all>\[(?P<inner>\s*\d{1,4}(?:\s*[,;–-]\s*\^?\d{1,4}){0,20}\s*)\])")
_BEHIND = re.compile(r"([.!?])[ \t]*((?:\[[\d\s,;–-]{1,60}\][ \t]*)+)(?=\s|\Z|[.!?])")
_RANGE = re.compile(r"(\d{1,4})\s*[–-]\s*\^?(\d{1,4})")
_EMPTY = re.compile(r"\((?:\s*(?:see|cf\.?|e\.g\.|from|in|and|source:?))?[\s,;]*\)|\[\s*\]", re.I)
_LOOSE = re.compile(r"(?<!\s)\s+([.,;:!?])")
_DOUBLE = re.compile(r"([.!?])(?:\s*[.])+")
_SPACE = re.compile(r"\s+")
_CODE = re.compile(r"(`[^`]*`)")
_ENDS = (".", "!", "?", ":", "…", "。", "！", "？")
_MOST_RANGE = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One sentence without its citations. `ids` are numbers of given places, `unknown` those of none;
    `finished`: it has an end mark.
    """

    text: str
    ids: tuple[int, ...]
    unknown: tuple[int, ...] = field(default=())
    item: bool = False
    finished: bool = True


def read_answer(text: str, held: Held) -> tuple[Said, ...]:
    """Sentences in order; those without a letter are left out. `text` comes from `sanitise`."""
    found: list[Said] = []
    for block, item in _blocks(text):
        moved = _BEHIND.sub(
            lambda match: f" {match[2].strip()}{match[1]}", _WORDED.sub(r"[\1]", block.translate(_BRACKETS))
        )
        data = moved.encode("utf-8", "replace")
        for span in sentences(data, Span(0, len(data))):
            said = _said(span.cut(data).decode("utf-8", "replace"), item, held)
            if any(c.isalpha() for c in said.text):
                found.append(said)
            elif found and (said.ids or said.unknown):
                found[-1] = _joined(
                    found[-1], said
                )  # a citation that stood alone belongs to what came before it
    return tuple(found)


def _blocks(text: str) -> list[tuple[str, bool]]:
    """(text on one line, is it a list item); blank lines and bullets begin a new one."""
    found: list[tuple[list[str], bool]] = []
    open_block = False
    for line in text.split("\n"):
        if not line.strip():
            open_block = False
        elif bullet := _BULLET.match(line):
            found.append(([line[bullet.end() :]], True))
            open_block = True
        elif open_block:
            found[-1][0].append(line)
        else:
            found.append(([line], False))
            open_block = True
    return [(_SPACE.sub(" ", " ".join(lines)).strip(" |"), item) for lines, item in found]


def _said(raw: str, item: bool, held: Held) -> Said:
    known: dict[int, None] = {}
    unknown: dict[int, None] = {}

    def taken(match: re.Match[str]) -> str:
        if match["word"] and held.writes(_token_before(match)):
            return match[0]  # an index of the code, not a citation
        for number in _numbers(match["inner"]):
            (known if 1 <= number <= len(held.places) else unknown)[number] = None
        return match["word"]

    pieces = [piece if n % 2 else _GROUP.sub(taken, piece) for n, piece in enumerate(_CODE.split(raw))]
    finished = raw.rstrip(" \"')]").endswith(_ENDS)
    return Said(
        text=tidy("".join(pieces)), ids=tuple(known), unknown=tuple(unknown), item=item, finished=finished
    )


def _token_before(match: re.Match[str]) -> str:
    """The word that the bracket is attached to, with the bracket: `items[1]`."""
    start = match.start("word")
    while start > 0 and (match.string[start - 1].isalnum() or match.string[start - 1] in "_."):
        start -= 1
    return match.string[start : match.end("all")]


def _numbers(inner: str) -> list[int]:
    found: list[int] = []
    for first, last in _RANGE.findall(inner):
        found += range(int(first), min(int(last), int(first) + _MOST_RANGE) + 1)
    found += [int(n) for n in re.findall(r"\d+", _RANGE.sub(" ", inner))]
    return sorted(set(found))


def _joined(before: Said, alone: Said) -> Said:
    return Said(
        text=before.text,
        ids=tuple(dict.fromkeys((*before.ids, *alone.ids))),
        unknown=tuple(dict.fromkeys((*before.unknown, *alone.unknown))),
        item=before.item,
        finished=before.finished,
    )


def tidy(text: str) -> str:
    """Blanks and empty brackets that a removal left behind; code spans stay as they are."""
    pieces = _CODE.split(_SPACE.sub(" ", text))
    pieces[::2] = [_DOUBLE.sub(r"\1", _LOOSE.sub(r"\1", _EMPTY.sub("", piece))) for piece in pieces[::2]]
    return _SPACE.sub(" ", "".join(pieces)).strip(" ,;")
