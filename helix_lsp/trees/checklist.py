"""The full-access checklist (docs/reference/ladder.md, S2-70), computed for a node: every check with its
verdict and the reason.

A node is full access only when no check fails. `n/a` is for what the list itself limits to "where
applicable": telemetry evidence is only asked of a node whose outputs name a telemetry path. A node marked
diagnostic stays useful for training without being full access.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from helix_lsp.config.documents import TreesConfig
from helix_lsp.errors import UsageError
from helix_lsp.text.visible import counted
from helix_lsp.trees.bind import Bound, Current, bind_all
from helix_lsp.trees.forest import Forest, Tree
from helix_lsp.trees.knowledge import HOW_TO_WRITE_ONE, NONE_HERE, Knowledge
from helix_lsp.trees.node import Evidence, Node

Verdict = Literal["pass", "fail", "n/a"]
Access = Literal["full", "diagnostic", "partial"]
CHECKS = tuple("inputs outputs evidence versioning determinism assumptions environment dag rail".split())
_CLAIMS = frozenset({"full", "full_access", "full-access", "complete"})
_NEEDED = ("code", "doc", "test")
_MOST_NAMED = 3


class Check(msgspec.Struct, frozen=True, kw_only=True):
    """`reason` says what is missing, or what there is."""

    name: str
    verdict: Verdict
    reason: str


class Checklist(msgspec.Struct, frozen=True, kw_only=True):
    """`claims` is True when the node itself says that it is full access; `evidence` are its records with
    their spans.
    """

    tree_id: str
    node_id: str
    title: str
    access: Access
    claims: bool
    checks: tuple[Check, ...]
    evidence: tuple[tuple[Evidence, Bound | None], ...]

    @property
    def failed(self) -> tuple[Check, ...]:
        """Checks that fail, in the order of the list."""
        return tuple(check for check in self.checks if check.verdict == "fail")


def check_node(node: Node, tree: Tree, forest: Forest, current: Current, cfg: TreesConfig) -> Checklist:
    """The checklist of one node over the bytes of this moment."""
    evidence = bind_all(node, tree.entry.path, current, cfg)
    checks = (
        _inputs(node),
        _outputs(node),
        _evidence(node, evidence),
        _versioning(evidence),
        _determinism(node),
        _assumptions(node),
        _environment(node),
        _dag(node, tree, forest),
        _rail(node, forest),
    )
    full = all(check.verdict != "fail" for check in checks)
    return Checklist(
        tree_id=tree.entry.id,
        node_id=node.id,
        title=node.title,
        access="full" if full else "diagnostic" if is_diagnostic(node) else "partial",
        claims=node.predictability.lower() in _CLAIMS,
        checks=checks,
        evidence=evidence,
    )


def is_diagnostic(node: Node) -> bool:
    """True when the node says so: `diagnostic: true`, that predictability status or tag, or that claim tier
    on evidence of its own.
    """
    return (
        node.diagnostic
        or node.predictability.lower() == "diagnostic"
        or "diagnostic" in node.tags
        or any(evidence.claim_tier == "diagnostic" for evidence in node.evidence)
    )


def _inputs(node: Node) -> Check:
    if not node.inputs:
        return Check(name="inputs", verdict="fail", reason="no inputs are given")
    lacking = [
        f"{q.name or f'input {n}'}: {word}"
        for n, q in enumerate(node.inputs, 1)
        for word, value in (("name", q.name), ("type", q.type), ("unit", q.unit), ("source", q.origin))
        if not value
    ]
    return _verdict("inputs", lacking, f"{len(node.inputs)} with name, type, unit and source", "missing ")


def _outputs(node: Node) -> Check:
    """The telemetry path is asked where the node gives telemetry as evidence."""
    if not node.outputs:
        return Check(name="outputs", verdict="fail", reason="no outputs are given")
    measured = any(evidence.type == "telemetry" for evidence in node.evidence)
    lacking = [
        f"{q.name or f'output {n}'}: {word}"
        for n, q in enumerate(node.outputs, 1)
        for word, value in (
            ("name", q.name),
            ("type", q.type),
            ("unit", q.unit),
            ("telemetry path", q.origin or not measured),
        )
        if not value
    ]
    return _verdict("outputs", lacking, f"{len(node.outputs)} with name, type and unit", "missing ")


def _evidence(node: Node, evidence: tuple[tuple[Evidence, Bound | None], ...]) -> Check:
    """Every kind that applies, and each record leads to a span."""
    needed = (*_NEEDED, *(("telemetry",) if any(output.origin for output in node.outputs) else ()))
    kinds = {record.type for record, _ in evidence}
    lacking = [f"no {kind} evidence" for kind in needed if kind not in kinds]
    lacking += [
        f"{record.type} {record.path or 'without a path'} leads to no span"
        for record, bound in evidence
        if bound is None
    ]
    return _verdict("evidence", lacking, f"{counted(len(evidence), 'record')}, each with its span", "")


def _versioning(evidence: tuple[tuple[Evidence, Bound | None], ...]) -> Check:
    if not evidence:
        return Check(name="versioning", verdict="fail", reason="there is no evidence to version")
    bare = [record for record, _ in evidence if not (record.repo_rev and record.content_hash)]
    changed = [record for record, bound in evidence if bound is not None and bound.recorded == "changed"]
    lacking = [f"{record.path or record.type}: no repo_rev or content_hash" for record in bare]
    lacking += [f"{record.path}: changed since its hash was recorded" for record in changed]
    return _verdict(
        "versioning", lacking, "repo_rev and content_hash on every record, and the files are as recorded", ""
    )


def _determinism(node: Node) -> Check:
    lacking = [] if node.deterministic is not None else ["`deterministic` is not said"]
    if not any(key in ("abs", "rel") for key, _ in node.tolerance):
        lacking.append("no tolerance (`abs` or `rel`)")
    return _verdict(
        "determinism", lacking, f"deterministic: {str(node.deterministic).lower()}, with a tolerance", ""
    )


def _assumptions(node: Node) -> Check:
    lacking = [] if node.assumptions else ["no assumptions"]
    if not node.validity:
        lacking.append("no validity regime")
    return _verdict(
        "assumptions", lacking, f"{counted(len(node.assumptions), 'assumption')} and a validity regime", ""
    )


def _environment(node: Node) -> Check:
    keys = {key.lower().replace("_", "") for key, _ in node.environment}
    lacking = [] if "runtime" in keys else ["no runtime"]
    if not any(key.startswith("lockfile") for key in keys):
        lacking.append("no lockfile hash")
    return _verdict("environment", lacking, "runtime and lockfile hash", "")


def _dag(node: Node, tree: Tree, forest: Forest) -> Check:
    """Explicit dependencies that exist and lead back to no node on the way."""
    lacking = [] if node.states_dependencies else ["`dependencies` are not given"]
    lacking += [
        f"{name} is not a node" for name in needs(node) if name not in tree.nodes and name not in forest.homes
    ]
    if circle := _circle(node, tree):
        lacking.append(f"a circle: {' -> '.join(circle)}")
    return _verdict("dag", lacking, "explicit dependencies without a circle", "")


def needs(node: Node) -> tuple[str, ...]:
    """Ids that a node depends on."""
    return tuple(
        dict.fromkeys((*node.dependencies, *(edge.to for edge in node.edges if edge.kind == "depends-on")))
    )


def _circle(node: Node, tree: Tree) -> tuple[str, ...]:
    """A way along dependencies from the node back to it, () when there is none; a shortest one."""
    ways: dict[str, tuple[str, ...]] = {name: (node.id, name) for name in needs(node) if name in tree.nodes}
    todo = list(ways)
    while todo:
        name = todo.pop(0)
        if name == node.id:
            return ways[name]
        for further in needs(tree.nodes[name]):
            if further in tree.nodes and further not in ways:
                ways[further] = (*ways[name], further)
                todo.append(further)
    return ()


def _rail(node: Node, forest: Forest) -> Check:
    """What the resolver file asks of nodes of this type beside the list."""
    if node.type not in forest.guarded or not forest.guard_field:
        return Check(name="rail", verdict="n/a", reason="the resolver file asks nothing more of this type")
    field, _, key = forest.guard_field.partition(".")
    pairs = {"validity": node.validity, "tolerance": node.tolerance, "environment": node.environment}.get(
        field, ()
    )
    there = any(name == key and value not in ("null", '""', "[]", "{}") for name, value in pairs)
    return _verdict(
        "rail",
        [] if there else [f"a {node.type} node must state {forest.guard_field}"],
        f"{forest.guard_field} is stated",
        "",
    )


def _verdict(name: str, lacking: list[str], good: str, before: str) -> Check:
    if not lacking:
        return Check(name=name, verdict="pass", reason=good)
    more = f", and {len(lacking) - _MOST_NAMED} more" if len(lacking) > _MOST_NAMED else ""
    return Check(name=name, verdict="fail", reason=f"{before}{'; '.join(lacking[:_MOST_NAMED])}{more}")


# The full-access checklist over a forest, one tree or one node, with the one question that decides: does
# what is claimed hold?

_SHOWN = 12


class Checked(msgspec.Struct, frozen=True, kw_only=True):
    """`nodes` in the order of trees and nodes; `named` is True when single nodes were asked for. `problems`
    are those of the files.
    """

    nodes: tuple[Checklist, ...]
    problems: tuple[str, ...]
    named: bool

    @property
    def refused(self) -> tuple[Checklist, ...]:
        """Nodes that claim full access, or were asked for by name, and do not have it."""
        return tuple(node for node in self.nodes if node.access != "full" and (node.claims or self.named))

    @property
    def good(self) -> bool:
        """False when a claim does not hold or a file is broken."""
        return not self.refused and not self.problems


def check_trees(name: str, knowledge: Knowledge, current: Current, cfg: TreesConfig) -> Checked:
    """Check all nodes (`name` is ``), those of one tree, or one node (`node` or `tree/node`); raises
    UsageError for a name that is neither.

    The problems of the files count when everything is checked.
    """
    forest = knowledge.forest
    pairs, named = _meant(name, forest)
    nodes = [
        check_node(tree.nodes[node], tree, forest, current, cfg)
        for tree_id, node in pairs
        if (tree := forest.tree(tree_id)) is not None
    ]
    return Checked(nodes=tuple(nodes), problems=knowledge.problems if not name else (), named=named)


def _meant(name: str, forest: Forest) -> tuple[list[tuple[str, str]], bool]:
    """((tree, node) pairs, whether nodes were named). A tree's id goes before a node's."""
    trees = [tree for tree in forest.trees if name in ("", tree.entry.id)]
    if trees or not name:
        return [(tree.entry.id, node) for tree in trees for node in tree.nodes], False
    tree_id, _, node_id = name.rpartition("/")
    found = [(home, node_id) for home in forest.homes.get(node_id, ()) if tree_id in ("", home)]
    found = found or [(home, name) for home in forest.homes.get(name, ())]
    if found:
        return found, True
    known = ", ".join(tree.entry.id for tree in forest.trees[:_SHOWN])
    raise UsageError(
        f"there is no tree or node {name[:80]!r}; "
        + (f"trees: {known}" if known else f"{NONE_HERE}. {HOW_TO_WRITE_ONE}")
    )
