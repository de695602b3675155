"""What a definition that went says of its successor itself: an alias, a warning ("use X instead"), a wrapper
that calls it.
"""

from __future__ import annotations

import re

_NONE = frozenset({"None", "True", "False", "null", "true", "false", "nil", "undefined", "NULL", "nullptr"})
_SAYS = re.compile(
    r"(?:\buse|\busing|renamed to|replaced (?:by|with)|superseded by|in favou?r of|alias (?:for|of)|moved to|\bprefer)(?: the)?(?: new)?\s+"
    r"(?::[\w:]+:)?[`'\"*~!.]*(?P<name>[A-Za-z_][\w.]*\w)",
    re.IGNORECASE,
)
_ALIAS = re.compile(
    r"\s*(?:(?:export\s+)?(?:const|let|var|type|using)\s+)?(?P<on>self\.|this\.)?(?:cls\.)?(?P<old>\w+)\s*=\s*"
    r"(?P<of>\w+\.)?(?:\w+\.)*(?P<new>[A-Za-z_]\w+);?\s*\Z"
)
_WRAPS = re.compile(r"\breturn\s+(?:await\s+)?(?:self\.|cls\.|this\.)?(?P<new>[A-Za-z_]\w{2,})\(")
_ENDED = re.compile(r"deprecat|renamed|warn|obsolete|instead", re.IGNORECASE)
_LONGEST = 4_000


def told_successor(text: str, name: str) -> str:
    """The successor that the text of the definition of `name` names, `` for none."""
    text = text[:_LONGEST]
    alias = _ALIAS.match(text)
    if alias is not None and alias["old"] == name != alias["new"] and not _is_taken_in(alias):
        return alias["new"] if alias["new"] not in _NONE else ""
    if not _ENDED.search(text):
        return ""
    for said in _SAYS.finditer(" ".join(text.split())):
        new = said["name"].rpartition(".")[2]
        if new != name and re.search(r"[_A-Z]", new[1:]):
            return new
    wrapped = {m["new"] for m in _WRAPS.finditer(text)} - {name, "super"}  # the parent is not a successor
    return wrapped.pop() if len(wrapped) == 1 else ""


def _is_taken_in(alias: re.Match[str]) -> bool:
    """True for `self._bell = bell` and `_bell = bell`: a constructor keeps its argument."""
    return alias["new"] == alias["old"].lstrip("_") or (alias["on"] is not None and alias["of"] is None)
