"""Which knowledge trees a question names. One shared word names none (design-decisions.md#two-words): two
words of the tree's id or label, a phrase of its matchers that has two words, or one word with `tree` behind
it (`the release tree`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from helix_lsp.ask.question.topics import says, tokens_of
from helix_lsp.text.words import STOP_WORDS
from helix_lsp.trees.forest import Forest, Tree
from helix_lsp.trees.read_resolver import TreeEntry

_TWO = 2
_KINDS = ("tree", "graph", "dag")


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """`how` is name for an id or label, matcher for one of the tree's phrases."""

    tree: Tree
    how: Literal["name", "matcher"]


def named_trees(text: str, forest: Forest) -> tuple[Named, ...]:
    """In the order of the forest."""
    if not forest.trees:
        return ()
    said = tokens_of(text)
    found: list[Named] = []
    for tree in forest.trees:
        names, matchers = _phrases(tree.entry)
        if any(says(p, said) for p in names):
            found.append(Named(tree=tree, how="name"))
        elif any(says(p, said) for p in matchers):
            found.append(Named(tree=tree, how="matcher"))
    return tuple(found)


@lru_cache(1_000)
def _phrases(entry: TreeEntry) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Phrases of id and label, and of the matchers, that are enough to name the tree; expressions are left to
    the pack.
    """
    return _enough((entry.id, entry.label)), _enough(
        tuple(m for m in entry.matchers if not m.startswith("/"))
    )


def _enough(names: tuple[str, ...]) -> tuple[str, ...]:
    out: list[str] = []
    for name in names:
        content = [word for word, _ in tokens_of(name).words if word not in STOP_WORDS and word not in _KINDS]
        if len(content) >= _TWO:
            out.append(name.replace("&", " "))
        elif len(content) == 1:
            out += [f"{content[0]} {kind}" for kind in _KINDS]
    return tuple(dict.fromkeys(out))
