"""The concept cards of a workspace, wherever they are in its documents.

A document can only be a card when it holds the word `aliases` or `definition`, so the text index names the
few that are looked at; a repository without either word costs one look at the index.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from helix_lsp.config.trees import TreesConfig
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.text.digest import blob_id
from helix_lsp.text.words import stem
from helix_lsp.trees.card import ConceptCard, read_card

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
