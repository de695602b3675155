"""What could not be read of the files that an answer quotes, said with its line: an answer out of a broken
file may lack what the break hides.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, code
from helix_lsp.ask.draft import LIMITS, Draft, Part, Sentence
from helix_lsp.ask.live import LiveFile
from helix_lsp.ask.quote import Quote

_MOST = 3


def damaged(draft: Draft, material: Material) -> Draft:
    """The draft with a note for each quoted file (three at most) that is no sound UTF-8, or that could not be
    parsed in the definition quoted.
    """
    quoted: dict[str, list[Quote]] = {}
    for quote in (q for part in draft.parts for sentence in part.sentences for q in sentence.quotes):
        quoted.setdefault(quote.path, []).append(quote)
    notes = [
        n
        for path, quotes in quoted.items()
        if (file := material.live.file(path)) is not None
        for n in _notes(file, quotes)
    ][:_MOST]
    if not notes:
        return draft
    return Draft(
        shape=draft.shape,
        parts=(
            *draft.parts,
            Part(title=LIMITS, sentences=tuple(Sentence(text=n, item=True, note=True) for n in notes)),
        ),
    )


def _notes(file: LiveFile, quotes: list[Quote]) -> list[str]:
    told: list[str] = []
    for problem in file.outline.problems:
        if problem.code == "not_utf8":
            told.append(f"`{code(file.path)}` is not whole: {problem.message}.")
        elif problem.code == "syntax" and problem.span is not None:
            at, lines = problem.span.start, file.lines
            line = lines.line_of(at)
            spans = [
                symbol.span for symbol in file.outline.symbols if symbol.span.start <= at <= symbol.span.end
            ]
            around = min(spans, key=len, default=lines.line_span(line))
            if any(q.span.overlaps(around) for q in quotes):
                told.append(
                    f"Line {line + 1} of `{code(file.path)}` could not be parsed: what is said of the code around it may lack something."
                )
    return list(dict.fromkeys(told))  # a line may have several problems
