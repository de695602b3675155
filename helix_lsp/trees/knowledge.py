"""Everything a repository says of itself in trees and cards, read once for each content.

Near-zero where there is nothing: four paths are looked up, two words asked of the index, and the same
snapshot is answered from memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from helix_lsp.config.documents import TreesConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.digest import blob_id, digest_of
from helix_lsp.text.words import stem
from helix_lsp.trees.card import ConceptCard, read_card
from helix_lsp.trees.forest import Forest, ReadTrees, read_forest
from helix_lsp.trees.read_resolver import PackRules

# The concept cards of a workspace, wherever they are in its documents.
#
# A document can only be a card when it holds the word `aliases` or `definition`, so the text index names
# the few that are looked at; a repository without either word costs one look at the index.

ReadCards = dict[tuple[str, str], tuple[ConceptCard | None, tuple[str, ...]]]
_MARKS = (stem("aliases"), stem("definition"))
_DOCUMENT = (".md", ".mdx", ".markdown")


def read_cards(
    snapshot: Snapshot, texts: Callable[[str], bytes | None], cfg: TreesConfig, known: ReadCards
) -> tuple[tuple[ConceptCard, ...], tuple[str, ...]]:
    """Cards in the order of their paths, and problems. `known` remembers documents by path and content."""
    paths = {
        path
        for mark in _MARKS
        if snapshot.frequency(mark)
        for path in _holding(snapshot, mark, cfg.card_units)
    }
    cards: dict[str, ConceptCard] = {}
    problems: list[str] = []
    left = 0
    for path in sorted(path for path in paths if path.lower().endswith(_DOCUMENT)):
        entry = snapshot.file(path)
        if entry is None or entry.surface.vendored:
            continue
        key = (path, entry.sha)
        if key not in known:
            data = texts(path) or b""
            read = read_card(path, data, cfg)
            if blob_id(data) != entry.sha:
                known.pop(key, None)
                card, wrong = read
            else:
                card, wrong = known[key] = read
        else:
            card, wrong = known[key]
        problems.extend(wrong)
        if card is None:
            continue
        if card.id in cards:
            problems.append(
                f"{path}:1: the concept card {card.id} stands in {cards[card.id].path} too; the first one counts, rename this one"
            )
        elif len(cards) >= cfg.max_cards:
            left += 1
        else:
            cards[card.id] = card
    if left:
        problems.append(f"{left} concept cards beyond the limit of {cfg.max_cards} are left out")
    return tuple(cards.values()), tuple(problems)


def _holding(snapshot: Snapshot, mark: str, most: int) -> Iterable[str]:
    """Paths of the best `most` units that hold the word; where there are fewer, no unit needs to be read."""
    held = snapshot.holding(mark, most)
    return held if held is not None else [hit.path for hit in snapshot.match({mark: 1.0}, most)]


_MOST_PROBLEMS = 200

NONE_HERE = "this workspace has no knowledge trees"
HOW_TO_WRITE_ONE = (
    "It needs none. To write one: a Markdown file whose front matter has an `id` and `aliases` is a concept card;"
    ' a JSON file of nodes is a tree once helix.toml names it, as [trees] files = ["FILE.json"].'
    " Both forms are described in the documentation of Helix Ask, not in this workspace, under how-to/knowledge-trees.md."
)  # our own documentation, no file of the workspace


class Knowledge(msgspec.Struct, frozen=True, kw_only=True):
    """`digest` is `` exactly when there is neither a tree nor a card."""

    forest: Forest
    cards: tuple[ConceptCard, ...] = ()
    problems: tuple[str, ...] = ()
    digest: str = ""


class KnowledgeCache:
    """What was read, by path and content, and the last answer. One to a workspace; safe under threads (two
    may read the same twice).
    """

    __slots__ = ("cards", "last", "trees")

    def __init__(self) -> None:
        self.trees: ReadTrees = {}
        self.cards: ReadCards = {}
        self.last: tuple[Snapshot, TreesConfig, Knowledge] | None = None


_DEFAULT = TreesConfig()
NOTHING = Knowledge(
    forest=Forest(
        trees=(),
        pack=PackRules(trees=_DEFAULT.pack_trees, score=_DEFAULT.pack_score, ratio=_DEFAULT.pack_ratio),
    )
)


def read_knowledge(
    snapshot: Snapshot,
    texts: Callable[[str], bytes | None],
    cfg: TreesConfig,
    cache: KnowledgeCache | None = None,
) -> Knowledge:
    """The knowledge of a snapshot; never raises for what the files hold."""
    if not cfg.enabled:
        return NOTHING
    cache = cache or KnowledgeCache()
    last = cache.last
    if last is not None and last[0] is snapshot and last[1] == cfg:
        return last[2]
    trees: ReadTrees = dict(cache.trees)
    cards: ReadCards = dict(cache.cards)
    forest, wrong = read_forest(snapshot, texts, cfg, trees)
    found, more = read_cards(snapshot, texts, cfg, cards)
    problems = (*wrong, *more)
    if len(problems) > _MOST_PROBLEMS:
        problems = (*problems[:_MOST_PROBLEMS], f"knowledge: {len(problems) - _MOST_PROBLEMS} more problems")
    shas: list[object] = [[card.path, card.id, card.sha256] for card in found]
    knowledge = Knowledge(
        forest=forest,
        cards=found,
        problems=problems,
        digest=digest_of([forest.digest, shas]) if forest.trees or found else "",
    )
    if len(trees) > len(cache.trees):
        trees = {key: value for key, value in trees.items() if _current(key, snapshot)}
    if len(cards) > len(cache.cards):
        cards = {key: value for key, value in cards.items() if _current(key, snapshot)}
    cache.trees, cache.cards, cache.last = trees, cards, (snapshot, cfg, knowledge)
    return knowledge


def _current(key: tuple[str, str], snapshot: Snapshot) -> bool:
    entry = snapshot.file(key[0])
    return entry is not None and entry.sha == key[1]
