"""Stop words that a question means as names: ``what does `other` do?``, `what does Get do?`.

A mark makes a name of any word: back-ticks, the parentheses of a call, an owner before it (`requests.get`). A
capital letter alone makes one where something is defined with that very spelling.
"""

from __future__ import annotations

from collections.abc import Callable

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD

_TICKED = regex(r"`(?:[\w.:#>-]*[.:#>])?([^\W\d]\w*)(?:\(\))?`")
_CALLED = regex(r"\b([^\W\d]\w+)\(\)")
_OWNED = regex(r"(?<=\w)(?:\.|::|#|->)([^\W\d]\w*)\b(?![./\\-]\w)")
_FIRST = regex(r"(?:[.?!:;\n]\s*|\A)\W*\Z")
_LEAST = 2  # letters of a name
# a keyword is marked because it is one
_KEYWORDS = frozenset(
    "and as do for from if in into is not of on or so this to use using when where which with".split()
)


def nothing_defined(_name: str) -> bool:
    """Where there is no index to ask."""
    return False


def spelled_in(snapshot: Snapshot) -> Callable[[str], bool]:
    """Tells whether the repository defines something with exactly that spelling."""
    return lambda name: any(one.symbol.name == name for one in snapshot.defined(name))


def stop_names(text: str, defines: Callable[[str], bool] = nothing_defined) -> frozenset[str]:
    """The stop words of a question that are names, as written; `defines` tells whether something is defined
    with exactly that spelling.
    """
    marked = {found[1] for pattern in (_TICKED, _CALLED, _OWNED) for found in pattern.finditer(text)}
    marked = {word for word in marked if word.lower() in STOP_WORDS and len(word) >= _LEAST}
    words = list(WORD.finditer(text))
    if 2 * sum(word[0][0].isupper() for word in words) > len(words):  # a title, or shouted
        capital = set[str]()
    else:
        capital = {
            word[0]
            for word in words
            if word[0][0].isupper()
            and len(word[0]) >= _LEAST
            and word[0].lower() in STOP_WORDS
            and not _FIRST.search(text[: word.start()])
        }
    return frozenset(
        {word for word in marked if word.lower() not in _KEYWORDS}
        | {word for word in capital | marked if defines(word)}
    )
