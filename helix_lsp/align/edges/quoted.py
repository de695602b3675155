"""Elixir's quoted code: what is in a `quote` is built where it is written and runs where the macro is
used.
"""

from __future__ import annotations

import re

from helix_lsp.text.span import Span

_QUOTE = re.compile(r"(?<![\w.:@])quote\b(?=[ (])")
_LINE = re.compile(r"[^\n]*(?:\n|\Z)")
_UNQUOTE = re.compile(r"\bunquote(?:_splicing)?\(")
_MOST_LINES = 2_000


def is_quoted(text: str, within: Span, at: int) -> bool:
    """True for a byte of a definition's blanked text that a `quote` holds and no `unquote` takes out again:
    the definition does not run it.
    """
    return any(
        found.start() < at < _end(text, found.start(), within.end) and not _taken_out(text, found.end(), at)
        for found in _QUOTE.finditer(text, within.start, min(at, within.end))
    )


def _end(text: str, start: int, limit: int) -> int:
    """Behind the `end` that stands as far in as the line of the `quote`; a `quote` without a block ends with
    its line.
    """
    first = text.rfind("\n", 0, start) + 1
    indent = len(text[first:start]) - len(text[first:start].lstrip(" \t"))
    at = first
    for number in range(_MOST_LINES):
        line = _LINE.match(text, at)
        if line is None or at >= limit:
            break
        written = line[0]
        if not number and re.search(r"\bdo:", written):
            return line.end()
        if (
            number
            and len(written) - len(written.lstrip(" \t")) <= indent
            and re.match(r"end\b", written.lstrip(" \t"))
        ):
            return line.end()
        at = line.end()
    return min(at, limit)


def _taken_out(text: str, start: int, at: int) -> bool:
    """True when an `unquote(` before a byte is still open there."""
    for found in _UNQUOTE.finditer(text, start, at):
        between = text[found.end() : at]
        depth = 1
        for c in between:
            depth += (c == "(") - (c == ")")
            if not depth:
                break
        if depth:
            return True
    return False
