"""`tree-walk.v1`: the pack of knowledge trees for a question, node by node, each with its proof or marked as
a hint.
"""

from __future__ import annotations

from typing import Any

from helix_lsp.trees.assemble import Pack, PackMetadata, Walked, WalkStep, walk_text
from helix_lsp.trees.bind import Bound
from helix_lsp.trees.card import ConceptCard
from helix_lsp.trees.checklist import Checked, Checklist
from helix_lsp.trees.diff import Change, TrainingRecord
from helix_lsp.trees.forest import Tree
from helix_lsp.trees.knowledge import Knowledge
from helix_lsp.wire.range_ref import range_ref_to_wire
from helix_lsp.wire.readable import fields

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
    return fields(
        metadata,
        "treeIds=tree_ids primaryTreeId=primary_tree_id anchorIds=anchor_ids pathIds=path_ids "
        "conceptMatch=concept_match treeVersion=tree_version repo_rev lattice_rev",
    )


def bound_to_wire(bound: Bound | None) -> dict[str, Any] | None:
    """The range with what ties the node to it; None stays None."""
    if bound is None:
        return None
    ref = range_ref_to_wire(bound)
    return {"range_ref": ref, **fields(bound, "kind how recorded")}


def _tree(walked: Walked) -> dict[str, Any]:
    return {
        **fields(walked, "tree_id label source root_id anchors mode score fallback why"),
        "steps": [_step(s) for s in walked.steps],
    }


def _step(step: WalkStep) -> dict[str, Any]:
    return {
        **fields(step, "id title excerpt relation depth role part tree_id score"),
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
        **fields(
            tree, "id=entry.id label=entry.label path=entry.path version=file.version root_id=file.root_id"
        ),
        "nodes": len(tree.nodes),
        **fields(tree.entry, "topics matchers weight"),
        "mode": tree.entry.mode or "",
        "sha256": tree.file.sha256,
    }


def _card(card: ConceptCard) -> dict[str, Any]:
    return fields(card, "id label aliases path line=start_line topics must_include")


# `tree-lock.v1`: which knowledge trees a session has locked.

SCHEMA_TREE_LOCK = "tree-lock.v1"


def lock_to_wire(lock: Any) -> dict[str, Any]:
    """The lock (`session/kept/memory.py`, a floor above) as plain JSON data."""
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
        **fields(node, "tree_id node_id title access claims"),
        "checks": [fields(check, "name verdict reason") for check in node.checks],
    }


# `tree-diff.v1`: what changed between the baseline and the newest generation.

SCHEMA_TREE_DIFF = "tree-diff.v1"


def diff_to_wire(baseline: int | None, newest: int | None, changes: tuple[Change, ...]) -> dict[str, Any]:
    """The difference as plain JSON data; both generations are null while there is nothing to compare with."""
    return {
        "schema": SCHEMA_TREE_DIFF,
        "baseline": baseline,
        "newest": newest,
        "changes": [fields(change, "how what name") for change in changes],
    }


# `training-record.v1`: one line of a training export; it links a tree node to the hash of a span.

SCHEMA_TRAINING_RECORD = "training-record.v1"


def record_to_wire(record: TrainingRecord) -> dict[str, Any]:
    """The record as plain JSON data."""
    return {
        "schema": SCHEMA_TRAINING_RECORD,
        **fields(record, "id treeId=tree_id treeVersion=tree_version nodeId=node_id title says access"),
        "evidence": bound_to_wire(record.evidence),
        **fields(record, "repo_rev content_hash lattice_rev provenance_class claim_tier certifying"),
    }
