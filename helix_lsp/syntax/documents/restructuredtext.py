"""reStructuredText -> sections, literals, roles, links and code blocks with their exact bytes.

A ``literal`` is a mention of kind `code_span`; interpreted text and the name in an object directive are
mentions of kind `role`, whose `role` is the last component of the role's or directive's name (`:py:meth:` ->
`meth`, `.. py:method::` -> `method`, single back-ticks -> ``). A mention's `text` is its `span`'s bytes, on
one line. A link's `span` covers the target, of a named reference the name; names that lead nowhere in this
document give no link. A fence's `span` begins at the indentation of its block: that column is the indentation
of the lines that follow. Sections are numbered by the order in which their adornments are first used; `..
_label:` before a title is its anchor. Source: the reStructuredText Markup Specification of docutils, the
roles and directives of Sphinx.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from helix_lsp.syntax.documents.rst_blocks import Blocks, normal_name, read_blocks
from helix_lsp.syntax.documents.rst_inline import Inline, Reference, scan_inline, visible_text
from helix_lsp.syntax.documents.sections import Heading, Sections
from helix_lsp.syntax.outline import Fence, Link, Mention, Outline
from helix_lsp.syntax.parse import scrub

_MOST_HOPS = 8
_DOCUMENT_ROLES = ("doc", "ref", "download", "numref")


def read_restructuredtext(data: bytes) -> Outline:
    """The facts of one document. Never raises."""
    data = scrub(data)
    blocks = read_blocks(data)
    found = [scan_inline(data, segments) for segments in blocks.texts]
    sections = Sections(_headings(data, blocks, found), len(data))
    return Outline(
        language="restructuredtext",
        sections=sections.all,
        mentions=_mentions(data, blocks, found, sections),
        links=_links(blocks, found, sections),
        fences=tuple(
            Fence(language=language, span=span, section=sections.at(span.start))
            for language, span in blocks.codes
        ),
    )


def _headings(data: bytes, blocks: Blocks, found: list[Inline]) -> list[Heading]:
    styles: dict[bytes, int] = {}
    out: list[Heading] = []
    for title in blocks.titles:
        level = styles.setdefault(title.style, len(styles) + 1)
        text = visible_text(data, blocks.texts[title.text], found[title.text])
        out.append(Heading(title=text, level=level, span=title.span, anchor=title.label))
    return out


def _mentions(data: bytes, blocks: Blocks, found: list[Inline], sections: Sections) -> tuple[Mention, ...]:
    out = [
        Mention(
            text=m.text,
            kind="code_span" if m.role is None else "role",
            span=m.span,
            outer=m.outer,
            role=m.role or "",
            section=sections.at(m.span.start),
        )
        for inline in found
        for m in inline.marked
    ]
    for role, span, outer in blocks.objects:
        text = span.cut(data).decode("utf-8", "replace")
        out.append(
            Mention(
                text=text, kind="role", span=span, outer=outer, role=role, section=sections.at(span.start)
            )
        )
    return tuple(sorted(out, key=lambda m: (m.span, m.outer)))


def _links(blocks: Blocks, found: list[Inline], sections: Sections) -> tuple[Link, ...]:
    names = _names(blocks, found, sections)
    anonymous = iter(blocks.anonymous)
    out = [
        Link(target=target, span=span, text=span, section=sections.at(span.start))
        for target, span in blocks.links
    ]
    for reference in chain.from_iterable(inline.references for inline in found):
        target = reference.target or _resolve(reference, names, anonymous)
        if target:
            out.append(
                Link(
                    target=target,
                    span=reference.span,
                    text=reference.text,
                    section=sections.at(reference.span.start),
                )
            )
    for inline in found:
        out.extend(
            Link(target=m.text, span=m.span, text=m.span, section=sections.at(m.span.start))
            for m in inline.marked
            if m.role in _DOCUMENT_ROLES
        )
    return tuple(sorted(out, key=lambda k: (k.span, k.text)))


def _names(blocks: Blocks, found: list[Inline], sections: Sections) -> dict[str, str]:
    """Everything a reference may name: explicit targets first, then addresses given inline, then titles."""
    names = {name: address or f"#{name}" for name, address in blocks.targets.items()}
    for reference in chain.from_iterable(inline.references for inline in found):
        if reference.defines and reference.target:
            names.setdefault(normal_name(reference.defines), reference.target)
    for section in sections.all:
        names.setdefault(normal_name(section.title), f"#{section.anchor}")
    return names


def _resolve(reference: Reference, names: dict[str, str], anonymous: Iterator[str]) -> str:
    """The address behind a name, through targets that are only other names; `` when there is none."""
    if not reference.name:
        return next(anonymous, "")
    target = names.get(normal_name(reference.name), "")
    for _ in range(_MOST_HOPS):
        if not target.endswith("_") or target.startswith("#") or "/" in target:
            return target
        target = names.get(normal_name(target[:-1].strip("`")), "")
    return ""
