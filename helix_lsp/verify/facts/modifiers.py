"""Modifiers in the head of a definition (`final`, `abstract`, `internal`), as each language means their absence."""

from __future__ import annotations

import re

from helix_lsp.align.lineage import CLASS_KINDS
from helix_lsp.syntax.outline import Symbol

_VISIBLE = ("public", "private", "protected", "internal")
_KNOWN = {
    "java": "static abstract final sealed protected",
    "php": "static abstract final protected readonly const",
    "kotlin": "abstract final sealed internal protected const inline suspend",
    "c_sharp": "static abstract sealed internal protected readonly virtual const",
    "typescript": "static abstract protected readonly const",
    "tsx": "static abstract protected readonly const",
    "swift": "static final internal",
}  # fmt: skip
_AS_SAID = {("c_sharp", "final"): "sealed"}
_TYPES = CLASS_KINDS - {"interface", "trait"}


def has_modifier(word: str, symbol: Symbol, language: str) -> bool | None:
    """Whether a definition has a modifier; None where its head does not tell: the language has no such word, or a
    mark of the class around gives it.
    """
    said = _AS_SAID.get((language, word), word)
    words = _words(symbol)
    if said in words:
        return True
    if said not in _KNOWN.get(language, "").split() or symbol.kind not in (*_TYPES, "method", "function"):
        return None
    if said in _VISIBLE:
        seen = visibility(symbol, language)
        return seen == said if seen else None
    if language == "kotlin" and said == "final":
        return None if words & {"override"} else not words & {"open", "abstract", "sealed", "enum"}
    if language == "c_sharp" and (
        (said in ("abstract", "sealed") and "static" in words) or "partial" in words
    ):
        return None
    return None if symbol.kind not in _TYPES and said in ("abstract", "final", "virtual") else False


def visibility(symbol: Symbol, language: str) -> str:
    """`public`, `internal`, `protected` or `private`; `` where the head does not tell."""
    words = _words(symbol)
    if found := next((w for w in _VISIBLE if w in words), ""):
        return found
    top = symbol.kind in _TYPES and symbol.parent < 0
    usual = {
        "kotlin": "public" if top else "",
        "swift": "internal" if top else "",
        "c_sharp": "internal" if top else "",
    }
    return usual.get(language, "")


def _words(symbol: Symbol) -> frozenset[str]:
    head = symbol.signature.partition(symbol.name)[0]
    return frozenset(re.findall(r"[a-z]+", re.sub(r"\([^()]*\)|\"[^\"]*\"", " ", head)))
