"""Comments as text: their marks blanked at the same length, so that every offset stays what it was, and
neighbours read as one.
"""

from __future__ import annotations

import re

from helix_lsp.text.span import Span

_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\n|\r|\Z)")
_STAR = re.compile(rb"[ \t\f]*(\*+/|\*(?!\*))")
_MARK = re.compile(rb"[ \t\f]*(/\*+!?|//+!?|#+[!:]?|--+|;+)(?![\w-])")
_CLOSE = re.compile(rb"(?<!\*)\*+/[ \t\f\r\n]*\Z")


def unmarked(text: bytes) -> bytes:
    """A stretch of a comment or docstring with spaces where its lines have `//`, `#`, `--`, `;`, `/*`, `*` or
    `*/`.

    A mark counts only when every later line with text has one of its kind: a docstring's list of `*` items
    keeps its stars.
    """
    lines = [m.group() for m in _LINE.finditer(text) if m.group()]
    for mark in (_STAR, _MARK):
        rest = [line for line in lines[1:] if line.strip()]
        if all(mark.match(line) for line in rest) and (rest or mark is _MARK):
            lines = [
                *(_blank(lines[0], _MARK) for _ in lines[:1]),
                *(_blank(line, mark) for line in lines[1:]),
            ]
            if mark is _STAR and lines:
                lines[0] = _blank(lines[0], _STAR)
            break
    whole = b"".join(lines)
    return _CLOSE.sub(lambda m: b" " * len(m[0].rstrip()) + m[0][len(m[0].rstrip()) :], whole)


def joined(spans: list[Span], data: bytes) -> list[Span]:
    """Comments on lines that follow each other read as one."""
    out: list[Span] = []
    for span in sorted(spans):
        if (
            out
            and not data[out[-1].end : span.start].strip()
            and data.count(b"\n", out[-1].end, span.start) <= 1
        ):
            out[-1] = Span(out[-1].start, max(out[-1].end, span.end))
        elif not out or span.start >= out[-1].end:
            out.append(span)
    return out


def _blank(line: bytes, mark: re.Pattern[bytes]) -> bytes:
    match = mark.match(line)
    return line[: match.start(1)] + b" " * len(match[1]) + line[match.end(1) :] if match else line
