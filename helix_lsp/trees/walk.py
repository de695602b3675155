"""The walk through one tree: from its root to each anchor, and for `full_path` on from the anchors to what
they lead to.

Every way is a shortest one; among equals the more important relations, then the better nodes, then ids
decide. Where there is no way the anchors stand alone and the reason is said.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from helix_lsp.trees.card import runs, stems_of
from helix_lsp.trees.forest import Forest, Tree
from helix_lsp.trees.node import Edge, Node
from helix_lsp.trees.read_resolver import Rules, WalkMode, expression_of

# The ways out of a node that a walk may take.
#
# Conceptual edges are walkable (design-decisions.md#tree-walks). A tree closes single ways by
# `blockedLinks`, and asks for the congruence filter by `congruenceWalkOverride`; then proxies, levels above
# the allowed one, another chart, and conditions that do not hold are closed as well.

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


class Reached(msgspec.Struct, frozen=True, kw_only=True):
    """A node on the walk: how it was reached, and `part` anchor, walk, or role:<name>. `home` is its tree
    (links may lead into another).
    """

    node: Node
    home: str
    relation: str
    depth: int
    part: str


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """`fallback` is `` or why the walk is not what was asked: missing_root, no_anchor,
    root_to_anchor_fallback (longer than the tree's depth), root_to_anchor_unreachable.
    """

    anchors: tuple[str, ...]
    reached: tuple[Reached, ...]
    fallback: str


def walk(tree: Tree, scores: Mapping[str, float], mode: WalkMode, forest: Forest) -> Way:
    """Anchors and the walk; at most `max_nodes` of the tree's entry, or all anchors where these are more,
    kept before what lies between.
    """
    anchors = _anchors(tree, scores)
    root = tree.file.root_id
    if not anchors:
        alone = (
            (Reached(node=tree.nodes[root], home=tree.entry.id, relation="root", depth=0, part="walk"),)
            if root
            else ()
        )
        return Way(anchors=(), reached=alone, fallback="no_anchor")
    ways: dict[str, tuple[Edge, ...]] = _ways(tree, scores) if root else {}
    fallback = "" if root else "missing_root"
    found: dict[str, Reached] = {}
    for name in anchors:
        way = ways.get(name)
        if way is None:
            fallback = fallback or "root_to_anchor_unreachable"
        elif len(way) > tree.entry.max_depth:
            fallback = fallback or "root_to_anchor_fallback"
        if way is not None:
            _put(found, tree, root, "root", 0, "anchor" if root in anchors else "walk")
            for depth, edge in enumerate(way, 1):
                _put(found, tree, edge.to, edge.kind, depth, "anchor" if edge.to in anchors else "walk")
        else:
            _put(found, tree, name, "anchor", 0, "anchor")
    if mode == "full_path":
        _onward(found, anchors, tree, scores, forest)
    return Way(anchors=anchors, reached=_kept(found, anchors, tree.entry.max_nodes), fallback=fallback)


def _anchors(tree: Tree, scores: Mapping[str, float]) -> tuple[str, ...]:
    """Best nodes at or above the tree's least score, else the single best."""
    ranked = sorted(scores, key=lambda name: (-scores[name], name))
    good = [name for name in ranked if scores[name] >= tree.entry.min_anchor_score]
    return tuple((good or ranked[:1])[: tree.entry.max_anchors])


def _ways(tree: Tree, scores: Mapping[str, float]) -> dict[str, tuple[Edge, ...]]:
    """The edges from the root to each node that can be reached, going down or across, level by level."""
    root = tree.file.root_id
    ways: dict[str, tuple[Edge, ...]] = {root: ()}
    level = [root]
    priorities = dict(tree.entry.priorities)
    while level:
        steps = [
            (-priorities.get(edge.kind, 1.0), -scores.get(name, 0.0), at, edge.to, name, edge)
            for at, name in enumerate(level)
            for edge in open_edges(tree.nodes[name], tree, up=False)
            if edge.to in tree.nodes and edge.to not in ways
        ]
        level: list[str] = []
        for _, _, _, to, name, edge in sorted(steps, key=lambda step: step[:4]):
            if to not in ways:
                ways[to] = (*ways[name], edge)
                level.append(to)
    return ways


def _onward(
    found: dict[str, Reached],
    anchors: tuple[str, ...],
    tree: Tree,
    scores: Mapping[str, float],
    forest: Forest,
) -> None:
    """From the anchors on, breadth first to the tree's depth; a link may lead into another tree. Then the
    best node for each role.
    """
    level = [(name, tree) for name in anchors]
    priorities = dict(tree.entry.priorities)
    for distance in range(1, tree.entry.max_depth + 1):
        steps: list[tuple[float, float, str, Edge, Tree, int]] = []
        for name, home in level:
            depth = found[name].depth + 1 if name in found else distance
            for edge in open_edges(home.nodes[name], home):
                other = _home(edge.to, home, forest)
                if other is not None and edge.to not in found:
                    steps.append(
                        (
                            -priorities.get(edge.kind, 1.0),
                            -scores.get(edge.to, 0.0),
                            edge.to,
                            edge,
                            other,
                            depth,
                        )
                    )
        level: list[tuple[str, Tree]] = []
        for _, _, to, edge, other, depth in sorted(steps, key=lambda step: step[:3]):
            if to not in found:
                _put(found, other, to, edge.kind, depth, "walk")
                level.append((to, other))
    for role, words in tree.entry.roles:
        best = min(
            (n for n in tree.file.nodes if n.id not in found and _plays(n, words)),
            key=lambda n: (-scores.get(n.id, 0.0), n.id),
            default=None,
        )
        if best is not None:
            _put(found, tree, best.id, "role", 0, f"role:{role}")


def _home(name: str, tree: Tree, forest: Forest) -> Tree | None:
    if name in tree.nodes:
        return tree
    homes = forest.homes.get(name, ())
    return forest.tree(homes[0]) if homes else None


def _plays(node: Node, words: tuple[str, ...]) -> bool:
    """True when a matcher of a role fits the node's id, title or a tag."""
    texts = (node.id, node.title, *node.tags)
    for word in words:
        expression = expression_of(word)
        if any(
            expression.search(text) if expression else runs(stems_of(word), stems_of(text)) for text in texts
        ):
            return True
    return False


def _put(found: dict[str, Reached], tree: Tree, name: str, relation: str, depth: int, part: str) -> None:
    found.setdefault(
        name, Reached(node=tree.nodes[name], home=tree.entry.id, relation=relation, depth=depth, part=part)
    )


def _kept(found: dict[str, Reached], anchors: tuple[str, ...], most: int) -> tuple[Reached, ...]:
    """The first `most`, in the order of the walk; anchors push out what only lies between."""
    room = max(0, most - len(anchors))
    kept: list[Reached] = []
    for name, reached in found.items():
        if name in anchors:
            kept.append(reached)
        elif room:
            kept.append(reached)
            room -= 1
    return tuple(kept[: max(most, len(anchors))])
