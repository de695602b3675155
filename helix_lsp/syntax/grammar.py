"""Lazy loading of grammars: a language costs nothing until one of its files is read.

The official grammar wheels carry compiled parsers; a wheel that is missing or does not fit this runtime gives
None, never an exception.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module

import msgspec
from tree_sitter import Language, Parser, Query

from helix_lsp.syntax.rules import Rules

# Parsers of one compiled grammar, each in the hands of one thread at a time.
#
# A parser of tree-sitter keeps the state of its parse in itself, and the interpreter may give another
# thread its turn in the middle of one (where it reads on, where it reports progress). Two threads in one
# parser overwrite each other's memory: wrong trees at best, mostly the end of the process.


class Parsers:
    """Made at need, kept for the next one who asks. Safe under threads."""

    __slots__ = ("_idle", "language")

    def __init__(self, language: Language) -> None:
        self.language = language
        self._idle: deque[Parser] = deque()

    @contextmanager
    def one(self) -> Generator[Parser]:
        """A parser that nobody else uses until the end of the block; one that raised is not used again."""
        try:
            parser = self._idle.pop()
        except IndexError:
            parser = Parser(self.language)
        yield parser
        self._idle.append(parser)


LANGUAGES = (
    "python",
    "javascript",
    "typescript",
    "tsx",
    "go",
    "rust",
    "java",
    "c",
    "cpp",
    "c_sharp",
    "ruby",
    "php",
    "bash",
    "kotlin",
    "swift",
    "scala",
    "lua",
    "elixir",
    "haskell",
    "zig",
)


class Grammar(msgspec.Struct, frozen=True, kw_only=True):
    """A language ready to read: its rules, its parsers, the query for facts and the one for errors."""

    name: str
    rules: Rules
    parsers: Parsers
    query: Query
    errors: Query
    ignore: frozenset[bytes]


@lru_cache(64)
def grammar_of(language: str) -> Grammar | None:
    """The grammar of one of `LANGUAGES`, loaded at the first call; None for other names and for a wheel that
    cannot be used.
    """
    if language not in LANGUAGES:
        return None
    try:
        rules: Rules = import_module(f"helix_lsp.syntax.languages.{language}").RULES
        pointer: object = getattr(import_module(rules.package), rules.factory)()
        compiled = Language(pointer)
        return Grammar(
            name=language,
            rules=rules,
            parsers=Parsers(compiled),
            query=Query(compiled, rules.query),
            errors=Query(compiled, "(ERROR) @error (MISSING) @missing"),
            ignore=frozenset(word.encode() for word in rules.ignore),
        )
    except (ImportError, AttributeError, ValueError, OSError):
        return None
