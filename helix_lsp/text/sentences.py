"""The sentences of prose with their exact places: the one place that knows where a sentence ends.

A text is first cut in blocks: paragraphs, list items, headings, rows of tables, fields of a docstring. Inside
a block a sentence ends at a full stop, an exclamation or a question mark that has a blank behind it and the
beginning of another sentence behind that. A mark inside of inline code or of a link ends nothing, nor does
the dot of an abbreviation, an initial or a counted thing (`No. 5`). Where English leaves open what is meant,
`tests/text/test_sentences.py` says what is decided and why.

Invariants: places are in order, do not overlap, begin and end with no blank; what is left out between them
holds no letter. Linear, never fails.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator

import msgspec

from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS

# The code spans of a text, as Markdown reads them: a run of back-ticks closes with the next run of the same
# length on its line.
#
# One pass over the runs, so the time is linear in the text.

_RUN = regex(r"`+|\n")


class CodeSpan(msgspec.Struct, frozen=True, kw_only=True):
    """`start` and `end` are the characters of the whole span with its back-ticks; `inner` is what stands
    between them.
    """

    start: int
    end: int
    inner: str


def code_spans(text: str) -> tuple[CodeSpan, ...]:
    """In order, none in another, none empty. One blank on both sides belongs to the back-ticks where the code
    itself begins or ends with one.
    """
    runs = [(m.start(), m.end() if m[0] != "\n" else -1) for m in _RUN.finditer(text)]
    line = 0
    lines: list[int] = []
    waiting: dict[tuple[int, int], deque[int]] = {}  # (line, length): the runs, in order
    for at, (start, end) in enumerate(runs):
        lines.append(line)
        if end < 0:
            line += 1
        else:
            waiting.setdefault((line, end - start), deque()).append(at)
    out: list[CodeSpan] = []
    at = 0
    while at < len(runs):
        start, end = runs[at]
        same = waiting.get((lines[at], end - start)) if end >= 0 else None
        while same and same[0] <= at:
            same.popleft()
        if not same:
            at += 1
            continue
        close = same.popleft()
        inner = text[end : runs[close][0]]
        if end - start > 1 and inner[:1] == inner[-1:] == " " and inner.strip():
            inner = inner[1:-1]
        out.append(CodeSpan(start=start, end=runs[close][1], inner=inner))
        at = close + 1
    return tuple(out)


def replace_code(text: str, by: Callable[[CodeSpan], str]) -> str:
    """The text with something else for each of its code spans."""
    out: list[str] = []
    at = 0
    for span in code_spans(text):
        out += [text[at : span.start], by(span)]
        at = span.end
    return "".join((*out, text[at:]))


_STOPS = ".!?\u2026\u061f\u0964"  # a blank is behind them
_WIDE = "\u3002\uff01\uff1f"  # nothing has to
_UNSTOPPED = dict.fromkeys(map(ord, _STOPS + _WIDE), "_")
_CLOSING = r"(?>(?:[\"'\u201d\u2019\u00bb)\]*_]|\[\^?\w{1,20}\])*)"
_END = regex(
    rf"(?<![{_STOPS}])[{_STOPS}]++{_CLOSING}(?=\s)|[{_WIDE}]++[\u300d\u300f\u201d\u2019\uff09\u3011\u300b]*+"
)
_NEXT = regex(r"\s*+(?:[-/#*;>!]{1,4}[ \t]++)?[\"'(*_\[<{\u00ab\u201c\u2018\u00bf\u00a1]*+")
_NO_BEGINNING = frozenset(",;:)]}=&%+|>\u2026\u2013\u2014.?!")
_SHAPED = regex(r"[^\W\d_][\w.]*?(?:_\w|[A-Z]\w|\()")
_ROLE = regex(r":[\w+-]{1,40}:(?:[\w+-]{1,40}:)?`")
_INITIAL_NEXT = regex(r"[^\W\d_](?=\.)|(?P<word>[A-Z]\w+)")
_NUMBER_NEXT = regex(r"[\d\u00a7]|[B-HJ-Z](?!\w)")
_COUNTED = regex(r"(?:[:;]\s|\()\d{1,3}\Z")
_BACKWARDS = regex(r"[^\W\d_](?:[^\W\d_]|\.)*")
_HEARD_BEFORE = 24  # characters that are looked at for an abbreviation
_LETTER = regex(r"[^\W\d_]")
_WORD = regex(r"[^\W_]")
_LINK = regex(r"\[[^\[\]]{1,400}\](?:\([^()]{0,600}\)|\[[^\[\]]{0,200}\])")

_ALWAYS_FOLLOWED = frozenset(
    "e.g i.e eg ie wrt vs cf viz approx ca resp incl excl esp fig figs eq eqs z.b d.h u.a bzw vgl ggf inkl evtl sog abb p.ej".split()
)
_TITLES = frozenset("Dr Mr Mrs Ms Prof".split())
_COUNTS = frozenset("no nos nr sec sect ch chap vol p pp art ver v rev app tab kap ex al".split())
_BY = frozenset("by and or with from of".split())

_LINE = (
    r"^[ \t\f>]*+(?:(?P<gap>[-/#*;%=~_+|:^ \t]*+)$|(?P<item>{bullet}|(?P<number>\d{{1,3}})[.)])[ \t]++(?=\S)"
)
_OF_SOURCE = regex(_LINE.format(bullet="[-+]") + ")", re.M)
_OF_MARKUP = regex(
    _LINE.format(bullet=r"[-*+\u2022]|#\.")
    + r"|(?P<row>(?=\|))|(?P<head>#{1,6}[ \t])|(?P<field>:\w[\w *.`-]{0,60}:[ \t]|"
    r"[@\\](?:param|args?|returns?|throws|raises?|exception|see|since|type)\b))",
    re.M,
)


def sentences(
    text: str, start: int = 0, end: int | None = None, *, source: bool = False
) -> Iterator[tuple[int, int]]:
    """(first character, end) of each sentence between two characters, in reading order; the mark of a list
    item is not a part of it.

    In a `source` that may be code a `#` begins a comment and no heading, a `*` no list item, a `|` no row.
    """
    flat = text[start:end].replace("\r\n", " \n").replace("\r", "\n")
    for first, last in _blocks(flat, _OF_SOURCE if source else _OF_MARKUP):
        for begin, stop in _of_block(flat[first:last].replace("\n", " ")):
            yield start + first + begin, start + first + stop


def sentence_spans(data: bytes) -> Iterator[Span]:
    """The sentences of UTF-8 prose in bytes; broken bytes are kept as they are."""
    text = data.decode("utf-8", "surrogateescape")
    if len(text) == len(data):
        yield from (Span(begin, stop) for begin, stop in sentences(text))
        return
    at = offset = 0
    for begin, stop in sentences(text):
        head = offset + len(text[at:begin].encode("utf-8", "surrogateescape"))
        offset, at = head + len(text[begin:stop].encode("utf-8", "surrogateescape")), stop
        yield Span(head, offset)


def _blocks(text: str, marks: re.Pattern[str]) -> Iterator[tuple[int, int]]:
    """Paragraphs, items, headings and rows, in order; the mark of an item belongs to none."""
    at, listed, fresh = 0, False, True  # fresh: nothing of a paragraph is directly above
    seen = 0
    for found in marks.finditer(text):
        begin, line = found.start(), text.find("\n", found.end())
        line = len(text) if line < 0 else line
        fresh = fresh and not text[seen:begin].strip()
        seen = line
        if found["number"] and not (listed or fresh or int(found["number"]) <= 1):
            fresh = False
            continue  # `see Fig.` on one line and `3. The end` on the next: only a list goes on with its third item
        yield at, begin
        at = begin
        kind = found.lastgroup
        if kind == "gap":
            at, listed, fresh = found.end(), listed and not found["gap"].strip(), True
        elif kind == "item":
            at, listed, fresh = found.end(), True, False
        elif kind in ("row", "head"):
            yield found.end(), line
            at, listed, fresh = line, False, True
    yield at, len(text)


def _of_block(text: str) -> Iterator[tuple[int, int]]:
    masked = _masked(text)
    at = 0
    lettered = False
    seen = 0
    for found in _END.finditer(masked):
        end = found.end()
        lettered = lettered or _LETTER.search(masked, seen, end) is not None
        seen = end
        if lettered and _ends(masked, at, found):
            yield from _trimmed(text, at, end)
            at, lettered = end, False
    yield from _trimmed(text, at, len(text))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    piece = text[start:end]
    if _WORD.search(piece):
        yield start + len(piece) - len(piece.lstrip()), start + len(piece.rstrip())


def _masked(text: str) -> str:
    """The block with no full stop inside of its code and its links, at the same length."""
    holes = [(span.start, span.end) for span in code_spans(text)] if "`" in text else []
    if "](" in text or "][" in text:
        holes = sorted([*holes, *(m.span() for m in _LINK.finditer(text))])
    if not holes:
        return text
    out: list[str] = []
    at = 0
    for start, end in holes:
        if end > at:
            out += [text[at:start], text[max(at, start) : end].translate(_UNSTOPPED)]
            at = end
    return "".join((*out, text[at:]))


def _ends(text: str, begin: int, found: re.Match[str]) -> bool:
    """Whether a sentence that began at `begin` ends at this mark."""
    mark = text[found.start()]
    if mark in _WIDE:
        return True
    if mark == "." and text[found.start() - 1].isspace():
        return False  # `f . g`
    lead = _NEXT.match(text, found.end())
    at = lead.end() if lead is not None else found.end()
    after = text[at : at + 1]
    if (after in _NO_BEGINNING and not _ROLE.match(text, at)) or (
        after.islower() and not _SHAPED.match(text, at)
    ):
        return False
    return (
        mark != "."
        or text.startswith("..", found.start())
        or not after
        or not _goes_on(text, begin, found.start(), at)
    )


def _goes_on(text: str, begin: int, dot: int, at: int) -> bool:
    """Whether the dot belongs to a short word or a number and what is at `at` goes on with it."""
    before = text[max(begin, dot - _HEARD_BEFORE) : dot]
    read = _BACKWARDS.match(before[::-1])
    word = read[0][::-1].lstrip(".") if read is not None else ""
    if not word:
        return _COUNTED.search(before) is not None
    if word.lower() in _ALWAYS_FOLLOWED or word in _TITLES:
        return True
    if word.lower() in _COUNTS and (_NUMBER_NEXT.match(text, at) or (word == "al" and text[at - 1] in "([")):
        return True
    if any(len(letter) != 1 for letter in word.split(".")):
        return False
    ahead = before[: len(before) - len(word)].split()
    if ahead and ahead[-1][-1] == "." and len(ahead[-1].lstrip("(")) == 2 and ahead[-1][-2].islower():
        return True  # `z. B. Zahlen`
    follows = _INITIAL_NEXT.match(text, at)
    if follows is None or follows["word"] is None:
        return follows is not None
    named = not ahead or ahead[-1][:1].isupper() or ahead[-1].lower() in _BY or ahead[-1][-1:] in ",&("
    return word.isupper() and named and follows["word"].lower() not in STOP_WORDS
