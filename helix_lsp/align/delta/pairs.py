"""Which part of the old side is which of the new: by name within a file, then what moved or was renamed, told by what is equal.

Nothing is guessed by likeness here: two parts are one when their qualified names are equal in the same file; when they are equal but for their
path; when they are equal but for their name; or when the witnesses of history's renames (`session/successor.py`) say that one name took the place
of another. What stands in something that was renamed follows it.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping

from helix_lsp.align.delta.parts import KEY, Part
from helix_lsp.align.everyday import is_everyday
from helix_lsp.text.words import split

_LEAST = 24  # bytes of own text: what is shorter is equal by chance
_MANY = 3  # members that went to one place, so that the others are looked for there: chosen by hand, not measured
_CALLED = frozenset({"function", "method", "constructor", "macro"})
_VALUES = frozenset({"constant", "variable", "field", "property", "enum_member"})
Pairs = list[tuple[Part, Part]]
_Key = Callable[[Part], Hashable | None]


def pair_files(files: Iterable[tuple[tuple[Part, ...], tuple[Part, ...]]], replaced: Mapping[str, str]) -> tuple[Pairs, list[Part], list[Part]]:
    """(pairs of old and new, what went, what came), each in the order of the files and of their bytes; `files` are (old, new) parts."""
    pairs: Pairs = []
    gone: list[Part] = []
    come: list[Part] = []
    for old, new in files:
        same, left, more = _same_names(old, new)
        pairs += same
        gone += left
        come += more
    def went(part: Part) -> Hashable | None:
        name = replaced.get(part.name, "")
        return _heir(part, name) if _sort(part) != "value" or _share_a_word(part.name, name) else None

    keys: tuple[tuple[_Key, _Key], ...] = (
        (_masked_in_file, _masked_in_file), (_moved_whole, _moved_whole), (_member_whole, _member_whole),
        (went, lambda part: _heir(part, part.name)), (_moved, _moved), (_masked_anywhere, _masked_anywhere),
    )  # fmt: skip
    for one, other in keys:
        gone, come, found = _match(gone, come, one, other)
        pairs += found
    gone, come, found = _follow(gone, come, _homes(pairs))
    return pairs + found, gone, come


def _same_names(old: Iterable[Part], new: Iterable[Part]) -> tuple[Pairs, list[Part], list[Part]]:
    """Of several with one name (overloads) the equal ones first, the others in their order."""
    before: dict[str, list[Part]] = defaultdict(list)
    for part in old:
        before[part.qualified].append(part)
    pairs: Pairs = []
    waiting: list[Part] = []
    for part in new:
        equal = next((p for p in before.get(part.qualified, ()) if p.own == part.own), None)
        if equal is None:
            waiting.append(part)
        else:
            before[part.qualified].remove(equal)
            pairs.append((equal, part))
    come: list[Part] = []
    for part in waiting:
        if before.get(part.qualified):
            pairs.append((before[part.qualified].pop(0), part))
        else:
            come.append(part)
    left = {id(p) for parts in before.values() for p in parts}
    return pairs, [p for p in old if id(p) in left], come


def _match(gone: list[Part], come: list[Part], one: _Key, other: _Key) -> tuple[list[Part], list[Part], Pairs]:
    """Pairs of those that are alone with their key on both sides; None is no key."""
    left: dict[Hashable, list[Part]] = defaultdict(list)
    right: dict[Hashable, list[Part]] = defaultdict(list)
    for parts, key, into in ((gone, one, left), (come, other, right)):
        for part in parts:
            found = key(part)
            if found is not None:
                into[found].append(part)
    pairs = [(parts[0], right[key][0]) for key, parts in left.items() if len(parts) == 1 and len(right.get(key, ())) == 1]
    taken = {id(p) for pair in pairs for p in pair}
    return [p for p in gone if id(p) not in taken], [p for p in come if id(p) not in taken], pairs


def _masked_in_file(part: Part) -> Hashable | None:
    """Equal but for the name, in one container of one file."""
    masked = _masked(part)
    return (part.path, part.parent, _sort(part), masked) if masked else None


def _masked_anywhere(part: Part) -> Hashable | None:
    """Equal but for the name, at the top of another file."""
    masked = _masked(part) if part.is_definition and not part.parent else b""
    return (_sort(part), masked) if masked else None


def _masked(part: Part) -> bytes:
    """The own text without the name; `` where too little is left to tell one from another, as of `self.a = a`."""
    if part.kind == KEY or _sort(part) == "value":
        return b""
    found = re.sub(rb"(?<!\w)" + re.escape(part.name.encode()) + rb"(?!\w)", b"\0", part.own)
    return found if len(found) >= _LEAST else b""


def _moved_whole(part: Part) -> Hashable | None:
    """The same definition in another file."""
    return (part.qualified, _sort(part), part.own) if part.is_definition and len(part.own) >= _LEAST else None


def _member_whole(part: Part) -> Hashable | None:
    """The same member in another container, such as a base class that was taken out of a class."""
    return (part.name, _sort(part), part.own) if part.is_definition and part.parent and len(part.own) >= _LEAST else None


def _heir(part: Part, name: str) -> Hashable | None:
    """What is called so in the same container of the same file."""
    return (name, part.parent, _sort(part), part.path) if name and part.is_definition else None


def _share_a_word(one: str, other: str) -> bool:
    return bool(other) and not set(split(one)[0]).isdisjoint(split(other)[0])


def _moved(part: Part) -> Hashable | None:
    """One of the same name and head in another file."""
    if not part.is_definition or part.parent or is_everyday(part.name) or _sort(part) == "value" or len(part.name) <= 3:
        return None
    return part.qualified, _sort(part), part.signature


def _homes(pairs: Pairs) -> dict[tuple[str, str], tuple[str, str]]:
    """(path, container) of old -> where it is now: as a whole, or where most of its members went."""
    members: dict[tuple[str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    where: dict[tuple[str, str], tuple[str, str]] = {}
    for old, new in pairs:
        if (old.path, old.parent) != (new.path, new.parent) and old.parent and new.parent and old.name == new.name:
            members[old.path, old.parent][new.path, new.parent] += 1
        where[old.path, old.qualified] = new.path, new.qualified
    for home, counted in members.items():
        (to, count), *_ = counted.most_common(1)
        if count >= _MANY and home in where and where[home] != to:
            where[home] = to
    return where


def _follow(gone: list[Part], come: list[Part], where: dict[tuple[str, str], tuple[str, str]]) -> tuple[list[Part], list[Part], Pairs]:
    """The members of what was renamed or moved, by their names; those of them that hold members themselves come first."""
    there = {(p.path, p.qualified): p for p in reversed(come)}
    found: Pairs = []
    for part in gone:
        home = where.get((part.path, part.parent)) if part.parent else None
        heir = there.get((home[0], f"{home[1]}.{part.name}")) if home is not None else None
        if heir is not None and home is not None and _sort(heir) == _sort(part):
            del there[home[0], f"{home[1]}.{part.name}"]
            found.append((part, heir))
            where[part.path, part.qualified] = heir.path, heir.qualified
    taken = {id(p) for pair in found for p in pair}
    return [p for p in gone if id(p) not in taken], [p for p in come if id(p) not in taken], found


def _sort(part: Part) -> str:
    return "call" if part.kind in _CALLED else "value" if part.kind in _VALUES else part.kind
