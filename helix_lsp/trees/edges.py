"""The ways out of a node that a walk may take.

Conceptual edges are walkable (design-decisions.md#tree-walks). A tree closes single ways by `blockedLinks`,
and asks for the congruence filter by `congruenceWalkOverride`; then proxies, levels above the allowed one,
another chart, and conditions that do not hold are closed as well.
"""

from __future__ import annotations

from helix_lsp.trees.forest import Tree
from helix_lsp.trees.node import Edge, Node
from helix_lsp.trees.read_resolver import Rules

_CONCEPTUAL = ("", "hierarchy", "association")
_PROXY = "proxy_only"
_UP = "parent"


def open_edges(node: Node, tree: Tree, *, up: bool = True) -> tuple[Edge, ...]:
    """Edges to follow, the most important relation first, then in the order of the file. A child's parents
    count as ways up even when only the parent states them; `up=False` leaves ways up out.
    """
    stated = {(edge.kind, edge.to) for edge in node.edges}
    implied = tuple(Edge(kind=_UP, to=p) for p in tree.parents.get(node.id, ()) if (_UP, p) not in stated)
    closed = {(blocked.source, blocked.target) for blocked in node.blocked}
    priorities = dict(tree.entry.priorities)
    found = [
        edge
        for edge in (*node.edges, *implied)
        if edge.to != node.id
        and (node.id, edge.to) not in closed
        and (up or edge.kind != _UP)
        and _allowed(edge, tree.entry.rules)
    ]
    return tuple(sorted(found, key=lambda edge: -priorities.get(edge.kind, 1.0)))


def _allowed(edge: Edge, rules: Rules | None) -> bool:
    if rules is None:
        return True
    if edge.edge_type in _CONCEPTUAL:
        return rules.allow_conceptual
    if edge.edge_type == _PROXY and not rules.allow_proxies:
        return False
    if edge.requires_level and edge.requires_level > rules.allowed_level:
        return False
    if rules.chart and edge.chart and edge.chart != rules.chart:
        return False
    return _holds(edge.condition, dict(rules.conditions))


def _holds(condition: str, known: dict[str, bool]) -> bool:
    """`name=true` against what the tree's entry states; a condition nobody states closes the way."""
    if not condition:
        return True
    name, _, wanted = condition.replace("==", "=").partition("=")
    return known.get(name.strip()) == (wanted.strip().lower() != "false")
