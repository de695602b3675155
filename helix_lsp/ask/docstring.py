"""The prose of a docstring or comment: what is left without literal blocks, doctests, fences and field lists."""

from __future__ import annotations

import re

from helix_lsp.text.span import Span

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_FIELD = re.compile(rb"\s*(?:[*/#]+\s*)?(?::[\w-]+(?: [^:\n]{1,80})?:|@\w+|-{3,}|={3,}|\.\. )")
_PROMPT = re.compile(rb"\s*(?:>>>|\.\.\. |\$ )")
_OPENS = re.compile(rb"(?:::|\.\. [\w-]+::.*)\s*\Z")
_FENCE = re.compile(rb"\s*(?:[*/#]+\s*)?(?:```|~~~)")


def prose_of(data: bytes, doc: Span) -> list[Span]:
    """Stretches of prose in order; a stretch ends where code or a field begins."""
    out: list[Span] = []
    start = -1
    literal = -1
    fenced = False
    for match in _LINE.finditer(data, doc.start, doc.end):
        line = match.group()
        if not line:
            break
        text = line.strip()
        indent = len(line) - len(line.lstrip(b" \t"))
        if _FENCE.match(line):
            fenced = not fenced
            kept = False
        elif fenced or _PROMPT.match(line) or _FIELD.match(line) or (literal >= 0 and text and indent > literal):
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
