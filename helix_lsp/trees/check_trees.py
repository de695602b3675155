"""The full-access checklist over a forest, one tree or one node, with the one question that decides: does
what is claimed hold?
"""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.trees import TreesConfig
from helix_lsp.errors import UsageError
from helix_lsp.trees.checklist import Checklist, check_node
from helix_lsp.trees.current import Current
from helix_lsp.trees.forest import Forest
from helix_lsp.trees.knowledge import HOW_TO_WRITE_ONE, NONE_HERE, Knowledge

_SHOWN = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
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
