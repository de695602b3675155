"""Sections of all documents by their titles, for a person who types a few letters of one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from helix_lsp.ide.view import View
from helix_lsp.text.span import Span

_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundSection:
    """`above` is the title of the section it lies in (`` at the top). `sha` names the bytes that the span
    belongs to.
    """

    path: str
    title: str
    above: str
    span: Span
    sha: str


@dataclass(slots=True)
class SectionCache:
    """Sections by path, with the content they were read from; belongs to one workspace, may be shared by
    threads.
    """

    known: dict[str, tuple[str, tuple[FoundSection, ...]]] = field(
        default_factory=dict[str, tuple[str, tuple[FoundSection, ...]]]
    )


def find_sections(view: View, query: str, cache: SectionCache) -> tuple[FoundSection, ...]:
    """Every word of `query` must begin a word of the title; an empty query finds all. Best first, then by
    path and place.

    A title that is the query comes before one that begins with it, that before the others; outer sections
    before inner ones.
    """
    words = tuple(_WORD.findall(query.casefold()))
    whole = " ".join(words)
    found: list[tuple[int, int, str, int, FoundSection]] = []
    for path in view.snapshot.paths():
        for section in _sections(view, path, cache):
            title = _WORD.findall(section.title.casefold())
            if all(any(part.startswith(word) for part in title) for word in words):
                text = " ".join(title)
                rank = 0 if text == whole else 1 if text.startswith(whole) else 2
                found.append((rank, len(section.above) > 0, path, section.span.start, section))
    found.sort(key=lambda one: one[:4])
    return tuple(one[4] for one in found[: view.config.ide.found_sections])


def _sections(view: View, path: str, cache: SectionCache) -> tuple[FoundSection, ...]:
    entry = view.snapshot.file(path)
    if entry is None or entry.surface.kind != "docs":
        return ()
    held = cache.known.get(path)
    if held is not None and held[0] == entry.sha:
        return held[1]
    outline = view.snapshot.skeleton(path)
    sections = outline.sections if outline is not None else ()
    made = tuple(
        FoundSection(
            path=path,
            title=s.title,
            above=sections[s.parent].title if s.parent >= 0 else "",
            span=s.heading,
            sha=entry.sha,
        )
        for s in sections
    )
    cache.known[path] = (entry.sha, made)
    return made
