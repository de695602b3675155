"""Files that matching files use, and files that use matching files: evidence that points at a file, or gathers in
it, counts for it. Also whether a name of one language's file can be what a file of another defines.

Each matching file counts by how well it matches; a name that many of them define says nothing, nor does one
of a language that cannot be used there (`search/ranking/votes.py`). One hop only.
Worth on Semble: used .019, uses .010 NDCG@10 (bench/ablation.py); harmful on long questions, where .015 to
.025 were lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import log1p, sqrt

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.units.unit import Unit

# Whether a name held by a file of one language can be what a file of another defines.
#
# A stylesheet's `.server` is not what a program's `Server` means, nor a document's. Languages that only
# describe (documents, configuration, schemas) may speak of any program, and any program of what they
# define.

_STYLE = "style"
_KIN = {
    "c": "c",
    "cpp": "c",
    "java": "jvm",
    "kotlin": "jvm",
    "scala": "jvm",
    "javascript": "js",
    "typescript": "js",
    "tsx": "js",
    "css": _STYLE,
    "scss": _STYLE,
    "html": _STYLE,
} | {name: name for name in "python go rust c_sharp ruby php bash swift lua elixir haskell zig".split()}


def kin_of(language: str) -> str:
    """The group of a language, `` for one that only describes."""
    return _KIN.get(language, "")


def can_use(user: str, definer: str) -> bool:
    """True when a name in a file of the first group may be what a file of the second defines."""
    return user == definer or not definer or (not user and definer != _STYLE)


_MOST_DEFINERS = 2
_SHARES = 2  # a name counts this for its only definer, and divided among several: whole, so in any order (I3)


def votes(
    matching: Mapping[str, tuple[float, Iterable[Unit]]],
    languages: Mapping[str, str],
    snapshot: Snapshot,
    *,
    guarded: bool = True,
) -> dict[str, tuple[float, float]]:
    """Path -> (used, uses), each 0..1 with 1 for the best; `matching` maps a path to (how well it matches,
    its matching units).

    `languages` are those of the same paths; with `guarded` off, any name counts in any language.
    Both are sums over the files at the other end of log(1 + names) times the square of how well that file
    matches.
    """
    declared = {path: snapshot.declared(path).terms for path in sorted(matching)}
    kin = {path: kin_of(languages[path]) if guarded else "" for path in declared}
    names = set[str]().union(*declared.values())
    held = {path: _held(units, names) for path, (_, units) in sorted(matching.items())}
    asked = set[str]().union(*held.values())  # a name that nobody holds gets no vote
    few = _definers(declared, kin, asked)
    used = dict.fromkeys(matching, 0.0)
    uses = dict.fromkeys(matching, 0.0)
    for path, terms in held.items():
        strength = matching[path][0]
        shares: dict[str, int] = {}
        for group, definers in few.items():
            if can_use(kin[path], group):
                for term in definers.keys() & terms:
                    paths = definers[term]
                    if path not in paths:
                        for other in paths:
                            shares[other] = shares.get(other, 0) + _SHARES // len(paths)
        for other, counted in sorted(shares.items()):
            share = counted / _SHARES
            used[other] += log1p(share) * strength**2
            uses[path] += log1p(share) * matching[other][0] ** 2
    most_used, most_uses = max(used.values(), default=0.0), max(uses.values(), default=0.0)
    return {
        path: (_scaled(used[path], most_used), _scaled(uses[path], most_uses)) for path in sorted(matching)
    }


def _definers(
    declared: Mapping[str, frozenset[str]], kin: Mapping[str, str], asked: set[str]
) -> dict[str, dict[str, list[str]]]:
    """Group of languages -> name -> the few paths that define it."""
    found: dict[str, dict[str, list[str]]] = {}
    for path, terms in declared.items():
        group = found.setdefault(kin[path], {})
        for term in terms & asked:
            group.setdefault(term, []).append(path)
    return {
        name: {term: paths for term, paths in group.items() if len(paths) <= _MOST_DEFINERS}
        for name, group in found.items()
    }


def _held(units: Iterable[Unit], names: set[str]) -> set[str]:
    """Those of the names that the units hold in any field."""
    return set[str]().union(*[unit.naming(names) for unit in units])


def _scaled(value: float, most: float) -> float:
    return sqrt(value / most) if most else 0.0
