"""Definitions that a dotted name spells out: with its module, with its class, through a base class or an
import.

Only what is written counts here, letter for letter; what a variable's name suggests is in `member.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from helix_lsp.align.candidate import Resolved, file_target
from helix_lsp.align.lineage import classes_named, find_member, holds, import_of
from helix_lsp.align.mention import Name
from helix_lsp.align.place import files_named, is_away, is_top_package, module_parts, modules_ending
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined, Snapshot


def written(parts: tuple[str, ...], document: str, snapshot: Snapshot, cfg: AlignConfig) -> list[Resolved]:
    """Every definition, file and inherited member that `parts` (two or more) spell in `document`, in no
    particular order.
    """
    found = [
        *_qualified(parts, snapshot),
        *modules(parts, snapshot),
        *_inherited(parts, document, snapshot, cfg),
    ]
    named = {
        f.defined.path for f in found if f.defined.ordinal >= 0
    }  # `com.acme.Shop` is the class, not the file of its name
    kept = [f for f in found if f.defined.ordinal >= 0 or f.defined.path not in named]
    return [f for f in kept if _may_speak(f, parts, document, snapshot)]


def _may_speak(found: Resolved, parts: tuple[str, ...], document: str, snapshot: Snapshot) -> bool:
    """False for a lower-case dotted word (`admin.index`) that only a foreign test or example happens to have."""
    if parts[0][:1].isupper() or not is_away(found.defined.path, document, snapshot):
        return True
    entry = snapshot.file(found.defined.path)
    in_test = entry is not None and entry.surface.test
    return not in_test and is_package(parts[0], snapshot)


def _qualified(parts: tuple[str, ...], snapshot: Snapshot) -> Iterator[Resolved]:
    """Definitions whose qualified name, with the module before it, ends in `parts`."""
    for defined in snapshot.defined(parts[-1]):
        symbol = defined.symbol
        if symbol.name != parts[-1] or symbol.kind == "impl":
            continue
        qualified = tuple(symbol.qualified.split("."))
        size = min(len(parts), len(qualified))
        if parts[-size:] != qualified[-size:]:
            continue
        if len(parts) <= len(qualified):
            whole = len(parts) == len(qualified)
            yield Resolved(
                defined=defined,
                score=1.0 if whole else 0.95,
                why="qualified name" if whole else "end of the qualified name",
            )
            continue
        prefix, have = parts[:-size], module_parts(defined.path)
        if have[-len(prefix) :] == prefix:
            yield Resolved(defined=defined, score=0.99, why="module and qualified name")
        elif holds(have, prefix):
            exported = _exports(prefix, qualified[0], defined, snapshot)
            yield Resolved(
                defined=defined,
                score=0.95 if exported else 0.93,
                why=f"{'exported by' if exported else 'inside'} {'.'.join(prefix)}",
            )


def _exports(package: tuple[str, ...], name: str, defined: Defined, snapshot: Snapshot) -> bool:
    """True when the package's own file imports `name` from the file of `defined`."""
    for path in modules_ending(package, snapshot):
        facts = snapshot.glance(path)
        statement = import_of(name, facts) if facts is not None else None
        if statement is not None and module_parts(defined.path)[-1] in statement.module.replace(
            "/", "."
        ).split("."):
            return True
    return False


def _inherited(
    parts: tuple[str, ...], document: str, snapshot: Snapshot, cfg: AlignConfig
) -> Iterator[Resolved]:
    """`Owner.member` where the member is in a base of the class; the class may be written with its
    module.
    """
    if len(parts) < 2:
        return
    owners = [d for d in classes_named(parts[-2], snapshot) if len(parts) == 2 or _fits_module(d, parts[:-2])]
    for owner in owners:
        member = find_member(owner, parts[-1], snapshot, cfg.lineage_depth)
        if member.found is None:
            continue
        loss = _owner_loss(owner, snapshot, document)
        if member.steps:
            yield Resolved(
                defined=member.found,
                score=0.92 - loss,
                why=f"{owner.symbol.name} inherits it from {member.found.symbol.qualified.rpartition('.')[0]}",
            )
        else:
            yield Resolved(defined=member.found, score=1.0 if len(parts) == 2 else 0.95, why="qualified name")


def _owner_loss(owner: Defined, snapshot: Snapshot, document: str) -> float:
    """A subclass in the tests must not speak for the class of the source that has the same name."""
    return 0.3 if is_away(owner.path, document, snapshot) else 0.0


def _fits_module(defined: Defined, prefix: tuple[str, ...]) -> bool:
    return holds((*module_parts(defined.path), *defined.symbol.qualified.split(".")[:-1]), prefix)


def modules(parts: tuple[str, ...], snapshot: Snapshot) -> Iterator[Resolved]:
    """Code files whose module ends in `parts`."""
    for path in modules_ending(parts, snapshot):
        target = file_target(path, snapshot)
        if target is not None:
            yield Resolved(defined=target, score=0.99, why="module path")


def imported(
    name: Name, document: str, snapshot: Snapshot, cfg: AlignConfig, dotted: str
) -> tuple[list[Resolved], bool]:
    """(what the imported name is, True when it belongs to another distribution and nothing here may answer
    for it).
    """
    relative = dotted.startswith(".")
    origin = tuple(
        p
        for p in dotted.replace("::", ".").replace("/", ".").split(".")
        if p and p not in ("crate", "self", "super", "@")
    )
    parts = (*origin, *name.parts[1:])
    if not origin:
        return [], False
    found = written(parts, document, snapshot, cfg)
    own = [f for f in found if relative or not is_borrowed(parts, f.defined.path, snapshot)]
    kept = [f for f in own if len(parts) > 1 or f.defined.ordinal < 0]
    if kept:
        return [
            Resolved(
                defined=f.defined,
                score=f.score,
                why=f"imported from {'.'.join(origin[:-1]) or origin[0]}; {f.why}",
            )
            for f in kept
        ], False
    return [], not relative and (len(own) < len(found) or not is_ours(origin[0], snapshot))


def is_ours(root: str, snapshot: Snapshot) -> bool:
    """True when a folder or file of this repository bears the name of a module's first part."""
    return bool(files_named(root, snapshot)) or any(f"/{root}/" in f"/{path}" for path in snapshot.paths())


def is_package(word: str, snapshot: Snapshot) -> bool:
    """True when the word is a top package of this repository."""
    return any(is_top_package(p, snapshot) for p in modules_ending((word,), snapshot))


def is_borrowed(parts: tuple[str, ...], path: str, snapshot: Snapshot) -> bool:
    """True when the first part is a module of Python's own library and here only a module inside a package
    (`json` of `flask.json`).
    """
    if parts[0] not in sys.stdlib_module_names or not path.endswith((".py", ".pyi")):
        return False
    folder = path.rpartition("/")[0]
    if path.endswith("/__init__.py"):
        folder = folder.rpartition("/")[0]
    return snapshot.file(f"{folder}/__init__.py") is not None
