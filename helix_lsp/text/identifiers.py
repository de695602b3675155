"""The parts of an identifier: the one place that knows where `getURLs`, `HTTPServer2` and `max_files` come
apart.

A part is a word with or without a capital first letter, a run of capitals (with the `s` of its plural), a run
of digits, or a run of letters that do not have a case. Anything else only parts. Letters of every alphabet count by
their case; an accent written behind its letter belongs to it.
"""

from __future__ import annotations

from functools import lru_cache
from unicodedata import category

from helix_lsp.text.regex import regex

# Of several capitals in front of a small letter the last begins the next word (`HTTPServer`), but for the `s`
# that ends one (`URLsFor`).
_PART = regex(r"[A-Z]{2,}+s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|\u4e00+")
_CASELESS = "\u4e00"


def parts(name: str) -> tuple[str, ...]:
    """The parts as they are written, in reading order: `sha256sum` -> sha, 256, sum; `IDs` -> IDs; () where
    nothing is a letter or a digit.
    """
    return tuple(name[m.start() : m.end()] for m in _PART.finditer(_shape(name)))


@lru_cache(20_000)
def lower_parts(name: str) -> tuple[str, ...]:
    """The same in lower case."""
    return tuple(part.lower() for part in parts(name))


def separated(name: str, mark: str) -> str:
    """The name in lower case with a `mark` before each capital that begins a part inside a word (`maxFiles`,
    `_` -> max_files).

    Marks that are written stay, and digits stay with what they follow (`bm25K1` -> bm25_k1).
    """
    shape = _shape(name)
    humps = [
        m.start()
        for m in _PART.finditer(shape)
        if m.start() and m[0][0].isupper() and shape[m.start() - 1].isalnum()
    ]
    return mark.join(name[a:b] for a, b in zip([0, *humps], [*humps, len(name)], strict=True)).lower()


def _shape(name: str) -> str:
    """As many characters, in ASCII but for `_CASELESS`: what `_PART` reads."""
    if name.isascii():
        return name
    out: list[str] = []
    for c in name:
        if c.isascii():
            out.append(c)
        elif category(c)[0] == "M":
            out.append("a" if out and out[-1].isascii() and out[-1].isalpha() else out[-1] if out else "_")
        elif c.isdecimal():
            out.append("0")
        elif c.isupper() or c.istitle():
            out.append("A")
        else:
            out.append("a" if c.islower() else _CASELESS if c.isalnum() else "_")
    return "".join(out)
