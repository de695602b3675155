"""Sanitised text as sentences with the numbers that they cite. Nothing is judged here.

Citations in the ways models write them (`[1]`, `[1, 3]`, `[1-3]`, `[^1]`, brackets of other scripts, `[place
1]`, behind the full stop or before it) are the sentence's they end. Numbers that were not given are kept
apart.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field
from itertools import accumulate

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.model.prompt.gather import EvidenceSpan
from helix_lsp.ask.text.prose import sentences
from helix_lsp.ask.text.quote import Quote
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, terms
from helix_lsp.verify.reading import read
from helix_lsp.verify.support import support

# What the given evidence holds, asked in the ways a reader of a model's answer needs: words, names of code,
# paths, literal text.

_IDENTIFIER = regex(r"[^\W\d]\w*|\d+(?:\.\d+)*")

_NUMBER = regex(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One span as it is searched. `terms` are stemmed parts of its text, heading and path; `numbers` as they
    are written; `name` is the last part of its heading.
    """

    number: int
    path: str
    first: int
    last: int
    text: str
    terms: frozenset[str]
    numbers: frozenset[str]
    name: str = ""


class Held(msgspec.Struct, frozen=True, kw_only=True):
    """`places[n - 1]` is what `[n]` means. `names` are all identifiers of the evidence and of the question,
    `literal` their text.
    """

    places: tuple[Place, ...]
    names: frozenset[str]
    literal: str

    def writes(self, text: str) -> bool:
        """True when the evidence or the question holds this text, blanks aside."""
        return _joined_held(text) in self.literal

    def knows_code(self, code: str) -> bool:
        """True when every name and number in it is in the evidence or the question."""
        return all(name in self.names for name in _IDENTIFIER.findall(code))

    def place_of(self, path: str, line: int | None) -> int | None:
        """The number of a place on this path, or on one that ends in it, that holds the line; without a line
        the first; None for others.
        """
        path = path.removeprefix("./")
        same = [p for p in self.places if p.path == path] or [
            p for p in self.places if p.path.endswith("/" + path)
        ]
        return next((p.number for p in same if line is None or p.first <= line <= p.last), None)

    def carried(self, sentence: str, *numbers: int) -> float:
        """Share (0..1) of the sentence's content words that places hold together; 0 when they lack one of the
        sentence's numbers.
        """
        places = [self.places[number - 1] for number in numbers]
        wanted = content_words(sentence)
        if not wanted or not all(any(n in p.numbers for p in places) for n in _NUMBER.findall(sentence)):
            return 0.0
        return sum(any(w in p.terms for p in places) for w in wanted) / len(wanted)


def hold(spans: tuple[EvidenceSpan, ...], question: str) -> Held:
    """The evidence made searchable; one pass over all text."""
    places = tuple(_place(number, span) for number, span in enumerate(spans, 1))
    everything = "\n".join(
        [question, *(f"{s.quote.path}\n{s.heading}\n{p.text}" for s, p in zip(spans, places, strict=True))]
    )
    return Held(
        places=places, names=frozenset(_IDENTIFIER.findall(everything)), literal=_joined_held(everything)
    )


def content_words(sentence: str) -> tuple[str, ...]:
    """The distinct stemmed words of a sentence that mean something, in order; wholes of names are left to
    their parts.
    """
    spoken = " ".join(w for w in re.findall(r"\w+(?:[.'’-]\w+)*|\S", sentence) if w.lower() not in STOP_WORDS)
    return tuple(dict.fromkeys(t for t in terms(spoken) if not t.startswith("=") and t not in STOP_WORDS))


def _place(number: int, span: EvidenceSpan) -> Place:
    text = span.quote.raw.decode("utf-8", "western")
    spoken = f"{span.heading}\n{span.quote.path}\n{text}"
    return Place(
        number=number,
        path=span.quote.path,
        first=span.quote.start_line,
        last=span.quote.end_line,
        text=text,
        terms=frozenset(terms(spoken)),
        numbers=frozenset(_NUMBER.findall(spoken)),
        name=_IDENTIFIER.findall(span.heading)[-1] if _IDENTIFIER.search(span.heading) else "",
    )


def _joined_held(text: str) -> str:
    return _SPACE.sub(" ", text).strip().lower()


_BULLET = regex(r"\s*(?:[-*+•–]|\(?\d{1,3}[.)]|\(?[a-z]\))\s+(?=\S)")
_BRACKETS = str.maketrans({"【": "[", "】": "]", "［": "[", "］": "]", "〔": "[", "〕": "]"})
_WORDED = regex(
    r"\[\s*\^?(?:(?:evidence|place|span|source|proof|ref(?:erence)?|cit(?:ation|e)?|proof_spans?)[\s_:#.]*)?(\d[^\[\]a-zA-Z]{0,40})\]",
    re.I,
)
_GROUP = regex(r"(?P<word>\w?)(?P<all>\[(?P<inner>\s*\d{1,4}(?:\s*[,;–-]\s*\^?\d{1,4}){0,20}\s*)\])")
_BEHIND = regex(r"([.!?])[ \t]*((?:\[[\d\s,;–-]{1,60}\][ \t]*)+)(?=\s|\Z|[.!?])")
_RANGE = regex(r"(\d{1,4})\s*[–-]\s*\^?(\d{1,4})")
_EMPTY = regex(r"\((?:\s*(?:see|cf\.?|e\.g\.|from|in|and|source:?))?[\s,;]*\)|\[\s*\]", re.I)
_LOOSE = regex(r"(?<!\s)\s+([.,;:!?])")
_DOUBLE = regex(r"([.!?])(?:\s*[.])+")
_SPACE = regex(r"\s+")
_CODE = regex(r"(`[^`]*`)")
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
            said = _said(span.cut(data).decode("utf-8", "western"), item, held)
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


# The lines of a cited place that a sentence is about: a click on the citation should land there, not at the
# head of a long function.
#
# What the whole place holds of the sentence's words, names and numbers, the narrower range holds too, and
# it carries the sentence exactly when the whole place does: a range that leaves out the condition of a line is
# widened up to that condition, and to the whole place if need be.

_LINE = regex(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")
_FEW_WORDS = 4
_MANY_WORDS = 120
_MOST_WIDER = 6


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
    told = support(sentence, (raw.decode("utf-8", "western"),), around)
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
        text=" ".join(raw.decode("utf-8", "western").split()),
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
    text = line.decode("utf-8", "western")
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
