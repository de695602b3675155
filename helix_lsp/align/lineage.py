"""Classes and their members across files: what a class inherits from, and which definition a member name has
in it.

Three-valued where it must be: a base that the repository does not hold makes a missing member "cannot know",
not "absent" (design-decisions.md#cannot-know).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from helix_lsp.align.identity import module_parts
from helix_lsp.index.names.declared import Glance
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Import, Outline, Reference, Symbol

CLASS_KINDS = frozenset({"class", "interface", "struct", "enum", "union", "trait", "impl", "type"})


class Member(msgspec.Struct, frozen=True, kw_only=True):
    """`found`: the definition, None when the lineage holds none. `steps`: classes walked up. `open`: a base
    lies outside the repository.
    """

    found: Defined | None
    steps: int = 0
    open: bool = False


def is_member(defined: Defined, snapshot: Snapshot) -> bool:
    """True when the definition is directly in a class-like one."""
    owner = owner_of(defined, snapshot)
    return owner is not None and owner.kind in CLASS_KINDS


def owner_of(defined: Defined, snapshot: Snapshot) -> Symbol | None:
    """The symbol that holds this one, None at the top; for a member outside its class (Go, C++) the class in
    the same file.
    """
    holder = holder_of(defined, snapshot)
    return holder.symbol if holder is not None else None


def holder_of(defined: Defined, snapshot: Snapshot) -> Defined | None:
    """`owner_of` with its place."""
    path, parent = defined.path, defined.symbol.parent
    above = defined.symbol.qualified.rpartition(".")[0]
    if parent < 0 and (not above or defined.ordinal < 0):
        return None

    def holder() -> Defined | None:
        if parent < 0:
            return next((d for d in snapshot.defined_in(path, above) if d.symbol.qualified == above), None)
        symbol = snapshot.symbol(path, parent)
        return Defined(path=path, ordinal=parent, symbol=symbol) if symbol is not None else None

    return remembered(snapshot, ("owner", path, above if parent < 0 else parent), holder)


def classes_named(name: str, snapshot: Snapshot, *, any_case: bool = False) -> tuple[Defined, ...]:
    """Class-like definitions of this name, in the snapshot's order; `any_case` also takes `App` for `app`."""
    return tuple(
        d
        for d in snapshot.defined(name)
        if d.symbol.kind in CLASS_KINDS and d.symbol.kind != "impl" and (any_case or d.symbol.name == name)
    )


def find_member(owner: Defined, name: str, snapshot: Snapshot, depth: int) -> Member:
    """The definition that `owner.name` means: the class's own, else the nearest base's, breadth first in
    written order.
    """
    line: list[tuple[Defined, int]] = [(owner, 0)]
    seen = {(owner.path, owner.ordinal)}
    outside = False
    while line:
        current, steps = line.pop(0)
        own = own_member(current, name, snapshot)
        if own is not None:
            return Member(found=own, steps=steps, open=outside)
        if steps >= depth:
            outside = True
            continue
        for base, holder in bases_of(current, snapshot):
            if holder is None:
                outside = outside or base not in ("object", "Generic", "Protocol", "ABC", "Enum")
            elif (holder.path, holder.ordinal) not in seen:
                seen.add((holder.path, holder.ordinal))
                line.append((holder, steps + 1))
    return Member(found=None, open=outside)


def ancestors(heir: Defined, snapshot: Snapshot, depth: int) -> frozenset[tuple[str, int]]:
    """(path, ordinal) of every class that a walk up the bases of `heir` meets, `depth` steps at most."""
    line, seen = [heir], {(heir.path, heir.ordinal)}
    met: set[tuple[str, int]] = set()
    for _ in range(depth):
        above = [holder for one in line for _, holder in bases_of(one, snapshot) if holder is not None]
        met.update((h.path, h.ordinal) for h in above)
        line = [h for h in above if (h.path, h.ordinal) not in seen]
        seen.update((h.path, h.ordinal) for h in line)
        if not line:
            break
    return frozenset(met)


