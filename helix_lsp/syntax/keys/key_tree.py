"""Parsing for the readers of configuration files: the official grammar of a language, its tree, and the first
place it could not read.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module

from tree_sitter import Language, Node, Tree

from helix_lsp.syntax.grammar import Parsers
from helix_lsp.syntax.outline import Outline, Problem
from helix_lsp.text.positions import Span


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
