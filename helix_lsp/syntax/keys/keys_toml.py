"""TOML -> keys with their dotted paths: tables (`tool.ruff`), arrays of tables (`package[0]`), dotted keys,
inline tables.

A table is a key too: its span is the name in the header, its value everything from its first pair to its
last.
"""

from __future__ import annotations

from tree_sitter import Node

from helix_lsp.syntax.keys.key_tree import first_error, node_span, parse, without_grammar
from helix_lsp.syntax.keys.keys_json import DEEPEST, LONGEST, Keys, joined, unquoted
from helix_lsp.syntax.outline import Outline
from helix_lsp.syntax.scrub import scrub
from helix_lsp.text.span import Span

_PACKAGE = "tree_sitter_toml"
_NAMES = ("bare_key", "quoted_key", "dotted_key")
_HOLDERS = ("array", "inline_table")


def read_toml(data: bytes, limit: int) -> Outline:
    """At most `limit` keys in order; never raises, broken input gives the keys that can be read and a
    problem.
    """
    data = scrub(data)
    tree = parse(_PACKAGE, data)
    if tree is None:
        return without_grammar(_PACKAGE, "toml")
    keys = Keys(limit)
    if problem := first_error(tree.root_node):
        keys.problems.append(problem)
    arrays: dict[str, int] = {}
    for node in _tops(tree.root_node):
        if keys.left_out:
            break
        if node.type == "pair":
            _pairs(data, node, "", keys)
            continue
        path = _header(data, node, keys, arrays)
        for pair in node.named_children if path is not None else ():
            if pair.type == "pair":
                _pairs(data, pair, path or "", keys)
    return keys.outline("toml")


def _tops(root: Node) -> list[Node]:
    """Tables and top-level pairs in order, also those inside a stretch the grammar could not read."""
    out: list[Node] = []
    todo = list(reversed(root.named_children))
    while todo:
        node = todo.pop()
        if node.type in ("pair", "table", "table_array_element"):
            out.append(node)
        elif node.type == "ERROR":
            todo.extend(reversed(node.named_children))
    return out


def _header(data: bytes, node: Node, keys: Keys, arrays: dict[str, int]) -> str | None:
    """Path of a table, after its key was added; None for a header that cannot be read."""
    name = next((c for c in node.named_children if c.type in _NAMES), None)
    if name is None:
        return None
    parts = _parts(data, name)
    path = ""
    for i, part in enumerate(parts):
        path = joined(path, part)
        if i == len(parts) - 1 and node.type == "table_array_element":
            arrays[path] = arrays.get(path, 0) + 1
        if path in arrays:
            path += f"[{arrays[path] - 1}]"
    if not parts or len(path) > LONGEST:
        keys.deep(node_span(name))
        return None
    pairs = [c for c in node.named_children if c.type == "pair"]
    close = next((c.end_byte for c in node.children if c.type in ("]", "]]")), name.end_byte)
    value = Span(pairs[0].start_byte, pairs[-1].end_byte) if pairs else Span(close, close)
    keys.add(path, node_span(name), value)
    return path


def _parts(data: bytes, node: Node) -> list[str]:
    """The components of a key, outermost first; empty when there are too many."""
    out: list[str] = []
    todo = [node]
    while todo and len(out) <= DEEPEST:
        part = todo.pop()
        if part.type == "dotted_key":
            todo.extend(reversed(part.named_children))
            if len(todo) > DEEPEST:
                return []
        elif part.type in _NAMES:
            raw = data[part.start_byte : part.end_byte]
            out.append(raw[1:-1].decode("utf-8", "replace") if raw[:1] == b"'" else unquoted(raw))
    return out if len(out) <= DEEPEST else []


def _pairs(data: bytes, top: Node, prefix: str, keys: Keys) -> None:
    todo: list[tuple[Node, str, int]] = [(top, prefix, 0)]
    while todo and not keys.left_out:
        node, path, depth = todo.pop()
        if depth > DEEPEST or len(path) > LONGEST:
            keys.deep(node_span(node))
        elif node.type == "array":
            items = [c for c in node.named_children if c.type != "comment"]
            todo.extend(
                (c, f"{path}[{i}]", depth + 1)
                for i, c in reversed(list(enumerate(items)))
                if c.type in _HOLDERS
            )
        elif node.type == "inline_table":
            todo.extend((c, path, depth + 1) for c in reversed(node.named_children) if c.type == "pair")
        elif node.type == "pair":
            todo.extend(_pair(data, node, path, depth, keys))


def _pair(data: bytes, node: Node, path: str, depth: int, keys: Keys) -> list[tuple[Node, str, int]]:
    children = [c for c in node.named_children if c.type != "comment"]
    parts = _parts(data, children[0]) if children else []
    if not parts:
        keys.deep(node_span(node))
        return []
    for part in parts:
        path = joined(path, part)
    name, value = children[0], children[1] if len(children) > 1 else None
    keys.add(path, node_span(name), node_span(value) if value else Span(name.end_byte, name.end_byte))
    return [(value, path, depth + 1)] if value is not None and value.type in _HOLDERS else []
