"""Two generations of the lattice, compared: files, trees, nodes and cards that came, went, or say something
else now (design-decisions.md#baseline).

A summary holds hashes only, so that the one before can be kept as the baseline of the newest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from helix_lsp.config.documents import TreesConfig
from helix_lsp.text.digest import digest_of
from helix_lsp.trees.bind import Bound, Current
from helix_lsp.trees.checklist import Access, check_node
from helix_lsp.trees.forest import Forest
from helix_lsp.trees.knowledge import Knowledge
from helix_lsp.trees.node import Node

FORMAT = 1  # of a summary: raise it when the same knowledge gives other digests
_SHORT = 16


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """`files` are (path, beginning of the blob id), `nodes` (tree id, node id, digest of all it says),
    `cards` (card id, digest); all sorted.
    """

    generation: int
    digest: str
    files: tuple[tuple[str, str], ...]
    nodes: tuple[tuple[str, str, str], ...]
    cards: tuple[tuple[str, str], ...]


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """One difference: `what` is file, tree, node or card; `how` added, removed or changed; `name` the path,
    the tree, tree/node, the card.
    """

    how: str
    what: str
    name: str


def summarise(knowledge: Knowledge, files: Mapping[str, str], generation: int) -> Summary:
    """The summary of one generation; `files` are blob ids by path."""
    nodes = sorted(
        (tree.entry.id, node.id, _node(node)) for tree in knowledge.forest.trees for node in tree.file.nodes
    )
    cards = sorted(
        (card.id, digest_of([card.path, card.definition, list(card.aliases), list(card.topics)])[:_SHORT])
        for card in knowledge.cards
    )
    return Summary(
        generation=generation,
        digest=knowledge.digest,
        files=tuple((path, files[path][:_SHORT]) for path in sorted(files)),
        nodes=tuple(nodes),
        cards=tuple(cards),
    )


def diff(baseline: Summary, now: Summary) -> tuple[Change, ...]:
    """Differences in a fixed order: files, trees, nodes, cards; by name. Nodes of a tree that came or went
    are not listed one by one.
    """
    before, after = {tree for tree, _, _ in baseline.nodes}, {tree for tree, _, _ in now.nodes}
    found = [Change(how="added", what="tree", name=name) for name in after - before]
    found += [Change(how="removed", what="tree", name=name) for name in before - after]
    both = before & after
    old = {f"{tree}/{node}": digest for tree, node, digest in baseline.nodes if tree in both}
    new = {f"{tree}/{node}": digest for tree, node, digest in now.nodes if tree in both}
    found += _changes("node", old, new)
    found += _changes("file", dict(baseline.files), dict(now.files))
    found += _changes("card", dict(baseline.cards), dict(now.cards))
    order = ("file", "tree", "node", "card")
    return tuple(sorted(found, key=lambda change: (order.index(change.what), change.name)))


def _changes(what: str, old: dict[str, str], new: dict[str, str]) -> list[Change]:
    return [
        Change(
            how="added" if name not in old else "removed" if name not in new else "changed",
            what=what,
            name=name,
        )
        for name in old.keys() | new.keys()
        if old.get(name) != new.get(name)
    ]


def _node(node: Node) -> str:
    """Digest of everything a node says."""
    return digest_of(repr(node))[:_SHORT]


# Records for training, as docs/reference/ladder.md, S2-59, asks: each links to a tree node and to the hash
# of a span that was read just now.
#
# Only nodes that are full access or marked diagnostic are admitted, and of them only evidence that leads to
# a span.


class TrainingRecord(msgspec.Struct, frozen=True, kw_only=True):
    """`id` is a digest of what the record links; `provenance_class`, `claim_tier` and `certifying` are the
    evidence's own, with the defaults inferred, diagnostic and False.
    """

    id: str
    tree_id: str
    tree_version: str
    node_id: str
    title: str
    says: str
    access: Access
    evidence: Bound
    repo_rev: str
    content_hash: str
    lattice_rev: str
    provenance_class: str
    claim_tier: str
    certifying: bool


def export(forest: Forest, current: Current, cfg: TreesConfig) -> Iterator[TrainingRecord]:
    """Records in the order of trees, nodes and evidence."""
    revision = current.snapshot.digest()[:16]
    for tree in forest.trees:
        version = f"{tree.file.version or '0'}@{tree.file.sha256[:12]}"
        for node in tree.file.nodes:
            checked = check_node(node, tree, forest, current, cfg)
            if checked.access == "partial":
                continue
            for record, bound in checked.evidence:
                if bound is None:
                    continue
                yield TrainingRecord(
                    id=digest_of(
                        [tree.entry.id, node.id, bound.path, bound.span.start, bound.span.end, bound.sha256]
                    )[:24],
                    tree_id=tree.entry.id,
                    tree_version=version,
                    node_id=node.id,
                    title=node.title,
                    says=node.gist or node.body,
                    access=checked.access,
                    evidence=bound,
                    repo_rev=record.repo_rev,
                    content_hash=record.content_hash,
                    lattice_rev=revision,
                    provenance_class=record.provenance_class or "inferred",
                    claim_tier=record.claim_tier or "diagnostic",
                    certifying=record.certifying,
                )
