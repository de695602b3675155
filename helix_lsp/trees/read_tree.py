"""A tree file: `{version, rootId, nodes: [...]}` (docs/reference/knowledge-trees.md)."""

from __future__ import annotations

from dataclasses import dataclass

from helix_lsp.config.trees import TreesConfig
from helix_lsp.text.digest import sha256_hex
from helix_lsp.trees.fields import Fields, Told
from helix_lsp.trees.json_text import read_object
from helix_lsp.trees.node import Node, read_node


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeFile:
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
