"""What a definition calls that this repository defines: one hop, by names, owners and imports.

A call is resolved only where one definition is clearly meant; a name that many places define is left out rather than guessed, and so is
a call of what another package brings (`http.HandlerFunc`, `console.error`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from helix_lsp.align.everyday import is_everyday
from helix_lsp.ask.live import LiveFile
from helix_lsp.index.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Import, Reference, Symbol
from helix_lsp.text.paths import stem_of

_OWN = frozenset({"self", "this", "cls", "super()", "@", "Self"})
_CALLABLE = frozenset({"function", "method", "constructor", "class", "struct", "macro", "property"})
_TYPES = frozenset({"class", "interface", "struct", "enum", "union", "trait", "impl", "module", "namespace", "type"})
_BUILT_IN = frozenset("console JSON Math Object Array Promise Reflect Number String Date Symbol Error process std".split())
_VERSION = re.compile(r"v\d+$")
_MOST_SAME_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Callee:
    """`reference` is the call as written; `sure` is 1 for the own class or file, less for a name found elsewhere."""

    reference: Reference
    defined: Defined
    sure: float


def callees(file: LiveFile, symbol: Symbol, snapshot: Snapshot) -> tuple[Callee, ...]:
    """Distinct callees in the order of their first call."""
    body = symbol.body or symbol.span
    imported = {alias or name: module.module for module in file.outline.imports for name, alias in module.names}
    seen: dict[tuple[str, int], Callee] = {}
    for reference in file.references:
        if reference.kind != "call" or not body.covers(reference.span):
            continue
        found = _resolve(file, symbol, reference, imported, snapshot)
        if found is not None and found.defined.symbol.qualified != symbol.qualified:
            seen.setdefault((found.defined.path, found.defined.ordinal), found)
    return tuple(seen.values())


def _resolve(file: LiveFile, symbol: Symbol, reference: Reference, imported: dict[str, str], snapshot: Snapshot) -> Callee | None:
    same = [d for d in snapshot.defined(reference.name) if d.symbol.name == reference.name and d.symbol.kind in _CALLABLE]
    if not same:
        return None
    owner = symbol.qualified.rpartition(".")[0]
    if reference.qualifier.split(".")[0].strip() in _OWN:
        own = [d for d in same if d.path == file.path and d.symbol.qualified == f"{owner}.{reference.name}"]
        if own:
            return Callee(reference=reference, defined=own[0], sure=1.0)
        members = [d for d in same if "." in d.symbol.qualified]
        return _only(reference, members, snapshot, 0.8)
    if not reference.qualifier:
        own = [d for d in same if d.path == file.path and "." not in d.symbol.qualified]
        if own:
            return Callee(reference=reference, defined=own[0], sure=1.0)
        if reference.name in imported:
            return _only(reference, [d for d in same if "." not in d.symbol.qualified], snapshot, 0.9)
        return None
    return _qualified(file, reference, same, snapshot)


def _qualified(file: LiveFile, reference: Reference, same: list[Defined], snapshot: Snapshot) -> Callee | None:
    """A call behind something else than the own object: a type's or module's member, else the only member of that name."""
    first, last = reference.qualifier.split(".")[0].strip(), reference.qualifier.rpartition(".")[2].strip()
    owned = [d for d in same if d.symbol.qualified.split(".")[-2:-1] == [last] and _of_type(d, snapshot)]
    if owned:
        return _only(reference, owned, snapshot, 0.9)
    if first in _BUILT_IN:
        return None
    if any(first == bound for i in file.outline.imports for bound in _bound(i)):
        inside = [d for d in same if "." not in d.symbol.qualified and last in (stem_of(d.path), *d.path.split("/")[:-1][-1:])]
        return _only(reference, inside, snapshot, 0.9)
    if is_everyday(reference.name) or is_everyday(reference.name.lower()):
        return None
    return _only(reference, (d for d in same if "." in d.symbol.qualified and _of_type(d, snapshot)), snapshot, 0.6)


def _bound(module: Import) -> tuple[str, ...]:
    """Names under which a whole module is known in a file: `net/http` is `http`, `a.b` is `a` and `b`, an alias is itself."""
    if any(name for name, _ in module.names):
        return ()
    parts = [p for p in re.split(r"[/.:\\]+", module.module) if p and not _VERSION.match(p)]
    return (*parts[:1], *parts[-1:], *(alias for _, alias in module.names if alias))


def _of_type(defined: Defined, snapshot: Snapshot) -> bool:
    """True for a member of a type or module, or of an object at the top of its file; a method may stand outside its type."""
    parent = defined.symbol.parent
    owner = snapshot.symbol(defined.path, parent) if parent >= 0 else None
    if owner is None:
        return parent < 0 and "." in defined.symbol.qualified
    return owner.kind in _TYPES or owner.parent < 0


def _only(reference: Reference, among: Iterable[Defined], snapshot: Snapshot, sure: float) -> Callee | None:
    """The one definition outside tests, or the first of very few overloads of one name in one file; `among` is read as far as it takes."""
    source: list[Defined] = []
    for defined in among:
        entry = snapshot.file(defined.path)
        if entry is None or entry.surface.test or entry.surface.example:
            continue
        source.append(defined)
        if len(source) > _MOST_SAME_NAMED or defined.path != source[0].path:
            return None
    return Callee(reference=reference, defined=source[0], sure=sure) if source else None
