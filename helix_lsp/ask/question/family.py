"""Definitions of one name that are one thing: overloads, a declaration and what does it, and the members of one
interface or base. Also the project's own name in a sentence, which need not be found in it.

`FormatterInterface.format` and the `format` of each of its classes are one meaning of *format*: who asks what
it does asks about all of them. Two members belong together when a class in the line of both (itself or what
it extends or implements) has the member too; in Go, where no type says what it implements, when an interface
declares the member and the type has all its methods. What two unrelated classes call alike are two things.
"""

from __future__ import annotations

from collections.abc import Sequence

from helix_lsp.align.identity import called_names, is_manifest, normal
from helix_lsp.align.lineage import CLASS_KINDS, ancestors, holder_of, owner_of
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.text.paths import split_path
from helix_lsp.text.regex import regex

_DEEP = 8  # classes walked up
_EVERY = 1_000_000_000  # files
_MOST = 200  # definitions of one name: more are everyone's, and each by itself
_CALLABLE = frozenset({"function", "method", "constructor", "macro"})

Place = tuple[str, int]


def families(defined: Sequence[Defined], snapshot: Snapshot) -> tuple[tuple[Defined, ...], ...]:
    """The definitions in families, in the order of their first; in a family the member that most others come
    from first, then as given.
    """
    if len(defined) > _MOST:
        return tuple((one,) for one in defined)
    owners = [_owner(one, snapshot) for one in defined]
    lines = [frozenset[Place]() if o is None else _line(o, snapshot) for o in owners]
    at: dict[Place, int] = {}
    for number, owner in enumerate(owners):
        if owner is not None:
            at.setdefault((owner.path, owner.ordinal), number)
    above = [{at[place] for place in line if place in at} for line in lines]
    for number, one in enumerate(defined):
        above[number] |= _structural(one, defined, owners, snapshot)
    first = list(range(len(defined)))

    def root(number: int) -> int:
        while first[number] != number:
            number = first[number]
        return number

    for number, roots in enumerate(above):
        for other in sorted(roots):
            one, two = sorted((root(number), root(other)))
            first[two] = one
    heirs = [sum(number in roots for roots in above) for number in range(len(defined))]
    found: dict[int, list[int]] = {}
    for number in range(len(defined)):
        found.setdefault(root(number), []).append(number)
    return tuple(
        tuple(defined[n] for n in sorted(same, key=lambda n: (-heirs[n], n))) for same in found.values()
    )


def is_family(name: str, snapshot: Snapshot) -> bool:
    """True when all that is so called in source, in this spelling, is one thing that several classes have."""
    same = [d for d in snapshot.defined(name) if d.symbol.name == name and _stands_in_source(d, snapshot)]
    return len({d.symbol.qualified for d in same}) > 1 and len(families(same, snapshot)) == 1


def _stands_in_source(defined: Defined, snapshot: Snapshot) -> bool:
    entry = snapshot.file(defined.path)
    return (
        entry is not None
        and not (entry.surface.test or entry.surface.example)
        and defined.symbol.kind in _CALLABLE
    )


def is_local(defined: Defined, snapshot: Snapshot) -> bool:
    """True for what is inside a function: nobody outside it can mean it."""
    owner = owner_of(defined, snapshot)
    return owner is not None and owner.kind in _CALLABLE


def _owner(defined: Defined, snapshot: Snapshot) -> Defined | None:
    """The class-like definition around a member; None for what is not a member."""
    holder = holder_of(defined, snapshot)
    return holder if holder is not None and holder.symbol.kind in CLASS_KINDS else None


def _line(owner: Defined, snapshot: Snapshot) -> frozenset[Place]:
    """The class itself and every class that it comes from."""
    key = ("line", owner.path, owner.ordinal)
    return remembered(
        snapshot, key, lambda: ancestors(owner, snapshot, _DEEP) | {(owner.path, owner.ordinal)}
    )


def _structural(
    one: Defined, every: Sequence[Defined], owners: Sequence[Defined | None], snapshot: Snapshot
) -> set[int]:
    """Which of the definitions are declared by a Go interface that the type of this one satisfies."""
    entry = snapshot.file(one.path)
    held = one.symbol.qualified.rpartition(".")[0]
    if entry is None or entry.language != "go" or not held:
        return set()
    found: set[int] = set()
    folder = split_path(one.path)[0]
    for number, (other, owner) in enumerate(zip(every, owners, strict=True)):
        if owner is None or owner.symbol.kind != "interface" or other is one:
            continue
        if remembered(
            snapshot,
            ("satisfies", folder, held, owner.path, owner.ordinal),
            lambda owner=owner: all(
                _has(folder, f"{held}.{name}", name, snapshot) for name in _methods(owner, snapshot)
            ),
        ):
            found.add(number)
    return found


def _methods(interface: Defined, snapshot: Snapshot) -> tuple[str, ...]:
    outline = snapshot.skeleton(interface.path)
    return (
        tuple(s.name for s in outline.symbols if s.parent == interface.ordinal) if outline is not None else ()
    )


def _has(folder: str, qualified: str, name: str, snapshot: Snapshot) -> bool:
    """Whether a folder defines a member."""
    everywhere = remembered(
        snapshot,
        ("folders", name),
        lambda: frozenset(split_path(p)[0] for p in snapshot.definers((name,), _EVERY).get(name, ())),
    )
    if folder not in everywhere:
        return False
    beside = remembered(
        snapshot,
        ("members", name, folder),
        lambda: frozenset(
            d.symbol.qualified for d in snapshot.defined(name, lambda path: split_path(path)[0] == folder)
        ),
    )
    return qualified in beside


# The project's own name in a sentence: what is in a repository need not name it, as nobody writes
# `HikariCP` into each of its classes.
#
# The names are those that the manifests call the project, in any of its usual spellings (`BullMQ` for
# `bullmq`). They count as words about every place of the repository; what the sentence says of the project
# is weighed as before.

_NAMED = regex(r"(?<![\w.@/-])@?\w[\w./-]*")
_LONGEST = 200


def own_names(live: Live) -> frozenset[str]:
    """Normal forms of the names that the project's manifests give it; those of tests, examples and vendored
    parts are not names of it.
    """
    found: set[str] = set()
    for path in live.snapshot.paths():
        if not is_manifest(path):
            continue
        entry = live.snapshot.file(path)
        surface = entry.surface if entry is not None else None
        if surface is not None and not (surface.test or surface.example or surface.vendored):
            found |= called_names(path, live.data(path) or b"")
    return frozenset(found)


def named_in(text: str, own: frozenset[str]) -> tuple[str, ...]:
    """The words of a text that name the project, as they are written, each once and in order."""
    if not own:
        return ()
    words = (m[0].rstrip("./-") for m in _NAMED.finditer(text))
    return tuple(
        dict.fromkeys(w for w in words if len(w) <= _LONGEST and normal(w.rpartition("/")[2]) in own)
    )
