"""A stretch of lines as it is shown: whole statements, whole sentences, at most twelve lines.

A window of reading begins and ends anywhere; an excerpt begins at the comment above its first statement,
never at a line that only closes, and ends where a sentence of a comment, a paragraph of a document or what
its last lines opened ends (`whole_lines`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from textwrap import dedent

from helix_lsp.ask.text.quote import LiveFile, Quote, quote
from helix_lsp.index.units.unit import Unit
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

# What a line of code is shown with: the code that its comment speaks of, and the statements close above
# that set what it names.

_BELOW = 3  # lines of code below a comment
_HEADING = 3  # lines: a longer comment is not about the next lines alone
_REACH = 6  # lines above the first shown one
_ROOM_BELONGING = 2  # lines below the marked one that stay
_GUARD = regex(
    r"\s*(?:\}\s*)?(?:if|elif|elsif|else|unless|switch|match|case|when|catch|except|rescue|while)\b"
)
LEAVES = regex(r"\s*(?:raise|throw|return|panic!?|abort|exit|break|continue|Err|bail!|fatal|die)\b")
_SETS = regex(r"(?<![=!<>:+*/|&-])(?::=|=)(?![=>~])")
_NAME = regex(r"[A-Za-z_]\w{2,}")


def spoken_of(
    comment: Callable[[int], bool], end: int, first: int, last: int, marked: int, most: int
) -> tuple[int, int]:
    """The stretch moved down where the marked line is of a comment and hardly any code below it would be
    shown; `most` lines at most.
    """
    if not first <= marked <= last or not comment(marked):
        return first, last
    above = below = marked
    while above > first and comment(above - 1):
        above -= 1
    while below < end and comment(below + 1):
        below += 1
    if last >= min(end, below + _BELOW) or below - above >= _HEADING:
        return first, last
    last = min(end, below + _BELOW)
    return max(first, last - most + 1), last


def set_above(
    line: Callable[[int], str], start: int, first: int, last: int, marked: int, most: int
) -> tuple[int, int]:
    """The stretch begun at the nearest statement above it that sets a name of the marked line; lines at its
    end give way, two stay.
    """
    if not first <= marked <= last:
        return first, last
    sought = (
        {*_NAME.findall(line(marked))}
        - _set(line(marked))
        - {name for at in range(first, marked) for name in _set(line(at))}
    )
    begin = first
    for at in range(first - 1, max(start, first - _REACH, marked + _ROOM_BELONGING - most) - 1, -1):
        if found := _set(line(at)) & sought:
            begin, sought = at, sought - found
    return begin, min(last, begin + most - 1)


def led_to(line: Callable[[int], str], end: int, marked: int) -> tuple[int, ...]:
    """The lines (from 1) below the marked one, not below `end`, in which it ends up: the condition on what it sets, and
    where the branch that one of them opens is left.
    """
    at, out = marked, list[int]()
    if found := _set(line(marked)):
        sets = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(found)))})\b")
        for n in range(marked + 1, min(end, marked + _REACH) + 1):
            if _indent(line(n)) < _indent(line(marked)) and line(n).strip():
                break
            if _GUARD.match(line(n)) and sets.search(line(n)):
                at = n
                out.append(n)
                break
    if _GUARD.match(line(at)):
        for n in range(at + 1, min(end, at + _REACH) + 1):
            if line(n).strip() and _indent(line(n)) <= _indent(line(at)):
                break
            if LEAVES.match(line(n)):
                out.append(n)
                break
    return tuple(out)


def _set(text: str) -> set[str]:
    """The names before the first sign that sets something."""
    found = _SETS.search(text)
    return {*_NAME.findall(text[: found.start()])} if found is not None else set()


# Where a stretch of lines may begin and end so that it reads as whole statements, told from the text alone
# and for any language.
#
# A line that only closes (`}`, `);`, `end`, `*/`) is at the indentation of the line that opened it; so the
# opener of a closer below the stretch is the nearest line above that is not indented deeper.

_CLOSES = regex(r"\s*(?:[)\]}][)\]};,]*|end[),;]*|\*/|-->|fi|esac|done|'''|\"\"\")\s*\Z")
_ONLY_ENDS = regex(r"\s*(?:[)\]}][)\]};,]*|end[),;]*|\*/|-->|fi|esac|done)\s*\Z")
_GOES_ON = regex(r"\s*(?:\+ |\|\||&&|\.\w|\?\.|\|> )")
_TRIPLE = regex(r"\"\"\"|'''")
_FURTHER = 3  # lines below that may be taken along to close what the last lines opened
_LEAST_WHOLE_LINES = 3


def first_whole(line: Callable[[int], str], start: int, first: int, last: int, marked: int) -> int:
    """The first line (from 1) moved to where a statement begins: never a line that only closes, and up to two
    lines back for one that goes on.

    `line` gives the text of a line, `start` is the first that may be shown; the marked line and at least
    three lines stay.
    """
    at = first
    while at > max(start, first - 2) and _GOES_ON.match(line(at)):
        at -= 1
    if _GOES_ON.match(line(at)):
        at = first
    while at < min(marked, last - _LEAST_WHOLE_LINES + 1) and (
        _ONLY_ENDS.match(line(at)) or not line(at).strip()
    ):
        at += 1
    return at


def last_whole(line: Callable[[int], str], end: int, first: int, last: int) -> int:
    """The last line (from 1) moved down, at most three lines and not below `end`, to the furthest line that
    closes what was opened above.
    """
    best = last
    for at in range(last + 1, min(end, last + _FURTHER) + 1):
        if _CLOSES.match(line(at)) and _opened(line, first, last, at):
            best = at
    return best


def _opened(line: Callable[[int], str], first: int, last: int, closer: int) -> bool:
    """True where the line that the closer closes is between `first` and `last`."""
    text = line(closer)
    if _TRIPLE.search(text):
        return sum(len(_TRIPLE.findall(line(n))) for n in range(first, closer)) % 2 == 1
    if text.strip() == "*/":
        above = next((n for n in range(closer - 1, first - 1, -1) if "/*" in line(n) or "*/" in line(n)), 0)
        return first <= above <= last and "*/" not in line(above).rpartition("/*")[2]
    indent = _indent(text)
    for n in range(closer - 1, first - 1, -1):
        if line(n).strip() and _indent(line(n)) <= indent:
            return n <= last and _indent(line(n)) == indent and not _ONLY_ENDS.match(line(n))
    return False


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())


MOST_LINES = 12
_ROOM = 2
_LEAST = 3
_GIVEN = 4
COMMENT = regex(r"\s*(?:#(?!!)|//|/?\*|--|;|\"\"\"|''')")
_ABOVE_CODE = regex(r"\s*(?:#(?!!)|//|--|;)")
_ITEM = regex(
    r"\s*(?:(?:#+!?|//[/!]?|\*|--|;+)\s{0,4})?(?:[-+|]\s|\d{1,2}[.)]\s|@\w|:\w|[=~^`]{3})|\* |#+ [A-Z]"
)
_MARKS = " \t#/*-;!"
_OPEN = regex(r"(?:[\[{(:]|=>|->|&&|\|\||\bdo|\bthen|\bdo \|[^|\n]{0,60}\|)\s{0,9}\Z")
STOP = regex(r"[.!?:;{}\])]\W*\Z")


def excerpt(
    file: LiveFile, unit: Unit, first: int, last: int, *, document: bool, marked: int = 0
) -> Quote | None:
    """The lines `first` to `last` (from 1, both inclusive) of a unit, drawn out to whole sentences; None
    where they hold no text.

    `marked` is a line that stays in, 0 for none.
    """
    return stretch(file, unit.start_line, unit.end_line, first, last, document=document, marked=marked)


def narrow(
    file: LiveFile, start: int, end: int, first: int, last: int, *, document: bool, marked: int = 0
) -> Quote | None:
    """Like `stretch`, but of a short stretch too only these lines, and at least three with text where the
    lines `start` to `end` have them.
    """
    line, end = _line(file), min(end, file.lines.line_count)
    first, last = max(start, first), min(end, last)
    while _full(line, first, last) < _LEAST and (first > start or last < end):
        first, last = (first, last + 1) if last < end else (first - 1, last)
    return _shown(
        file,
        *_whole(
            line,
            start,
            end,
            first,
            last,
            prose=prose_at(file, document=document),
            marked=marked,
            document=document,
        ),
    )


def _full(line: Callable[[int], str], first: int, last: int) -> int:
    """How many of the lines have text."""
    return sum(bool(line(n).strip()) for n in range(first, last + 1))


def stretch(
    file: LiveFile, start: int, end: int, first: int, last: int, *, document: bool, marked: int = 0
) -> Quote | None:
    """The same within the lines `start` to `end`; a stretch of at most twelve lines is shown whole."""
    end, line = min(end, file.lines.line_count), _line(file)
    if end - start < MOST_LINES:
        first, last = first_whole(line, start, start, end, marked or end), end
    else:
        first, last = _whole(
            line,
            start,
            end,
            first,
            min(last, end),
            prose=prose_at(file, document=document),
            marked=marked,
            document=document,
        )
    return _shown(file, first, last)


def block(file: LiveFile, first: int, last: int) -> Quote | None:
    """Exactly these lines (from 1) without empty ones at either end; None where they hold no text."""
    return _shown(file, max(1, first), min(last, file.lines.line_count))


def _line(file: LiveFile) -> Callable[[int], str]:
    return lambda number: file.lines.line_text(number - 1)


def _shown(file: LiveFile, first: int, last: int) -> Quote | None:
    """These lines without empty ones at either end, their indentation taken off."""
    lines, line = file.lines, _line(file)
    while first < last and not line(first).strip():
        first += 1
    while last > first and not line(last).strip():
        last -= 1
    span = Span(lines.line_span(first - 1).start, lines.line_span(last - 1).end)
    text = dedent(span.cut(file.data).decode("utf-8", "western").replace("\r\n", "\n")).rstrip()
    return quote(file, Span(span.start, span.end), text) if text.strip() else None


def prose_at(file: LiveFile, *, document: bool) -> Callable[[int], bool]:
    """Whether a line (from 1) is of a document, a comment or a documentation string, where a sentence may go
    on below it.
    """
    line, docs = (
        _line(file),
        [file.lines.lines(symbol.doc) for symbol in file.outline.symbols if symbol.doc is not None],
    )
    return lambda number: (
        document or COMMENT.match(line(number)) is not None or any(a <= number <= b for a, b in docs)
    )


def _whole(
    line: Callable[[int], str],
    start: int,
    end: int,
    first: int,
    last: int,
    *,
    document: bool,
    prose: Callable[[int], bool],
    marked: int,
) -> tuple[int, int]:
    """First and last line of whole statements: where closing would pass the most lines that are shown, lines
    above the marked one give way.
    """
    if not document:
        first, last = spoken_of(prose, end, first, last, marked, MOST_LINES)
        first, last = set_above(line, start, first, last, marked, MOST_LINES)
    first, last = _drawn(line, start, end, first, last, document=document, prose=prose)
    stays = marked if first <= marked <= last else last
    first = first_whole(line, start, first, last, stays)
    closed = last_whole(line, end, first, last)
    if closed - first + 1 > MOST_LINES:
        later = first_whole(line, start, closed - MOST_LINES + 1, closed, stays)
        if not first < later <= stays or last_whole(line, end, later, last) != closed:
            told = _told(line, end, first, min(last, first + MOST_LINES - 1), stays, prose)
            return first, told if document else _not_open(line, end, first, told, stays)
        first = later
    told = _told(line, end, first, closed, stays, prose)
    return first, told if document else _not_open(line, end, first, told, stays)


def _not_open(line: Callable[[int], str], end: int, first: int, last: int, stays: int) -> int:
    """The last line moved down to below a line that only opens a block or a bracket, or above it where that would take
    too many lines; the marked one stays.
    """
    while last < end and _OPEN.search(line(last)) and last - first + 1 < MOST_LINES + _ROOM:
        last += 1
    while last > stays and _OPEN.search(line(last)):
        last -= 1
    return last


def _told(
    line: Callable[[int], str], end: int, first: int, last: int, stays: int, prose: Callable[[int], bool]
) -> int:
    """The last line moved up to where a sentence ends that it would cut, or above the comment that it cuts;
    the marked line stays, and all of them where that would take more than a few.
    """
    while (
        last > max(stays, first + _LEAST - 1)
        and _ABOVE_CODE.match(line(last))
        and last < end
        and line(last + 1).strip()
        and not prose(last + 1)
    ):
        last -= 1  # a comment on what is not shown
    for at in range(last, max(stays, first + _LEAST - 1, last - _GIVEN) - 1, -1):
        below = line(at + 1) if at < end else ""
        if (
            not (prose(at) and prose(at + 1))
            or not below.strip()
            or not line(at).strip(_MARKS)
            or STOP.search(line(at))
            or _ITEM.match(below)
        ):
            return at
    return last


def _drawn(
    line: Callable[[int], str],
    start: int,
    end: int,
    first: int,
    last: int,
    *,
    document: bool,
    prose: Callable[[int], bool],
) -> tuple[int, int]:
    """First and last line moved by a few lines to where a statement, a comment or a paragraph begins and
    ends.
    """
    for _ in range(
        _ROOM
    ):  # a comment is read from its first line, a paragraph from the line below a blank one
        if first <= start or last - first + 1 >= MOST_LINES:
            break
        above = line(first - 1)
        if document and not (above.strip() and line(first).strip()):
            break
        if not document and not (prose(first) and prose(first - 1)):
            break
        first -= 1
    while last < end and last - first + 1 < MOST_LINES:
        here, below = line(last), line(last + 1)
        if (
            not here.strip()
            or not below.strip()
            or not (prose(last) and prose(last + 1))
            or STOP.search(here)
        ):
            break
        last += 1
    return first, last
