"""`tree-walk.v1`: the pack of knowledge trees for a question, node by node, each with its proof or marked as
a hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from helix_lsp.trees.assemble import Pack, PackMetadata, Walked, WalkStep
from helix_lsp.trees.bind import Bound
from helix_lsp.trees.card import ConceptCard
from helix_lsp.trees.checklist import Checked, Checklist
from helix_lsp.trees.diff import Change
from helix_lsp.trees.forest import Tree
from helix_lsp.trees.knowledge import Knowledge
from helix_lsp.trees.walk_text import walk_text
from helix_lsp.wire.range_ref import range_ref_to_wire

SCHEMA = "tree-walk.v1"


def pack_to_wire(pack: Pack) -> dict[str, Any]:
    """The pack as plain JSON data."""
    return {
        "schema": SCHEMA,
        "trees": [_tree(walked) for walked in pack.trees],
        "binding_rate": pack.binding_rate,
        "metadata": metadata_to_wire(pack.metadata),
        "locked": list(pack.locked),
        "text": walk_text(pack),
    }


def metadata_to_wire(metadata: PackMetadata) -> dict[str, Any]:
    """What a trace says of its trees, under the names of docs/reference/ladder.md, S2-60."""
    return {
        "treeIds": list(metadata.tree_ids),
        "primaryTreeId": metadata.primary_tree_id,
        "anchorIds": list(metadata.anchor_ids),
        "pathIds": list(metadata.path_ids),
        "conceptMatch": metadata.concept_match,
        "treeVersion": metadata.tree_version,
        "repo_rev": metadata.repo_rev,
        "lattice_rev": metadata.lattice_rev,
    }


def bound_to_wire(bound: Bound | None) -> dict[str, Any] | None:
    """The range with what ties the node to it; None stays None."""
    if bound is None:
        return None
    ref = range_ref_to_wire(
        path=bound.path,
        start_byte=bound.span.start,
        end_byte=bound.span.end,
        start_line=bound.start_line,
        end_line=bound.end_line,
        sha256=bound.sha256,
    )
    return {"range_ref": ref, "kind": bound.kind, "how": bound.how, "recorded": bound.recorded}


def _tree(walked: Walked) -> dict[str, Any]:
    return {
        "tree_id": walked.tree_id,
        "label": walked.label,
        "source": walked.source,
        "root_id": walked.root_id,
        "anchors": list(walked.anchors),
        "mode": walked.mode,
        "score": walked.score,
        "fallback": walked.fallback,
        "why": walked.why,
        "steps": [_step(s) for s in walked.steps],
    }


def _step(step: WalkStep) -> dict[str, Any]:
    return {
        "id": step.id,
        "title": step.title,
        "excerpt": step.excerpt,
        "relation": step.relation,
        "depth": step.depth,
        "role": step.role,
        "part": step.part,
        "tree_id": step.tree_id,
        "score": step.score,
        "bound": bound_to_wire(step.bound),
        "stated": bound_to_wire(step.stated),
    }


# `tree-list.v1`: the knowledge trees and concept cards of a workspace, and what is wrong with their files.

SCHEMA_TREE_LIST = "tree-list.v1"


def knowledge_to_wire(knowledge: Knowledge) -> dict[str, Any]:
    """The knowledge as plain JSON data, without the nodes."""
    return {
        "schema": SCHEMA_TREE_LIST,
        "resolver": knowledge.forest.resolver,
        "digest": knowledge.digest,
        "trees": [_tree_tree_list(tree) for tree in knowledge.forest.trees],
        "cards": [_card(card) for card in knowledge.cards],
        "problems": list(knowledge.problems),
    }


def _tree_tree_list(tree: Tree) -> dict[str, Any]:
    return {
        "id": tree.entry.id,
        "label": tree.entry.label,
        "path": tree.entry.path,
        "version": tree.file.version,
        "root_id": tree.file.root_id,
        "nodes": len(tree.nodes),
        "topics": list(tree.entry.topics),
        "matchers": list(tree.entry.matchers),
        "weight": tree.entry.weight,
        "mode": tree.entry.mode or "",
        "sha256": tree.file.sha256,
    }


def _card(card: ConceptCard) -> dict[str, Any]:
    return {
        "id": card.id,
        "label": card.label,
        "aliases": list(card.aliases),
        "path": card.path,
        "line": card.start_line,
        "topics": list(card.topics),
        "must_include": list(card.must_include),
    }


# `tree-lock.v1`: which knowledge trees a session has locked.

SCHEMA_TREE_LOCK = "tree-lock.v1"


class _Lock(Protocol):
    """The lock record of the floor above, by its fields: this floor may not import it."""

    @property
    def session_id(self) -> str: ...
    @property
    def tree_ids(self) -> Sequence[str]: ...


def lock_to_wire(lock: _Lock) -> dict[str, Any]:
    """The lock as plain JSON data."""
    return {
        "schema": SCHEMA_TREE_LOCK,
        "sessionId": lock.session_id,
        "treeIds": list(lock.tree_ids),
        "locked": bool(lock.tree_ids),
    }


# `tree-check.v1`: the full-access checklist of nodes, each check with its verdict and reason.

SCHEMA_TREE_CHECK = "tree-check.v1"


def checked_to_wire(checked: Checked) -> dict[str, Any]:
    """The check as plain JSON data; `good` is what the exit code says."""
    return {
        "schema": SCHEMA_TREE_CHECK,
        "good": checked.good,
        "full": sum(1 for node in checked.nodes if node.access == "full"),
        "nodes": [_node(node) for node in checked.nodes],
        "refused": [f"{node.tree_id}/{node.node_id}" for node in checked.refused],
        "problems": list(checked.problems),
    }


def _node(node: Checklist) -> dict[str, Any]:
    return {
        "tree_id": node.tree_id,
        "node_id": node.node_id,
        "title": node.title,
        "access": node.access,
        "claims": node.claims,
        "checks": [
            {"name": check.name, "verdict": check.verdict, "reason": check.reason} for check in node.checks
        ],
    }


# `tree-diff.v1`: what changed between the baseline and the newest generation.

SCHEMA_TREE_DIFF = "tree-diff.v1"


def diff_to_wire(baseline: int | None, newest: int | None, changes: tuple[Change, ...]) -> dict[str, Any]:
    """The difference as plain JSON data; both generations are null while there is nothing to compare with."""
    return {
        "schema": SCHEMA_TREE_DIFF,
        "baseline": baseline,
        "newest": newest,
        "changes": [{"how": change.how, "what": change.what, "name": change.name} for change in changes],
    }
