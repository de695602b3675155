"""The prose of a docstring or comment: what is left without literal blocks, doctests, fences and field lists."""

from __future__ import annotations

import re

from helix_lsp.text.span import Span

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_FIELD = re.compile(
    rb"\s*(?:[*/#]+\s*)?(?::[\w-]+(?: [^:\n]{1,80})?:(?![:`])|[@\\](?!(?:brief|details|description|note|summary)\b)[a-zA-Z]\w*)"
)
_RULE = re.compile(rb"\s*(?:[*/#]+\s*)?(?:-{3,}|={3,}|\.\. )|\s*(?:///?!?|//!|\*)[ \t]+#{1,6}[ \t]|\s*// ?\t")
_EMPTY = re.compile(rb"\s*(?:[*/#]+\s*)?\Z")
_PROMPT = re.compile(rb"\s*(?:>>>|\.\.\. |\$ )")
_OPENS = re.compile(rb"(?:::|\.\. [\w-]+::.*)\s*\Z")
_FENCE = re.compile(rb"\s*(?:[*/#]+\s*)?(?:```|~~~)")


def prose_of(data: bytes, doc: Span) -> list[Span]:
    """Stretches of prose in order; one ends where code, a heading or a field (`:param`, `@return`) begins, a
    field at a blank line.
    """
    out: list[Span] = []
    start = -1
    literal = -1
    fenced = fielded = False
    for match in _LINE.finditer(data, doc.start, doc.end):
        line = match.group()
        if not line:
            break
        text = line.strip()
        indent = len(line) - len(line.lstrip(b" \t"))
        fielded = bool(_FIELD.match(line)) or (fielded and not _EMPTY.match(line))
        if _FENCE.match(line):
            fenced = not fenced
            kept = False
        elif (
            fenced
            or fielded
            or _PROMPT.match(line)
            or _RULE.match(line)
            or (literal >= 0 and text and indent > literal)
        ):
            kept = False
        else:
            kept = True
            if text:
                literal = indent if _OPENS.search(text) else -1
        if kept and start < 0:
            start = match.start()
        elif not kept and start >= 0:
            out.append(Span(start, match.start()))
            start = -1
        if not kept and _OPENS.search(text):
            literal = indent
    if start >= 0:
        out.append(Span(start, doc.end))
    return out
