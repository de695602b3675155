"""A text in the pieces that can each carry a statement: sentences of prose, short runs of lines of code."""

from __future__ import annotations

from functools import lru_cache

from helix_lsp.text.sentences import sentences

_LONGEST = 480
_RUN = 3


@lru_cache(2_048)
def segments(text: str) -> tuple[str, ...]:
    """Pieces in order, none empty. A stretch without sentences is cut into runs of three lines, each
    beginning a line later.
    """
    out: list[str] = []
    for start, end in sentences(text, source=True):
        piece = text[start:end]
        if len(piece) <= _LONGEST:
            out.append(piece)
            continue
        lines = [line for line in piece.splitlines() if line.strip()]
        out += ["\n".join(lines[n : n + _RUN]) for n in range(max(1, len(lines) - _RUN + 1))]
    return tuple(out)
