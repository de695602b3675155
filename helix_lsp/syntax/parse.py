"""Bytes -> syntax tree, within a budget of work.

The budget is a number of steps of the parser, never a time: the same text gives the same answer on every machine. Text that a
person wrote needs about one report of progress per 100 bytes; text that is built to confuse needs thousands.
"""

from __future__ import annotations

from tree_sitter import Point, Tree

from helix_lsp.syntax.grammar import Grammar

_CHUNK = 65_536
_WORD = 64
_LEAST_REPORTS = 2_000
_BYTES_PER_REPORT = 25


def parse(grammar: Grammar, data: bytes, old: Tree | None = None) -> Tree | None:
    """The tree of `data`, None when the parser needs too many steps. `old` is the tree of the earlier text, told of the edit."""
    left = _LEAST_REPORTS + len(data) // _BYTES_PER_REPORT
    chunk = _CHUNK

    def read(offset: int, _: Point) -> bytes:
        return data[offset : offset + chunk]

    def give_up(_: int, __: bool) -> bool:
        nonlocal left
        left -= 1
        return left < 0

    try:
        if old is not None:
            return grammar.parser.parse(read, old_tree=old, encoding="utf8", progress_callback=give_up)
        return grammar.parser.parse(read, encoding="utf8", progress_callback=give_up)
    except ValueError:
        grammar.parser.reset()
        return None
    finally:
        chunk = _WORD  # the tree goes on to read through here, a name at a time, for the predicates of a query
