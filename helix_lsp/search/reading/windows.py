"""The windows of lines, inside the best units, that carry an answer: at most ten lines of one unit each.

A window is a vector of features (NAMES) beside the score of its unit; the weights were learned
(`drift_worths.py`).
"""

from __future__ import annotations

import msgspec

from helix_lsp.index.units.unit import Unit
from helix_lsp.search.reading.kinds import CUES, FORMS, Wanted
from helix_lsp.search.reading.value_line import holds_amount, is_message, is_of_sort, tells_value
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.text.regex import regex
from helix_lsp.text.words import word_terms

LINES = 10
NAMES = (
    "unit", "rank", "text", "line", "three_lines", "density", "first_line", "imports", "comments", "share", "whole", "literal",
    *(f"cue_{kind}" for kind in CUES), "opening", "later", "fence", "leaves", "two_lines",
    "form",
)  # fmt: skip
_IMPORT = regex(r"(?:import|from|use|using|require|#include|package)\b")
_COMMENT = regex(r"#|//|/?\*|\"\"\"|'''|--|;")
_LITERAL = regex(
    r"(?:[:=]|=>|:=|\bdefaults?\b.{0,30})\s*[\"'(\w.]{0,40}?(?:\d|[\"']|true|false|nil|null|None|True|False)"
)
_LEAVES = regex(r"\b(?:raise|throw|panic|return|abort)\b")
_UNDER = 4  # lines below a condition in which its consequence is
_LINE = 400  # characters


class Window(msgspec.Struct, frozen=True, kw_only=True):
    """Lines of a file from 1, both inclusive, with the line of most weight and the features in the order of
    NAMES. `decides` is the line that has the form asked for with most words of the question around it, 0 for none.
    """

    path: str
    unit: Unit
    first: int
    last: int
    line: int
    text: float
    best: float
    features: tuple[float, ...]
    decides: int = 0


