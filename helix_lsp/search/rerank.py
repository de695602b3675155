"""A second opinion on the first files of a list: how alike the question and each of them are (`reading/likeness.py`),
weighed against their scores. Without a port the lexical order stays.

Invariants: only the first `rerank_pool` files are shown to the port; whatever it does - it fails, is late,
answers nonsense - an answer comes and the lexical order is kept; its opinion appears among the features, so
that contributions still sum to the score. A port that needs a deadline keeps it itself (there is no clock on
this floor) and raises `Late`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import msgspec

from helix_lsp.config.search import SearchConfig
from helix_lsp.index.units.unit import Unit
from helix_lsp.search.ranking.hit import Feature
from helix_lsp.search.ranking.rank import Ranked
from helix_lsp.search.reading.likeness import Likeness, likenesses
from helix_lsp.text.positions import lines_of

_LONGEST = 700  # characters of a passage, as measured


class Reranked(msgspec.Struct, frozen=True, kw_only=True):
    """`note` is `` where no port was asked, else what became of it: `applied`, or why the order of words stands."""

    ranked: tuple[Ranked, ...]
    note: str


def rerank(
    question: str,
    ranked: tuple[Ranked, ...],
    port: Likeness | None,
    texts: Callable[[str], bytes | None],
    cfg: SearchConfig,
    check: Callable[[], None],
) -> Reranked:
    """The first files in the order of score and likeness, both as distances from their means in standard
    deviations, `cfg.rerank_weight` being the share of likeness; each has the score of the place it takes. The others
    stand behind them as they were.
    """
    pool, rest = ranked[: cfg.rerank_pool], ranked[cfg.rerank_pool :]
    if port is None or len(pool) < 2:
        return Reranked(ranked=ranked, note="")
    values, note = likenesses(question, tuple(_passage(r, texts) for r in pool), port, check)
    if not values:
        return Reranked(ranked=ranked, note=note)
    lexical, meant, share = _standard([r.score for r in pool]), _standard(values), cfg.rerank_weight
    worth = [round((1 - share) * s + share * v, 9) for s, v in zip(lexical, meant, strict=True)]
    order = sorted(range(len(pool)), key=lambda at: (-worth[at], at))
    moved = tuple(_at(pool[at], pool[place].score) for place, at in enumerate(order))
    return Reranked(ranked=(*moved, *rest), note=note)


def passage_of(path: str, unit: Unit | None, lines: Sequence[str]) -> str:
    """A place as the port sees it: where it stands, and its first lines."""
    if unit is None:
        return f"{path} \n" + "\n".join(lines)[:_LONGEST]
    return f"{path} {unit.name}\n" + "\n".join(lines[unit.start_line - 1 : unit.end_line])[:_LONGEST]


def _passage(ranked: Ranked, texts: Callable[[str], bytes | None]) -> str:
    units = [u.unit for u in ranked.units]
    first = ranked.read[0] if ranked.read else units[0] if units else None
    unit = next((u for u in units if u.ordinal == ranked.pin), first)
    return passage_of(ranked.file.path, unit, lines_of(texts(ranked.file.path) or b""))


def _standard(values: Sequence[float]) -> list[float]:
    mean = math.fsum(values) / len(values)
    spread = math.sqrt(math.fsum((v - mean) ** 2 for v in values) / len(values))
    return [(v - mean) / spread if spread else 0.0 for v in values]


def _at(ranked: Ranked, score: float) -> Ranked:
    """The file with the score of its new place, the difference named as a feature."""
    if score == ranked.score:
        return ranked
    factor = math.prod(f for _, f in ranked.demotions)
    gain = round(score / factor - math.fsum(f.contribution for f in ranked.features), 9) if factor else 0.0
    opinion = Feature(name="rerank", value=gain, weight=1.0, contribution=gain)
    return replace(ranked, score=score, features=(*ranked.features, opinion))
