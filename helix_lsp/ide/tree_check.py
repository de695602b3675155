"""The full-access checklist of a view's trees, and the training records that can be exported from them."""

from __future__ import annotations

from collections.abc import Iterator

from helix_lsp.ide.view import View
from helix_lsp.trees.check_trees import Checked, check_trees
from helix_lsp.trees.current import Current
from helix_lsp.trees.export import TrainingRecord, export

__all__ = ["Checked", "TrainingRecord", "tree_check", "tree_export"]


def tree_check(view: View, name: str = "") -> Checked:
    """All nodes, those of one tree, or one node; raises UsageError for a name that is neither."""
    cfg = view.config.trees
    return check_trees(name, view.knowledge(), Current(view.snapshot, view.texts, cfg.bind_max_bytes), cfg)


def tree_export(view: View) -> Iterator[TrainingRecord]:
    """Training records of all nodes that are full access or marked diagnostic."""
    cfg = view.config.trees
    return export(view.knowledge().forest, Current(view.snapshot, view.texts, cfg.bind_max_bytes), cfg)
