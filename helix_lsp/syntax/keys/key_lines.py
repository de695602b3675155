"""YAML (several documents, anchors, flow style) -> keys with their dotted paths. Documents of one file share
the root of their paths.

The grammar's scanner keeps its open blocks in a buffer of 253 entries, so a line whose blocks would nest
beyond 100 levels is masked as a comment before parsing, and its lines are counted in 16 bits, so only the
first 32,000 are read; both are reported.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from helix_lsp.syntax.keys.keys_json import (
    DEEPEST,
    LONGEST,
    Keys,
    first_error,
    joined,
    node_span,
    parse,
    trimmed,
    unquoted,
    without_grammar,
)
from helix_lsp.syntax.outline import Outline
from helix_lsp.syntax.parse import scrub
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_PACKAGE = "tree_sitter_yaml"
_PAIRS = ("block_mapping_pair", "flow_pair")
_SEQUENCES = ("block_sequence", "flow_sequence")
_BLOCKS = ("block_node", "block_mapping", "block_mapping_pair", "block_sequence", "block_sequence_item")
_SCALARS = ("plain_scalar", "double_quote_scalar", "single_quote_scalar", "alias", "block_scalar")
_DEEP_PREFIX = regex(rb"(?m)^(?:[ \t]{100}|(?:[ \t]*+[-?:][ \t]){40})")
_PREFIX = regex(rb"[ \t]*+(?>(?:[-?:][ \t]++)*)")
_MARKER = regex(rb"[-?:](?=[ \t])")
_LINE = regex(rb"[^\r\n]*+(?:\r\n|\n|\r)?")
_MOST_LINES = 32_000


def read_yaml(data: bytes, limit: int) -> Outline:
    """At most `limit` keys in order; never raises, broken input gives the keys that can be read and a
    problem.
    """
    keys = Keys(limit)
    data = _masked(scrub(data), keys)
    tree = parse(_PACKAGE, data)
    if tree is None:
        return without_grammar(_PACKAGE, "yaml")
    if problem := first_error(tree.root_node):
        keys.problems.append(problem)
    todo: list[tuple[Node, str, int]] = [(tree.root_node, "", 0)]
    while todo and not keys.left_out:
        node, path, depth = todo.pop()
        if depth > 4 * DEEPEST or len(path) > LONGEST:
            keys.deep(node_span(node))
        elif node.type in _PAIRS:
            _pair(data, node, path, depth, keys, todo)
        elif node.type in _SEQUENCES:
            items = [c for c in node.named_children if c.type not in ("comment", "anchor", "tag")]
            todo.extend((c, f"{path}[{i}]", depth + 1) for i, c in reversed(list(enumerate(items))))
        elif node.type == "flow_mapping":
            _flow(data, node, path, depth, todo, keys)
        elif node.type not in _SCALARS:
            todo.extend((c, path, depth + 1) for c in reversed(node.named_children) if c.child_count)
    return keys.outline("yaml")


def _flow(
    data: bytes, node: Node, path: str, depth: int, todo: list[tuple[Node, str, int]], keys: Keys
) -> None:
    """`{a: 1, b}`: the pairs, and `b` as a key without a value."""
    for child in reversed(node.named_children):
        if child.type == "flow_node":
            name = _name(data, child)
            if name:
                keys.add(joined(path, name), node_span(child), Span(child.end_byte, child.end_byte))
        elif child.child_count:
            todo.append((child, path, depth + 1))


def _pair(
    data: bytes, node: Node, path: str, depth: int, keys: Keys, todo: list[tuple[Node, str, int]]
) -> None:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    if key is None:
        return
    name = joined(path, _name(data, key))
    span = trimmed(data, key.start_byte, key.end_byte)
    keys.add(name, span, trimmed(data, value.start_byte, _end(value)) if value else Span(span.end, span.end))
    if value is not None and value.child_count:
        todo.append((value, name, depth + 1))


def _end(value: Node) -> int:
    """Where a value ends, without the comments that the tree puts behind its last line."""
    node = value
    while node.type in _BLOCKS:
        last = next((c for c in reversed(node.children) if c.type != "comment"), None)
        if last is None:
            break
        node = last
    return node.end_byte


def _name(data: bytes, node: Node) -> str:
    """The text of a key without its anchor, tag and quotes; a mapping or sequence as a key gives its source
    on one line.
    """
    for child in node.named_children:
        if child.type in _SCALARS:
            node = child
    raw = data[node.start_byte : node.end_byte].strip()
    if node.type == "single_quote_scalar":
        return raw[1:-1].decode("utf-8", "replace").replace("''", "'")
    if node.type == "double_quote_scalar":
        return unquoted(raw)
    return " ".join(raw.decode("utf-8", "replace").split())


def _masked(data: bytes, keys: Keys) -> bytes:
    """`data` with what the scanner cannot hold turned into a comment, byte for byte."""
    lines = data.count(b"\n") + data.count(b"\r") > _MOST_LINES
    if not lines and _DEEP_PREFIX.search(data) is None:
        return data
    out = bytearray(data)
    columns: list[int] = []
    for number, line in enumerate(_LINE.finditer(data)):
        if number >= _MOST_LINES:
            keys.cut(f"only the first {_MOST_LINES} lines are read", Span(line.start(), len(data)))
            return bytes(out[: line.start()]) + re.sub(rb"[^\r\n]", b" ", data[line.start() :])
        prefix = _PREFIX.match(data, line.start(), line.end())
        if prefix is None or not line.group().strip():
            continue
        raw = prefix.group()
        starts = [m.start() for m in _MARKER.finditer(raw)] + [len(raw)]
        while columns and columns[-1] > starts[0]:
            columns.pop()
        added = [c for c in starts if not columns or c > columns[-1]]
        if len(columns) + len(added) > DEEPEST:
            keys.deep(Span(line.start(), line.start() + len(line.group().rstrip(b"\r\n"))))
            body = line.start() + len(line.group().rstrip(b"\r\n"))
            out[line.start() : body] = b"#" * (body - line.start())
        else:
            columns.extend(added)
    return bytes(out)


# TOML -> keys with their dotted paths: tables (`tool.ruff`), arrays of tables (`package[0]`), dotted keys,
# inline tables.
#
# A table is a key too: its span is the name in the header, its value everything from its first pair to its
# last.

_PACKAGE_KEYS_TOML = "tree_sitter_toml"
_NAMES = ("bare_key", "quoted_key", "dotted_key")
_HOLDERS = ("array", "inline_table")


def read_toml(data: bytes, limit: int) -> Outline:
    """At most `limit` keys in order; never raises, broken input gives the keys that can be read and a
    problem.
    """
    data = scrub(data)
    tree = parse(_PACKAGE_KEYS_TOML, data)
    if tree is None:
        return without_grammar(_PACKAGE_KEYS_TOML, "toml")
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
            todo.extend(_pair_keys_toml(data, node, path, depth, keys))


def _pair_keys_toml(
    data: bytes, node: Node, path: str, depth: int, keys: Keys
) -> list[tuple[Node, str, int]]:
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
