"""All trees of a workspace: those of its resolver file and those that the settings name, each read and
checked.

Nothing outside the snapshot is read: a path that the index does not see is a problem, not a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec

from helix_lsp.config.documents import TreesConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.digest import blob_id, digest_of, sha256_hex
from helix_lsp.text.paths import refuse
from helix_lsp.trees.fields import Fields, Told, read_object
from helix_lsp.trees.node import Node, read_node
from helix_lsp.trees.read_resolver import PackRules, Resolver, TreeEntry, entry_of_file, read_resolver

# A tree file: `{version, rootId, nodes: [...]}` (docs/reference/knowledge-trees.md).


class TreeFile(msgspec.Struct, frozen=True, kw_only=True):
    """`nodes` in the order of the file, ids unique; `root_id` is `` when the file names none that exists.
    `sha256` is of the bytes.
    """

    path: str
    version: str
    root_id: str
    label: str
    nodes: tuple[Node, ...]
    sha256: str


def read_tree(path: str, data: bytes, cfg: TreesConfig) -> tuple[TreeFile | None, tuple[str, ...]]:
    """The tree and what is wrong with it, each problem with file, line and remedy; None when nothing of it
    can be used.
    """
    found, text, problem = read_object(path, data)
    if found is None:
        return None, (problem,)
    told = Told(path, text)
    fields = Fields(found, told, "nodes")
    nodes: dict[str, Node] = {}
    listed = fields.tables("nodes")
    if len(listed) > cfg.max_nodes:
        told.at(
            -1, f"{len(listed)} nodes, the limit is {cfg.max_nodes}; split the tree, the rest is left out"
        )
    for item in listed[: cfg.max_nodes]:
        node = read_node(item, told)
        if node is None:
            continue
        if node.id in nodes:
            told.at(text.rfind(f'"{node.id}"'), f"{node.id}: this id is given twice; the first one counts")
        nodes.setdefault(node.id, node)
    if not nodes:
        told.at(-1, "no nodes; a tree needs a list `nodes` of objects with an id, it is left out")
        return None, told.problems()
    root = fields.text("rootId")
    if root not in nodes:
        told.near("rootId", f"rootId {root!r} is not a node of this tree; paths from a root cannot be shown")
        root = ""
    tree = TreeFile(
        path=path,
        version=fields.text("version"),
        root_id=root,
        label=fields.text("label"),
        nodes=tuple(nodes.values()),
        sha256=sha256_hex(data),
    )
    return tree, told.problems()


Texts = Callable[[str], "bytes | None"]
ReadTrees = dict[tuple[str, str], "tuple[TreeFile | None, tuple[str, ...]]"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """A tree with its entry. `nodes` by id, in the order of the file; `parents` by child, in the order of the
    nodes.
    """

    entry: TreeEntry
    file: TreeFile
    nodes: dict[str, Node] = field(compare=False)
    parents: dict[str, tuple[str, ...]] = field(compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Forest:
    """`trees` in the order of the resolver file, then of the settings; `homes` says for each node id which
    trees hold it, `cited` for each path which trees give it as evidence or are in it, both in that order.
    """

    trees: tuple[Tree, ...]
    pack: PackRules
    resolver: str = ""
    guarded: tuple[str, ...] = ()
    guard_field: str = ""
    digest: str = ""
    homes: dict[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"], compare=False)
    cited: dict[str, tuple[str, ...]] = field(default_factory=dict[str, "tuple[str, ...]"], compare=False)

    def tree(self, tree_id: str) -> Tree | None:
        """The tree of an id."""
        return next((tree for tree in self.trees if tree.entry.id == tree_id), None)


def read_forest(
    snapshot: Snapshot, texts: Texts, cfg: TreesConfig, known: ReadTrees
) -> tuple[Forest, tuple[str, ...]]:
    """The forest and what is wrong with its files. `known` remembers trees by path and content."""
    reader = _Reader(snapshot, texts, cfg, known)
    resolver = reader.resolver()
    trees: dict[str, Tree] = {}
    for entry in resolver.entries if resolver is not None else ():
        file = reader.tree(entry.path, resolver.path if resolver else "")
        if file is not None:
            trees[entry.id] = plant(entry, file)
    named = {tree.entry.path for tree in trees.values()}
    for path in (p.removeprefix("./") for p in cfg.files):
        file = reader.tree(path, "trees.files") if path not in named else None
        if file is None:
            continue
        own = entry_of_file(path, file.label, file.root_id)
        if own.id in trees:
            reader.problems.append(
                f"{path}:1: the tree id {own.id} is taken already; give it a resolver entry of its own, it is left out"
            )
        else:
            trees[own.id] = plant(own, file)
    return _forest(tuple(trees.values()), resolver, cfg), tuple(reader.problems)


def _forest(trees: tuple[Tree, ...], resolver: Resolver | None, cfg: TreesConfig) -> Forest:
    homes: dict[str, tuple[str, ...]] = {}
    cited: dict[str, tuple[str, ...]] = {}
    for tree in trees:
        for name in tree.nodes:
            homes[name] = (*homes.get(name, ()), tree.entry.id)
        paths = {tree.entry.path: None} | {
            e.path: None for node in tree.file.nodes for e in node.evidence if e.path
        }
        for path in paths:
            cited[path] = (*cited.get(path, ()), tree.entry.id)
    shas: list[object] = [[tree.entry.id, tree.file.sha256] for tree in trees]
    if resolver is None:
        pack = PackRules(trees=cfg.pack_trees, score=cfg.pack_score, ratio=cfg.pack_ratio)
        return Forest(
            trees=trees, pack=pack, digest=digest_of(["", shas]) if trees else "", homes=homes, cited=cited
        )
    return Forest(
        trees=trees,
        pack=resolver.pack,
        resolver=resolver.path,
        guarded=resolver.guarded,
        guard_field=resolver.guard_field,
        digest=digest_of([resolver.sha256, shas]) if trees else "",
        homes=homes,
        cited=cited,
    )


class _Reader:
    """Reads the files of one forest and keeps what is wrong with them."""

    __slots__ = ("_cfg", "_known", "_left", "_snapshot", "_texts", "problems")

    def __init__(self, snapshot: Snapshot, texts: Texts, cfg: TreesConfig, known: ReadTrees) -> None:
        self._snapshot = snapshot
        self._texts = texts
        self._cfg = cfg
        self._known = known
        self._left = cfg.forest_max_bytes
        self.problems: list[str] = []

    def resolver(self) -> Resolver | None:
        """The first resolver file that is there; a broken one is told, and the next one is not asked."""
        for path in self._cfg.resolvers:
            data = self._texts(path) if not refuse(path) and self._snapshot.file(path) is not None else None
            if data is None:
                continue
            if len(data) > self._cfg.file_max_bytes:
                limit = self._cfg.file_max_bytes
                self.problems.append(
                    f"{path}:1: {len(data)} bytes, the limit is {limit}; split the file, it is left out"
                )
                return None
            found, wrong = read_resolver(path, data, self._cfg)
            self.problems.extend(wrong)
            return found
        return None

    def tree(self, path: str, place: str) -> TreeFile | None:
        """The tree at a path that `place` names; None with a problem when it cannot be used."""
        wrong = refuse(path)
        entry = self._snapshot.file(path) if not wrong else None
        if entry is None:
            why = (
                f"is not a path of this workspace ({wrong})"
                if wrong
                else "is not in the index (missing, ignored or too large)"
            )
            self.problems.append(f"{place}: the tree file {path!r} {why}; it is left out")
            return None
        self._left -= max(0, entry.size)
        if self._left < 0:
            limit = self._cfg.forest_max_bytes
            self.problems.append(
                f"{path}:1: all trees together have more than {limit} bytes; shorten the trees, it is left out"
            )
            return None
        key = (path, entry.sha)
        if key in self._known:
            read = self._known[key]
        else:
            data = self._texts(path)
            if data is None or len(data) > self._cfg.file_max_bytes:
                limit = (
                    f"has {len(data or b'')} bytes, the limit is {self._cfg.file_max_bytes}; split the file"
                )
                self.problems.append(
                    f"{path}:1: {'cannot be read' if data is None else limit}; it is left out"
                )
                return None
            read = read_tree(path, data, self._cfg)
            if blob_id(data) == entry.sha:
                self._known[key] = read
        self.problems.extend(read[1])
        return read[0]


def plant(entry: TreeEntry, file: TreeFile) -> Tree:
    """A tree of its entry and its file."""
    nodes = {node.id: node for node in file.nodes}
    parents: dict[str, tuple[str, ...]] = {}
    for node in file.nodes:
        for edge in node.edges:
            if edge.kind == "child" and edge.to in nodes:
                parents[edge.to] = (*parents.get(edge.to, ()), node.id)
    return Tree(entry=entry, file=file, nodes=nodes, parents=parents)
