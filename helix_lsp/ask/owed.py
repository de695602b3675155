"""Which words of a question an answer owes its reader a word about, when it has none of them: those that name
a thing.

What is done to a thing or how it is (`growing`, `lowest`), words of everyday speech that reading looked for
in the words of code, and words that ask say nothing when they are nowhere: naming them tells the reader
only how the question was put. Of words that are elsewhere in the repository, and not in what is cited, only
names and numbers are owed: reading chose the place for what it says in other words.
"""

from __future__ import annotations

from helix_lsp.ask.question.asking import ASKING
from helix_lsp.search.reading.everyday import everyday, meant_by
from helix_lsp.search.reading.ordinary import ordinary
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.text.regex import regex
from helix_lsp.text.words import one_apart, stem

_OF_NO_THING = regex(r"[a-z]{2,}(?:ed|ing|est|ly|self|selves)\Z")
_LONGER = 5  # `red` and `ring` are things; a shorter word is one letter away from too many others
_SHORTEST = 3


def names_a_thing(word: str, question: str, wanted: WantedWords) -> bool:
    """True for a word as the question writes it whose absence says something: a name, a number, a noun
    without everyday readings.
    """
    if not word.isalpha() or word != word.lower():
        return _is_name(word, question)
    term = stem(word)
    if (
        len(word) < _SHORTEST
        or term in ASKING
        or meant_by(term)
        or ordinary(word)
        or term not in wanted.values
    ):
        return False
    return len(word) < _LONGER or not (
        _OF_NO_THING.match(word) or any(one_apart(term, w) for w in everyday())
    )


def owed(words: tuple[str, ...], told: str, question: str) -> tuple[str, ...]:
    """Those of the words that are names or numbers and are not in what is told; each once, in their
    order.
    """
    low = told.lower()
    return tuple(dict.fromkeys(w for w in words if w.lower() not in low and _is_name(w, question)))


def _is_name(word: str, question: str) -> bool:
    """True for what is not spelled as a plain word; the capital that opens a question makes no name: `Walk me
    through ...`.
    """
    opens = question.lstrip().startswith(word) and word.istitle()
    return not opens and (not word.isalpha() or word != word.lower())
