"""Anchor and walk: which trees are asked, how far they are walked, what closes a way, and that the same
question gives the same pack (I4).
"""

from __future__ import annotations

from typing import Any

import pytest
from inline_snapshot import snapshot

from helix_lsp.ask.draft import event
from helix_lsp.ask.rungs.graph_pack import GraphPack
from helix_lsp.trees.assemble import Pack, hints, walk_text
from tests.trees.world import clay, firing, ids, node, pottery, resolver, walked

KILN = "how does kiln control work?"


def only(pack: Pack):
    (tree,) = pack.trees
    return tree


def test_the_walk_goes_from_the_root_to_what_was_asked():
    with pottery() as world:
        tree = only(walked(world, KILN))
        assert (tree.tree_id, tree.why, tree.mode) == ("firing", "matcher kiln control", "root_to_anchor")
        assert (tree.anchors, tree.fallback) == (("kiln-control",), "")
        assert [(s.id, s.relation, s.depth, s.part) for s in tree.steps] == [
            ("firing-tree", "root", 0, "walk"),
            ("heating", "child", 1, "walk"),
            ("kiln-control", "child", 2, "anchor"),
        ]


def test_the_full_path_goes_on_over_conceptual_links_and_into_other_trees():
    """A link of type association is walkable, and a link may lead into another tree."""
    with pottery() as world:
        tree = only(walked(world, KILN, mode="full_path"))
        assert ids(tree) == [
            "firing-tree",
            "heating",
            "kiln-control",
            "clay-body",
            "cooling-down",
            "clay-tree",
            "cooling",
        ]
        assert [step.tree_id for step in tree.steps if step.id.startswith("clay")] == ["clay", "clay"]


def test_words():
    with pottery() as world:
        assert walk_text(walked(world, KILN)) == snapshot(
            """\
Tree walk: Firing walk (from docs/firing-tree.json)
  root to anchor, because of matcher kiln control
  1. Hint: Firing Tree (firing-tree): How pots are fired. [hint only, no evidence span; the tree says it in docs/firing-tree.json:14]
  2. Hint: Heating (heating): Getting hot. [hint only, no evidence span; the tree says it in docs/firing-tree.json:24]
  3. Anchor: Kiln Control (kiln-control): The program that heats. [src/kiln.py:4]\
"""
        )
        assert GraphPack(pack=walked(world, KILN)).events[1:] == (
            event("tree_walk", "firing root_to_anchor, 1 anchor, 3 nodes"),
            event("tree_binding", "1 of 3 nodes"),
        )
        assert hints(walked(world, KILN)) == ("Kiln Control", "Firing Tree", "Heating")


ASKED = [
    ("what about firing heating?", {"topics": ("firing",)}, "topic firing"),
    ("where does the glaze schedule speak of heating?", {}, "concept topic firing"),
    ("what does the firing tree say about heating?", {}, "its name"),
    ("is there a cooling down?", {}, "title Cooling Down"),
    ("heating?", {"locked": ("firing",)}, "locked"),
]


@pytest.mark.parametrize(("question", "more", "why"), ASKED, ids=[why for _, _, why in ASKED])
def test_why_a_tree_is_asked(question: str, more: dict[str, Any], why: str):
    with pottery() as world:
        assert only(walked(world, question, **more)).why == why


def test_a_tree_that_is_called_by_its_name_stands_before_better_ones():
    question = "what does the clay tree say about kiln control?"
    with pottery(
        clay={"rootId": "r", "nodes": [node("r", tags=["control"])]},
        resolver=resolver() | {"pack": {"minScore": 0}},
    ) as world:
        pack = walked(world, question)
        assert [(tree.tree_id, tree.why) for tree in pack.trees] == [
            ("clay", "its name"),
            ("firing", "matcher kiln control"),
        ]
        assert pack.trees[0].score < pack.trees[1].score


def test_one_shared_word_asks_no_tree():
    with pottery() as world:
        assert walked(world, "how is heating paid for?") == Pack()


def test_an_expression_asks_a_tree():
    with pottery(resolver=resolver(matchers=["/heat(ing|er)/"], topicTags=[])) as world:
        assert only(walked(world, "which HEATER is it?  heating")).tree_id == "firing"


def test_metadata_names_everything_of_the_pack():
    """design-decisions.md#pack-metadata."""
    with pottery() as world:
        pack = walked(world, "kiln control, clay body and the glaze schedule", repo_rev="abc")
        meta = pack.metadata
        assert meta.tree_ids == ("clay", "firing")
        assert (meta.primary_tree_id, meta.anchor_ids) == ("clay", ("clay-body", "clay-tree", "kiln-control"))
        assert meta.path_ids == tuple(step.id for tree in pack.trees for step in tree.steps)
        assert (meta.concept_match, meta.repo_rev) == ("glaze-schedule", "abc")
        assert meta.tree_version.startswith("0@")
        assert world.snapshot.digest().startswith(meta.lattice_rev)


def test_a_locked_tree_stands_first_even_when_it_fits_less():
    with pottery() as world:
        question = "the clay body"
        assert walked(world, question).metadata.tree_ids == ("clay",)
        pack = walked(world, question, locked=("firing",))
        assert (pack.metadata.tree_ids, pack.locked) == (("firing", "clay"), ("firing",))
        assert pack.trees[0].fallback == "no_anchor"


def test_a_weak_tree_is_left_out_of_the_pack():
    strict = resolver() | {"pack": {"minScore": 6, "minScoreRatio": 1.0}}
    with pottery(resolver=strict) as world:
        assert len(walked(world, "kiln control, clay body").trees) == 1
    few = resolver() | {"pack": {"maxTrees": 1}}
    with pottery(resolver=few) as world:
        assert len(walked(world, "kiln control, clay body").trees) == 1


