"""One answer of retrieval: a place, and why it is there. The explanation rides with the score."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from helix_lsp.text.positions import Span


class Feature(NamedTuple):
    """A ranking feature: its value (0..1), its weight for this question, and value times weight.

    A tuple, because some hundred are made for every question.
    """

    name: str
    value: float
    weight: float
    contribution: float


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """`matched` are (field, words as the question writes them) in the order of the fields; `channels` are
    (name, rank from 1, score there);

    `demotions` are (reason, factor); `held` are (what is in the file word for word, its line from 1).
    The score is the sum of the contributions times all factors.
    """

    matched: tuple[tuple[str, tuple[str, ...]], ...]
    channels: tuple[tuple[str, int, float], ...]
    features: tuple[Feature, ...]
    demotions: tuple[tuple[str, float], ...]
    held: tuple[tuple[str, int], ...] = ()


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A range in a file with what it is: `kind` is the unit's (def, part, class, module, section, window);
    lines from 1, both inclusive.

    `share` is its merit against the best place of the file (1 for that one); `named` how well its name and
    the question agree (0..1).
    """

    path: str
    span: Span
    start_line: int
    end_line: int
    kind: str
    name: str
    qualified: str
    symbol: int
    section: int
    share: float = 1.0
    named: float = 0.0


class Hit(msgspec.Struct, frozen=True, kw_only=True):
    """`score` is comparable inside one result only. `more` are further places of the same file, best first;

    `terms` are those of the place, `more_terms` those of each further one.
    """

    place: Place
    score: float
    why: Why
    terms: frozenset[str]
    more: tuple[Place, ...] = ()
    more_terms: tuple[frozenset[str], ...] = ()

    @property
    def order(self) -> tuple[float, str, int]:
        """The total order of every ranking (I7)."""
        return (-round(self.score, 6), self.place.path, self.place.span.start)
