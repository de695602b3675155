"""`tree-walk.v1`: the pack of knowledge trees for a question, node by node, each with its proof or marked as
a hint.
"""

from __future__ import annotations

from typing import Any

from helix_lsp.trees.assemble import Pack, PackMetadata, Walked, WalkStep
from helix_lsp.trees.current import Bound
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
