"""A target as places of one workspace, and the rank at which a list of hits shows it.

Invariants: lines are those of the current bytes; a symbol fits by exact name and, where it is written with
owners or modules, by these.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from helix_lsp.ask.evidence.lookup import RankedHit
from helix_lsp.ask.text.live import LiveFiles
from helix_lsp.evaluate.gold import Target
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.text.paths import matches_glob

_SEPARATOR = re.compile(r"\.|::|#|->|/|\\")
_SUFFIX = re.compile(r"\.[^./]+\Z")


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """`paths` are the indexed files that the target means, sorted; `ranges` (path, first line, last line) for
    symbols and spans.
    """

    target: Target
    paths: tuple[str, ...]
    ranges: tuple[tuple[str, int, int], ...] = ()

    def covers(self, path: str, first: int, last: int) -> bool:
        """True when these lines and the target share one, or the target is the whole file."""
        if not self.target.located:
            return path in self.paths
        return any(p == path and first <= end and start <= last for p, start, end in self.ranges)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """Ranks from 1, None for not in the list: of the first hit that shows the target (`any`: at its place or
    a further one that it names),

    of the first whose own place does (`place`), of the first in its file (`file`).
    """

    any: int | None
    place: int | None
    file: int | None


def goal_of(target: Target, snapshot: Snapshot, live: LiveFiles) -> Goal:
    """The target in this workspace; without paths where it is not to be found."""
    if target.kind == "glob":
        return Goal(target=target, paths=tuple(p for p in snapshot.paths() if matches_glob(p, target.glob)))
    if target.kind == "symbol":
        return _symbol(target, snapshot, live)
    paths = (target.path,) if snapshot.file(target.path) is not None else ()
    ranges = (
        tuple((path, target.start_line, target.end_line) for path in paths) if target.kind == "span" else ()
    )
    return Goal(target=target, paths=paths, ranges=ranges)


def shown(goal: Goal, hits: Sequence[RankedHit]) -> Shown:
    """Where a list of hits shows the target."""
    at_any = at_place = at_file = None
    for rank, hit in enumerate(hits, 1):
        own = goal.covers(hit.range.path, hit.range.start_line, hit.range.end_line)
        more = own or any(goal.covers(r.path, r.start_line, r.end_line) for r in hit.more)
        at_place = at_place or (rank if own else None)
        at_any = at_any or (rank if more else None)
        at_file = at_file or (rank if hit.range.path in goal.paths else None)
    return Shown(any=at_any, place=at_place, file=at_file)


def last_name(symbol: str) -> str:
    """The bare name of a symbol as written (`Flask.route()` -> `route`)."""
    return _parts(symbol)[-1] if _parts(symbol) else ""


def _parts(symbol: str) -> tuple[str, ...]:
    return tuple(part for part in _SEPARATOR.split(symbol.strip().removesuffix("()")) if part)


def _symbol(target: Target, snapshot: Snapshot, live: LiveFiles) -> Goal:
    wanted = _parts(target.symbol)
    ranges: list[tuple[str, int, int]] = []
    for defined in snapshot.defined(wanted[-1]) if wanted else ():
        if target.path in ("", defined.path) and _fits(defined, wanted):
            now = live.live.symbol(defined)
            if now is not None:
                ranges.append((defined.path, *live.live.lines(defined.path).lines(now.span)))
    return Goal(target=target, paths=tuple(sorted({path for path, _, _ in ranges})), ranges=tuple(ranges))


def _fits(defined: Defined, wanted: tuple[str, ...]) -> bool:
    module = _SUFFIX.sub("", defined.path).removesuffix("/__init__").split("/")
    full = (*module, *defined.symbol.qualified.split("."))
    return full[-len(wanted) :] == wanted
