"""`How does it do that?`: the passage of the definition that has it done, and that of what it calls for it.

By words alone the first passage is of the right place for 7 of 25 such questions on 14 repositories, the start
of the course that fits best for 14.
"""

from __future__ import annotations

from collections.abc import Iterator

from helix_lsp.ask.evidence.callees import Calls, is_own
from helix_lsp.ask.evidence.course import courses
from helix_lsp.search.reading.read import Passage, Reading
from helix_lsp.search.reading.weights import WINDOWS, dot
from helix_lsp.search.reading.windows import windows
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import lines_of


def mechanism(question: str, reading: Reading, calls: Calls) -> tuple[Passage | None, Passage | None]:
    """The best passage of the definition that has it done, and that of what its line of most weight calls; None for
    what is not known.
    """
    found = courses(question, reading, calls)
    first = _best(found[0].stages[0].path, found[0].stages[0].symbol, reading, calls) if found else None
    if first is None:
        return None, None
    start = found[0].stages[0]
    file = calls.files.file(start.path)
    for act in calls.of(start.path, start.symbol) if file is not None else ():
        if file is not None and file.lines.line_of(act.reference.span.start) + 1 == first.window.line:
            for defined, symbol in calls.after(act):
                if is_own(defined.path, calls.snapshot):
                    return first, _best(defined.path, symbol, reading, calls)
    return first, None


def _best(path: str, symbol: Symbol, reading: Reading, calls: Calls) -> Passage | None:
    every = _passages(path, symbol, reading, calls)
    return max(every, key=lambda p: (p.score, -p.window.first), default=None)


def _passages(path: str, symbol: Symbol, reading: Reading, calls: Calls) -> Iterator[Passage]:
    file = calls.files.file(path)
    if file is None:
        return
    lines, symbols = lines_of(file.data), file.outline.symbols
    top = reading.units[0][1] if reading.units else 0.0
    scores = {(c.path, c.unit.start_line): (n, score) for n, (c, score) in enumerate(reading.units)}
    for unit in calls.snapshot.units(path) if file.current else ():
        if 0 <= unit.symbol < len(symbols) and symbol.span.covers(symbols[unit.symbol].span):
            last = (len(reading.units), reading.units[-1][1] if reading.units else 0.0)
            rank, score = scores.get((path, unit.start_line), last)
            for window in windows(path, unit, lines, score - top, rank, False, reading.wanted):
                yield Passage(window=window, score=dot(WINDOWS, window.features))
