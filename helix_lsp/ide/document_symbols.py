"""What a document is made of: its sections, as nested as its headings."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.live import Live
from helix_lsp.ide.view import View
from helix_lsp.syntax.outline import Section
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """`full` is the section with all below it, `focus` its heading; `level` from 1."""

    name: str
    level: int
    full: Span
    focus: Span
    children: tuple[Entry, ...] = ()


def document_symbols(view: View, path: str) -> tuple[Entry, ...]:
    """The sections of a document in its current bytes, in their order; empty for code, which other servers
    know better.
    """
    outline = Live(view.snapshot, view.texts).outline(path)
    return () if outline is None else _below(outline.sections)


def _below(sections: tuple[Section, ...]) -> tuple[Entry, ...]:
    """Children are behind their parents, so building from the end finds each one's children done."""
    held: dict[int, list[Entry]] = {}
    for at in range(len(sections) - 1, -1, -1):
        section = sections[at]
        entry = Entry(
            name=section.title or "(no title)",
            level=section.level,
            full=section.extent,
            focus=section.heading,
            children=tuple(reversed(held.pop(at, []))),
        )
        held.setdefault(section.parent, []).append(entry)
    return tuple(reversed(held.pop(-1, [])))