def own_member(owner: Defined, name: str, snapshot: Snapshot) -> Defined | None:
    """The member that the class itself defines (in any of its blocks in that file), the documented or longest
    one of several.
    """
    wanted = f"{owner.symbol.qualified}.{name}"
    found = [
        d
        for d in snapshot.defined_in(owner.path, name)
        if d.symbol.name == name and d.symbol.qualified == wanted
    ]
    return (
        max(found, key=lambda d: (d.symbol.doc is not None, len(d.symbol.span), -d.ordinal))
        if found
        else None
    )


def bases_of(owner: Defined, snapshot: Snapshot) -> tuple[tuple[str, Defined | None], ...]:
    """(name as written, the class it means or None when it is not of this repository) in written order."""
    return remembered(
        snapshot, ("bases", owner.path, owner.ordinal), lambda: tuple(_bases_of(owner, snapshot))
    )


def _bases_of(owner: Defined, snapshot: Snapshot) -> Iterator[tuple[str, Defined | None]]:
    heads = _heads(owner.symbol, snapshot.inherits(owner.path))
    if not heads:  # most classes; what follows is dear
        return
    facts = snapshot.glance(owner.path)
    for reference in heads:
        if facts is not None:
            yield reference.name, _class_meant(reference, owner.path, facts, snapshot)


def _heads(symbol: Symbol, inherits: Iterable[Reference]) -> tuple[Reference, ...]:
    """Those of a file's base names that are in the head of this class."""
    head_end = symbol.body.start if symbol.body is not None else symbol.span.end
    return tuple([r for r in inherits if symbol.span.start <= r.span.start < head_end])


def _class_meant(
    reference: Reference, path: str, facts: Outline | Glance, snapshot: Snapshot
) -> Defined | None:
    """Same file first, then what the import says, then the only one of that name."""
    name = imported_as(reference.name, facts) or reference.name
    found = classes_named(name, snapshot)
    here = [d for d in found if d.path == path]
    if here and name == reference.name:  # `class Bell(Base)` may have imported another `Bell` as `Base`
        return here[0]
    statement = import_of(reference.qualifier.rpartition(".")[2] or reference.name, facts)
    if statement is not None:
        agreeing = [d for d in found if agrees(statement, reference.qualifier, d.path)]
        return agreeing[0] if agreeing else None
    top = path.partition("/")[0]
    near = [d for d in found if d.path.partition("/")[0] == top] or list(found)
    return near[0] if len(near) == 1 else None


def import_of(name: str, facts: Outline | Glance) -> Import | None:
    """The import statement that binds `name` in this file, the last one when there are several."""
    for statement in reversed(facts.imports):
        for original, alias in statement.names:
            if name == (alias or original):
                return statement
        if not statement.names and name in (
            statement.module,
            statement.module.rpartition(".")[2],
            statement.module.partition(".")[0],
        ):
            return statement
    return None


def imported_as(name: str, facts: Outline | Glance) -> str:
    """The original name behind an alias (`from .app import App as Base`: Base -> App), `` where there is
    none.
    """
    for statement in reversed(facts.imports):
        for original, alias in statement.names:
            if alias == name:
                return original
    return ""


def agrees(statement: Import, qualifier: str, path: str) -> bool:
    """True when the import can bring a name out of the file at `path`: the module's last parts are in the
    file's module, in order.
    """
    wanted = [
        p
        for p in statement.module.replace("::", ".").replace("/", ".").replace("\\", ".").split(".")
        if p and p not in ("crate", "super", "self")
    ]
    names = {original for original, _ in statement.names}
    have = module_parts(path)
    if not wanted:
        last = qualifier.rpartition(".")[2]
        return not last or last not in names or last in have
    return holds(have, tuple(wanted)) or (
        len(wanted) > 1 and holds(have, tuple(wanted[1:])) and wanted[0] in ("src", "lib", "app")
    )


def holds(have: tuple[str, ...], wanted: tuple[str, ...]) -> bool:
    """True when `wanted` is in `have` as one run."""
    size = len(wanted)
    return any(have[i : i + size] == wanted for i in range(len(have) - size + 1))
