"""JSON (comments and trailing commas tolerated) -> keys with their dotted paths; a key's span includes its quotes.
Also the parsing that the readers of configuration files share.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import import_module

from tree_sitter import Language, Node, Tree

from helix_lsp.syntax.outline import Key, Outline, Problem
from helix_lsp.syntax.parse import Parsers, scrub
from helix_lsp.text.data_file import BrokenData
from helix_lsp.text.data_file import read_json as json_value
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

# Parsing for the readers of configuration files: the official grammar of a language, its tree, and the
# first place it could not read.


@lru_cache(8)
def _parsers(package: str) -> Parsers | None:
    try:
        pointer: object = import_module(package).language()
        return Parsers(Language(pointer))
    except (ImportError, AttributeError, ValueError, OSError):
        return None


def parse(package: str, data: bytes) -> Tree | None:
    """The tree of a scrubbed text; None when the wheel cannot be used."""
    parsers = _parsers(package)
    if parsers is None:
        return None
    with parsers.one() as parser:
        return parser.parse(data)


def without_grammar(package: str, language: str) -> Outline:
    """What is said when the wheel cannot be used."""
    message = f"{package.replace('_', '-')} cannot be used"
    return Outline(language=language, problems=(Problem(code="no_grammar", message=message),))


def first_error(root: Node) -> Problem | None:
    """The first place the grammar could not read; None for a sound text. (A query for errors takes quadratic
    time on a broken text.)
    """
    node: Node | None = root if root.has_error else None
    found = node
    while node is not None and not node.is_error and not node.is_missing:
        found = node
        node = next((c for c in node.children if c.has_error or c.is_missing), None)
    found = node or found
    if found is None:
        return None
    return Problem(
        code="syntax", message=f"line {found.start_point.row + 1} could not be read", span=node_span(found)
    )


def node_span(node: Node) -> Span:
    """The bytes of a node."""
    return Span(node.start_byte, node.end_byte)


def trimmed(data: bytes, start: int, end: int) -> Span:
    """A range without the white space at its end."""
    return Span(start, start + len(data[start:end].rstrip(b" \t\r\n")))


# Dotted paths of configuration keys, and the collector that keeps them within their limits.
#
# `tool.ruff.line-length`, list items as `[0]`; a key that is empty or holds a dot, a bracket, a quote or
# white space is in double quotes.

DEEPEST = 100
LONGEST = 2_000
_PLAIN = regex(r"[^\s.\[\]\"']+\Z")


def joined(prefix: str, name: str) -> str:
    """`prefix` with one more key."""
    if not _PLAIN.match(name):
        name = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return f"{prefix}.{name}" if prefix else name


class Keys:
    """Collects keys up to a limit; what is left out becomes one problem."""

    __slots__ = ("_limit", "found", "left_out", "problems")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.found: list[Key] = []
        self.left_out = False
        self.problems: list[Problem] = []

    def add(self, path: str, span: Span, value: Span) -> None:
        """One key; beyond the limit it is only noted that one was left out."""
        if len(self.found) >= self._limit:
            self.left_out = True
        else:
            self.found.append(Key(path=path, span=span, value=value))

    def deep(self, span: Span) -> None:
        """Notes, once, that nesting below this value was not read."""
        if all(p.code != "too_deep" for p in self.problems):
            message = f"values nest beyond {DEEPEST} levels; deeper keys are left out"
            self.problems.append(Problem(code="too_deep", message=message, span=span))

    def cut(self, message: str, span: Span) -> None:
        """Notes that a part of the text was not read at all."""
        self.problems.append(Problem(code="too_many_facts", message=message, span=span))

    def outline(self, language: str) -> Outline:
        """The keys in order of their first byte, with the problems."""
        if self.left_out:
            message = f"more than {self._limit} keys; the rest is left out"
            self.problems.append(Problem(code="too_many_facts", message=message))
        keys = sorted(self.found, key=lambda k: (k.span, k.value))
        return Outline(language=language, keys=tuple(keys), problems=tuple(self.problems))


_PACKAGE = "tree_sitter_json"
_HOLDERS = ("object", "array")


def read_json(data: bytes, limit: int) -> Outline:
    """At most `limit` keys in order; never raises, broken input gives the keys that can be read and a
    problem.
    """
    data = scrub(data)
    tree = parse(_PACKAGE, data)
    if tree is None:
        return without_grammar(_PACKAGE, "json")
    keys = Keys(limit)
    if (problem := first_error(tree.root_node)) and not _sound(data):
        keys.problems.append(problem)
    todo: list[tuple[Node, str, int]] = [(tree.root_node, "", 0)]
    while todo and not keys.left_out:
        node, path, depth = todo.pop()
        if depth > DEEPEST or len(path) > LONGEST:
            keys.deep(node_span(node))
        elif node.type == "pair":
            _pair(data, node, path, depth, keys, todo)
        elif node.type == "array":
            items = [c for c in node.named_children if c.type != "comment"]
            todo.extend(
                (c, f"{path}[{i}]", depth + 1)
                for i, c in reversed(list(enumerate(items)))
                if c.type in _HOLDERS
            )
        else:
            todo.extend((c, path, depth + 1) for c in reversed(node.named_children) if c.child_count)
    return keys.outline("json")


def _sound(data: bytes) -> bool:
    """True for JSON that the grammar stumbles over although it is valid (`1e+5`)."""
    try:
        json_value(data)
    except BrokenData:
        return False
    return True


def _pair(
    data: bytes, node: Node, path: str, depth: int, keys: Keys, todo: list[tuple[Node, str, int]]
) -> None:
    key, value = node.child_by_field_name("key"), node.child_by_field_name("value")
    if key is None:
        return
    name = joined(path, unquoted(data[key.start_byte : key.end_byte]))
    keys.add(name, node_span(key), node_span(value) if value else Span(key.end_byte, key.end_byte))
    if value is not None and value.type in _HOLDERS:
        todo.append((value, name, depth + 1))


def unquoted(raw: bytes) -> str:
    """The text of a key as written, its double quotes and escapes resolved where they can be."""
    text = raw.decode("utf-8", "replace")
    if text[:1] != '"':
        return text
    try:
        value: object = json.loads(text, strict=False)
    except ValueError:
        value = None
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else text.strip('"')
