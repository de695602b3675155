"""Looks through JSON for characters that a person must not be shown, outside of the fields that are kept
exact.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any, cast

HOSTILE = {
    "red": "\x1b[31mred",
    "turned": "\u202egnp.x\u2066",
    "unseen": "zero\u200bwidth\ufeff",
    "two": "two\nlines\x9b2J",
}
_EXACT = frozenset((
    "path", "paths", "file", "files", "root", "uri", "targetUri", "newText", "placeholder", "id", "token", "globs", "lastPath", "last_path",
    "definedIn", "defined_in",
))  # fmt: skip
_RETURNED = frozenset(("data", "arguments"))


def strings(value: Any, where: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """(keys from the top, text) of each string that a person reads."""
    if isinstance(value, str):
        if not where or where[-1] not in _EXACT:
            yield where, value
    elif isinstance(value, dict):
        for key, one in cast("dict[str, Any]", value).items():
            if key not in _RETURNED:
                yield from strings(one, (*where, key))
    elif isinstance(value, list):
        for one in cast("list[Any]", value):
            yield from strings(one, where)


def hidden(text: str) -> list[str]:
    """The characters of `text` that are control (but line end and tab), format, surrogate, or line
    separators.
    """
    return [
        c for c in text if c not in "\n\t" and unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}
    ]


def unreadable(value: Any) -> list[tuple[str, str]]:
    """(dotted keys, text) of what must not be there."""
    return [(".".join(where), text) for where, text in strings(value) if hidden(text)]
