"""What must hold of every outline, whatever the bytes were."""

from __future__ import annotations

from itertools import pairwise

from helix_lsp.syntax.outline import Outline
from helix_lsp.syntax.parse import scrub
from helix_lsp.text.positions import Span


def check_outline(data: bytes, outline: Outline) -> None:
    """Asserts the invariants of `syntax/outline.py` for a document or a configuration file."""
    text = scrub(data)
    for span in _spans(outline):
        assert 0 <= span.start <= span.end <= len(data)
        assert _on_boundary(text, span.start), span
        assert _on_boundary(text, span.end), span
    for facts in (outline.mentions, outline.links, outline.fences, outline.keys, outline.sections):
        starts = [fact.span.start for fact in facts]
        assert starts == sorted(starts)
    for mention in outline.mentions:
        assert mention.outer.covers(mention.span)
        assert mention.text.strip()
        assert -1 <= mention.section < len(outline.sections)
        assert not any(fence.span.overlaps(mention.span) for fence in outline.fences)
    assert all(a.outer.end <= b.outer.start for a, b in pairwise(outline.mentions))
    assert all(a.span.end <= b.span.start for a, b in pairwise(outline.fences))
    _check_sections(outline)


def _check_sections(outline: Outline) -> None:
    anchors = [section.anchor for section in outline.sections]
    assert len(set(anchors)) == len(anchors)
    for i, section in enumerate(outline.sections):
        assert section.extent.covers(section.span)
        assert section.span.covers(section.heading)
        assert -1 <= section.parent < i
        if section.parent >= 0:
            parent = outline.sections[section.parent]
            assert parent.level < section.level
            assert parent.extent.covers(section.extent)
        if i:
            assert outline.sections[i - 1].span.end == section.span.start


def _spans(outline: Outline) -> list[Span]:
    out = [
        fact.span
        for facts in (outline.mentions, outline.links, outline.fences, outline.keys)
        for fact in facts
    ]
    out.extend(mention.outer for mention in outline.mentions)
    out.extend(link.text for link in outline.links)
    out.extend(key.value for key in outline.keys)
    out.extend(
        span for section in outline.sections for span in (section.heading, section.span, section.extent)
    )
    out.extend(problem.span for problem in outline.problems if problem.span is not None)
    return out


def _on_boundary(text: bytes, offset: int) -> bool:
    return offset >= len(text) or text[offset] & 0xC0 != 0x80
