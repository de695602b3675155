"""Laws of the walk over any graph: it ends, shows a node once, takes only ways that are open, and every step
follows from one before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.config import TreesConfig
from helix_lsp.trees.forest import Forest, Tree, plant, read_tree
from helix_lsp.trees.read_resolver import PackRules, read_resolver
from helix_lsp.trees.walk import Way, open_edges, walk
from tests.trees.world import encoded, node, resolver

CFG = TreesConfig()
NAMES = [f"n{n}" for n in range(8)]
names = st.sampled_from(NAMES)


@st.composite
def forests(draw: st.DrawFn) -> tuple[Forest, Tree, dict[str, float]]:
    """A graph of at most eight nodes with circles, closed ways and ways to nowhere, and scores for some of
    them.
    """
    held = draw(st.lists(names, min_size=1, max_size=8, unique=True))
    nodes: list[dict[str, Any]] = [
        node(
            name,
            children=draw(st.lists(names, max_size=3)),
            links=[
                {"rel": rel, "to": to}
                for rel, to in draw(
                    st.lists(st.tuples(st.sampled_from(["parent", "see-also"]), names), max_size=3)
                )
            ],
            blockedLinks=[{"source": name, "target": to} for to in draw(st.lists(names, max_size=2))],
        )
        for name in held
    ]
    file, _ = read_tree(
        "t.json", encoded({"rootId": draw(st.sampled_from([*held, "gone"])), "nodes": nodes}), CFG
    )
    sizes = {
        "maxAnchors": draw(st.integers(1, 4)),
        "maxDepth": draw(st.integers(0, 4)),
        "maxNodes": draw(st.integers(1, 9)),
    }
    entries, _ = read_resolver("r.json", encoded(resolver(**sizes)), CFG)
    assert file is not None
    assert entries is not None
    tree = plant(entries.entries[0], file)
    forest = Forest(
        trees=(tree,), pack=PackRules(trees=3, score=0, ratio=0), homes=dict.fromkeys(tree.nodes, ("firing",))
    )
    scores = {name: float(draw(st.integers(1, 9))) for name in held if draw(st.booleans())}
    return forest, tree, scores


def ways(drawn: tuple[Forest, Tree, dict[str, float]]) -> tuple[Way, Way]:
    forest, tree, scores = drawn
    return walk(tree, scores, "root_to_anchor", forest), walk(tree, scores, "full_path", forest)


@given(forests())
def test_every_walk_is_bounded_and_shows_a_node_once(drawn: tuple[Forest, Tree, dict[str, float]]):
    _, tree, scores = drawn
    for way in ways(drawn):
        shown = [reached.node.id for reached in way.reached]
        assert len(shown) == len(set(shown)) <= max(tree.entry.max_nodes, len(way.anchors))
        assert set(way.anchors) <= set(shown)
        assert len(way.anchors) <= tree.entry.max_anchors
        assert bool(way.anchors) == bool(scores)
        assert {reached.node.id for reached in way.reached if reached.part == "anchor"} == set(way.anchors)


@given(forests())
def test_every_step_follows_an_open_way_from_one_before(drawn: tuple[Forest, Tree, dict[str, float]]):
    forest, tree, scores = drawn
    roomy = replace(tree, entry=msgspec.structs.replace(tree.entry, max_nodes=200))
    for cut, way in zip(ways(drawn), ways((forest, roomy, scores)), strict=True):
        whole = [reached.node.id for reached in way.reached]
        kept = iter(whole)
        assert all(
            reached.node.id in kept for reached in cut.reached
        )  # what lay between may be left out, and nothing else changes
        assert len(cut.reached) == min(len(whole), max(tree.entry.max_nodes, len(way.anchors)))
        for at, reached in enumerate(way.reached):
            if reached.relation in ("root", "anchor"):
                continue
            before = [earlier.node for earlier in way.reached[:at]]
            assert any(
                edge.to == reached.node.id and edge.kind == reached.relation
                for one in before
                for edge in open_edges(one, tree)
            )


@given(forests())
def test_the_full_path_begins_like_the_short_one_and_says_why_it_fell_back(
    drawn: tuple[Forest, Tree, dict[str, float]],
):
    _, tree, scores = drawn
    short, full = ways(drawn)
    assert (short.anchors, short.fallback) == (full.anchors, full.fallback)
    if scores and not tree.file.root_id:
        assert short.fallback == "missing_root"
    if not short.fallback:
        assert all(reached.depth <= tree.entry.max_depth for reached in short.reached)
