"""The keys under which definitions, mentions and paths are found: one rule for storing and for asking.

A key is lower-case, without outer underscores (a name of underscores only keeps them), the last component of
what was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from helix_lsp.index.surface import is_entry
from helix_lsp.text.paths import split_path, stem_of
from helix_lsp.text.words import WORD, split

_SEPARATOR = re.compile(r"\.|::|#|->|/|\\|~|!|@|\$")
_CALL = re.compile(r"[(\[<{=].*\Z", re.DOTALL)
_LONGEST = 200
LONG_NAME = 255  # names of as many letters and of more are not told apart by their length


def name_key(name: str) -> str:
    """Key of a definition or of an asked name (`Flask.route`, `std::fmt`, `_Private`, `save!` -> `route`,
    `fmt`, `private`, `save`).
    """
    name = name.strip()
    last = _SEPARATOR.split(name.rstrip("!?") or name)[
        -1
    ]  # a mark at the end is left out of a sentence as often as not
    return (last.strip("_") or last).lower()[:_LONGEST]


def mention_key(text: str) -> str:
    """Key of an inline-code text, call parentheses and what follows dropped; `` when it is not one name (a
    command, a flag).
    """
    text = text.strip()
    head = _CALL.sub("", text).rstrip(" ?:*&")
    if not head or head.startswith("-") or any(c.isspace() for c in head):
        return ""
    key = name_key(head)
    return key if WORD.search(key) else ""


def bare_names(names: Sequence[str]) -> list[str]:
    """The names in lower case without underscores, in their order: what near names are compared by."""
    bare = "\n".join(names).replace("_", "").lower().split("\n")
    return (
        bare if len(bare) == len(names) else [name.replace("_", "").lower() for name in names]
    )  # no name, or line ends in some


def bare_length(name: str) -> int:
    """How many characters the one of `bare_names` has, LONG_NAME for all that have more."""
    return min(len(name.replace("_", "").lower()), LONG_NAME)


def name_words(names: Iterable[str]) -> tuple[str, ...]:
    """Stemmed words of these names, each once, sorted."""
    return tuple(sorted({word for name in names for word in split(name)[0]}))


@lru_cache(4_096)
def path_words(path: str) -> tuple[str, ...]:
    """Stemmed words of a path's stem, each once, in reading order; a file that speaks for its folder takes
    the folder's name.
    """
    folder, base = split_path(path)
    stem = split_path(folder)[1] if is_entry(base) and folder else stem_of(path)
    found = WORD.findall(stem)
    if len(found) == 1:
        return tuple(dict.fromkeys(split(found[0])[0]))
    return tuple(dict.fromkeys([part for word in found for part in split(word)[0]]))
