"""The ranker that a repository trained on itself, as ranking reads it: one more weight for what earlier changes
say, and those changes.

It is data. `session/learn` makes, judges and keeps it; without one, ranking is what it was.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import NamedTuple, Self

from helix_lsp.config.questions import SearchConfig
from helix_lsp.text.digest import digest_of
from helix_lsp.tuning.record import record
from helix_lsp.tuning.search import LEARN, SearchTuning

# What the subjects of earlier changes say of files: a question in the words of a change is likely about
# what that change touched.
#
# The changes most alike the question (cosine over the words of their subjects, each word weighed by how
# rare it is among the subjects) vote for the files that they touched; a change that touched many says less
# of each. Source: the similarity score of BugLocator (Zhou, Zhang and Lo, ICSE 2012), with commit subjects
# in the place of bug reports.
#
# Invariants: pure, and a total order everywhere (I7): equal changes stand in the order of history, newest
# first. A subject is a set of words here and nothing else.


class Change(NamedTuple):
    """`commit` is its full name, `terms` are those of its subject, sorted, `files` the paths that it touched
    and that are still here, sorted.
    """

    commit: str
    terms: tuple[str, ...]
    files: tuple[str, ...]


class Told:
    """Changes, newest first. Those before position `since` are kept and not asked: so a question that was one
    of them is judged by what was known before it.
    """

    def __init__(self, changes: Sequence[Change], since: int = 0) -> None:
        self.changes = tuple(changes)
        self.since = since

    def before(self, position: int) -> Told:
        """The same history, asked only for what is older than the change at `position`."""
        older = Told(self.changes, position + 1)
        older.__dict__["_words"] = self._words  # counted once
        return older

    @cached_property
    def _words(self) -> tuple[dict[str, float], dict[str, tuple[int, ...]], tuple[float, ...]]:
        """(term -> rarity, term -> positions of the changes that hold it, length of each change)."""
        held: defaultdict[str, list[int]] = defaultdict(list)
        for position, change in enumerate(self.changes):
            for term in change.terms:
                held[term].append(position)
        count = len(self.changes)
        rarity = {t: math.log(1 + (count - len(p) + 0.5) / (len(p) + 0.5)) for t, p in held.items()}
        lengths = tuple(math.sqrt(math.fsum(rarity[t] ** 2 for t in change.terms)) for change in self.changes)
        return rarity, {t: tuple(p) for t, p in held.items()}, lengths

    def nearest(self, terms: Sequence[tuple[str, float]]) -> list[tuple[float, Change]]:
        """(likeness 0..1, change) of the changes most alike, best first; `terms` are (term, weight)."""
        rarity, held, lengths = self._words
        never = math.log(1 + len(self.changes) / 0.5)  # a word that no subject holds
        length = math.sqrt(math.fsum((rarity.get(t, never) * min(1.0, w)) ** 2 for t, w in terms))
        shared: defaultdict[int, float] = defaultdict(float)
        for term, weight in terms:
            worth = rarity.get(term, 0.0) ** 2 * min(1.0, weight)
            for position in held.get(term, ()):
                if position >= self.since:
                    shared[position] += worth
        found = [
            (-round(value / (length * lengths[position]), 9), position)
            for position, value in shared.items()
            if length and lengths[position]
        ]
        return [(-likeness, self.changes[at]) for likeness, at in sorted(found)[: LEARN.told_changes]]

    def files(self, terms: Sequence[tuple[str, float]]) -> dict[str, float]:
        """Path -> how surely earlier changes mean it, 0 to below 1."""
        votes: defaultdict[str, list[float]] = defaultdict(list)
        for likeness, change in self.nearest(terms):
            for path in change.files:
                votes[path].append(likeness**LEARN.told_power / math.sqrt(len(change.files)))
        sums = {path: math.fsum(values) for path, values in votes.items()}
        return {path: round(value / (1 + value), 9) for path, value in sums.items()}


TOLD = "told"


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """`digest` is that of its file, `weight` that of `told`."""

    digest: str
    weight: float = 0.0
    told: Told = field(default_factory=lambda: Told(()), repr=False, compare=False)

    def weights(self, hand: Mapping[str, float]) -> dict[str, float]:
        """The weights of ranking, in their order, with what was learned."""
        return {**hand, TOLD: self.weight}


@record
class LearnedSearch(SearchConfig):
    """The options of retrieval of one repository, with the ranker that it trained. The digest of the options
    holds the ranker's, so that an answer names what ranked it.
    """

    ranker: Learned

    @classmethod
    def of(cls, cfg: SearchConfig, ranker: Learned) -> Self:
        """The same options with this ranker."""
        return cls(ranker=ranker, **{f.name: getattr(cfg, f.name) for f in fields(SearchConfig)})


def learned_of(cfg: SearchConfig) -> Learned | None:
    """The ranker in force, None where none was promoted."""
    return cfg.ranker if isinstance(cfg, LearnedSearch) else None


def without_learned(cfg: SearchConfig) -> SearchConfig:
    """The same options without a ranker."""
    return SearchConfig(**{f.name: getattr(cfg, f.name) for f in fields(SearchConfig)})


def baseline_digest(cfg: SearchConfig) -> str:
    """SHA-256 of the ranker as this version has it: every number of retrieval that nobody sets."""
    return digest_of([[f.name, repr(getattr(cfg, f.name))] for f in fields(SearchTuning)])
