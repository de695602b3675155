"""The first pass of a question over a fleet: which repositories it names, else a look into every index.

Nothing is brought up to date here, and no file of a repository but its settings is read. Every repository that the
question could be asked of ends in one of two lists: those that were looked at, in the order of what speaks for them,
and those that were not, each with the reason.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from math import log
from typing import Literal, Self, TypeVar

import msgspec

from helix_lsp.errors import HelixError, UsageError
from helix_lsp.index.overlay.match import idf
from helix_lsp.index.tally import Counts, NoIndex, Tally
from helix_lsp.search.question.query import Query, read_query
from helix_lsp.session.disk.origin import real_root
from helix_lsp.session.fleet.build import Fleet, Repository
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.settings.settings import load
from helix_lsp.text.visible import counted
from helix_lsp.tuning.server import FLEET

Result = TypeVar("Result")
Reason = Literal["not-usable", "no-index", "unreadable"]
_SAYS_IN = frozenset(("in", "of", "for", "from", "about"))


class NotRead(msgspec.Struct, frozen=True, kw_only=True):
    """A repository that was not looked at. `detail` is the line of the refusal."""

    name: str
    reason: Reason
    detail: str


class Looked(msgspec.Struct, frozen=True, kw_only=True):
    """What a question comes to: its text without the name of a repository, those to ask (best first), how many indexes were
    looked at, their scores (none where the repositories were named), and what was not read.
    """

    text: str
    named: bool
    asked: tuple[Repository, ...]
    seen: int
    scores: tuple[Routed, ...]
    not_read: tuple[NotRead, ...]


class FirstLook:
    """Keeps the indexes of the fleet open between questions, at most `FLEET.kept_open`. Close it; used by one thread."""

    def __init__(self, fleet: Fleet) -> None:
        self._fleet = fleet
        self._settings = load(None)
        self._open: OrderedDict[str, Tally] = OrderedDict()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for one in self._open.values():
            one.close()
        self._open.clear()

    def at(
        self, question: str, names: tuple[str, ...], most: int, check: Callable[[], None] = lambda: None
    ) -> Looked:
        """The at most `most` repositories to ask; those in `names`, else those that the question names, else the best by
        what their indexes hold. Raises UsageError for an unknown or too many names, for an empty or a very long question.
        """
        config = self._settings.config.search
        if not question.strip():
            raise UsageError("the question is empty; write a few words")
        if len(question) > config.longest_question:
            raise UsageError(
                f"the question is {len(question):,} characters long, the limit is {config.longest_question:,}"
            )
        text = question
        chosen = self._fleet.named(names)
        if not chosen:
            text, chosen = self._in_question(question)
        if len(chosen) > FLEET.named:
            raise UsageError(
                f"{counted(len(chosen), 'repository', 'repositories')} are named; at most {FLEET.named} can be asked at once"
            )
        if chosen:
            return self._named(text, chosen)
        asked = wanted(read_query(text, config))
        terms, written = [term for term, _ in asked.terms], [name for name, _ in asked.names]
        counts: dict[str, Counts] = {}
        not_read: list[NotRead] = []
        candidates = {one.name: one for one in self._fleet.repositories if one.default}
        for name, one in candidates.items():
            check()
            found = self._look(one, lambda tally: tally.counts(terms, written, FLEET.definitions))
            if isinstance(found, NotRead):
                not_read.append(found)
            else:
                counts[name] = found

        def best(name: str, gains: Mapping[str, float]) -> float:
            check()
            found = self._look(candidates[name], lambda tally: tally.best(gains))
            return 0.0 if isinstance(found, NotRead) else found

        scores = route(asked, counts, best)
        worth = [one.name for one in scores if one.score > 0] or [one.name for one in scores[:1]]
        return Looked(
            text=text,
            named=False,
            asked=tuple(candidates[name] for name in worth[:most]),
            seen=len(counts),
            scores=scores,
            not_read=tuple(not_read),
        )

    def state(self, one: Repository) -> Counts | NotRead:
        """How large the index of a repository is, or why it cannot be read."""
        return self._look(one, lambda tally: tally.counts((), (), 0))

    def _named(self, text: str, chosen: tuple[Repository, ...]) -> Looked:
        looks = {one.name: self.state(one) for one in chosen}
        missing = tuple(found for found in looks.values() if isinstance(found, NotRead))
        there = tuple(one for one in chosen if not isinstance(looks[one.name], NotRead))
        return Looked(text=text, named=True, asked=there, seen=len(there), scores=(), not_read=missing)

    def _in_question(self, question: str) -> tuple[str, tuple[Repository, ...]]:
        """(text without the phrase, the repository that it names): `in redis-py, how ...`, `redis-py: how ...`,
        `how ... in redis-py?`. A name that is not of the fleet is a word like others.
        """
        known = {one.name.lower(): one for one in self._fleet.repositories}
        first, _, after = question.partition(",")
        head, _, rest = question.partition(":")
        body, _, last = question.rstrip(" \t\n?.!").rpartition(" in ")
        words = first.lower().split()
        said = words[1] if len(words) == 2 and words[0] in _SAYS_IN else ""
        for name, text in ((said, after), (head.strip().lower(), rest), (last.strip().lower(), body + "?")):
            if name in known and text.strip("? "):
                return text.strip(), (known[name],)
        return question, ()

    def _look(self, one: Repository, act: Callable[[Tally], Result]) -> Result | NotRead:
        """What `act` gives, or why this repository is not read."""
        try:
            root = real_root(one.root, self._settings.surroundings.home)
        except HelixError as error:
            return NotRead(name=one.name, reason="not-usable", detail=str(error))
        try:
            tally = self._open.get(one.name)
            if tally is None:
                settings = load(root)
                tally = Tally(index_directory(root, settings, create=False), settings.config.index)
                self._open[one.name] = tally
            self._open.move_to_end(one.name)
            while len(self._open) > FLEET.kept_open:
                self._open.popitem(last=False)[1].close()
            return act(tally)
        except NoIndex as error:
            return NotRead(name=one.name, reason="no-index", detail=str(error))
        except HelixError as error:
            return NotRead(name=one.name, reason="unreadable", detail=str(error))


# Which of many indexes a question is asked of: an order by what each index counts of its words and names.
#
# Two steps. All indexes are ranked by belief (CORI): a word says most for an index when many of its units hold the word
# and few other indexes do. The best unit of those on the short list is then scored, each word weighing by how rare it
# is among the units of all indexes together; a name of the question that an index defines adds to that. The numbers
# are `tuning/server.py`.


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
