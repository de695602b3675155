"""A cited text cut down to the few pieces that share most words with a statement, so that words which stand
far apart carry nothing together.
"""

from __future__ import annotations

from helix_lsp.verify.reading import read
from helix_lsp.verify.segments import segments


def narrow(statement: str, text: str, pieces: int) -> str:
    """The best `pieces` pieces in their own order, each a paragraph."""
    wanted = frozenset(read(statement).words)
    parts = segments(text)
    shared = [len(wanted & read(part).stems) for part in parts]
    ranked = sorted(range(len(parts)), key=lambda n: (-shared[n], n))
    return "\n\n".join(parts[n] for n in sorted(ranked[:pieces]))
