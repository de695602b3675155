"""Dotted paths of configuration keys, and the collector that keeps them within their limits.

`tool.ruff.line-length`, list items as `[0]`; a key that is empty or holds a dot, a bracket, a quote or white
space is in double quotes.
"""

from __future__ import annotations

import re

from helix_lsp.syntax.outline import Key, Outline, Problem
from helix_lsp.text.span import Span

DEEPEST = 100
LONGEST = 2_000
_PLAIN = re.compile(r"[^\s.\[\]\"']+\Z")


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
