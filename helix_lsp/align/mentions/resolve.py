"""A mention to its definitions: ranked, each with its reason, ambiguity kept.

Ways to agree, best first, with their base score:
    1.00 whole qualified name, or path from the root
     .99 with its whole module path            .95 end of the qualified name, or exported by the package
     .93 with a part of the module path        .92 inherited member
     .86 member of what the variable's name says (.82 in part, .80 of a class below it)
     .80 bare name at the top of a file (.68 for a plain word)   .70 as a member (.55 a value, .50 a plain word)
     .55 member, owner unknown
Nothing is matched without regard to case or by likeness: a wrong target costs the reader more than a missing
one.
Figures chosen by reading flask's mentions (tests/align holds the cases).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, islice

from helix_lsp.align.candidate import NOTHING, Context, Resolved, adjust, file_target, is_exported, is_value
from helix_lsp.align.edges.names import is_everyday, is_shared
from helix_lsp.align.identity import (
    NEAR,
    files_at,
    is_away,
    is_home,
    is_top_package,
    modules_ending,
    nearness,
    standard_modules,
)
from helix_lsp.align.lineage import (
    CLASS_KINDS,
    ancestors,
    classes_named,
    find_member,
    import_of,
    is_member,
    owner_of,
)
from helix_lsp.align.mention import Name, read_name, read_path
from helix_lsp.align.mentions.spoken import imported, is_borrowed, is_package, modules, written
from helix_lsp.config.documents import AlignConfig
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.text.words import split

# One word between back-ticks: definitions of exactly that name, as far as such a word can be trusted to
# speak of them.
#
# What is named like prose (`data`, `name`, `index`) needs more than the name: the class spoken of nearby,
# or no rival. Names that the document's own examples define are the reader's, not the repository's.

_OTHER_THINGS = frozenset(
    "argument parameter kwarg keyword param flag option command setting header cookie key environment".split()
)


def bare(name: Name, document: str, snapshot: Snapshot, cfg: AlignConfig, context: Context) -> list[Resolved]:
    """Definitions of exactly that name, top packages, and with the role `mod` any module; base scores only."""
    if name.role == "mod":
        found = [f for f in modules(name.parts, snapshot) if not is_away(f.defined.path, document, snapshot)]
        return [f for f in found if context.module or not is_borrowed(name.parts, f.defined.path, snapshot)]
    if name.plain and context.noun in _OTHER_THINGS:
        return []
    found = [] if name.call or name.role else _packages(name, document, snapshot)
    same = [d for d in snapshot.defined(name.last) if d.symbol.name == name.last and d.symbol.kind != "impl"]
    if context.closed:
        return [
            *found,
            *(Resolved(defined=d, score=0.8, why="name in this file") for d in same if d.path == document),
        ]
    if name.last in context.defines:
        same = [d for d in same if is_home(d.path, document) or nearness(d.path, document) >= NEAR]
    source = [d for d in same if not is_away(d.path, document, snapshot)]
    if name.plain and len({(d.path, d.symbol.qualified) for d in source}) > cfg.max_same_word:
        return found
    for defined in same:
        score = _score(defined, name, document, snapshot, context, rivals=len(source) - 1)
        if score > 0.0:
            found.append(Resolved(defined=defined, score=score, why="name"))
    return found


def _packages(name: Name, document: str, snapshot: Snapshot) -> list[Resolved]:
    """Top packages of that name, and modules whose name is not a plain word."""
    found: list[Resolved] = []
    for path in modules_ending(name.parts, snapshot):
        entry, target = snapshot.file(path), file_target(path, snapshot)
        top = is_top_package(path, snapshot)
        shaped = "_" in name.last.strip("_")
        if (
            target is None
            or entry is None
            or not (top or shaped)
            or (entry.surface.test and not is_home(path, document))
        ):
            continue
        found.append(Resolved(defined=target, score=0.84, why="package" if top else "module"))
    return found


def _score(
    defined: Defined, name: Name, document: str, snapshot: Snapshot, context: Context, *, rivals: int
) -> float:
    """Base score of a definition that bears the bare name; 0 when such a word does not speak of such a
    definition.
    """
    if name.last.startswith("__") and not name.role:
        return 0.0
    value, away = is_value(defined.symbol), is_away(defined.path, document, snapshot)
    if away and (name.role or value or name.wordlike):
        return 0.0
    owner = owner_of(defined, snapshot)  # the dear part: a look at the store for each namesake
    if away and owner is not None:
        return 0.0
    if owner is None or owner.kind not in CLASS_KINDS:
        local = (
            owner is not None
            and not is_home(defined.path, document)
            and nearness(defined.path, document) < NEAR
        )
        if local and (name.wordlike or name.member):
            return 0.0
        if name.plain and value and rivals > 0 and not is_exported(defined, snapshot):
            return 0.0
        return 0.68 if name.plain else 0.8
    spoken = owner.name in context.named or context.owner.split(".")[-1] == owner.name
    if name.role:
        return 0.7
    if not spoken and value and (name.member or name.wordlike):
        return 0.0
    if name.plain:
        return 0.5 if spoken or (rivals == 0 and not is_everyday(name.last)) else 0.0
    return 0.55 if value else 0.7


# `variable.member`: which class the variable's name speaks of, and what the member is in it.
#
# A class whose bases lie outside the repository may have any member: then nothing is said rather than
# something wrong.

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
    if owner in standard_modules(snapshot) or is_package(owner, snapshot) or is_shared(name.last):
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
    if exact or len(owner) < 3 or owner in standard_modules(snapshot):
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


__all__ = ["Resolved", "resolve"]
_DEFAULT = AlignConfig()


def resolve(
    text: str,
    document: str,
    snapshot: Snapshot,
    cfg: AlignConfig = _DEFAULT,
    *,
    role: str = "",
    context: Context = NOTHING,
) -> tuple[Resolved, ...]:
    """Definitions that the mention `text` in the file `document` may mean, best first (ties by path, then
    place); empty when it names nothing.

    A file or module is a definition with ordinal -1 (`candidate.file_target`).
    """
    path = read_path(text, role)
    if path is not None:
        files = list(_files(path, document, snapshot))
        if files or "/" in text:
            plain = Name(parts=(path,))
            return _cut([adjust(f, plain, document, snapshot, NOTHING) for f in files], cfg)
    name = read_name(text, role)
    if name is None:
        return ()
    found = _candidates(name, document, snapshot, cfg, context)
    return _cut(_fold(adjust(f, name, document, snapshot, context) for f in found), cfg)


def _files(path: str, document: str, snapshot: Snapshot) -> Iterator[Resolved]:
    for one, score, why in files_at(path, document, snapshot):
        target = file_target(one, snapshot)
        if target is not None:
            yield Resolved(defined=target, score=score, why=why)


def _candidates(
    name: Name, document: str, snapshot: Snapshot, cfg: AlignConfig, context: Context
) -> list[Resolved]:
    """The first source that has an answer speaks: the owner at hand, an import, a variable's class, the
    written name, a bare name.
    """
    if name.member and context.owner and len(name.parts) == 1:
        found = written((context.owner.split(".")[-1], name.last), document, snapshot, cfg)
        if found or context.closed:
            return found
    first = name.parts[0]
    if first in context.imports:
        found, foreign = imported(name, document, snapshot, cfg, context.imports[first])
        if found or foreign:
            return found
    if len(name.parts) == 1:
        return bare(name, document, snapshot, cfg, context)
    if first in context.instances:
        kind = context.instances[first]
        found = written((kind, *name.parts[1:]), document, snapshot, cfg)
        if found:
            return [
                Resolved(defined=f.defined, score=f.score - 0.04, why=f"{first} is a {kind} here; {f.why}")
                for f in found
            ]
    found = written(name.parts, document, snapshot, cfg)
    if not context.module:
        found = [f for f in found if not is_borrowed(name.parts, f.defined.path, snapshot)]
    return found or list(members(name, document, snapshot, cfg))


def _fold(found: Iterable[Resolved]) -> list[Resolved]:
    """One entry per definition and per qualified name in a file (overloads, property setters): the documented
    or longest one, best score.
    """
    best: dict[tuple[str, str], Resolved] = {}
    for one in found:
        key = (one.defined.path, one.defined.symbol.qualified)
        old = best.get(key)
        best[key] = one if old is None or _weight(one) > _weight(old) else old
    return list(best.values())


def _weight(found: Resolved) -> tuple[float, bool, int, int]:
    symbol = found.defined.symbol
    return (found.score, symbol.doc is not None, len(symbol.span), -symbol.span.start)


def _cut(found: list[Resolved], cfg: AlignConfig) -> tuple[Resolved, ...]:
    """Best first in a total order, cut where the scores fall off."""
    kept = sorted(found, key=lambda f: (-f.score, f.defined.path, f.defined.symbol.span.start))
    if not kept:
        return ()
    floor = max(cfg.least_score, kept[0].score - cfg.falloff)
    return tuple(f for f in kept if f.score >= floor)[: cfg.max_candidates]
