"""The lines of a cited place that a sentence is about: a click on the citation should land there, not at the
head of a long function.

What the whole place holds of the sentence's words, names and numbers, the narrower range holds too, and it
carries the sentence exactly when the whole place does: a range that leaves out the condition a line stands
under is widened up to that condition, and to the whole place if need be.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import replace
from itertools import accumulate

from helix_lsp.ask.model.repair.held import content_words
from helix_lsp.ask.text.quote import Quote
from helix_lsp.text.span import Span
from helix_lsp.text.words import WORD, terms
from helix_lsp.verify.reading import read
from helix_lsp.verify.support import support

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_FEW_WORDS = 4
_MANY_WORDS = 120
_MOST_WIDER = 6
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def narrow(quote: Quote, sentence: str, heading: str = "") -> Quote:
    """The lines that write the sentence, else the fewest whole lines that hold all that `quote` holds of it;
    `quote` where it holds nothing.

    `heading` is the name of the place. `span`, `raw` and the lines stay true to the file.
    """
    lines = [line for line in _LINE.findall(quote.raw) if line]
    names = frozenset(f"={n}" for n in read(sentence).identifiers)
    wanted = (
        frozenset(content_words(sentence)) | frozenset(f"#{n}" for n in _NUMBER.findall(sentence)) | names
    )
    held = [_held(line) & wanted for line in lines]
    found = _lines_of(quoted(sentence, quote.raw), lines) or _window(held)
    if found is None:
        return quote
    around = (quote.path, heading) if heading else (quote.path,)
    whole = _carried(sentence, quote.raw, around)
    for first, last in _wider(*found, lines):
        if _carried(sentence, b"".join(lines[first : last + 1]).strip(), around) == whole:
            return _cut(quote, lines, first, last)
    return quote


def _carried(sentence: str, raw: bytes, around: tuple[str, ...]) -> tuple[bool, bool]:
    told = support(sentence, (raw.decode("utf-8", "replace"),), around)
    return told.supported, told.open


def _wider(first: int, last: int, lines: list[bytes]) -> list[tuple[int, int]]:
    """The run itself, then with each line above it that it is indented under."""
    out = [(first, last)]
    depth = min((_indent(line) for line in lines[first : last + 1] if line.strip()), default=0)
    for at in range(first - 1, -1, -1):
        if lines[at].strip() and _indent(lines[at]) < depth:
            depth = _indent(lines[at])
            out.append((at, last))
    return out[:_MOST_WIDER]


def _indent(line: bytes) -> int:
    return len(line) - len(line.lstrip())


def _cut(quote: Quote, lines: list[bytes], first: int, last: int) -> Quote:
    start = sum(map(len, lines[:first]))
    raw = b"".join(lines[first : last + 1])
    lead = len(raw) - len(raw.lstrip())
    raw = raw.strip()
    if not raw or len(raw) >= len(quote.raw.strip()):
        return quote
    at = quote.span.start + start + lead
    return replace(
        quote,
        span=Span(at, at + len(raw)),
        start_line=quote.start_line + first,
        end_line=quote.start_line + last,
        raw=raw,
        text=" ".join(raw.decode("utf-8", "replace").split()),
    )


def quoted(sentence: str, raw: bytes) -> Span | None:
    """Where a text writes a sentence word for word, whatever is between the words (line ends, comment
    marks); None where it does not.
    """
    words = [re.escape(word.encode("utf-8", "replace")) for word in re.findall(r"\w+", sentence)]
    if not _FEW_WORDS <= len(words) <= _MANY_WORDS:
        return None
    found = re.search(rb"\b" + rb"[^\w]{1,30}".join(words) + rb"\b", raw, re.I)
    return Span(*found.span()) if found else None


def _lines_of(span: Span | None, lines: list[bytes]) -> tuple[int, int] | None:
    """First and last index of the lines that hold a range."""
    if span is None:
        return None
    ends = list(accumulate(map(len, lines)))
    return bisect_right(ends, span.start), bisect_left(ends, span.end)


def _held(line: bytes) -> frozenset[str]:
    text = line.decode("utf-8", "replace")
    return (
        frozenset(terms(text))
        | frozenset(f"={w}" for w in WORD.findall(text))
        | frozenset(f"#{n}" for n in _NUMBER.findall(text))
    )


def _window(held: list[frozenset[str]]) -> tuple[int, int] | None:
    """First and last index of the shortest run that holds everything; None when there is nothing to hold."""
    missing = len(frozenset[str]().union(*held))
    if not missing:
        return None
    counts: dict[str, int] = {}
    best: tuple[int, int] | None = None
    left = 0
    for right, words in enumerate(held):
        for word in words:
            counts[word] = counts.get(word, 0) + 1
            missing -= counts[word] == 1
        while not missing:
            if best is None or right - left < best[1] - best[0]:
                best = (left, right)
            for word in held[left]:
                counts[word] -= 1
                missing += counts[word] == 0
            left += 1
    return best
