"""Halves of a character (lone surrogates): JSON and Python can carry them in a text, Unicode and UTF-8 do not have
them. A client that cuts a text in the middle of an emoji makes one, and Python makes them of the bytes of a file
name or an argument that are not UTF-8.

Each door has one rule. What a person says (a question, a name) has them replaced; a path keeps them, since only
they lead to the file again; the text of a document keeps them until the other half comes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, cast

_LONE = re.compile("[\ud800-\udfff]")


def is_unicode(text: str) -> bool:
    """True when the text can be written as UTF-8."""
    return text.isascii() or _LONE.search(text) is None


def replaced(text: str) -> str:
    """With U+FFFD for each; columns in UTF-16 and UTF-32 stay what they are."""
    return text if text.isascii() else _LONE.sub("\ufffd", text)


def replaced_in(value: Any, *, but: frozenset[str] = frozenset()) -> Any:
    """JSON data with `replaced` texts; the fields named `but` stay as they are."""
    if isinstance(value, str):
        return replaced(value)
    if isinstance(value, list | tuple):
        return [replaced_in(one, but=but) for one in cast("Sequence[Any]", value)]
    if isinstance(value, Mapping):
        fields = cast("Mapping[str, Any]", value).items()
        return {replaced(key): one if key in but else replaced_in(one, but=but) for key, one in fields}
    return value
