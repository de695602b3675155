"""`tree-check.v1`: the full-access checklist of nodes, each check with its verdict and reason."""

from __future__ import annotations

from typing import Any

from helix_lsp.trees.check_trees import Checked
from helix_lsp.trees.checklist import Checklist

SCHEMA = "tree-check.v1"


def checked_to_wire(checked: Checked) -> dict[str, Any]:
    """The check as plain JSON data; `good` is what the exit code says."""
    return {
        "schema": SCHEMA,
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
