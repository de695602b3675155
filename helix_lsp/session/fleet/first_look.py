"""The first pass of a question over a fleet: which repositories it names, else a look into every index.

Nothing is brought up to date here, and no file of a repository but its settings is read. Every repository that the
question could be asked of ends in one of two lists: those that were looked at, in the order of what speaks for them,
and those that were not, each with the reason.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Literal, Self, TypeVar

import msgspec

from helix_lsp.errors import HelixError, UsageError
from helix_lsp.index.tally import Counts, NoIndex, Tally
from helix_lsp.search.question.query import read_query
from helix_lsp.search.route import Routed, route, wanted
from helix_lsp.session.disk.origin import real_root
from helix_lsp.session.fleet.build import Fleet, Repository
from helix_lsp.session.kept.cache import index_directory
from helix_lsp.session.settings.settings import load
from helix_lsp.text.visible import counted
from helix_lsp.tuning.team import FLEET

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
