"""Why a target was not found: exactly one of twelve classes and one sentence.

The classes are looked at in a fixed order, from what is certain to what is only likely: the question failed;
the gold file is out of date; the index lacks the place; the filters leave it out; nothing was found; it was
found, but too far down; it was not found at all.
The classes were chosen by hand: each asks for another cure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import msgspec

from helix_lsp.ask.evidence.lookup import QueryAnswer, QueryRequest, RankedHit, scope
from helix_lsp.ask.text.quote import LiveFiles
from helix_lsp.evaluate.gold import Target
from helix_lsp.ide.mentions import View
from helix_lsp.ide.query import query
from helix_lsp.index.names.declared import path_words
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.search.search import Results
from helix_lsp.text.paths import matches_glob
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted
from helix_lsp.text.words import WORD, split

# A target as places of one workspace, and the rank at which a list of hits shows it.
#
# Invariants: lines are those of the current bytes; a symbol fits by exact name and, where it is written
# with owners or modules, by these.

_SEPARATOR = regex(r"\.|::|#|->|/|\\")
_SUFFIX = regex(r"\.[^./]+\Z")


class Goal(msgspec.Struct, frozen=True, kw_only=True):
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


class Shown(msgspec.Struct, frozen=True, kw_only=True):
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


Miss = Literal[
    "zero_results",
    "expected_not_in_top_k",
    "expected_rank_below_k",
    "expected_path_not_indexed",
    "expected_symbol_not_indexed",
    "path_or_symbol_metadata_missing",
    "possible_query_vocabulary_gap",
    "possible_filter_scope_gap",
    "noise_or_fixture_hit",
    "stale_eval_input",
    "query_execution_error",
    "unknown",
]
MISSES: tuple[Miss, ...] = (
    "query_execution_error", "stale_eval_input", "expected_path_not_indexed", "expected_symbol_not_indexed",
    "path_or_symbol_metadata_missing", "possible_filter_scope_gap", "zero_results", "noise_or_fixture_hit", "expected_rank_below_k",
    "expected_not_in_top_k", "possible_query_vocabulary_gap", "unknown",
)  # fmt: skip
_MOST_PATHS = 100


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """The class, and what was seen, in words."""

    miss: Miss
    detail: str


class Diagnosing:
    """The misses of one question; the longer list is asked for once, and only when a miss needs it."""

    def __init__(self, view: View, live: LiveFiles, request: QueryRequest, answer: QueryAnswer) -> None:
        self._view, self._live, self._request, self._answer = view, live, request, answer
        self._deep: QueryAnswer | None = None

    def diagnose(self, goal: Goal) -> Diagnosis:
        """Why this target is not among the hits."""
        return self._absent(goal) or self._unseen(goal) or self._low(goal) or self._unranked(goal)

    def _absent(self, goal: Goal) -> Diagnosis | None:
        """The workspace or the index does not hold it."""
        target = goal.target
        if target.kind == "symbol" and not goal.ranges:
            return self._no_symbol(goal)
        if not goal.paths:
            if target.kind == "glob":
                return _said("stale_eval_input", f"no indexed file fits {target.glob}")
            if self._view.texts(target.path) is None:
                return _said("stale_eval_input", f"there is no file {target.path}")
            return _said("expected_path_not_indexed", f"{target.path} exists, but the index leaves it out")
        if target.kind == "span" and (moved := self._moved(goal)):
            return _said("stale_eval_input", moved)
        if not any(self._terms(goal, path) for path in goal.paths[:_MOST_PATHS]):
            bare = not any(self._view.snapshot.units(path) for path in goal.paths[:_MOST_PATHS])
            words = (
                f"the index knows {target.words} by its path only"
                if bare
                else f"no unit of the index covers {target.words}"
            )
            return _said("path_or_symbol_metadata_missing", words)
        return None

    def _no_symbol(self, goal: Goal) -> Diagnosis:
        target, view = goal.target, self._view
        name = last_name(target.symbol)
        if target.path:
            data = view.texts(target.path)
            if data is None:
                return _said("stale_eval_input", f"there is no file {target.path}")
            if view.snapshot.file(target.path) is None:
                return _said(
                    "expected_path_not_indexed", f"{target.path} exists, but the index leaves it out"
                )
            if not view.snapshot.units(target.path):
                return _said(
                    "path_or_symbol_metadata_missing", f"the index knows {target.path} by its path only"
                )
            occurs = name in WORD.findall(data.decode("utf-8", "replace"))
        else:
            parts, whole = split(name) if WORD.fullmatch(name) else ((), "")
            occurs = bool(parts) and view.snapshot.frequency(whole or parts[0]) > 0
        if occurs:
            return _said(
                "expected_symbol_not_indexed",
                f"{name} occurs, but nothing that is defined fits {target.words}",
            )
        return _said(
            "stale_eval_input", f"{name} does not occur" + (f" in {target.path}" if target.path else "")
        )

    def _moved(self, goal: Goal) -> str:
        """Why the lines of a span are not those that were meant; empty when they are."""
        target = goal.target
        file = self._live.file(target.path)
        if file is None:
            return f"there is no file {target.path}"
        if target.end_line > file.lines.line_count:
            return f"{target.path} has {file.lines.line_count} lines, the target ends at {target.end_line}"
        lines = "\n".join(file.lines.line_text(n) for n in range(target.start_line - 1, target.end_line))
        if target.contains not in lines:
            return f"{target.words} no longer holds {target.contains!r}"
        return ""

    def _unseen(self, goal: Goal) -> Diagnosis | None:
        """It could not come up."""
        keeps = scope(self._view.snapshot, self._request)
        if not any(keeps(path) for path in goal.paths):
            if self._request.without.issuperset(goal.paths):
                return _said(
                    "possible_filter_scope_gap", f"{goal.target.words} is excluded from the candidates"
                )
            filters = ", ".join(f"{key}={value}" for key, value in self._request.filters)
            return _said(
                "possible_filter_scope_gap", f"the filters ({filters}) leave out {goal.target.words}"
            )
        if not self._answer.hits and not self._answer.lost:
            return _said(
                "zero_results",
                "no file holds any of the words"
                if self._answer.results.query.terms
                else "no word to search for",
            )
        if not set(self._answer.lost).isdisjoint(goal.paths):
            return _said(
                "unknown", f"{goal.target.words} was found, but its file changed since it was indexed"
            )
        return None

    def _low(self, goal: Goal) -> Diagnosis | None:
        """It came up, but not high enough or not at this place."""
        here = shown(goal, self._answer.hits)
        if here.file is not None:
            hit = self._answer.hits[here.file - 1].range
            words = f"its file is hit {here.file}, shown at lines {hit.start_line}-{hit.end_line}"
            return _said("expected_not_in_top_k", words)
        deep = self._longer()
        there = shown(goal, deep.hits)
        rank = there.any or there.file
        if rank is None:
            return None
        if rank <= self._request.k:
            return _said("unknown", f"a longer list shows it at rank {rank}, this one does not")
        noise = [hit for hit in self._answer.hits if self._is_noise(hit.range.path)]
        if (
            not any(self._is_noise(path) for path in goal.paths)
            and _share(noise, self._answer) >= self._view.config.evaluate.noise_share
        ):
            words = f"rank {rank}, behind {counted(len(noise), 'file')} of tests, examples, generated or vendored code"
            return _said("noise_or_fixture_hit", words)
        return _said(
            "expected_rank_below_k",
            f"rank {rank}" if there.any else f"its file at rank {rank}, at another place",
        )

    def _unranked(self, goal: Goal) -> Diagnosis:
        """It did not come up at all."""
        results = self._answer.results
        held = max(_held(results, self._terms(goal, path)) for path in goal.paths[:_MOST_PATHS])
        words = f"holds {held:.0%} of the question's weight; not among the first {self._view.config.evaluate.depth} hits"
        if held < self._view.config.evaluate.vocabulary_share:
            return _said("possible_query_vocabulary_gap", words)
        return _said("expected_not_in_top_k", words)

    def _longer(self) -> QueryAnswer:
        """A long list that shows each file once, as the short one does."""
        if self._deep is None:
            config, depth = self._view.config, self._view.config.evaluate.depth
            flat = replace(
                self._view,
                config=replace(
                    config, search=replace(config.search, spread_from=depth + self._request.k + 1)
                ),
            )
            self._deep = query(flat, msgspec.structs.replace(self._request, k=max(depth, self._request.k)))
        return self._deep

    def _terms(self, goal: Goal, path: str) -> frozenset[str]:
        """What the index holds of the target in one of its files."""
        units = [u for u in self._view.snapshot.units(path) if goal.covers(path, u.start_line, u.end_line)]
        terms = {term for unit in units for counts in unit.counts for term in counts}
        return frozenset(terms | set(path_words(path))) if units else frozenset()

    def _is_noise(self, path: str) -> bool:
        entry = self._view.snapshot.file(path)
        if entry is None:
            return False
        surface = entry.surface
        asked = self._answer.results.query
        test = surface.test and not asked.wants_tests
        return (
            test
            or (surface.example and not asked.wants_examples)
            or surface.generated
            or surface.vendored
            or entry.generated
        )


def _held(results: Results, terms: frozenset[str]) -> float:
    """Share of the question's weight, by rarity, that these terms hold, synonyms included."""
    rarity, brought = results.weighted.rarity, dict(results.weighted.added)
    reached = terms | {brought[t] for t in terms if t in brought}
    own = [(t, weight * rarity.get(t, 0.0)) for t, weight in results.query.terms if t[0] != "="]
    total = sum(value for _, value in own)
    return sum(value for t, value in own if t in reached) / total if total else 0.0


def _share(some: list[RankedHit], answer: QueryAnswer) -> float:
    return len(some) / len(answer.hits) if answer.hits else 0.0


def _said(miss: Miss, detail: str) -> Diagnosis:
    return Diagnosis(miss=miss, detail=detail)
