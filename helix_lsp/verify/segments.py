"""A text in the pieces that can each carry a statement: sentences of prose, short runs of lines of code."""

from __future__ import annotations

import re
from functools import lru_cache

from helix_lsp.verify.code_spans import replace_code

_END = re.compile(
    r"(?<=[.!?])[\"')\]`*]*\s+(?=[\"'`(*\[]?[A-Z0-9_`*])|(?:\r?\n)[ \t]*(?:[/#*;%-]+[ \t]*)?(?=\r?\n)|\r?\n(?=[ \t]*(?:[-+]|\d+[.)])[ \t])"
)
_LONGEST = 480
_RUN = 3


@lru_cache(2_048)
def segments(text: str) -> tuple[str, ...]:
    """Pieces in order, none empty. A stretch without sentences is cut into runs of three lines, each beginning a line later."""
    hidden = replace_code(text, lambda span: "X" * (span.end - span.start))
    out: list[str] = []
    at = 0
    for match in [*_END.finditer(hidden), None]:
        piece = text[at : match.start() if match else len(text)].strip()
        at = match.end() if match else at
        if len(piece) <= _LONGEST:
            out += [piece] if piece else []
            continue
        lines = [line for line in piece.splitlines() if line.strip()]
        out += ["\n".join(lines[n : n + _RUN]) for n in range(max(1, len(lines) - _RUN + 1))]
    return tuple(out)


def sentences(text: str) -> tuple[str, ...]:
    """A claim in its sentences; code spans are not cut."""
    return segments(text)
