"""Which name took the place of which: the one judgement of renames, for commits, for changes and for edits
that nobody has committed.

It is handed two states of some files and never how one became the other, so a rename that was typed, pasted
or written by a tool is judged as the commit of the same two states is. What is held against each other are
definitions that went and such as came, of one sort and one owner: the likeness of their bodies without their
own names, whether the lines that used the old name use the new one now, the names, the place among their
neighbours.

A successor is `certain` only where the two are equal in everything but the name, with enough in them that
this is not a chance, or where they are much alike and the uses went over, too. The numbers were chosen with
bench/rename_cases.py on one half of the repositories it was run on, and measured on the other. Everything
else is a likely successor, good for a suggestion that a person looks at.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from helix_lsp.history.lines import defines_names
from helix_lsp.history.parts import Part, parts_of
from helix_lsp.history.uses import (
    Lines,
    Shape,
    alike,
    informative,
    names_alike,
    shape_of,
    text_successors,
    told_successor,
)
from helix_lsp.index.surface import surface_of
from helix_lsp.syntax.extract import extract
from helix_lsp.syntax.language import language_of

LIKELY = 0.55  # least score of a successor
_IDENTICAL = 4  # telling words that two definitions must share so that their being equal is not a chance
_KIN = 2  # the same for two whose names share a word, or where the uses went over
_MUCH, _TELLING = 0.75, 6  # likeness and telling words of two that are one where the uses went over, too
_MARGIN = 0.08  # by which the best must be better than the second to be certain
_BODY, _USES, _NAMES, _PLACE = 0.55, 0.2, 0.15, 0.1
_FULL = 5  # telling words from which on likeness counts whole
_TOLD = 0.7
_SHARED = 0.1  # what is taken by a better one is not a successor, unless the difference is smaller
_FOLDED = 3  # definitions that one may take the place of
_ACROSS, _STRANGE = (
    0.7,
    0.95,
)  # likeness of two in different files, and of such whose names have nothing in common
_PAIRS = 40_000  # of one sort: a generated file has thousands of definitions, and none is the heir of another
_CALLED = frozenset({"function", "method", "constructor", "macro"})
_VALUES = frozenset({"constant", "variable", "field", "property", "enum_member"})
_TYPES = frozenset({"class", "interface", "struct", "enum", "union", "trait", "type"})


class Sides(msgspec.Struct, frozen=True, kw_only=True):
    """One file of two states; None on a side where it is not there, and no parts there nor in what only uses
    names (a test).
    """

    old_path: str
    path: str
    before: bytes | None
    after: bytes | None
    old: tuple[Part, ...]
    new: tuple[Part, ...]


class Successor(msgspec.Struct, frozen=True, kw_only=True):
    """`new` took the place of `old`, which `path` defined. `score` is 0 to 1. `was` and `now` are the
    definitions, None for what no outline holds.

    `certain`: so surely that it may be put into a document without anybody looking.
    """

    old: str
    new: str
    path: str = ""
    score: float = 1.0
    certain: bool = False
    was: Part | None = None
    now: Part | None = None


def sides_of(old_path: str, path: str, before: bytes | None, after: bytes | None) -> Sides:
    """Both sides taken apart; whatever they hold, nothing fails."""
    old, new = (
        parts_of(name, data, extract(name, data)) if data is not None and defines_names(name) else ()
        for name, data in ((old_path, before), (path, after))
    )
    return Sides(old_path=old_path, path=path, before=before, after=after, old=old, new=new)


def is_read(path: str) -> bool:
    """True for what is evidence of a rename: code and settings, tests and examples too."""
    return surface_of(path, language_of(path)).kind in ("code", "config")


def successors(files: Sequence[Sides]) -> tuple[Successor, ...]:
    """Every name that went and the one that took its place, at most one for each definition, in the order of
    the files and of their bytes.
    """
    changed = [f for f in files if f.before != f.after or f.old_path != f.path]
    lines = Lines((f.old_path, f.path, f.before or b"", f.after or b"") for f in changed)
    found = _Judgement(changed, lines, {}).found()
    if len(found) > 1:  # what follows another rename is not a difference
        found = _Judgement(changed, lines, {s.old: s.new for s in found}).found()
    held = {p.name for f in changed for p in f.old if p.is_definition}
    text = [
        Successor(old=old, new=new, path=path, score=LIKELY if not sure else 1.0, certain=sure)
        for path, old, new, sure in text_successors(lines)
        if old not in held and defines_names(path)
    ]
    return (*found, *text)


def successor_of(name: str, path: str, found: Iterable[Successor]) -> Successor | None:
    """The surest of those that took the place of the name, of `path` before others."""
    rows = [s for s in found if s.old == name]
    return max(rows, key=lambda s: (s.path == path, s.certain, s.score, s.new), default=None)


def container_of(part: Part) -> str:
    """The qualified name of what it belongs to, also where it is outside of its block (methods in Go), ``
    at the top.
    """
    return part.qualified.removesuffix(part.name).rstrip(".")


def sort_of(part: Part) -> str:
    """What may take the place of what: "call", "type", "value", else the kind itself."""
    kind = part.kind
    return "call" if kind in _CALLED else "value" if kind in _VALUES else "type" if kind in _TYPES else kind


class _Rated(msgspec.Struct, frozen=True):
    score: float
    likeness: float
    sure: bool
    was: Part
    now: Part

    def successor(self) -> Successor:
        """For whoever asked."""
        was, now = self.was, self.now
        return Successor(
            old=was.name, new=now.name, path=was.path, score=self.score, certain=self.sure, was=was, now=now
        )


Place = tuple[str, str]  # path of the newer side, qualified name


class _Judgement:
    """One pass over a change. `known` are renames that another pass found."""

    def __init__(self, files: Sequence[Sides], lines: Lines, known: Mapping[str, str]) -> None:
        self._files, self._lines, self._known = files, lines, known
        self._data = {f.old_path: f.before or b"" for f in files}, {f.path: f.after or b"" for f in files}
        self._home = {f.old_path: f.path for f in files}
        self._shapes: dict[int, Shape] = {}
        self._beside: dict[int, tuple[str, str]] = {}
        for f in files:
            for side in (f.old, f.new):
                self._note_neighbours(side)

    def found(self) -> tuple[Successor, ...]:
        """Containers before what is in them."""
        there = {(f.path, p.qualified) for f in self._files for p in f.new if p.is_definition}
        was_there = {(f.path, p.qualified) for f in self._files for p in f.old if p.is_definition}
        gone: dict[int, list[Part]] = defaultdict(list)
        come: dict[int, list[Part]] = defaultdict(list)
        seen: set[tuple[str, str, str]] = set()
        for f in self._files:
            for side, others, into in (("old", there, gone), ("new", was_there, come)):
                for p in f.old if side == "old" else f.new:
                    if (
                        p.is_definition
                        and (f.path, p.qualified) not in others
                        and (side, p.path, p.qualified) not in seen
                    ):
                        seen.add((side, p.path, p.qualified))
                        into[p.qualified.count(".")].append(p)
        kept = {(sort_of(p), p.name) for parts in gone.values() for p in parts} & {
            (sort_of(p), p.name) for parts in come.values() for p in parts
        }
        homes: dict[Place, Place] = {}
        out: list[Successor] = []
        told: list[Successor] = []
        for depth in sorted(gone):
            targets: dict[int, Place] = {}
            followed: set[Place] = set()
            for p in gone[depth]:
                own = (self._home[p.path], container_of(p))
                path, parent = homes.get(own, own)
                targets[id(p)] = (path, parent)
                place = (path, f"{parent}.{p.name}" if parent else p.name)
                if place in there:
                    homes[self._home[p.path], p.qualified] = place
                    followed.add(place)
            went = [
                p
                for p in gone[depth]
                if (self._home[p.path], p.qualified) not in homes and (sort_of(p), p.name) not in kept
            ]
            came = [
                p
                for p in come.get(depth, ())
                if (p.path, p.qualified) not in followed and (sort_of(p), p.name) not in kept
            ]
            here = self._choose(went, self._pairs(went, came, targets))
            for one in here:
                out.append(one.successor())
                homes[self._home[one.was.path], one.was.qualified] = (one.now.path, one.now.qualified)
            settled = {id(r.was) for r in here}
            for p in went:
                text = self._text(p, 0).decode("utf-8", "replace") if id(p) not in settled else ""
                if new := told_successor(text, p.name):
                    told.append(Successor(old=p.name, new=new, path=p.path, score=_TOLD, was=p))
        order = {f.old_path: at for at, f in enumerate(self._files)}
        out += told
        out.sort(key=lambda s: (order[s.path], s.was.span.start if s.was is not None else 0))
        return tuple(out)

    def _pairs(
        self, went: Sequence[Part], came: Sequence[Part], targets: Mapping[int, Place]
    ) -> Iterator[_Rated]:
        """In one place and of one sort; at the top also in another file, where they are much alike."""
        by: dict[tuple[Place, str], list[Part]] = defaultdict(list)
        for p in came:
            by[(p.path, container_of(p)), sort_of(p)].append(p)
        groups: dict[tuple[Place, str], list[Part]] = defaultdict(list)
        for p in went:
            groups[targets[id(p)], sort_of(p)].append(p)
        for key, parts in groups.items():
            others = by.get(key, ())
            if len(parts) * len(others) <= _PAIRS:
                yield from (
                    rated
                    for p in parts
                    for c in others
                    if (rated := self._rated(p, c, near=True)).score >= LIKELY
                )
        top = (
            [p for p in went if not container_of(p) and sort_of(p) != "value"],
            [c for c in came if not container_of(c) and sort_of(c) != "value"],
        )
        if len(top[0]) * len(top[1]) <= _PAIRS:
            for p in top[0]:
                for c in top[1]:
                    if c.path != self._home[p.path] and sort_of(c) == sort_of(p):
                        rated = self._rated(p, c, near=False)
                        if (
                            rated.likeness >= (_ACROSS if names_alike(p.name, c.name) >= 0.5 else _STRANGE)
                            and rated.score >= LIKELY
                        ):
                            yield rated

    def _choose(self, went: Sequence[Part], rated: Iterable[_Rated]) -> list[_Rated]:
        """One for each that went. What one better one took is for others only where they are about as good,
        and what many took is for none.
        """
        rows = sorted(
            rated,
            key=lambda r: (-round(r.score, 6), r.was.path, r.was.span.start, r.now.path, r.now.span.start),
        )
        best: dict[int, float] = {}
        ones: dict[int, int] = Counter(id(r.was) for r in rows if r.likeness == 1.0)
        others: dict[int, int] = Counter(id(r.now) for r in rows if r.likeness == 1.0)
        second: dict[int, float] = {}
        taken: dict[int, _Rated] = {}
        for r in rows:
            for key in (id(r.was), id(r.now)):
                if key in best:
                    second.setdefault(key, r.score)
                else:
                    best[key] = r.score
        heirs: Counter[int] = Counter()
        for r in rows:
            if id(r.was) not in taken and best[id(r.now)] - r.score <= _SHARED:
                taken[id(r.was)] = r
                heirs[id(r.now)] += 1
        out: list[_Rated] = []
        for p in went:
            r = taken.get(id(p))
            if r is None or heirs[id(r.now)] > _FOLDED:
                continue
            alone = all(r.score - second.get(key, 0.0) >= _MARGIN for key in (id(r.was), id(r.now)))
            alone = alone if r.likeness < 1.0 else ones[id(r.was)] == others[id(r.now)] == 1
            out.append(r if alone or not r.sure else _Rated(r.score, r.likeness, False, r.was, r.now))
        return out

    def _rated(self, was: Part, now: Part, *, near: bool) -> _Rated:
        one, other = self._shape(was, 0), self._shape(now, 1)
        likeness = alike(one, other)
        telling = informative(one, other)
        names = names_alike(was.name, now.name)
        if sort_of(was) == "value":
            return self._rated_value(was, now, likeness, telling, names)
        weight = min(1.0, telling / _FULL)
        least = _BODY * likeness + _USES + _NAMES * names + _PLACE
        if least < LIKELY and likeness < 1.0 and not near:
            return _Rated(0.0, likeness, False, was, now)
        replaced, asked = self._lines.uses(was, now, self._known)
        uses = replaced / asked if asked else 0.5
        place = self._place(was, now) if near else 0.0
        score = _BODY * likeness * (0.6 + 0.4 * weight) + _USES * uses + _NAMES * names + _PLACE * place
        if replaced > 1 and 2 * replaced >= asked and near:
            score = max(score, LIKELY)  # whoever used the one uses the other now, whatever it does
        if likeness == 1.0 and telling:
            score = max(score, LIKELY)
        kin = names >= 0.5 or (replaced > 0 and 2 * replaced >= asked)
        sure = (
            telling >= (_KIN if kin else _IDENTICAL)
            if likeness == 1.0
            else (likeness >= _MUCH and telling >= _TELLING and replaced > 0 and 2 * replaced >= asked)
        )
        return _Rated(min(score, 1.0), likeness, sure, was, now)

    def _rated_value(self, was: Part, now: Part, likeness: float, telling: int, names: float) -> _Rated:
        """A value says little: its name, or who used it, must say the rest."""
        replaced, asked = self._lines.uses(was, now, self._known)
        if likeness < _ACROSS or (names < 0.5 and not replaced):
            return _Rated(0.0, likeness, False, was, now)
        sure = likeness == 1.0 and replaced > 1 and replaced == asked and telling > 0
        score = LIKELY + 0.1 * names + 0.2 * (replaced / asked if asked else 0)
        return _Rated(min(1.0, score), likeness, sure, was, now)

    def _shape(self, part: Part, side: int) -> Shape:
        if id(part) not in self._shapes:
            known = self._known if side == 0 else {}
            self._shapes[id(part)] = shape_of(self._text(part, side), part.name, known)
        return self._shapes[id(part)]

    def _text(self, part: Part, side: int) -> bytes:
        """The own text, for a type with its members."""
        return part.span.cut(self._data[side][part.path]) if sort_of(part) == "type" else part.own

    def _note_neighbours(self, parts: Sequence[Part]) -> None:
        last: dict[str, Part] = {}
        for p in parts:
            if not p.is_definition:
                continue
            before = last.get(container_of(p))
            self._beside[id(p)] = (before.name if before is not None else "", "")
            if before is not None:
                self._beside[id(before)] = (self._beside[id(before)][0], p.name)
            last[container_of(p)] = p

    def _place(self, was: Part, now: Part) -> float:
        one, other = self._beside[id(was)], self._beside[id(now)]
        return sum(self._known.get(a, a) == b for a, b in zip(one, other, strict=True)) / 2
