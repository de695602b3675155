"""How a tree is shaped, before a query is run over it.

A query's cost per node grows with the node's depth and with the run of nameless siblings behind it, so
hostile text (100,000 opening brackets, a million chained calls) would make it quadratic. Depth is cut off;
nodes with too many broken children are read child by child.
"""

from __future__ import annotations

import msgspec
from tree_sitter import Node

DEEPEST = 1_000
_WIDEST = 5_000
_MOST_VISITED = 50_000


class Shape(msgspec.Struct, frozen=True, kw_only=True):
    """`deep` is True for a tree that goes beyond `DEEPEST`; `wide` are the broken nodes with more than 5,000
    children.
    """

    deep: bool
    wide: tuple[Node, ...]

    @property
    def plain(self) -> bool:
        """True for every tree of a text that a person wrote."""
        return not self.deep and not self.wide


def survey(root: Node) -> Shape:
    """Looks at the long nodes for depth, and at the nodes that hold errors for width."""
    return Shape(deep=_is_deep(root), wide=tuple(_wide(root)) if root.has_error else ())


def _is_deep(root: Node) -> bool:
    """A level takes a byte at least, so whatever is shorter than the levels that are left need not be looked
    at.
    """
    pending = [(root, 0)]
    visited = 0
    while pending and visited < _MOST_VISITED:
        node, depth = pending.pop()
        if depth >= DEEPEST:
            return True
        least = DEEPEST - depth
        children = node.children
        visited += len(children)
        pending.extend((child, depth + 1) for child in children if child.end_byte - child.start_byte >= least)
    return False


def _wide(root: Node) -> list[Node]:
    out: list[Node] = []
    pending = [root]
    visited = 0
    while pending and visited < _MOST_VISITED:
        node = pending.pop()
        count = node.child_count
        visited += 1 + min(count, _WIDEST)
        if count > _WIDEST:
            out.append(node)
        else:
            pending.extend(child for child in node.children if child.has_error and child.child_count)
    return out
