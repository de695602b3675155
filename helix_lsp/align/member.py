"""`variable.member`: which class the variable's name speaks of, and what the member is in it.

A class whose bases lie outside the repository may have any member: then nothing is said rather than something
wrong.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate, islice

from helix_lsp.align.candidate import Resolved
from helix_lsp.align.everyday import is_everyday
from helix_lsp.align.lineage import ancestors, classes_named, find_member, import_of, is_member, owner_of
from helix_lsp.align.mention import Name
from helix_lsp.align.place import is_away
from helix_lsp.align.written import is_package, written
from helix_lsp.config.align import AlignConfig
from helix_lsp.index.snapshot import Defined, Snapshot
from helix_lsp.text.words import split

_MOST_CLASSES = 12
_MOST_BELOW = 300  # members of one name: to ask more of their classes what they inherit from takes longer than a reader waits


def members(name: Name, document: str, snapshot: Snapshot, cfg: AlignConfig) -> Iterator[Resolved]:
    """Members of the classes that the owner's name speaks of; else of a class below them; else the only
    member of that name,

    unless the owner is a module or another distribution.
    """
    owner = name.parts[-2]
    if not owner[:1].islower() or (
        len(name.parts) > 2 and not written(name.parts[:-1], document, snapshot, cfg)
    ):
        return
    called = _classes_spoken_of(owner, document, snapshot)
    found = [(one, find_member(one, name.last, snapshot, cfg.lineage_depth)) for one in called]
    for one, member in found:
        if member.found is not None:
            score = 0.86 if one.symbol.name.lower() == owner.lower() else 0.82
            score -= 0.005 * member.steps  # the class that has it itself explains it best
            yield Resolved(defined=member.found, score=score, why=f"{owner} reads as a {one.symbol.name}")
    if any(m.found is not None or m.open for _, m in found):
        return
    same = [
        d
        for d in snapshot.defined(name.last)
        if d.symbol.name == name.last and not is_away(d.path, document, snapshot) and is_member(d, snapshot)
    ]
    if called:
        yield from _below(owner, called, same, snapshot, cfg) if len(same) <= _MOST_BELOW else ()
        return
    if owner in sys.stdlib_module_names or is_package(owner, snapshot) or is_everyday(name.last):
        return
    unbound = (d for d in same if not _binds_module(owner, d.path, snapshot))
    source = list(islice(unbound, 2))  # a second one is as good as a hundred: nothing is said then
    if len(source) == 1:
        yield Resolved(defined=source[0], score=0.55, why="the only member of that name")


def _classes_spoken_of(owner: str, document: str, snapshot: Snapshot) -> list[Defined]:
    """Classes called like the variable (`App` for `app`); else those whose words begin or end with it
    (`FlaskClient` for `client`).
    """
    exact = [
        d for d in classes_named(owner, snapshot, any_case=True) if not is_away(d.path, document, snapshot)
    ]
    if exact or len(owner) < 3 or owner in sys.stdlib_module_names:
        return exact
    low = owner.lower().replace("_", "")
    like = islice(
        (n for n in _capitals(snapshot.names()).holding(low) if _speaks_of(owner, n)), _MOST_CLASSES
    )
    found = [d for n in like for d in classes_named(n, snapshot) if not is_away(d.path, document, snapshot)]
    return found[:_MOST_CLASSES]


class _Capitals:
    """Names that begin with a capital, as one text: to look a word up in each of a hundred thousand takes
    longer than all the rest.
    """

    __slots__ = ("_ends", "_names", "_text")

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = [n for n in names if n[:1].isupper()]
        low = [n.lower() for n in self._names]
        self._text = "\n".join(low)
        self._ends = list(accumulate(len(n) + 1 for n in low))

    def holding(self, word: str) -> Iterator[str]:
        """Those that hold the lower-case word, in their order."""
        at = self._text.find(word)
        while at >= 0:
            place = bisect_right(self._ends, at)
            yield self._names[place]
            at = self._text.find(word, self._ends[place])


@lru_cache(maxsize=2)
def _capitals(names: tuple[str, ...]) -> _Capitals:
    """One for all questions of a generation; a hash of the names is a hundredth of the work."""
    return _Capitals(names)


def _speaks_of(owner: str, name: str) -> bool:
    mine, theirs = split(owner)[0], split(name)[0]
    return bool(mine) and (theirs[: len(mine)] == mine or theirs[-len(mine) :] == mine)


def _below(
    owner: str, called: list[Defined], same: list[Defined], snapshot: Snapshot, cfg: AlignConfig
) -> Iterator[Resolved]:
    """Members of classes that inherit from one that was called: an `app` may be any kind of App."""
    wanted = {(one.path, one.ordinal) for one in called}
    known: dict[tuple[str, str, int], frozenset[tuple[str, int]]] = {}
    for defined in same:
        holder = owner_of(defined, snapshot)
        if holder is None:
            continue
        heir = Defined(path=defined.path, ordinal=defined.symbol.parent, symbol=holder)
        place = (holder.qualified, heir.path, heir.ordinal)
        if place not in known:
            known[place] = ancestors(heir, snapshot, cfg.lineage_depth)
        if not wanted.isdisjoint(known[place]):
            yield Resolved(defined=defined, score=0.8, why=f"{owner} may be a {holder.name}")


def _binds_module(word: str, path: str, snapshot: Snapshot) -> bool:
    """True when the candidate's own file imports something of the owner's name: `click.command` is click's,
    not a method beside it.
    """
    facts = snapshot.glance(path)
    return facts is not None and import_of(word, facts) is not None
