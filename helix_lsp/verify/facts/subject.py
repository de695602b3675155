"""The definitions that a claim may speak of: by a written name, or by the words of one.

Everything that is not a definition of the project itself (tests, examples, what is generated, vendored or a
copy) is left out before anything is compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.text.identifiers import lower_parts
from helix_lsp.text.words import STOP_WORDS, stem
from helix_lsp.verify.facts.fact import grade_of

_ALIKE = {
    "maximum": "max", "minimum": "min", "maximal": "max", "minimal": "min",
    "configuration": "config", "seconds": "", "directory": "dir", "number": "num", "length": "len",
}  # fmt: skip
_EMPTY = frozenset(
    stem(w)
    for w in "default value initial current setting constant variable option parameter argument amount number num count".split()
)
_VALUED = frozenset({"constant", "variable", "field", "property", "enum_member"})
_MOST = 24


def named(name: str, snapshot: Snapshot) -> tuple[Defined, ...]:
    """Definitions in the project itself whose qualified name ends in the written one, in the same letters."""
    parts = [p for p in re.split(r"\.|::|#|\\", name.removesuffix("()").strip()) if p]
    if not parts or not all(re.fullmatch(r"[A-Za-z_$][\w$]*", p) for p in parts):
        return ()
    return remembered(snapshot, ("claim named", tuple(parts)), lambda: _named(parts, snapshot))


def _named(parts: list[str], snapshot: Snapshot) -> tuple[Defined, ...]:
    found = [d for d in snapshot.defined(parts[-1]) if d.symbol.name == parts[-1] and own(d.path, snapshot)]
    if len(parts) > 1:
        kept = [d for d in found if ("." + d.symbol.qualified).endswith("." + ".".join(parts))]
        found = kept or [
            d
            for d in found
            if "." not in d.symbol.qualified and d.symbol.exported and _is_module(parts[:-1], d.path)
        ]
    else:
        top = [d for d in found if "." not in d.symbol.qualified]
        found = top or found
    blocks = [d for d in found if d.symbol.kind != "impl"]
    return tuple(blocks[: _MOST + 1])


def _is_module(owner: list[str], path: str) -> bool:
    """True when the name before the last is the file, its folder or the project: `app.route` of `app.py`."""
    stems = [p.partition(".")[0].lower() for p in path.split("/")]
    return owner[-1].lower() in stems or (
        len(owner) == 1 and owner[-1].islower() and stems[-1] in ("mod", "lib", "index")
    )


def own(path: str, snapshot: Snapshot) -> bool:
    """True for code and configuration of the project itself."""
    entry = snapshot.file(path)
    return entry is not None and grade_of(entry) == "A"


def words_of(phrase: str) -> frozenset[str]:
    """Content words of a phrase or a name, stemmed, without those that only say that there is a value."""
    words: set[str] = set()
    for part in re.findall(r"[A-Za-z][A-Za-z0-9_]*", phrase):
        for word in lower_parts(part):
            plain = stem(_ALIKE.get(word, word))
            if plain and plain not in STOP_WORDS and plain not in _EMPTY:
                words.add(plain)
    return frozenset(words)


def spoken(phrase: str, snapshot: Snapshot) -> tuple[Defined, ...]:
    """Definitions with a value whose name has exactly the words of a phrase; of two words or more, or of one
    and `default`.
    """
    wanted = _with_default(phrase)
    if len(wanted) < 2:
        return ()
    index = remembered(snapshot, ("claim words",), lambda: _index(snapshot.names()))
    found: list[Defined] = []
    for name in index.get(wanted, ()):
        found += [
            d
            for d in snapshot.defined(name)
            if d.symbol.name == name and d.symbol.kind in _VALUED and own(d.path, snapshot)
        ]
    return tuple(sorted(found, key=lambda d: (d.path, d.ordinal))[: _MOST + 1])


def _index(names: Iterable[str]) -> dict[frozenset[str], tuple[str, ...]]:
    out: dict[frozenset[str], list[str]] = {}
    for name in names:
        if len(name) > 5 and len(words := _with_default(name)) > 1:
            out.setdefault(words, []).append(name)
    return {words: tuple(found) for words, found in out.items()}


def _with_default(text: str) -> frozenset[str]:
    words = words_of(text)
    return words | {"default"} if len(words) == 1 and "default" in text.lower() else words
