"""Soft terms that a pack gives to the search: titles and tags of the walked nodes. They steer and never gate (law I6)."""

from __future__ import annotations

from helix_lsp.config.trees import TreesConfig
from helix_lsp.trees.assemble import Pack

_DEFAULT = TreesConfig()


def hints(pack: Pack, cfg: TreesConfig = _DEFAULT) -> tuple[str, ...]:
    """Titles of anchors first, then of what lies between, in the order of the pack; each once, letter case ignored."""
    steps = [step for walked in pack.trees for step in walked.steps]
    ordered = [*(s for s in steps if s.part == "anchor"), *(s for s in steps if s.part != "anchor")]
    found: dict[str, str] = {}
    for step in ordered:
        found.setdefault(step.title.casefold(), step.title)
    return tuple(found.values())[: cfg.hint_terms]
