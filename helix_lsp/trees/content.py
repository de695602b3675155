"""The content words of a question or name: stems in reading order, without stop words and without the words
in which one asks.

One rule for matching cards, selecting trees and scoring nodes. A form keeps its stems in order, so that an
exact name is found as a run.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from helix_lsp.text.words import STOP_WORDS, WORD, split, stem

# Words in which a question is asked, about any repository; they say nothing about what it is about.
_ASKING = frozenset(
    map(
        stem,
        "define definition mean meaning means explain describe tell show say says list give find know about please repo repository codebase code "
        "file files project system concept term word exactly really actually briefly help ask asks question work works".split(),
    )
)
_SMALLEST = 2
_REMEMBERED = 20_000
_IDENTIFIER = re.compile(r"[_\d]|[a-z][A-Z]|\A[A-Z]{2,}\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """A name as it is looked for: `stems` of all its words in order, `content` those that carry meaning (each
    once), `text` as written.

    `distinct` is True for what only an identifier looks like (`TS_ratio`, `QI`, `zeroMQ`).
    """

    text: str
    stems: tuple[str, ...]
    content: tuple[str, ...]
    distinct: bool


@lru_cache(_REMEMBERED)
def stems_of(text: str) -> tuple[str, ...]:
    """Stems of the parts of all words, in reading order."""
    return tuple(part for word in WORD.findall(text) for part in split(word)[0])


@lru_cache(_REMEMBERED)
def content_of(text: str) -> tuple[str, ...]:
    """The stems that carry meaning, each once, in reading order."""
    parts = (part for word in WORD.findall(text) if word.lower() not in STOP_WORDS for part in split(word)[0])
    return tuple(dict.fromkeys(part for part in parts if len(part) >= _SMALLEST and part not in _ASKING))


@lru_cache(_REMEMBERED)
def stem_set(text: str) -> frozenset[str]:
    """The stems as a set, for tests of membership only."""
    return frozenset(stems_of(text))


@lru_cache(_REMEMBERED)
def form_of(name: str) -> Form:
    """How a name is looked for."""
    words = WORD.findall(name)
    return Form(
        text=name,
        stems=stems_of(name),
        content=content_of(name),
        distinct=len(words) == 1 and _IDENTIFIER.search(words[0]) is not None,
    )


def runs(part: tuple[str, ...], whole: tuple[str, ...]) -> bool:
    """True when `part` is in `whole` as a run; an empty one does not."""
    size = len(part)
    return size > 0 and any(whole[at : at + size] == part for at in range(len(whole) - size + 1))
