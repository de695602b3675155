"""Who speaks of what is under a cursor: uses in code and tests, documents that mention it; for a heading,
links to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.align.live import Live
from helix_lsp.align.other_names import Usage
from helix_lsp.align.usage import usages_of
from helix_lsp.ide.links import section_links
from helix_lsp.ide.mention_at import under
from helix_lsp.ide.view import View
from helix_lsp.index.snapshot import Defined, Mentioned
from helix_lsp.syntax.outline import Section
from helix_lsp.text.span import Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A range in the current bytes of a file."""

    path: str
    span: Span


def references(view: View, path: str, offset: int, *, declaration: bool) -> tuple[Place, ...]:
    """Definition (when asked for), certain uses, tests, then documents; files that changed since they were
    indexed are left out.

    Uses that only bear the same name come in only where there is no certain one.
    """
    here = under(view, path, offset)
    if here is None:
        section = section_at(view, path, offset)
        return () if section is None else _of_section(view, path, section, declaration=declaration)
    live = here.live
    least = here.found[0].score - view.config.align.tie
    found: list[Place] = []
    for one in here.found:
        if one.score >= least:
            found += _of_definition(view, live, one.defined, declaration=declaration)
    return tuple(dict.fromkeys(found))[: view.config.ide.references]


def section_at(view: View, path: str, offset: int) -> Section | None:
    """The section whose heading holds byte `offset`."""
    outline = Live(view.snapshot, view.texts).outline(path)
    sections = outline.sections if outline is not None else ()
    return next((s for s in sections if s.heading.contains(offset)), None)


def _of_section(view: View, path: str, section: Section, *, declaration: bool) -> tuple[Place, ...]:
    first = [Place(path=path, span=section.heading)] if declaration else []
    links = [
        Place(path=link.path, span=link.span)
        for link in section_links(view, path)
        if link.anchor == section.anchor
    ]
    return tuple(first + links)[: view.config.ide.references]


def _of_definition(view: View, live: Live, defined: Defined, *, declaration: bool) -> list[Place]:
    symbol = live.symbol(defined)
    if symbol is None:
        return []
    own = Place(path=defined.path, span=symbol.name_span)
    uses = usages_of(defined, live, view.config.align)
    places = [own] if declaration else []
    places += [
        Place(path=u.path, span=u.span)
        for u in (*_certain(uses.code), *_certain(uses.tests), *_certain(uses.imports))
        if live.same(u.path)
    ]
    places += [span for m in uses.documents if (span := _mention(live, m)) is not None]
    return [place for place in places if place != own or declaration]


def _certain(uses: tuple[Usage, ...]) -> tuple[Usage, ...]:
    return tuple(u for u in uses if u.certain) or uses


def _mention(live: Live, found: Mentioned) -> Place | None:
    """The mention in the current bytes; one that moved is found again by its text."""
    if live.same(found.path):
        return Place(path=found.path, span=found.mention.span)
    fresh = live.outline(found.path)
    moved = (
        next((m for m in fresh.mentions if m.text == found.mention.text), None) if fresh is not None else None
    )
    return Place(path=found.path, span=moved.span) if moved is not None else None
