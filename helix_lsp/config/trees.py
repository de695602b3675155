"""Options of knowledge trees, concept cards and their locks."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste
from helix_lsp.tuning.trees import TreesTuning


@dataclass(frozen=True, slots=True, kw_only=True)
class TreesConfig(TreesTuning):
    """Read by `helix_lsp.trees`."""

    enabled: bool = option(
        True,
        "Read knowledge trees and concept cards where a repository has them.",
        repository="lower",
        source="useful without configuration; off for a repository whose trees mislead",
    )
    files: tuple[str, ...] = option(
        (),
        "Tree files (paths from the root) beside those that a resolver file names; each is selected by its id, title and node titles.",
        repository="add",
        source="a repository without a resolver file can name its trees",
    )
    resolvers: tuple[str, ...] = taste(
        (
            "configs/graph-resolvers.json",
            "graph-resolvers.json",
            "configs/helix-ask-graphs.json",
            "helix-ask-graphs.json",
        ),
        "Where a resolver file may stand; the first one that is there counts.",
        source="the file names of casimirbot (design-decisions.md#casimirbot)",
    )
