"""The classes above a standard exception of a language: what closes a lineage that leaves the repository there.

Python's own are asked of the interpreter; the others are in `standard.txt`.
"""

from __future__ import annotations

import builtins
from functools import cache

from helix_lsp.align.lineage import bases_of
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.regex import regex
from helix_lsp.verify.facts.subject import named

_SAME = {"kotlin": "java", "typescript": "javascript", "tsx": "javascript"}
_ROOTS = frozenset({"Exception", "Throwable", "Error", "Object", "object", "BasicObject"})


def standard_bases(name: str, language: str) -> tuple[str, ...] | None:
    """Names of the classes above a standard one, nearest first; None where the class is not known here."""
    last = name.replace("\\", ".").replace("::", ".").rpartition(".")[2]
    if language == "python":
        found = getattr(builtins, last, None)
        return tuple(c.__name__ for c in found.__mro__[1:]) if isinstance(found, type) else None
    above = _chains().get(_SAME.get(language, language), {})
    out: list[str] = []
    while last in above:
        last = above[last]
        out.append(last)
    return tuple(out) if out or (last in _ROOTS and above) else None


@cache
def _chains() -> dict[str, dict[str, str]]:
    """Language -> class -> the class that it extends, of `standard.txt`."""
    parts = parts_of_text(__package__ or "", "standard.txt")[1:]
    return {language.strip("[]"): dict(map(str.split, lines)) for language, *lines in parts}


# What is above a class by name, in the project and in the standard library of its language.

_LAST = regex(r"\.|::|#|\\")
_DEPTH = 8


def names_above(name: str, language: str, live: Live) -> set[str]:
    """Names of all classes above one, as far as they are known."""
    out = set(standard_bases(name, language) or ())
    line: list[Defined] = list(named(name, live.snapshot))
    for _ in range(_DEPTH):
        above: list[Defined] = []
        for one in line:
            for written, holder in bases_of(one, live.snapshot):
                last = _LAST.split(written)[-1]
                if last not in out:
                    out.add(last)
                    out.update(standard_bases(last, language) or ())
                    above += [holder] if holder is not None else []
        line = above
    return out
