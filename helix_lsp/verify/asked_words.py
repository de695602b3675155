"""The content words of a question: what an answer to it should speak of."""

from __future__ import annotations

from helix_lsp.text.words import STOP_WORDS, WORD

_ASKING = frozenset(
    "please explain describe show tell define list give find name example mean means meaning difference compare work works working file files "
    "repo repository codebase code project default currently exactly kind type types way many much long often".split()
)
_MOST = 24


def asked_words(question: str) -> tuple[str, ...]:
    """Distinct words in order, without those that only ask."""
    words = [
        w
        for w in WORD.findall(question)
        if w.lower() not in STOP_WORDS and w.lower() not in _ASKING and len(w) > 1
    ]
    return tuple(dict.fromkeys(words))[:_MOST]
