"""How much each node of a tree says about a question: field weights over shared stems
(docs/reference/knowledge-trees.md).
"""

from __future__ import annotations

from helix_lsp.config.trees import TreesConfig
from helix_lsp.trees.content import content_of, runs, stem_set, stems_of
from helix_lsp.trees.forest import Tree
from helix_lsp.trees.match_concepts import ConceptMatch
from helix_lsp.trees.node import Node

_NEEDED = 2


def score_nodes(
    text: str, concepts: tuple[ConceptMatch, ...], tree: Tree, cfg: TreesConfig
) -> dict[str, float]:
    """Node id -> score above 0, in the order of the tree."""
    asked, run = content_of(text), stems_of(text)
    names = tuple(dict.fromkeys(form.stems for match in concepts for form in match.card.forms if form.stems))
    found: dict[str, float] = {}
    for node in tree.file.nodes:
        score = _words(node, asked, cfg) + _concept(node, names, cfg)
        if titled(node, run):
            score += cfg.title_bonus
        if score > 0:
            found[node.id] = round(score, 6)
    return found


def titled(node: Node, run: tuple[str, ...]) -> bool:
    """True when the whole title, of two content words or more, is in the question."""
    return len(content_of(node.title)) >= _NEEDED and runs(stems_of(node.title), run)


def _words(node: Node, asked: tuple[str, ...], cfg: TreesConfig) -> float:
    fields = (
        (cfg.weight_id, stem_set(node.id)),
        (cfg.weight_slug, stem_set(node.slug)),
        (cfg.weight_title, stem_set(node.title)),
        (cfg.weight_tags, stem_set(" ".join(node.tags))),
        (cfg.weight_excerpt, stem_set(f"{node.excerpt} {node.summary}")),
        (cfg.weight_body, stem_set(node.body)),
    )
    return sum(weight for word in asked for weight, held in fields if word in held)


def _concept(node: Node, names: tuple[tuple[str, ...], ...], cfg: TreesConfig) -> float:
    own = (stems_of(node.id), stems_of(node.slug), stems_of(node.title))
    if any(name in own for name in names):
        return cfg.concept_same
    return (
        cfg.concept_inside
        if any(runs(name, one) for name in names for one in own if len(name) >= _NEEDED)
        else 0.0
    )
