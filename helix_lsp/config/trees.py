"""Options of knowledge trees, concept cards and their locks."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste
from helix_lsp.tuning.trees import TreesTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class TreesConfig(TreesTuning):
    """Read by `helix_lsp.trees`."""

    enabled: bool = option(True, repository="lower")
    files: tuple[str, ...] = option((), repository="add")
    resolvers: tuple[str, ...] = taste(
        (
            "configs/graph-resolvers.json",
            "graph-resolvers.json",
            "configs/helix-ask-graphs.json",
            "helix-ask-graphs.json",
        )
    )
