"""The words of prose and of code that a detail is found by."""

from __future__ import annotations

import re

from helix_lsp.text.identifiers import lower_parts
from helix_lsp.text.words import STOP_WORDS, stem

_TRIVIAL = frozenset(
    stem(w)
    for w in (
        "if when both either neither given get gets pass error errors raise raises throw throws exception value turns turn not "
        "set called call"
    ).split()
)


def content(text: str) -> frozenset[str]:
    """Stems of the words of a text and of the parts of its names, without those that are everywhere."""
    words = {stem(p) for w in re.findall(r"[A-Za-z_]\w*", text) for p in lower_parts(w) if len(p) > 2}
    return frozenset(w for w in words if w not in STOP_WORDS and w not in _TRIVIAL)
