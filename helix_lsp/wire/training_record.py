"""`training-record.v1`: one line of a training export; it links a tree node to the hash of a span."""

from __future__ import annotations

from typing import Any

from helix_lsp.trees.export import TrainingRecord
from helix_lsp.wire.tree_walk import bound_to_wire

SCHEMA = "training-record.v1"


def record_to_wire(record: TrainingRecord) -> dict[str, Any]:
    """The record as plain JSON data."""
    return {
        "schema": SCHEMA,
        "id": record.id,
        "treeId": record.tree_id,
        "treeVersion": record.tree_version,
        "nodeId": record.node_id,
        "title": record.title,
        "says": record.says,
        "access": record.access,
        "evidence": bound_to_wire(record.evidence),
        "repo_rev": record.repo_rev,
        "content_hash": record.content_hash,
        "lattice_rev": record.lattice_rev,
        "provenance_class": record.provenance_class,
        "claim_tier": record.claim_tier,
        "certifying": record.certifying,
    }
