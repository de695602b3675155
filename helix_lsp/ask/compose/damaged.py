"""What could not be read of the files that an answer quotes, said with its line: an answer out of a broken
file may lack what the break hides, so it is not a strong one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from helix_lsp.ask.compose.material import Material, code
from helix_lsp.ask.draft import LIMITS, Draft, Part, Sentence
from helix_lsp.ask.text.live import LiveFile
from helix_lsp.ask.text.quote import Quote
from helix_lsp.syntax.outline import MOST_BROKEN
from helix_lsp.text.positions import Span

_MOST = 3


def damaged(draft: Draft, material: Material) -> Draft:
    """The draft with a note for each quoted file (three at most) that is not a sound UTF-8, or that could not be
    parsed in the definition quoted. It is open where its first part quotes what could not be parsed.
    """
    quoted = [[q for sentence in part.sentences for q in sentence.quotes] for part in draft.parts]
    told = _notes((q for part in quoted for q in part), material)
    if not told:
        return draft
    notes = Part(title=LIMITS, sentences=tuple(Sentence(text=n, item=True, note=True) for n in told[:_MOST]))
    answering = next(filter(None, quoted), list[Quote]())
    broken = any(_overlaps(q, _broken(file)) for q in answering if (file := material.live.file(q.path)))
    return replace(draft, parts=(*draft.parts, notes), open=draft.open or broken)


def _notes(quotes: Iterable[Quote], material: Material) -> list[str]:
    """Once each: a line may have several problems."""
    quoted: dict[str, list[Quote]] = {}
    for quote in quotes:
        quoted.setdefault(quote.path, []).append(quote)
    told: list[str] = []
    for path, of_file in quoted.items():
        if (file := material.live.file(path)) is None:
            continue
        name = code(path)
        told += [
            f"`{name}` is not whole: {problem.message}."
            for problem in file.outline.problems
            if problem.code == "not_utf8" or (problem.code == "syntax" and problem.span is None)
        ]
        told += [
            f"Line {line + 1} of `{name}` could not be parsed: what is said of the code around it may lack something."
            for line, around in _broken(file)
            if line is not None and any(q.span.overlaps(around) for q in of_file)
        ]
    return list(dict.fromkeys(told))


def _overlaps(quote: Quote, broken: list[tuple[int | None, Span]]) -> bool:
    return any(quote.span.overlaps(around) for _, around in broken)


def _broken(file: LiveFile) -> list[tuple[int | None, Span]]:
    """(line, the definition around it, else the line) of each place that could not be parsed. The line is None
    where the whole file could not be; what lies behind the last place that an outline lists may be as broken.
    """
    found: list[tuple[int | None, Span]] = []
    end = len(file.data)
    for problem in (one for one in file.outline.problems if one.code == "syntax"):
        if problem.span is None:
            found += [] if file.outline.symbols else [(None, Span(0, end))]
            continue
        at = problem.span.start
        line = file.lines.line_of(at)
        spans = [symbol.span for symbol in file.outline.symbols if symbol.span.start <= at <= symbol.span.end]
        found.append((line, min(spans, key=len, default=file.lines.line_span(line))))
    if len(found) >= MOST_BROKEN and (line := found[-1][0]) is not None:
        found[-1] = (line, Span(found[-1][1].start, end))
    return found
