"""Records for training, as docs/reference/ladder.md, S2-59, asks: each links to a tree node and to the hash
of a span that was read just now.

Only nodes that are full access or marked diagnostic are admitted, and of them only evidence that leads to a
span.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from helix_lsp.config.trees import TreesConfig
from helix_lsp.text.digest import digest_of
from helix_lsp.trees.checklist import Access, check_node
from helix_lsp.trees.current import Bound, Current
from helix_lsp.trees.forest import Forest


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingRecord:
    """`id` is a digest of what the record links; `provenance_class`, `claim_tier` and `certifying` are the
    evidence's own, with the defaults inferred, diagnostic and False.
    """

    id: str
    tree_id: str
    tree_version: str
    node_id: str
    title: str
    says: str
    access: Access
    evidence: Bound
    repo_rev: str
    content_hash: str
    lattice_rev: str
    provenance_class: str
    claim_tier: str
    certifying: bool


def export(forest: Forest, current: Current, cfg: TreesConfig) -> Iterator[TrainingRecord]:
    """Records in the order of trees, nodes and evidence."""
    revision = current.snapshot.digest()[:16]
    for tree in forest.trees:
        version = f"{tree.file.version or '0'}@{tree.file.sha256[:12]}"
        for node in tree.file.nodes:
            checked = check_node(node, tree, forest, current, cfg)
            if checked.access == "partial":
                continue
            for record, bound in checked.evidence:
                if bound is None:
                    continue
                yield TrainingRecord(
                    id=digest_of(
                        [tree.entry.id, node.id, bound.path, bound.span.start, bound.span.end, bound.sha256]
                    )[:24],
                    tree_id=tree.entry.id,
                    tree_version=version,
                    node_id=node.id,
                    title=node.title,
                    says=node.gist or node.body,
                    access=checked.access,
                    evidence=bound,
                    repo_rev=record.repo_rev,
                    content_hash=record.content_hash,
                    lattice_rev=revision,
                    provenance_class=record.provenance_class or "inferred",
                    claim_tier=record.claim_tier or "diagnostic",
                    certifying=record.certifying,
                )