def windows(
    path: str, unit: Unit, lines: list[str], merit: float, rank: int, document: bool, wanted: WantedWords
) -> list[Window]:
    """The windows of one unit; `merit` is its score less that of the best unit, `rank` counts from 0. Empty
    where no line holds a word.
    """
    start, end = unit.start_line - 1, min(unit.end_line, len(lines))
    keys = wanted.stands.keys()
    held = {at: h for at in range(start, end) if (h := wanted.held(keys & _stems(lines[at])))}
    if not held:
        return []
    everything: dict[str, float] = {}
    for one in held.values():
        _add(everything, one)
    all_of_it = wanted.share(everything) or 1.0
    starts = {
        start,
        *(max(start, min(s, end - LINES)) for at in held for s in (at - 1, at - LINES // 2, at - LINES + 2)),
    }
    origin = min(starts)  # windows overlap, so each line is looked at once
    formed = _formed(lines, start, end, held, document, wanted)
    marks = [_mark(line[:_LINE], wanted.kind) for line in lines[origin : max(end, max(starts) + LINES)]]
    return [
        _window(
            path,
            unit,
            lines,
            s,
            min(end, s + LINES),
            held,
            formed,
            all_of_it,
            merit,
            rank,
            wanted,
            marks,
            origin,
        )
        for s in sorted(starts)
    ]


def window_at(path: str, unit: Unit, lines: list[str], first: int, last: int, wanted: WantedWords) -> Window:
    """The lines `first` to `last`, from 1, as a window of `unit` that may hold no word of the question at all."""
    keys = wanted.stands.keys()
    reach = range(first - 1, min(last, len(lines)))
    held = {at: h for at in reach if (h := wanted.held(keys & _stems(lines[at])))}
    marks = [_mark(lines[at][:_LINE], wanted.kind) for at in reach]
    return _window(
        path, unit, lines, reach.start, reach.stop, held, {}, 1.0, 0.0, 0, wanted, marks, reach.start
    )


def _window(
    path: str,
    unit: Unit,
    lines: list[str],
    first: int,
    last: int,
    held: dict[int, dict[str, float]],
    formed: dict[int, float],
    all_of_it: float,
    merit: float,
    rank: int,
    wanted: WantedWords,
    marks: list[_Mark],
    origin: int,
) -> Window:
    """One window; `marks` are those of the lines from `origin` on."""
    together: dict[str, float] = {}
    shares: list[float] = []
    best, at_best, three, literal = 0.0, first, 0.0, 0.0
    asks_value = wanted.kind == "value"
    for at in range(first, last):
        if (here := held.get(at)) is None:
            continue
        _add(together, here)
        share = wanted.share(here)
        shares.append(share)
        if share > best:
            best, at_best = share, at
        near = dict(here)
        for other in (at + 1, at + 2):
            if other < last and other in held:
                _add(near, held[other])
        three = max(three, wanted.share(near))
        if asks_value and share > literal and _LITERAL.search(lines[at][:_LINE]):
            literal = share
    every = marks[first - origin : last - origin]
    full = [mark for mark in every if mark.full]
    kind, text = wanted.kind, wanted.share(together)
    decides = max(
        (at for at in range(first, last) if at in formed), key=lambda at: (formed[at], -at), default=-1
    )
    opens, start, length = first < unit.start_line, unit.start_line - 1, unit.end_line - unit.start_line
    cued = any(mark.cued for mark in every)
    features = (
        merit,
        1 / (2 + rank),
        text,
        best,
        three,
        len(shares) / LINES,
        float(first <= unit.start_line),
        sum([mark.imports for mark in full]) / max(1, len(full)),
        sum([mark.comment for mark in full]) / max(1, len(full)),
        text / all_of_it,
        float(length < LINES),
        literal if kind == "value" else 0.0,
        *(float(cued and kind == k) for k in CUES),
        float(opens and kind in ("what", "use")),
        (first - start) / max(20, length),
        float(kind == "use" and any(mark.fence for mark in every)),
        float(any(mark.leaves for mark in every)),
        sum(sorted(shares)[-2:]) / 2,
        formed.get(decides, 0.0),
    )
    return Window(
        path=path,
        unit=unit,
        first=first + 1,
        last=last,
        line=at_best + 1,
        text=text,
        best=best,
        features=features,
        decides=decides + 1,
    )


def _formed(
    lines: list[str],
    start: int,
    end: int,
    held: dict[int, dict[str, float]],
    document: bool,
    wanted: WantedWords,
) -> dict[int, float]:
    """The lines of a unit that have the form asked for -> the share of the question that is written around each."""
    out: dict[int, float] = {}

    def mark(at: int, near: int) -> None:
        together: dict[str, float] = {}
        for other in range(max(start, at - near), min(end, at + near + 1)):
            _add(together, held.get(other, {}))
        out[at] = max(
            out.get(at, 0.0), wanted.share({w: together[w] for w in wanted.values if w in together})
        )

    if wanted.kind == "value":
        for at in _close_to(held, 1, start, end):
            line = lines[at][:_LINE]
            told = document or _COMMENT.match(line.lstrip()) is not None
            gives = tells_value(line, told=told) and is_of_sort(line, wanted.sort) and not is_message(line)
            if gives and holds_amount(line, wanted.sort):
                mark(at, 1)
    for form in (f for f in FORMS if f.kind == wanted.kind):
        for at in _close_to(held, form.near, start, end):
            line = lines[at][:_LINE]
            if form.told != (document or (form.told and _COMMENT.match(line.lstrip()) is not None)):
                continue
            if form.pattern.search(line) is None:
                continue
            if form.below is None or any(
                form.below.search(x[:_LINE]) for x in lines[at : min(end, at + _UNDER + 1)]
            ):
                mark(at, form.near)
    return out


def _close_to(held: dict[int, dict[str, float]], near: int, start: int, end: int) -> list[int]:
    return sorted({n for at in held for n in range(max(start, at - near), min(end, at + near + 1))})


_CONSEQUENCES: tuple[Wanted, ...] = ("when", "where")


class _Mark(msgspec.Struct, frozen=True, kw_only=True):
    """What one line is, and whether it has the cue of the kind that is asked for."""

    full: bool
    imports: bool
    comment: bool
    cued: bool
    fence: bool
    leaves: bool


def _mark(line: str, kind: Wanted) -> _Mark:
    text = line.strip()
    cue = CUES.get(kind)
    return _Mark(
        full=bool(text),
        imports=_IMPORT.match(text) is not None,
        comment=_COMMENT.match(text) is not None,
        cued=cue is not None and cue.search(line) is not None,
        fence="```" in text or text.endswith("::"),
        leaves=kind in _CONSEQUENCES and _LEAVES.search(line) is not None,
    )


def _stems(line: str) -> frozenset[str]:
    return frozenset(word_terms(line[:2_000]))


def _add(into: dict[str, float], held: dict[str, float]) -> None:
    for word, sure in held.items():
        if sure > into.get(word, 0.0):
            into[word] = sure
