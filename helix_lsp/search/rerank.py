"""The port behind which a second opinion on the first candidates may stand (a semantic layer, say). Without
one the lexical order stays.

Invariants: only the first `rerank_pool` files are shown to the port; whatever it does - it fails, is late,
answers nonsense - an answer comes and the lexical order is kept; its opinion appears among the features, so
that contributions still sum to the score. A port that needs a deadline keeps it itself (there is no clock on
this floor) and raises `Late`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from helix_lsp.config.search import SearchConfig
from helix_lsp.errors import Cancelled
from helix_lsp.search.hit import Feature
from helix_lsp.search.rank import Ranked


class Late(Exception):
    """The port did not answer in time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A candidate as a port sees it: its place (lines from 1, both inclusive; 0 for a file known by its path
    only) and its score so far.
    """

    path: str
    name: str
    start_line: int
    end_line: int
    score: float


class Rerank(Protocol):
    """Positions of the passages, best first: each position once."""

    def __call__(self, question: str, passages: tuple[Passage, ...]) -> Sequence[int]:
        """The order. May raise whatever it likes."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Reranked:
    """`note` is `` where no port was asked, else what became of it: `applied`, or why the lexical order
    stands.
    """

    ranked: tuple[Ranked, ...]
    note: str


def rerank(question: str, ranked: tuple[Ranked, ...], port: Rerank | None, cfg: SearchConfig) -> Reranked:
    """The first candidates in the port's order, each with the score of the place it takes; the others behind
    them as they were.
    """
    if port is None or len(ranked) < 2:
        return Reranked(ranked=ranked, note="")
    pool, rest = ranked[: cfg.rerank_pool], ranked[cfg.rerank_pool :]
    try:
        order = [int(at) for at in port(question, tuple(_passage(r) for r in pool))]
    except Cancelled:
        raise
    except (Late, TimeoutError):
        return Reranked(ranked=ranked, note="late: the lexical order stands")
    except Exception as error:  # noqa: BLE001  a second opinion that fails costs nothing but itself
        return Reranked(ranked=ranked, note=f"failed ({type(error).__name__}): the lexical order stands")
    if sorted(order) != list(range(len(pool))):
        return Reranked(ranked=ranked, note="answered no order of the candidates: the lexical order stands")
    moved = tuple(_at(pool[at], pool[place].score) for place, at in enumerate(order))
    return Reranked(ranked=(*moved, *rest), note="applied")


def _passage(ranked: Ranked) -> Passage:
    if not ranked.units:
        return Passage(path=ranked.file.path, name="", start_line=0, end_line=0, score=ranked.score)
    unit = next((u.unit for u in ranked.units if u.unit.ordinal == ranked.pin), ranked.units[0].unit)
    return Passage(
        path=ranked.file.path,
        name=unit.name,
        start_line=unit.start_line,
        end_line=unit.end_line,
        score=ranked.score,
    )


def _at(ranked: Ranked, score: float) -> Ranked:
    """The file with the score of its new place, the difference named as a feature."""
    if score == ranked.score:
        return ranked
    factor = math.prod(f for _, f in ranked.demotions)
    gain = round(score / factor - math.fsum(f.contribution for f in ranked.features), 9) if factor else 0.0
    opinion = Feature(name="rerank", value=gain, weight=1.0, contribution=gain)
    return replace(ranked, score=score, features=(*ranked.features, opinion))
