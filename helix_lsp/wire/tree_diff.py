"""`tree-diff.v1`: what changed between the baseline and the newest generation."""

from __future__ import annotations

from typing import Any

from helix_lsp.trees.diff import Change

SCHEMA = "tree-diff.v1"


def diff_to_wire(baseline: int | None, newest: int | None, changes: tuple[Change, ...]) -> dict[str, Any]:
    """The difference as plain JSON data; both generations are null while there is nothing to compare with."""
    return {
        "schema": SCHEMA,
        "baseline": baseline,
        "newest": newest,
        "changes": [{"how": change.how, "what": change.what, "name": change.name} for change in changes],
    }
