"""The brackets that a place of code is in, found without a grammar: text is read backwards or forwards over
whole pairs. A bracket in a text or a comment can mislead, so what is read so must also look like what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_BRACKET = re.compile(r"[()\[\]{}]")


def openers(before: str) -> Iterator[tuple[int, str]]:
    """(place, `(`, `[` or `{`) of each bracket that is still open at the end of a text, the innermost first."""
    depth = 0
    for m in reversed(list(_BRACKET.finditer(before))):
        depth += 1 if m[0] in ")]}" else -1
        if depth < 0:
            yield m.start(), m[0]
            depth = 0


def closes(after: str) -> int:
    """Where the bracket that stands open before a text is closed in it, -1 where it is not."""
    depth = 0
    for m in _BRACKET.finditer(after):
        depth += 1 if m[0] in "([{" else -1
        if depth < 0:
            return m.start()
    return -1


def outermost(after: str) -> str:
    """What is before the end of the bracket that is open before a text, without what its own brackets
    hold.
    """
    out: list[str] = []
    depth = at = 0
    for m in _BRACKET.finditer(after):
        if depth == 0:
            out.append(after[at : m.start()])
        depth += 1 if m[0] in "([{" else -1
        if depth < 0:
            return "".join(out)
        at = m.end()
    return "".join([*out, after[at:]] if depth == 0 else out)
