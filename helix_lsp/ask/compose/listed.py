"""The whole list that a question asks for, as it stands, below what it is called."""

from __future__ import annotations

from textwrap import dedent

from helix_lsp.ask.compose.material import Material, code, data_of
from helix_lsp.ask.draft import Sentence
from helix_lsp.ask.text.quote import line_quote, quote
from helix_lsp.search.reading.listings import listing
from helix_lsp.text.positions import Span

_WHOLE = 40  # lines of a list that are shown: it is asked for whole
_PART = 12


def listed_line(material: Material) -> Sentence | None:
    """The lines of the list under what it is called; None where the question asks for no list, or none is
    surely the one.
    """
    if material.reading is None:
        return None
    one = listing(
        material.reading, material.question.text, material.snapshot, lambda path: data_of(material, path)
    )
    if one is None:
        return None
    file, entry = material.live.file(one.path), material.snapshot.file(one.path)
    if file is None or entry is None or one.last > file.lines.line_count:
        return None
    lines, document = file.lines, entry.surface.kind == "docs"
    title = line_quote(file, lines.line_span(one.title - 1))
    last = one.last if one.last - one.first < _WHOLE else one.first + _PART - 1
    span = Span(lines.line_span(one.first - 1).start, lines.line_span(last - 1).end)
    shown = quote(
        file, span, dedent(span.cut(file.data).decode("utf-8", "replace").replace("\r\n", "\n")).rstrip()
    )
    called = title.text.strip(" #=:[{(")
    lead = f"*{called}* in `{code(one.path)}`:" if document else f"`{code(called)}`:"
    return Sentence(text=lead, quotes=(title, shown), code=shown.text, language=entry.language)
