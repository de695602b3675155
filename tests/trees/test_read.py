"""Tree and resolver files: all fields are read; whatever is wrong gives a line with file, place and remedy,
never an exception.
"""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from helix_lsp.config import TreesConfig
from helix_lsp.trees.forest import read_tree
from helix_lsp.trees.knowledge import read_knowledge
from helix_lsp.trees.node import Edge, Evidence, Quantity
from helix_lsp.trees.read_resolver import read_resolver
from tests.trees.world import RESOLVER, encoded, files, firing, knowledge, node, pottery, resolver

CFG = TreesConfig()
WHOLE = {
    "id": "ts-ratio",
    "slug": "ts",
    "title": "TS ratio",
    "excerpt": "e",
    "bodyMD": "b",
    "summary": "s",
    "tags": ["a", "a", "b"],
    "children": ["x"],
    "childMeta": {"x": {"edgeType": "hierarchy", "requiresCL": "CL2", "condition": "ok=true", "chartDependency": "flat", "note": "n"}},
    "links": [{"rel": "see-also", "to": "y", "requiresCL": "none"}, {"type": "child", "to": "z"}],
    "nodeType": "derived",
    "inputs": [{"name": "i", "type": "float", "unit": "1", "source": "s"}],
    "outputs": [{"name": "o", "type": "float", "unit": "m", "path": "telemetry.o"}],
    "assumptions": ["calm"],
    "validity": {"range": {"min": 0}},
    "deterministic": True,
    "tolerance": {"abs": 1e-6},
    "environment": {"runtime": "node", "lockfile_hash": "h"},
    "dependencies": ["x"],
    "predictability": {"status": "partial", "missing": ["inputs"]},
    "evidence": [
        {
            "type": "doc", "path": "./docs/a.md", "symbol": "S", "heading": "H", "field": "f", "contains": "c", "note": "n", "scope": "left",
            "repo_rev": "r", "content_hash": "sha256:AB", "provenance_class": "measured", "claim_tier": "certified", "certifying": True,
        }
    ],
    "congruence": {"class": "metric", "chart": "flat", "congruenceLevel": "CL3"},
    "blockedLinks": [{"source": "ts-ratio", "target": "q", "reason": "r"}],
    "bridge": {"left": "x", "right": "y", "relation": "joins"},
}  # fmt: skip


def test_every_field_of_the_reference_format_is_read():
    tree, problems = read_tree("t.json", encoded({"version": 3, "rootId": "ts-ratio", "nodes": [WHOLE]}), CFG)
    assert problems == ()
    assert tree is not None
    assert (tree.version, tree.root_id) == ("3", "ts-ratio")
    (read,) = tree.nodes
    assert (read.slug, read.title, read.excerpt, read.body, read.summary, read.tags) == (
        "ts",
        "TS ratio",
        "e",
        "b",
        "s",
        ("a", "b"),
    )
    assert read.edges == (
        Edge(
            kind="child",
            to="x",
            edge_type="hierarchy",
            requires_level="CL2",
            condition="ok=true",
            chart="flat",
            note="n",
        ),
        Edge(kind="see-also", to="y"),
        Edge(kind="child", to="z"),
    )
    assert read.inputs == (Quantity(name="i", type="float", unit="1", origin="s"),)
    assert read.outputs == (Quantity(name="o", type="float", unit="m", origin="telemetry.o"),)
    assert read.evidence == (
        Evidence(
            type="doc",
            path="docs/a.md",
            symbol="S",
            heading="H",
            field="f",
            contains="c",
            note="n",
            scope="left",
            repo_rev="r",
            content_hash="ab",
            provenance_class="measured",
            claim_tier="certified",
            certifying=True,
        ),
    )
    assert (read.deterministic, read.tolerance, read.validity) == (
        True,
        (("abs", "1e-06"),),
        (("range", '{"min":0}'),),
    )
    assert (read.predictability, read.missing, read.dependencies) == ("partial", ("inputs",), ("x",))
    assert (read.level, read.chart, read.congruence, read.bridge) == (
        "CL3",
        "flat",
        "metric",
        ("x", "y", "joins"),
    )
    assert read.blocked[0].target == "q"


