"""The full-access checklist (docs/reference/ladder.md, S2-70): a complete node passes, and each thing taken
away fails its own check and no other.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from helix_lsp.errors import UsageError
from helix_lsp.ide.lens import tree_check, tree_export
from helix_lsp.text.digest import sha256_hex
from helix_lsp.trees.checklist import CHECKS
from tests.trees.world import GUIDE, KILN, node, pottery, resolver

TEST = "def test_fire():\n    assert True\n"
LOG = '{"kiln.degrees": 900}\n'


def evidence(kind: str, path: str, text: str, contains: str) -> dict[str, Any]:
    return {
        "type": kind,
        "path": path,
        "contains": contains,
        "repo_rev": "abc",
        "content_hash": f"sha256:{sha256_hex(text.encode())}",
    }


FULL = node(
    "kiln-control",
    nodeType="derived",
    dependencies=["root"],
    assumptions=["calm air"],
    validity={"degrees": {"max": 1300}},
    inputs=[{"name": "degrees", "type": "float", "unit": "K", "source": "panel"}],
    outputs=[{"name": "heat", "type": "float", "unit": "J", "path": "kiln.degrees"}],
    deterministic=True,
    tolerance={"rel": 0.01},
    environment={"runtime": "python", "lockfile_hash": "sha256:00"},
    predictability={"status": "complete"},
    evidence=[
        evidence("code", "src/kiln.py", KILN, "def fire_kiln"),
        evidence("doc", "docs/guide.md", GUIDE, "hot kiln"),
        evidence("test", "tests/test_kiln.py", TEST, "test_fire"),
        evidence("telemetry", "log.json", LOG, "kiln.degrees"),
    ],
)


def world_of(one: dict[str, Any], **more: Any):
    tree = {"rootId": "root", "nodes": [node("root", children=[one["id"]], dependencies=[]), one]}
    return pottery(firing=tree, resolver=resolver() | more, **{"tests/test_kiln.py": TEST, "log.json": LOG})


def without(*keys: str | int) -> dict[str, Any]:
    """The full node without what the keys lead to."""
    one: Any = copy.deepcopy(FULL)
    inner = one
    for key in keys[:-1]:
        inner = inner[key]
    del inner[keys[-1]]
    return one


def changed(**more: Any) -> dict[str, Any]:
    return copy.deepcopy(FULL) | more


def test_a_complete_node_is_full_access():
    with world_of(FULL) as world:
        found = tree_check(world.view(), "kiln-control")
        (one,) = found.nodes
        assert one.failed == ()
        assert (one.access, one.claims, found.good) == ("full", True, True)
        assert tuple(check.name for check in one.checks) == CHECKS
        assert all(check.reason for check in one.checks)


LESS = {
    "no inputs": (without("inputs"), "inputs"),
    "an input without a name": (without("inputs", 0, "name"), "inputs"),
    "an input without a type": (without("inputs", 0, "type"), "inputs"),
    "an input without a unit": (without("inputs", 0, "unit"), "inputs"),
    "an input without a source": (without("inputs", 0, "source"), "inputs"),
    "no outputs": (changed(outputs=[]), "outputs"),
    "an output without a unit": (without("outputs", 0, "unit"), "outputs"),
    "no telemetry path although there is telemetry": (without("outputs", 0, "path"), "outputs"),
    "no code": (without("evidence", 0), "evidence"),
    "no document": (without("evidence", 1), "evidence"),
    "no test": (without("evidence", 2), "evidence"),
    "no telemetry although an output names it": (without("evidence", 3), "evidence"),
    "evidence that leads nowhere": (
        changed(evidence=[*FULL["evidence"], evidence("code", "src/kiln.py", KILN, "gone")]),
        "evidence",
    ),
    "no revision": (without("evidence", 1, "repo_rev"), "versioning"),
    "no hash": (without("evidence", 1, "content_hash"), "versioning"),
    "a hash of other bytes": (
        changed(evidence=[*FULL["evidence"][:3], evidence("telemetry", "log.json", "other", "kiln.degrees")]),
        "versioning",
    ),
    "not said whether deterministic": (changed(deterministic=None), "determinism"),
    "no tolerance": (changed(tolerance={"note": "small"}), "determinism"),
    "no assumptions": (without("assumptions"), "assumptions"),
    "no validity": (changed(validity={}), "assumptions"),
    "no runtime": (without("environment", "runtime"), "environment"),
    "no lockfile": (without("environment", "lockfile_hash"), "environment"),
    "dependencies not given": (without("dependencies"), "dag"),
    "a dependency that is no node": (changed(dependencies=["nobody"]), "dag"),
    "a node that needs itself": (changed(dependencies=["kiln-control"]), "dag"),
}


@pytest.mark.parametrize("name", LESS)
def test_each_thing_taken_away_fails_its_own_check(name: str):
    one, check = LESS[name]
    with world_of(one) as world:
        found = tree_check(world.view(), "firing/kiln-control")
        (node_found,) = found.nodes
        assert [failed.name for failed in node_found.failed] == [check], node_found.failed
        assert node_found.access == "partial"
        assert not found.good


def test_a_circle_of_dependencies_is_named():
    circle = node("root", children=["kiln-control"], links=[{"rel": "depends-on", "to": "kiln-control"}])
    with pottery(firing={"rootId": "root", "nodes": [circle, FULL]}) as world:
        (one,) = tree_check(world.view(), "kiln-control").nodes
        reason = next(check.reason for check in one.checks if check.name == "dag")
        assert "a circle: kiln-control -> root -> kiln-control" in reason


def test_a_rail_of_the_resolver_file_binds_its_types():
    rail = {"enabled": True, "required_node_types": ["derived"], "required_field": "validity.equation_ref"}
    policy = {"routingPolicy": {"equation_binding_rail": rail}}
    with world_of(FULL, **policy) as world:
        assert [check.name for check in tree_check(world.view(), "kiln-control").nodes[0].failed] == ["rail"]
    with world_of(changed(validity={"equation_ref": "eq.1"}), **policy) as world:
        assert tree_check(world.view(), "kiln-control").nodes[0].access == "full"


def test_a_tree_is_good_when_what_is_claimed_holds():
    """Nodes that claim nothing may lack anything; one that claims full access may not; a broken file is never
    good.
    """
    with world_of(changed(predictability={"status": "partial"}, inputs=[])) as world:
        assert tree_check(world.view()).good
    with world_of(changed(inputs=[])) as world:
        found = tree_check(world.view(), "firing")
        assert ([node.node_id for node in found.refused], found.good) == (["kiln-control"], False)
    with pottery(clay=b"{") as world:
        assert not tree_check(world.view()).good
        assert tree_check(world.view(), "firing").good


def test_an_unknown_name_is_refused_with_the_known_trees():
    with pottery() as world, pytest.raises(UsageError, match=r"no tree or node 'none'; trees: firing, clay"):
        tree_check(world.view(), "none")
    with pottery({"a.md": b"# A\n"}) as world:
        assert tree_check(world.view()).nodes == ()
        with pytest.raises(UsageError, match="no knowledge trees"):
            tree_check(world.view(), "x")


def test_only_full_or_diagnostic_nodes_are_exported_and_each_record_can_be_checked():
    """docs/reference/ladder.md, S2-67: each exported record links to a tree node and evidence hash."""
    with world_of(FULL) as world:
        records = list(tree_export(world.view()))
        assert {(record.tree_id, record.node_id, record.access) for record in records} == {
            ("firing", "kiln-control", "full")
        }
        assert [record.evidence.kind for record in records] == ["code", "doc", "test", "telemetry"]
        for record in records:
            assert record.evidence.sha256 == sha256_hex(
                record.evidence.span.cut(world.texts(record.evidence.path) or b"")
            )
            assert (record.repo_rev, len(record.content_hash), len(record.id)) == ("abc", 64, 24)
        assert len({record.id for record in records}) == len(records)
        assert list(tree_export(world.view())) == records


MARKS = [{"diagnostic": True}, {"predictability": {"status": "diagnostic"}}, {"tags": ["diagnostic"]}]


@pytest.mark.parametrize("mark", MARKS)
def test_a_diagnostic_node_is_admitted_as_such(mark: dict[str, Any]):
    with world_of(changed(inputs=[])) as world:
        assert list(tree_export(world.view())) == []
    with world_of(changed(inputs=[]) | mark) as world:
        assert {record.access for record in tree_export(world.view())} == {"diagnostic"}
