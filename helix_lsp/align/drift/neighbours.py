"""Names that look like one that is gone, as suggestions where no successor is known: of a fitting kind, and
never what the language hides.
"""

from __future__ import annotations

from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import alike
from helix_lsp.align.drift.world import World
from helix_lsp.syntax.outline import Symbol

_TYPES = frozenset({"class", "interface", "struct", "enum", "union", "trait", "type"})
_CALLED = frozenset({"function", "method", "constructor", "macro"}) | _TYPES  # a type is called to make one
_TYPE_ROLES = frozenset({"class", "exc"})
_CALL_ROLES = frozenset({"func", "meth"})


def near_names(ref: DocReference, word: str, paths: tuple[str, ...], world: World) -> tuple[str, ...]:
    """Names of these files that look like the word, best first: callable ones for a call, types for a type,
    no private one for a public one.
    """
    names: set[str] = set()
    for path in paths:
        outline = world.snapshot.skeleton(path) if world.snapshot.file(path) is not None else None
        public = not is_hidden(word, path)
        names.update(
            s.name
            for s in (outline.symbols if outline is not None else ())
            if _fits(s, ref) and not (public and _is_private(s, path))
        )
    return alike(word, names, world.cfg)


def is_hidden(name: str, path: str) -> bool:
    """True for a name that its language, told by the path, hides by its spelling."""
    return name.startswith(("_", "#")) or (path.endswith(".go") and name[:1].islower())


def _is_private(symbol: Symbol, path: str) -> bool:
    return not symbol.exported or is_hidden(symbol.name, path)


def _fits(symbol: Symbol, ref: DocReference) -> bool:
    name = ref.name
    if name is None:
        return True
    role = name.role.rpartition(":")[2]
    if role in _TYPE_ROLES:
        return symbol.kind in _TYPES
    return symbol.kind in _CALLED if name.call or role in _CALL_ROLES else True