BROKEN = {
    "not utf-8": (b'{"nodes":\n"\xff"}', "t.json:2: not UTF-8"),
    "not json": (b'{\n "nodes": [,]}', "t.json:2: broken JSON"),
    "not an object": (b"[1]", "t.json:1: must be a JSON object"),
    "a number that is none": (b'{"a": NaN}', "t.json:1: NaN is not JSON"),
    "deep": (b"[" * 100_000, "t.json:1: nested too deeply"),
    "no nodes": (b"{}", "t.json:1: no nodes"),
    "nodes of a wrong type": (b'{"nodes": 3}', "nodes must be a list of objects"),
    "a node without an id": (
        b'{"nodes": [{"title": "lost"},\n{"id": "a"}], "rootId": "a"}',
        "a node without an id; give it one",
    ),
    "an id twice": (
        b'{"rootId": "a", "nodes": [{"id": "a"},\n{"id": "a"}]}',
        "t.json:2: a: this id is given twice",
    ),
    "a root that is no node": (
        b'{"nodes": [{"id": "a"}],\n"rootId": "q"}',
        "t.json:2: rootId 'q' is not a node",
    ),
    "a field of a wrong type": (
        b'{"rootId": "a", "nodes": [{"id": "a", "tags": {}}]}',
        "a: tags must be a list of strings",
    ),
    "an unknown evidence": (
        b'{"rootId": "a", "nodes": [{"id": "a", "evidence": [{"type": "hearsay"}]}]}',
        "'hearsay' is none of doc, code",
    ),
    "a link to nowhere": (
        b'{"rootId": "a", "nodes": [{"id": "a", "links": [{"rel": "child"}]}]}',
        "a link without `to`",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_wrong_is_told_with_its_place(name: str):
    data, words = BROKEN[name]
    _, problems = read_tree("t.json", data, CFG)
    assert any(words in problem for problem in problems), problems
    assert all(re.match(r"t\.json:\d+: ", problem) for problem in problems)


OUTSIDE = ("../x", "/etc/passwd", "C:\\x", "a/../../x", "a\0b")


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_path_leads_outside_the_workspace(path: str):
    tree, problems = read_tree(
        "t.json",
        encoded({"rootId": "a", "nodes": [node("a", evidence=[{"type": "doc", "path": path}])]}),
        CFG,
    )
    assert tree is not None
    assert tree.nodes[0].evidence == ()
    assert "is not a path of this workspace" in problems[0]
    entries, problems = read_resolver("r.json", encoded(resolver(path=path)), CFG)
    assert entries is not None
    assert [entry.id for entry in entries.entries] == ["clay"]
    assert "is not a path of this workspace" in problems[0]


def test_a_resolver_gives_entries_pack_and_rails():
    data: dict[str, Any] = resolver(
        weight=2,
        maxAnchors=5,
        maxDepth=1,
        maxNodes=20,
        minAnchorScore=2,
        preferGraph=True,
        edgePriority={"see-also": 9},
        pathMode="full",
        roleMatchers={"tool": ["program"]},
        congruenceWalkOverride={"allowConceptual": False, "allowedCL": "CL2", "region": {"ok": True}},
    ) | {
        "pack": {"maxTrees": 2, "minScore": 1, "minScoreRatio": 0.5, "pathMode": "root_to_leaf"},
        "routingPolicy": {
            "equation_binding_rail": {
                "enabled": True,
                "required_node_types": ["law"],
                "required_field": "validity.equation_ref",
            }
        },
    }
    read, problems = read_resolver("r.json", encoded(data), CFG)
    assert problems == ()
    assert read is not None
    assert (read.pack.trees, read.pack.score, read.pack.ratio, read.pack.mode) == (
        2,
        1.0,
        0.5,
        "root_to_anchor",
    )
    assert (read.guarded, read.guard_field) == (("law",), "validity.equation_ref")
    first, second = read.entries
    assert (first.weight, first.max_anchors, first.max_depth, first.max_nodes, first.mode) == (
        2.0,
        5,
        1,
        20,
        "full_path",
    )
    assert (first.priorities, first.roles) == ((("see-also", 9.0),), (("tool", ("program",)),))
    assert first.rules is not None
    assert (first.rules.allow_conceptual, first.rules.allowed_level, first.rules.conditions) == (
        False,
        "CL2",
        (("ok", True),),
    )
    assert second.rules is None


def test_numbers_out_of_range_and_dangerous_expressions_are_told():
    _, problems = read_resolver(
        "r.json",
        encoded(resolver(weight=99, matchers=["/(a+)+b/", "/[/", "/fine.*d/"], pathMode="sideways")),
        CFG,
    )
    assert problems == snapshot(
        (
            "r.json:5: firing: the matcher '/(a+)+b/' is broken or could be slow (repeats of groups); it is ignored",
            "r.json:5: firing: the matcher '/[/' is broken or could be slow (repeats of groups); it is ignored",
            "r.json:5: firing: weight must be a number from 0.1 to 5; 1 is used",
            "r.json:5: firing: pathMode 'sideways' is none of root_to_anchor, root_to_leaf, full, full_path; it is ignored",
        )
    )


def test_a_workspace_with_broken_files_keeps_what_is_whole():
    with pottery(clay=b"{", firing=firing()) as world:
        found = knowledge(world)
        assert [tree.entry.id for tree in found.forest.trees] == ["firing"]
        assert found.problems == snapshot(
            (
                "docs/clay-tree.json:1: broken JSON (Expecting property name enclosed in double quotes, column 2); mend it, it is left out",
            )
        )


def test_a_tree_that_is_not_there_is_told():
    made = files()
    del made["docs/clay-tree.json"]
    with pottery(made) as world:
        assert knowledge(world).problems == snapshot(
            (
                "configs/graph-resolvers.json: the tree file 'docs/clay-tree.json' is not in the index (missing, ignored or too large); it is left out",  # noqa: E501
            )
        )


def test_files_of_the_settings_are_trees_too():
    made = files()
    del made[RESOLVER]
    with pottery(made) as world:
        assert knowledge(world).forest.trees == ()
        view = world.view()
        cfg = TreesConfig(files=("docs/clay-tree.json", "../outside.json", "docs/none.json"))
        found = read_knowledge(view.snapshot, view.texts, cfg)
        assert [(tree.entry.id, tree.entry.label) for tree in found.forest.trees] == [
            ("clay-tree", "clay tree")
        ]
        assert len(found.problems) == 2


def test_limits_are_told():
    small = TreesConfig(max_nodes=2, max_trees=1)
    tree, problems = read_tree("t.json", encoded(firing()), small)
    assert tree is not None
    assert len(tree.nodes) == 2
    assert "the limit is 2" in problems[0]
    read, problems = read_resolver("r.json", encoded(resolver()), small)
    assert read is not None
    assert len(read.entries) == 1
    assert "the limit is 1" in problems[0]


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                [*WHOLE, "nodes", "rootId", "trees", "pack", "to", "rel", "type", "path", "matchers"]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=30,
)


@given(st.binary(max_size=200) | json_values.map(lambda value: json.dumps(value).encode()))
def test_no_file_whatever_makes_a_reader_fail(data: bytes):
    for found, problems in (read_tree("t.json", data, CFG), read_resolver("t.json", data, CFG)):
        assert found is not None or problems
        assert all(problem.startswith("t.json:") for problem in problems)


@given(st.lists(st.dictionaries(st.sampled_from(list(WHOLE)), json_values, max_size=8), max_size=4))
def test_no_node_whatever_makes_a_reader_fail(nodes: list[dict[str, Any]]):
    tree, _ = read_tree("t.json", json.dumps({"nodes": nodes}).encode(), CFG)
    assert tree is None or all(one.id and one.title for one in tree.nodes)


def test_a_path_knows_the_trees_that_cite_it():
    both = firing()
    with pottery(
        clay={"rootId": "a", "nodes": [node("a", evidence=[{"type": "code", "path": "src/kiln.py"}] * 2)]},
        firing=both,
    ) as world:
        cited = knowledge(world).forest.cited
        assert cited["src/kiln.py"] == ("firing", "clay")
        assert (cited["docs/clay-tree.json"], cited["docs/guide.md"]) == (("clay",), ("firing",))
