"""How a record becomes JSON, which strings of a message a person reads, and which must stay exact: the one rule of the
doors that write JSON.

Everything is read by a person unless its key is listed here. What is listed is how a client finds or does
something: paths and globs, edits, what is sent back to us (`data`, `arguments`). An `Exact` record is left
alone as a whole: the text of a range, which comes with its hash.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import Any, cast

from helix_lsp.text.visible import visible, visible_line

_EXACT = frozenset((
    "path", "paths", "file", "files", "folder", "folders", "root", "index_directory", "defined_in", "definedIn", "last_path", "lastPath",
    "old_path", "repo_id", "globPattern", "glob", "globs", "uri", "targetUri", "id", "session_id", "sessionId", "token", "newText", "placeholder",
))  # fmt: skip
_RETURNED = frozenset(("data", "arguments"))
_NAMES = frozenset(("containerName", "name", "title", "label", "symbol", "qualified", "section", "reference"))


class Exact(dict[str, Any]):
    """A record whose strings are bytes of a file, not words about it."""


def readable(value: Any, key: str = "") -> Any:
    """JSON data in which all that a person reads is visible."""
    if isinstance(value, str):
        return value if key in _EXACT else visible_line(value) if key in _NAMES else visible(value)
    if isinstance(value, list | tuple):
        return [readable(one, key) for one in cast("list[Any]", value)]
    if not isinstance(value, dict) or isinstance(value, Exact):
        return cast("Any", value)
    return {
        name: one if name in _RETURNED else readable(one, name)
        for name, one in cast("dict[str, Any]", value).items()
    }


def fields(record: object, names: str) -> dict[str, Any]:
    """The fields of a record that a message has under the same names, in this order, tuples and sets as lists;
    `name=a.b` is what `record.a.b` is called there.
    """
    found = ((name, get(record)) for name, get in _getters(names))
    return {name: list(one) if isinstance(one, tuple | frozenset) else one for name, one in found}  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


@cache
def _getters(names: str) -> tuple[tuple[str, Callable[[object], Any]], ...]:
    pairs = (one.partition("=") for one in names.split())
    return tuple((name, attrgetter(place or name)) for name, _, place in pairs)
