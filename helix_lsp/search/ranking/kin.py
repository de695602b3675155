"""Whether a name held by a file of one language can be what a file of another defines.

A stylesheet's `.server` is not what a program's `Server` means, nor a document's. Languages that only
describe (documents, configuration, schemas) may speak of any program, and any program of what they define.
"""

from __future__ import annotations

_STYLE = "style"
_KIN = {
    "c": "c",
    "cpp": "c",
    "java": "jvm",
    "kotlin": "jvm",
    "scala": "jvm",
    "javascript": "js",
    "typescript": "js",
    "tsx": "js",
    "css": _STYLE,
    "scss": _STYLE,
    "html": _STYLE,
} | {name: name for name in "python go rust c_sharp ruby php bash swift lua elixir haskell zig".split()}


def kin_of(language: str) -> str:
    """The group of a language, `` for one that only describes."""
    return _KIN.get(language, "")


def can_use(user: str, definer: str) -> bool:
    """True when a name in a file of the first group may be what a file of the second defines."""
    return user == definer or not definer or (not user and definer != _STYLE)
