"""Parsers of one compiled grammar, each in the hands of one thread at a time.

A parser of tree-sitter keeps the state of its parse in itself, and the interpreter may give another thread
its turn in the middle of one (where it reads on, where it reports progress). Two threads in one parser
overwrite each other's memory: wrong trees at best, mostly the end of the process.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator
from contextlib import contextmanager

from tree_sitter import Language, Parser


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
