"""Which words of a question an answer owes its reader a word about, when it has none of them: those that name a thing.

What is done to a thing or how it is (`growing`, `lowest`), words of everyday speech that reading looked for in the words of code, and words
that ask say nothing when they stand nowhere: naming them tells the reader only how the question was put.
"""

from __future__ import annotations

import re

from helix_lsp.ask.asking import ASKING
from helix_lsp.search.reading.everyday import everyday, meant_by
from helix_lsp.search.reading.wanted import WantedWords, one_apart
from helix_lsp.text.words import STOP_WORDS, stem, word_terms

_OF_NO_THING = re.compile(r"[a-z]{2,}(?:ed|ing|est|ly|self|selves)\Z")
_LONGER = 5  # `red` and `ring` are things; a shorter word is one letter away from too many others
_SHORTEST = 3
_GRAMMAR = frozenset("but like instead while several off away rather than though although back without during against over again".split())


def names_a_thing(word: str, question: str, wanted: WantedWords) -> bool:
    """True for a word as the question writes it whose absence says something: a name, a number, a noun without everyday readings."""
    if question.lstrip().startswith(word) and word.istitle():
        return False  # `Walk me through ...`
    if not word.isalpha() or word != word.lower():
        return True
    term = stem(word)
    if word in _GRAMMAR or term in ASKING or len(word) < _SHORTEST or meant_by(term) or term not in wanted.values:
        return False
    return len(word) < _LONGER or not (_OF_NO_THING.match(word) or any(one_apart(term, w) for w in everyday() | STOP_WORDS))


def owed(words: tuple[str, ...], told: str, question: str, wanted: WantedWords) -> tuple[str, ...]:
    """Those of the words that name a thing and that neither stand in what is told nor have another word there; each once, in their order."""
    low = told.lower()
    held = wanted.held(wanted.stands.keys() & frozenset(word_terms(told)))
    missed = (w for w in words if w.lower() not in low and stem(w.lower()) not in held and names_a_thing(w, question, wanted))
    return tuple(dict.fromkeys(missed))
