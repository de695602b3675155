"""`tree-list.v1`: the knowledge trees and concept cards of a workspace, and what is wrong with their files."""

from __future__ import annotations

from typing import Any

from helix_lsp.trees.card import ConceptCard
from helix_lsp.trees.forest import Tree
from helix_lsp.trees.knowledge import Knowledge

SCHEMA = "tree-list.v1"


def knowledge_to_wire(knowledge: Knowledge) -> dict[str, Any]:
    """The knowledge as plain JSON data, without the nodes."""
    return {
        "schema": SCHEMA,
        "resolver": knowledge.forest.resolver,
        "digest": knowledge.digest,
        "trees": [_tree(tree) for tree in knowledge.forest.trees],
        "cards": [_card(card) for card in knowledge.cards],
        "problems": list(knowledge.problems),
    }


def _tree(tree: Tree) -> dict[str, Any]:
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
