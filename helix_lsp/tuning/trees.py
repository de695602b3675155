"""Tuning of knowledge trees, concept cards and their locks."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.tuning.tuned import tuned

_FACTS = "casimirbot's own constant, so that its trees rank alike (design-decisions.md#casimirbot)"
_HAND = "chosen by hand, not measured"
_OWN = "casimirbot's own, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class TreesTuning:
    """Read by `helix_lsp.trees`."""

    file_max_bytes: int = tuned(
        4_000_000,
        "A larger tree or resolver file is left out with a problem.",
        unit="bytes",
        source="the largest tree of casimirbot has 244 kB; the rest is room",
    )
    forest_max_bytes: int = tuned(
        32_000_000,
        "Tree files beyond this sum are left out with a problem.",
        unit="bytes",
        source="the trees of casimirbot have 1.8 MB in all; bounds what a hostile resolver file can cost",
    )
    max_trees: int = tuned(
        200,
        "Trees of one workspace beyond this are left out with a problem.",
        unit="trees",
        source="casimirbot has 54; bounds the cost of a hostile resolver file",
    )
    max_nodes: int = tuned(
        5_000,
        "Nodes of one tree beyond this are left out with a problem.",
        unit="nodes",
        source="the largest tree of casimirbot has 83; bounds the cost of a walk",
    )
    max_cards: int = tuned(
        2_000,
        "Concept cards of one workspace beyond this are left out with a problem.",
        unit="cards",
        source="casimirbot has 150; bounds the cost of matching",
    )
    card_units: int = tuned(
        5_000,
        "Hits of the search for documents that may be concept cards; what lies beyond is not read.",
        unit="units",
        source="casimirbot has 977; bounds the first question of a repository whose documents all speak of aliases",
    )
    card_bytes: int = tuned(
        64_000,
        "Only the beginning of a document is looked at for a concept card.",
        unit="bytes",
        source="definitions of casimirbot's cards end within the first 735 bytes",
    )
    card_ratio: float = tuned(
        0.6,
        "A card matches without an exact alias when the question holds at least this share of the words of one alias, and two of them.",
        unit="share",
        source="design-decisions.md#two-words; the share is the middle step of casimirbot's match score",
    )
    weight_id: float = tuned(8.0, "Value of a question word in a node's id.", source=_FACTS)
    weight_slug: float = tuned(6.0, "Value of a question word in a node's slug.", source=_FACTS)
    weight_title: float = tuned(6.0, "Value of a question word in a node's title.", source=_FACTS)
    weight_tags: float = tuned(5.0, "Value of a question word in a node's tags.", source=_FACTS)
    weight_excerpt: float = tuned(
        3.0, "Value of a question word in a node's excerpt or summary.", source=_FACTS
    )
    weight_body: float = tuned(1.0, "Value of a question word in a node's body.", source=_FACTS)
    title_bonus: float = tuned(6.0, "Added when the whole title stands in the question.", source=_FACTS)
    concept_same: float = tuned(
        12.0, "Added when a matched concept card bears the node's id, slug or title.", source=_FACTS
    )
    concept_inside: float = tuned(
        6.0, "Added when a matched concept card's name stands in the node's id or title.", source=_FACTS
    )
    lock_bonus: float = tuned(4.0, "Added to the score of a locked tree.", source=_FACTS)
    pack_trees: int = tuned(
        3, "Trees in one pack, where the resolver file says nothing.", unit="trees", source=_FACTS
    )
    pack_score: float = tuned(6.0, "Least score of a tree in a pack, likewise.", source=_FACTS)
    pack_ratio: float = tuned(
        0.25, "Least share of the best tree's score, likewise.", unit="share", source=_FACTS
    )
    walk_mode: str = tuned(
        "",
        "How far a walk goes where neither the request nor the tree says it: `` takes the resolver file's own, else root_to_anchor.",
        source="the two depths of docs/reference/ladder.md, S2-49 and S2-50",
    )
    excerpt_chars: int = tuned(200, "Longest excerpt of a node in a walk.", unit="characters", source=_OWN)
    hint_terms: int = tuned(16, "Soft terms that a pack gives to the search.", unit="terms", source=_OWN)
    bind_max_bytes: int = tuned(
        2_000_000,
        "A larger evidence file is not read to bind a node.",
        unit="bytes",
        source="bounds a walk: it reads at most one file for each evidence record of the shown nodes",
    )
    bind_guess_bytes: int = tuned(
        300_000,
        "In a larger file the names of definitions and headings are not looked through for a node's title, only its lines are.",
        unit="bytes",
        source="looking through the facts of a file of 1.2 MB took 1.5 s, of 0.3 MB 0.07 s",
    )
    bind_records: int = tuned(
        12,
        "Evidence records of one node that are tried.",
        unit="records",
        source=_HAND + "; a node has 2.4 on average",
    )
    bind_lines: int = tuned(12, "Longest span that a node is bound to.", unit="lines", source=_HAND)
    bind_share: float = tuned(
        0.6,
        "Share of the title's words that a line must hold to bind a node whose evidence names a file only.",
        unit="share",
        source=_HAND,
    )
    max_locked: int = tuned(6, "Trees that one session may lock.", unit="trees", source=_OWN)
    max_sessions: int = tuned(
        200,
        "Sessions whose locks are kept; the one locked longest ago goes first.",
        unit="sessions",
        source=_HAND,
    )
