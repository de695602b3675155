"""Member names that libraries have: a call of one on a receiver that nobody knows says nothing, even where
the repository defines it once.

Names of built-in types (`get`, `append`, `toString`), members of standard libraries and of what programs are commonly
written with. Where several words make up a name it may stand for one definition; a single word never does.
"""

from __future__ import annotations

from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.words import split

_EVERYDAY, _NAMES, _C_LIBRARY = (
    frozenset(word for line in part if line[0] != "#" for word in line.split())
    for part in parts_of_text(__package__ or "", "library.txt")
)
_WORDS = 2
_LETTERS = 9


def is_everyday(name: str) -> bool:
    """True when the name alone does not point to one definition, even if the repository has only one."""
    return name in _EVERYDAY or (name.startswith("__") and name.endswith("__"))


def is_shared(name: str) -> bool:
    """True for a member that a library is known to have: on an owner that nobody knows it may be the library's."""
    return name in _NAMES or is_everyday(name)


def is_own(name: str) -> bool:
    """True for a name that no library is known to share: two words or more, long, and in no table."""
    bare = name.strip("_")
    return (
        len(bare) >= _LETTERS
        and len(split(bare)[0]) >= _WORDS
        and not is_shared(name)
        and bare not in _NAMES
        and not is_everyday(bare.lower())
    )


def is_c_library(name: str, language: str) -> bool:
    """True for a function of C's library: a repository that defines one does so for the systems that lack it."""
    return language in ("c", "cpp") and name in _C_LIBRARY
