"""A stretch of a document as it reads: whole sentences without their markup, and the code block below them
where it has a part in the answer.

The sentence of the marked line is told; others where they hold enough of the question, and around the marked
one as long as there is room.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from textwrap import dedent

import msgspec
from msgspec.structs import replace

from helix_lsp.ask.text.prose import plain, prose_of, sentences
from helix_lsp.ask.text.quote import OPENING, LiveFile, Quote, prose_sentences, quote
from helix_lsp.index.units.unit import Unit
from helix_lsp.syntax.outline import Fence
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_NOT_READ = regex(
    r"\.\. [\w:-]{1,40}::\s{0,4}\Z|@\w|>>>|\$ |!!!|:::|\w+ = |(?:import|from|def|class|return|const|let|var) "
)  # code, or a mark
_BULLET = regex(r"^(?:[-*+]|\d{1,2}[.)])\s+")
_RULE = regex(r"[|+:=\- ]{3,400}")  # below the heads of a table's columns, or between its rows
_CELL = regex(rb"(?<!\\)\|")
_LEFT_OUT = " … "
_TITLE = 3  # words of a comment without a full stop that only heads what is below it
_MOST_LINES = 12  # of a code block


class ToldProse(msgspec.Struct, frozen=True, kw_only=True):
    """`text` reads `quotes`, the one of the marked line first; `code` is the block, `marked` its line of most
    weight, from 1, 0 for none.
    """

    text: str
    quotes: tuple[Quote, ...]
    code: Quote | None = None
    language: str = ""
    marked: int = 0


class Room(msgspec.Struct, frozen=True, kw_only=True):
    """What is told beside the marked sentence: those with `least`, a share of the question 0..1, in `words` words,
    without what `above`, the text that is told already, says. `blocks`: a code block whatever it holds. `decide` are
    lines (from 1) whose sentences are told before those that hold more, `near` lines whose sentences come behind these.
    """

    least: float
    words: int
    blocks: bool
    above: str = ""
    decide: tuple[int, ...] = ()
    near: tuple[int, ...] = ()


Told = list[tuple[Span, str]]
"""Sentences in their order, each with its plain reading."""


def document_sentences(file: LiveFile, unit: Unit, shown: Quote) -> Told:
    """The sentences of a section that overlap what is shown of it; a row of a table is one."""
    last = min(unit.end_line, file.lines.line_count)
    section = Span(file.lines.line_span(unit.start_line - 1).start, file.lines.line_span(last - 1).end)
    rows = list(_rows(file, unit.start_line, last))
    others = (s for s in prose_sentences(file, section) if not any(row.overlaps(s) for row in rows))
    return _readable(file, sorted((*others, *rows)), shown)


def _rows(file: LiveFile, first: int, last: int) -> Iterator[Span]:
    """The rows of tables on these lines that hold words, without the heads of their columns."""
    for number in range(first, last + 1):
        text, below = (file.lines.line_text(n).strip() if n < last else "" for n in (number - 1, number))
        line = file.lines.line_span(number - 1)
        start = line.end - len(line.cut(file.data).lstrip())
        row = Span(start, start + len(line.cut(file.data).strip()))
        if (
            text.startswith("|")
            and text.count("|") > 1
            and _RULE.fullmatch(text) is None
            and _RULE.fullmatch(below) is None
            and not any(fence.span.overlaps(row) for fence in file.outline.fences)
        ):
            yield row


def comment_sentences(file: LiveFile, doc: Span, shown: Quote) -> Told:
    """The same of a documentation string or comment, without its fields and examples."""
    raw = doc.cut(file.data)
    opening = OPENING.match(raw)
    inner = Span(doc.start + (opening.end() if opening is not None else 0), doc.end)
    found = [s for part in prose_of(file.data, inner) for s in sentences(file.data, part, comment=True)]
    return [
        (s, text)
        for s, text in _readable(file, found, shown)
        if text[-1:] in ".!:" or len(text.split()) > _TITLE
    ]


def _readable(file: LiveFile, found: Iterable[Span], shown: Quote) -> Told:
    told = [(s, _read(file, s)) for s in found if s.overlaps(shown.span)]
    return [(s, text) for s, text in told if text and not _NOT_READ.match(text)]


def told_prose(
    file: LiveFile, told: Told, shown: Quote, line: int, weigh: Callable[[str], float], room: Room
) -> ToldProse | None:
    """The sentences of `shown` that have a part in the answer; None where the marked `line` (from 1) is not prose.
    `weigh` gives the share of the question, 0..1, that a text holds.
    """
    at_line = file.lines.line_span(line - 1)
    fence = next((f for f in file.outline.fences if f.span.overlaps(at_line)), None)
    main = _main(told, at_line, fence, weigh, heading=_is_heading(file, at_line)) if told else None
    if main is None:
        return None
    again = {n for n, (_, text) in enumerate(told) if n != main and text in room.above}
    weights = [weigh(text) for _, text in told]

    def on(lines: tuple[int, ...]) -> list[int]:
        spans = [file.lines.line_span(line - 1) for line in lines]
        return [n for span in spans for n, (s, _) in enumerate(told) if s.overlaps(span)]

    kept = _kept(told, main, again, weights, room, on(room.decide), on(room.near))
    quotes, texts = _runs(file, told, kept, main)
    block = _block(file, fence, shown, line, weigh) if fence is not None else None
    if block is None:
        near = [
            f
            for f in file.outline.fences
            if f.span.overlaps(shown.span) and f.span.start > told[main][0].start
        ]
        wanted = [f for f in near if room.blocks or any(weigh(x) >= room.least for x in _lines(file, f))]
        fence = next(iter((*_announced(file, told, (main, *kept)), *wanted)), None)
        block = _block(file, fence, shown, 0, weigh) if fence is not None else None
    return ToldProse(
        text=_LEFT_OUT.join(texts),
        quotes=quotes,
        code=block[0] if block is not None else None,
        language=fence.language if fence is not None and block is not None else "",
        marked=block[1] if block is not None else 0,
    )


_TO_BLOCK = ("```", "~~~", ".. ", "[source", "----")  # lines that begin a code block
_BETWEEN = 200  # bytes from the sentence to the code


def _announced(file: LiveFile, told: Told, kept: Iterable[int]) -> Iterator[Fence]:
    """The code blocks right below a sentence that ends in a colon: without them it says nothing."""
    for span, text in (told[n] for n in kept):
        for fence in file.outline.fences if text.endswith(":") else ():
            if not span.end <= fence.span.start <= span.end + _BETWEEN:
                continue
            between = file.data[span.end : fence.span.start].decode("utf-8", "western").splitlines()
            if all(not x.strip(" \t*_:") or x.lstrip().startswith(_TO_BLOCK) for x in between):
                yield fence


def _read(file: LiveFile, span: Span) -> str:
    raw = span.cut(file.data).strip()
    if raw.startswith(b"|"):
        head, *rest = (plain(cell) for cell in _CELL.split(raw.strip(b"|")))
        return ": ".join(part for part in (head, "; ".join(filter(None, rest))) if part)
    return _BULLET.sub("", plain(raw))


def _is_heading(file: LiveFile, line: Span) -> bool:
    return any(s.heading.overlaps(line) for s in file.outline.sections)


def _main(
    told: Told, line: Span, fence: Fence | None, weigh: Callable[[str], float], *, heading: bool
) -> int | None:
    """The sentence on the marked line that holds most; before a marked code block the last one above it, below
    a marked heading the first.
    """
    on_it = [n for n, (s, _) in enumerate(told) if s.overlaps(line)]
    if on_it:
        return max(on_it, key=lambda n: (round(weigh(told[n][1]), 6), -n))
    if fence is not None:
        above = [n for n, (s, _) in enumerate(told) if s.end <= fence.span.start]
        return above[-1] if above else None
    return 0 if heading else None


def _kept(
    told: Told,
    main: int,
    again: set[int],
    weights: list[float],
    room: Room,
    decide: list[int],
    near: list[int],
) -> list[int]:
    """What is told, in order: the marked sentence, those that decide, those that hold most, those that are near by
    meaning, then its neighbours.
    """
    order = sorted(
        (n for n in range(len(told)) if weights[n] >= room.least), key=lambda n: (-round(weights[n], 6), n)
    )
    kept, words = [main], 0
    for n in (*decide, *order, *near, main + 1, main - 1):
        if n in kept or n in again or not 0 <= n < len(told):
            continue
        more = len(told[n][1].split())
        if words + more <= room.words:
            kept.append(n)
            words += more
    return sorted(kept)


def _runs(file: LiveFile, told: Told, kept: list[int], main: int) -> tuple[tuple[Quote, ...], list[str]]:
    """The marked sentence, then one quotation for sentences that follow each other; the texts in order."""
    runs: list[list[int]] = []
    for n in kept:
        if runs and runs[-1][-1] == n - 1:
            runs[-1].append(n)
        else:
            runs.append([n])
    texts = [" ".join(told[n][1] for n in run) for run in runs]
    quotes = [
        replace(quote(file, Span(told[run[0]][0].start, told[run[-1]][0].end), text), prose=True)
        for run, text in zip(runs, texts, strict=True)
    ]
    alone = replace(quote(file, *told[main]), prose=True)
    return (alone, *(q for q in quotes if q.span != alone.span)), texts


def _lines(file: LiveFile, fence: Fence) -> list[str]:
    return fence.span.cut(file.data).decode("utf-8", "western").splitlines()


def _block(
    file: LiveFile, fence: Fence, shown: Quote, line: int, weigh: Callable[[str], float]
) -> tuple[Quote, int] | None:
    """The lines of a code block, at most twelve, from the first that the excerpt would show; the marked one."""
    first, last = file.lines.lines(fence.span)
    if last - first >= _MOST_LINES:
        first = max(first, min(shown.start_line, last))
        first = max(first, line - _MOST_LINES + 3) if line else first
        last = min(last, first + _MOST_LINES - 1)
    span = Span(file.lines.line_span(first - 1).start, file.lines.line_span(last - 1).end)
    text = dedent(span.cut(file.data).decode("utf-8", "western").replace("\r\n", "\n")).rstrip()
    if not text.strip():
        return None
    held = [weigh(x) for x in text.split("\n")]
    marked = line - first + 1 if line else (held.index(max(held)) + 1 if max(held) > 0 else 0)
    return quote(file, span, text), marked if 0 < marked <= len(held) else 0
