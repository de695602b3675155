"""Which of many indexes a question is asked of: an order by what each index counts of its words and names.

Two steps. All indexes are ranked by belief (CORI): a word says most for an index when many of its units hold the word
and few other indexes do. The best unit of those on the short list is then scored, each word weighing by how rare it
is among the units of all indexes together; a name of the question that an index defines adds to that. The numbers
are `tuning/team.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log

import msgspec

from helix_lsp.index.overlay.match import idf
from helix_lsp.index.tally import Counts
from helix_lsp.search.question.query import Query
from helix_lsp.tuning.team import FLEET

_DIGITS = 9  # scores are compared rounded, so that the order of additions decides nothing


class Wanted(msgspec.Struct, frozen=True, kw_only=True):
    """What is counted of a question: (term, weight) and (name, weight), heaviest first."""

    terms: tuple[tuple[str, float], ...]
    names: tuple[tuple[str, float], ...]


class Routed(msgspec.Struct, frozen=True, kw_only=True):
    """An index by its name, and how much speaks for it; 0 where it holds nothing of the question."""

    name: str
    score: float


def wanted(query: Query) -> Wanted:
    """The words and names of a question that are worth a look into every index."""
    terms = tuple((term, weight) for term, weight in query.terms if weight > 0)
    names = tuple((named.parts[-1], named.weight) for named in query.names if named.parts)
    return Wanted(terms=terms[: FLEET.terms], names=tuple(dict(reversed(names)).items())[: FLEET.names])


def route(
    asked: Wanted, counts: Mapping[str, Counts], best: Callable[[str, Mapping[str, float]], float]
) -> tuple[Routed, ...]:
    """All indexes of `counts`, the most promising first, ties by name. `best(name, gains)` gives the score of the best
    unit of an index; it is asked of the short list alone, and what is not on that comes after.
    """
    believed = _beliefs(asked, counts)
    order = sorted(counts, key=lambda name: (-believed[name], name))
    short = order[: FLEET.short_list]
    gains = _gains(asked, counts)
    scored = {name: round(best(name, gains) + _named(asked, counts, name), _DIGITS) for name in short}
    first = sorted(short, key=lambda name: (-scored[name], name))
    return tuple(Routed(name=name, score=scored.get(name, 0.0)) for name in [*first, *order[len(short) :]])


def _beliefs(asked: Wanted, counts: Mapping[str, Counts]) -> dict[str, float]:
    mean = sum(c.units for c in counts.values()) / max(1, len(counts))
    holders = {term: sum(1 for c in counts.values() if c.held.get(term)) for term, _ in asked.terms}
    rarity = {t: log((len(counts) + 0.5) / n) / log(len(counts) + 1.0) for t, n in holders.items() if n}

    def of(own: Counts) -> float:
        believed = 0.0
        for term, weight in asked.terms:
            n = own.held.get(term, 0)
            share = n / (n + FLEET.rare + FLEET.size * own.units / mean) if n else 0.0
            believed += weight * (FLEET.floor + (1 - FLEET.floor) * share * rarity.get(term, 0.0))
        return believed

    return {name: round(of(own) + _named(asked, counts, name), _DIGITS) for name, own in counts.items()}


def _gains(asked: Wanted, counts: Mapping[str, Counts]) -> dict[str, float]:
    """What a unit gains by each word: its weight, and its rarity among all units."""
    units = sum(c.units for c in counts.values())
    held = {term: sum(c.held.get(term, 0) for c in counts.values()) for term, _ in asked.terms}
    return {term: weight * idf(units, held[term]) for term, weight in asked.terms if held[term]}


def _named(asked: Wanted, counts: Mapping[str, Counts], name: str) -> float:
    found: list[float] = []
    for written, weight in asked.names:
        definers = sum(1 for c in counts.values() if c.defined.get(written))
        if counts[name].defined.get(written):
            found.append(FLEET.own_name * weight * log(1 + len(counts) / definers))
    return sum(found)


def in_turn(lists: Sequence[Sequence[object]]) -> list[tuple[int, int]]:
    """(list, place in it) of several ranked lists whose scores cannot be compared: first all firsts, then all seconds."""
    longest = max((len(one) for one in lists), default=0)
    return [(i, at) for at in range(longest) for i, one in enumerate(lists) if at < len(one)]
