"""`` `Flask.route` is a method of `Flask` ``: what a thing is said to be must be what the index calls it, at the place that is cited."""

from __future__ import annotations

import re

_IS = re.compile(r"^`([\w.$:<>~-]+)` is an? ([a-z][a-z ]{2,22}?)(?: (?:of|in) `([\w.$:<>~-]+)`)?(?=[.:,]|$|\n)")
_KINDS = frozenset(
    "function method constructor class interface struct enum union trait module namespace type constant variable field property macro".split()
) | {"enum member", "implementation block"}  # fmt: skip


def misplaced(sentence: str, cited: tuple[str, ...], around: tuple[str, ...]) -> str:
    """Why the introduction at the head of a sentence does not hold there, `` when it does or there is none.

    `around` has entries `qualified name\\nkind`. Where it has none (a document is cited), the cited text itself must name the kind.
    """
    found = _IS.match(sentence)
    if found is None or found[2] not in _KINDS:
        return ""
    name, kind = found[1], found[2]
    told = [entry.split("\n") for entry in around if "\n" in entry]
    if not told:
        spoken = kind in " ".join(cited).lower()
        return "" if spoken else f"what is cited does not say that `{name}` is a {kind}"
    kinds = [words[1].split(" ", 1)[-1] for words in told if words[0] == name]
    if kind in kinds:
        return ""
    return f"what is cited is not in `{name}`" if not kinds else f"`{name}` is a {kinds[0]}"
