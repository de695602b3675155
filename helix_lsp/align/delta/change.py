"""The Change port: two states of a repository as bytes, file by file. The core compares them and never asks git or
the disk. Also which part of the old side is which of the new.

`session/history/change.py` makes it. Order of files: by path of the newer side (of the older where the file went).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import msgspec

from helix_lsp.align.edges.names import is_everyday
from helix_lsp.history.parts import SECTION, Part
from helix_lsp.history.successor import Successor, sort_of

Status = Literal["added", "modified", "removed", "renamed", "mode"]
How = Literal["merge_base", "first_parent", "given", "head_commit", "empty_tree"]


class ChangedFile(msgspec.Struct, frozen=True, kw_only=True):
    """One file of which the two sides differ. `old_path` is another than `path` only where it was renamed.

    Modes are git's six digits, `` on a side that is not there. `before` and `after` are its bytes, None on a
    side that is not there or was not read; then `left_out` says why (`binary`, `too large`, ...). `size` is
    of the newer side in bytes, of the older where it went; -1: not known.
    `line_ends`: nothing but the ends of lines differs.
    """

    path: str
    old_path: str
    status: Status
    old_mode: str = ""
    mode: str = ""
    before: bytes | None = None
    after: bytes | None = None
    size: int = -1
    left_out: str = ""
    line_ends: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One end of a change. `commit` is its full id, `` for the tree before the first commit; `name` as a
    person says it.

    `on_disk`: what is on the disk now on top of `commit`.
    """

    commit: str
    name: str
    on_disk: bool = False


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """`how` says how the base was chosen, `against` the branch it was chosen by (`` for none).

    `checked_out` is the commit that the disk is on; `commits` those from base to head, newest first,
    `more_commits` that there are others.
    `uncommitted`: files on the disk differ from that commit.
    `more_files` changed beyond those in `files`; `line_ends` files that differ on the disk in nothing but
    line ends, which are not listed.
    """

    base: Side
    head: Side
    how: How
    against: str
    files: tuple[ChangedFile, ...]
    checked_out: str = ""
    commits: tuple[str, ...] = ()
    more_commits: bool = False
    uncommitted: bool = False
    more_files: int = 0
    line_ends: int = 0


# Which part of the old side is which of the new: by name within a file, then what moved or was renamed,
# told by what is equal.
#
# Nothing is guessed by likeness here: two parts are one when their qualified names are equal in the same
# file; when they are equal but for their path; sections when they are equal but for their title; and
# definitions when the one judgement of renames (`history/successor.py`) says that one took the place of
# another. What is in something that was renamed follows it.

_LEAST = 24  # bytes of own text: what is shorter is equal by chance
_MANY = (
    3  # members that went to one place, so that the others are looked for there: chosen by hand, not measured
)
Pairs = list[tuple[Part, Part]]
_Key = Callable[[Part], Hashable | None]


def pair_files(
    files: Iterable[tuple[tuple[Part, ...], tuple[Part, ...]]], renamed: Sequence[Successor]
) -> tuple[Pairs, list[Part], list[Part]]:
    """(pairs of old and new, what went, what came), each in the order of the files and of their bytes;
    `files` are (old, new) parts.
    """
    pairs: Pairs = []
    gone: list[Part] = []
    come: list[Part] = []
    for old, new in files:
        same, left, more = _same_names(old, new)
        pairs += same
        gone += left
        come += more
    rules: tuple[Callable[[list[Part], list[Part]], Pairs], ...] = (
        partial(_match, _section_in_file),
        partial(_match, _moved_whole),
        partial(_match, _member_whole),
        partial(_of_successors, renamed),
        partial(_match, _moved),
        partial(_follow, pairs),
    )
    for rule in rules:
        found = rule(gone, come)
        taken = {id(part) for pair in found for part in pair}
        gone = [part for part in gone if id(part) not in taken]
        come = [part for part in come if id(part) not in taken]
        pairs += found
    return pairs, gone, come


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


