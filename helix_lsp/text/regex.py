"""Patterns that are compiled when they are first used.

The modules behind one question hold some 1,400 patterns and an answer uses a third of them; compiling all took a
quarter of the first command's time.
"""

from __future__ import annotations

import gc
import re
from typing import Any, AnyStr, cast

_PARTS = (
    "flags", "groups", "groupindex", "search", "match", "fullmatch", "split", "findall", "finditer", "sub", "subn",
)  # fmt: skip


def regex(pattern: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """What `re.compile` returns, but for its type: for the names of a module. What is wrong in the pattern is
    raised by its first use. Inside a function `re.compile` is right.
    """
    return cast("re.Pattern[AnyStr]", Regex(pattern, flags))


def made(match: re.Match[AnyStr], pattern: re.Pattern[AnyStr]) -> bool:
    """Whether the match is one of this pattern. `match.re is pattern` is never true of a pattern that is compiled late."""
    return match.re.pattern == pattern.pattern


def compile_all() -> None:
    """Compile the patterns of every module that was imported: before a process forks."""
    for one in gc.get_objects():
        if isinstance(one, Regex):
            one.compiled()


class Regex:
    """A pattern whose text is known and that has not been compiled yet."""

    def __init__(self, pattern: str | bytes, flags: int) -> None:
        self.pattern, self._given = pattern, flags

    def compiled(self) -> re.Pattern[Any]:
        """The compiled pattern, which answers in place of this object from here on."""
        compiled = re.compile(self.pattern, self._given)
        self.__dict__.update((name, getattr(compiled, name)) for name in _PARTS)
        return compiled

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked of an object before it is filled, by `copy` for one
            raise AttributeError(name)
        return getattr(self.compiled(), name)