def changed(**by_id: dict[str, Any]) -> dict[str, Any]:
    tree = firing()
    return tree | {"nodes": [one | by_id.get(one["id"].replace("-", "_"), {}) for one in tree["nodes"]]}


LOOSE = changed(heating={"children": []})
NO_ROOT = firing() | {"rootId": "gone"}
BLOCKED = changed(
    heating={"blockedLinks": [{"source": "heating", "target": "kiln-control", "reason": "unsafe"}]}
)


@pytest.mark.parametrize(
    ("tree", "fallback"),
    [
        (LOOSE, "root_to_anchor_unreachable"),
        (NO_ROOT, "missing_root"),
        (BLOCKED, "root_to_anchor_unreachable"),
    ],
    ids=["no way", "no root", "closed way"],
)
def test_without_a_way_the_anchor_stands_alone_and_the_reason_is_said(tree: dict[str, Any], fallback: str):
    with pottery(firing=tree) as world:
        found = only(walked(world, KILN))
        assert (ids(found), found.fallback) == (["kiln-control"], fallback)


def test_a_way_longer_than_the_depth_is_shown_and_said():
    with pottery(resolver=resolver(maxDepth=1)) as world:
        found = only(walked(world, KILN))
        assert (ids(found), found.fallback) == (
            ["firing-tree", "heating", "kiln-control"],
            "root_to_anchor_fallback",
        )


def edge(**meta: Any) -> dict[str, Any]:
    return changed(heating={"childMeta": {"kiln-control": meta}})


ASKS = {"allowedCL": "CL2", "chart": "flat", "region": {"ok": True, "no": False}}
WAYS = [
    (None, edge(edgeType="hierarchy"), True),
    (
        None,
        edge(edgeType="proxy_only", requiresCL="CL4", condition="no=true", chartDependency="round"),
        True,
    ),  # nothing is asked
    ({}, edge(edgeType="hierarchy"), True),
    ({}, edge(), True),
    ({"allowConceptual": False}, edge(edgeType="hierarchy"), False),
    ({"allowConceptual": False}, edge(edgeType="congruent"), True),
    ({}, edge(edgeType="proxy_only"), False),
    ({"allowProxies": True}, edge(edgeType="proxy_only"), True),
    (ASKS, edge(edgeType="congruent", requiresCL="CL2"), True),
    (ASKS, edge(edgeType="congruent", requiresCL="CL3"), False),
    (ASKS, edge(edgeType="congruent", chartDependency="round"), False),
    (ASKS, edge(edgeType="congruent", condition="ok=true"), True),
    (ASKS, edge(edgeType="congruent", condition="no=true"), False),
    (ASKS, edge(edgeType="congruent", condition="unknown=true"), False),
]


@pytest.mark.parametrize(("asked", "tree", "is_open"), WAYS)
def test_the_congruence_filter_works_only_where_a_tree_asks_for_it(
    asked: dict[str, Any] | None, tree: dict[str, Any], is_open: bool
):
    entry = {} if asked is None else {"congruenceWalkOverride": asked}
    if asked == {"allowConceptual": False}:  # the way from the root must stay open
        tree["nodes"][0]["childMeta"] = {"heating": {"edgeType": "congruent"}}
    with pottery(resolver=resolver(**entry), firing=tree) as world:
        assert (ids(only(walked(world, KILN))) == ["firing-tree", "heating", "kiln-control"]) == is_open


def test_roles_bring_in_their_best_node():
    with pottery(resolver=resolver(maxDepth=0, roleMatchers={"rest": ["cooling down"]})) as world:
        tree = only(walked(world, KILN, mode="full_path"))
        assert [(s.id, s.part) for s in tree.steps][-1] == ("cooling-down", "role:rest")


def test_anchors_are_kept_before_what_lies_between():
    with pottery(resolver=resolver(maxNodes=2)) as world:
        assert ids(only(walked(world, KILN))) == ["firing-tree", "kiln-control"]


def test_the_mode_of_the_request_goes_before_the_tree_before_the_pack():
    both = resolver(pathMode="full") | {"pack": {"pathMode": "root_to_leaf"}}
    with pottery(resolver=both) as world:
        assert only(walked(world, KILN)).mode == "full_path"
        assert only(walked(world, KILN, mode="root_to_anchor")).mode == "root_to_anchor"
    with pottery(resolver=resolver() | {"pack": {"pathMode": "full"}}) as world:
        assert only(walked(world, KILN)).mode == "full_path"


def test_circles_end():
    tree = changed(kiln_control={"children": ["firing-tree", "kiln-control"]})
    with pottery(firing=tree) as world:
        assert len(set(ids(only(walked(world, KILN, mode="full_path"))))) == len(
            ids(only(walked(world, KILN, mode="full_path")))
        )


def test_the_order_of_nodes_in_the_file_does_not_decide_between_equals():
    twins = {
        "rootId": "r",
        "nodes": [
            node("r", children=["b", "a"]),
            node("b", title="Kiln control"),
            node("a", title="Kiln control"),
        ],
    }
    turned = {
        "rootId": "r",
        "nodes": [
            node("a", title="Kiln control"),
            node("b", title="Kiln control"),
            node("r", children=["a", "b"]),
        ],
    }
    found: list[list[str]] = []
    for tree in (twins, turned):
        with pottery(firing=tree, resolver=resolver(maxAnchors=1), clay=clay()) as world:
            found.append(ids(only(walked(world, KILN))))
    assert found[0] == found[1] == ["r", "a"]
