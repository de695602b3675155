"""Options of knowledge trees, concept cards and their locks."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.option import option, taste

_LADDER = "as in the ladder that this one follows"
_FACTS = "the constants of the ladder that this one follows"
_HAND = "chosen by hand, not measured"


@dataclass(frozen=True, slots=True, kw_only=True)
class TreesConfig:
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
        source="for trees that no resolver file names",
    )
    resolvers: tuple[str, ...] = taste(
        ("configs/graph-resolvers.json", "graph-resolvers.json", "configs/helix-ask-graphs.json", "helix-ask-graphs.json"),
        "Where a resolver file may stand; the first one that is there counts.",
        source="the file names of the ladder that this one follows",
    )
    file_max_bytes: int = option(
        4_000_000,
        "A larger tree or resolver file is left out with a problem.",
        unit="bytes", low=1_000, high=64_000_000,
        repository="lower",
        source="the largest tree of the reference repository has 244 kB; the rest is room",
    )  # fmt: skip
    forest_max_bytes: int = option(
        32_000_000,
        "Tree files beyond this sum are left out with a problem.",
        unit="bytes", low=1_000, high=1_000_000_000,
        repository="lower",
        source="the trees of the reference repository have 1.8 MB in all; bounds what a hostile resolver file can cost",
    )  # fmt: skip
    max_trees: int = option(
        200,
        "Trees of one workspace beyond this are left out with a problem.",
        unit="trees", low=1, high=10_000,
        repository="lower",
        source="the reference repository has 54; bounds the cost of a hostile resolver file",
    )  # fmt: skip
    max_nodes: int = option(
        5_000,
        "Nodes of one tree beyond this are left out with a problem.",
        unit="nodes", low=1, high=100_000,
        repository="lower",
        source="the largest tree of the reference repository has 83; bounds the cost of a walk",
    )  # fmt: skip
    max_cards: int = option(
        2_000,
        "Concept cards of one workspace beyond this are left out with a problem.",
        unit="cards", low=0, high=100_000,
        repository="lower",
        source="the reference repository has 150; bounds the cost of matching",
    )  # fmt: skip
    card_units: int = option(
        5_000,
        "Hits of the search for documents that may be concept cards; what lies beyond is not read.",
        unit="units", low=10, high=100_000,
        repository="lower",
        source="the reference repository has 977; bounds the first question of a repository whose documents all speak of aliases",
    )  # fmt: skip
    card_bytes: int = option(
        64_000,
        "Only the beginning of a document is looked at for a concept card.",
        unit="bytes", low=500, high=4_000_000,
        repository="lower",
        source="definitions of the reference repository end within the first 735 bytes",
    )  # fmt: skip
    card_ratio: float = option(
        0.6,
        "A card matches without an exact alias when the question holds at least this share of the words of one alias, and two of them.",
        unit="share", low=0.1, high=1.0,
        repository="raise",
        source="one shared word says nothing; the share is that of the ladder this one follows",
    )  # fmt: skip
    weight_id: float = taste(8.0, "Value of a question word in a node's id.", low=0.0, high=100.0, source=_FACTS)
    weight_slug: float = taste(6.0, "Value of a question word in a node's slug.", low=0.0, high=100.0, source=_FACTS)
    weight_title: float = taste(6.0, "Value of a question word in a node's title.", low=0.0, high=100.0, source=_FACTS)
    weight_tags: float = taste(5.0, "Value of a question word in a node's tags.", low=0.0, high=100.0, source=_FACTS)
    weight_excerpt: float = taste(3.0, "Value of a question word in a node's excerpt or summary.", low=0.0, high=100.0, source=_FACTS)
    weight_body: float = taste(1.0, "Value of a question word in a node's body.", low=0.0, high=100.0, source=_FACTS)
    title_bonus: float = taste(6.0, "Added when the whole title stands in the question.", low=0.0, high=100.0, source=_FACTS)
    concept_same: float = taste(
        12.0, "Added when a matched concept card bears the node's id, slug or title.", low=0.0, high=100.0, source=_FACTS
    )
    concept_inside: float = taste(
        6.0, "Added when a matched concept card's name stands in the node's id or title.", low=0.0, high=100.0, source=_FACTS
    )
    lock_bonus: float = taste(4.0, "Added to the score of a locked tree.", low=0.0, high=100.0, source=_FACTS)
    pack_trees: int = option(
        3, "Trees in one pack, where the resolver file says nothing.", unit="trees", low=1, high=20, repository="lower", source=_FACTS
    )
    pack_score: float = taste(6.0, "Least score of a tree in a pack, likewise.", low=0.0, high=1_000.0, source=_FACTS)
    pack_ratio: float = taste(
        0.25, "Least share of the best tree's score, likewise.", unit="share", low=0.0, high=1.0, source=_FACTS
    )
    walk_mode: str = taste(
        "",
        "How far a walk goes where neither the request nor the tree says it: `` takes the resolver file's own, else root_to_anchor.",
        choices=("", "root_to_anchor", "full_path"),
        source="a walk ends where the question is anchored",
    )
    excerpt_chars: int = option(
        200, "Longest excerpt of a node in a walk.", unit="characters", low=20, high=2_000, repository="lower", source=_LADDER
    )
    hint_terms: int = option(
        16, "Soft terms that a pack gives to the search.", unit="terms", low=0, high=100, repository="lower", source=_LADDER
    )
    bind_max_bytes: int = option(
        2_000_000,
        "A larger evidence file is not read to bind a node.",
        unit="bytes", low=1_000, high=64_000_000,
        repository="lower",
        source="bounds a walk: it reads at most one file for each evidence record of the shown nodes",
    )  # fmt: skip
    bind_guess_bytes: int = option(
        300_000,
        "In a larger file the names of definitions and headings are not looked through for a node's title, only its lines are.",
        unit="bytes", low=1_000, high=64_000_000,
        repository="lower",
        source="looking through the facts of a file of 1.2 MB took 1.5 s, of 0.3 MB 0.07 s",
    )  # fmt: skip
    bind_records: int = option(
        12, "Evidence records of one node that are tried.",
        unit="records", low=1, high=100, repository="lower", source=_HAND + "; a node has 2.4 on average"
    )
    bind_lines: int = option(12, "Longest span that a node is bound to.", unit="lines", low=1, high=200, repository="lower", source=_HAND)
    bind_share: float = option(
        0.6,
        "Share of the title's words that a line must hold to bind a node whose evidence names a file only.",
        unit="share", low=0.1, high=1.0,
        repository="raise",
        source=_HAND,
    )  # fmt: skip
    max_locked: int = option(6, "Trees that one session may lock.", unit="trees", low=1, high=50, repository="lower", source=_LADDER)
    max_sessions: int = option(
        200, "Sessions whose locks are kept; the one locked longest ago goes first.",
        unit="sessions", low=1, high=10_000, repository="lower", source=_HAND
    )
