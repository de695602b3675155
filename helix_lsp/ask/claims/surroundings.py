"""What stands about a cited place: its path, the definitions and headings it lies in, and what kind they are.

A sentence may use these words without quoting them: `Flask.route` is told by where the cited line stands, not
by the line.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import kind_words
from helix_lsp.ask.text.live import LiveFiles
from helix_lsp.text.span import Span


def surroundings(path: str, span: Span, live: LiveFiles) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(names, signatures). Names: the path; then `qualified name\\nkind` of every definition that holds the
    place or whose name is in it, outermost first; then the titles of its sections. A documentation
    comment belongs to the definition it is over.
    """
    names, heads = [path], [path]
    file = live.file(path)
    if file is None:
        return tuple(names), ()
    for symbol in file.outline.symbols:
        if (
            symbol.span.covers(span)
            or span.covers(symbol.name_span)
            or (symbol.doc is not None and symbol.doc.overlaps(span))
        ):
            names.append(f"{symbol.qualified}\n{kind_words(symbol.kind)}")
            heads.append(symbol.signature)
    names.extend(s.title for s in file.outline.sections if s.extent.covers(span) and s.title)
    return tuple(names), tuple(heads[1:])