def _match(key: _Key, gone: list[Part], come: list[Part]) -> Pairs:
    """Pairs of those that are alone with their key on both sides; None is not a key."""
    left: dict[Hashable, list[Part]] = defaultdict(list)
    right: dict[Hashable, list[Part]] = defaultdict(list)
    for parts, into in ((gone, left), (come, right)):
        for part in parts:
            if (found := key(part)) is not None:
                into[found].append(part)
    both = ((parts, right.get(found, list[Part]())) for found, parts in left.items())
    return [(parts[0], others[0]) for parts, others in both if len(parts) == len(others) == 1]


def _of_successors(renamed: Sequence[Successor], gone: list[Part], come: list[Part]) -> Pairs:
    """The best of several that took the place of one, or whose place one took."""
    left, right = {id(p) for p in gone}, {id(p) for p in come}
    pairs: Pairs = []
    for one in sorted(renamed, key=lambda s: -s.score):
        if one.was is not None and one.now is not None and id(one.was) in left and id(one.now) in right:
            left.remove(id(one.was))
            right.remove(id(one.now))
            pairs.append((one.was, one.now))
    return pairs


def _section_in_file(part: Part) -> Hashable | None:
    """A section of a document that is equal but for its title."""
    if part.kind != SECTION:
        return None
    found = re.sub(rb"(?<!\w)" + re.escape(part.name.encode()) + rb"(?!\w)", b"\0", part.own)
    return (part.path, part.parent, found) if len(found) >= _LEAST else None


def _moved_whole(part: Part) -> Hashable | None:
    """The same definition in another file."""
    return (
        (part.qualified, sort_of(part), part.own) if part.is_definition and len(part.own) >= _LEAST else None
    )


def _member_whole(part: Part) -> Hashable | None:
    """The same member in another container, such as a base class that was taken out of a class."""
    return (
        (part.name, sort_of(part), part.own)
        if part.is_definition and part.parent and len(part.own) >= _LEAST
        else None
    )


def _moved(part: Part) -> Hashable | None:
    """One of the same name and head in another file."""
    if (
        not part.is_definition
        or part.parent
        or is_everyday(part.name)
        or sort_of(part) == "value"
        or len(part.name) <= 3
    ):
        return None
    return part.qualified, sort_of(part), part.signature


def _homes(pairs: Pairs) -> dict[tuple[str, str], tuple[str, str]]:
    """(path, container) of old -> where it is now: as a whole, or where most of its members went."""
    members: dict[tuple[str, str], Counter[tuple[str, str]]] = defaultdict(Counter)
    where: dict[tuple[str, str], tuple[str, str]] = {}
    for old, new in pairs:
        if (
            (old.path, old.parent) != (new.path, new.parent)
            and old.parent
            and new.parent
            and old.name == new.name
        ):
            members[old.path, old.parent][new.path, new.parent] += 1
        where[old.path, old.qualified] = new.path, new.qualified
    for home, counted in members.items():
        (to, count), *_ = counted.most_common(1)
        if count >= _MANY and home in where and where[home] != to:
            where[home] = to
    return where


def _follow(pairs: Pairs, gone: list[Part], come: list[Part]) -> Pairs:
    """The members of what was renamed or moved, by their names; those of them that hold members themselves
    come first.
    """
    where = _homes(pairs)
    there = {(p.path, p.qualified): p for p in reversed(come)}
    found: Pairs = []
    for part in gone:
        home = where.get((part.path, part.parent)) if part.parent else None
        heir = there.get((home[0], f"{home[1]}.{part.name}")) if home is not None else None
        if heir is not None and home is not None and sort_of(heir) == sort_of(part):
            del there[home[0], f"{home[1]}.{part.name}"]
            found.append((part, heir))
            where[part.path, part.qualified] = heir.path, heir.qualified
    return found
